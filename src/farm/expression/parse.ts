// The grammar, from what binds least to what binds most:
//
//   or      = and { "or" and }
//   and     = not { "and" not }
//   not     = "not" not | compare
//   compare = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//   sum     = product { ("+" | "-") product }
//   product = signed { ("*" | "/") signed }
//   signed  = ("-" | "+") signed | power
//   power   = atom [ "^" signed ]                  so that -2^2 is -4, and 2^-1 is a half
//   atom    = number | name | function "(" or { "," or } ")" | "(" or ")"

import { spellingHint } from '../../scene/fault/index.ts';
import { ANDS, COMPARISONS, CONSTANTS, FUNCTIONS, not, ORS, power, PRODUCTS, SUMS } from './functions.ts';
import { LIMITS } from './limits.ts';
import type { Token } from './tokens.ts';

/** The value of a part, where names have these values. */
export type Value = (of: (name: string) => number) => number;

/** What is wrong with an expression, and where in it. */
export class Unreadable extends Error {
  readonly at: number;
  readonly remedy: string;

  constructor(at: number, what: string, remedy: string) {
    super(what);
    this.at = at;
    this.remedy = remedy;
  }
}

type Two = (a: number, b: number) => number;

export class Parser {
  readonly names = new Set<string>();
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** @throws Unreadable */
  whole(): Value {
    const value = this.either();
    if (this.token.kind !== 'end') throw this.unexpected('an operator');
    return value;
  }

  private readonly either = (): Value => this.deeper(() => this.chain(this.both, ORS));
  private readonly both = (): Value => this.chain(this.negated, ANDS);

  private readonly negated = (): Value => {
    if (!this.takes('not')) return this.compared();
    const inner = this.deeper(this.negated);
    return (of) => not(inner(of));
  };

  private readonly compared = (): Value => {
    const left = this.sum();
    const compare = COMPARISONS.get(this.token.text);
    if (compare === undefined) return left;
    this.next++;
    const right = this.sum();
    if (COMPARISONS.has(this.token.text))
      throw new Unreadable(this.token.at, 'compares twice', 'write a < b and b < c');
    return (of) => compare(left(of), right(of));
  };

  private readonly sum = (): Value => this.chain(this.product, SUMS);
  private readonly product = (): Value => this.chain(this.signed, PRODUCTS);

  private readonly signed = (): Value => {
    if (this.takes('+')) return this.deeper(this.signed);
    if (!this.takes('-')) return this.raised();
    const inner = this.deeper(this.signed);
    return (of) => -inner(of);
  };

  private raised(): Value {
    const base = this.atom();
    if (!this.takes('^')) return base;
    const exponent = this.deeper(this.signed);
    return (of) => power(base(of), exponent(of));
  }

  private atom(): Value {
    const { kind, text } = this.token;
    if (kind === 'number') {
      this.next++;
      const number = Number(text);
      return () => number;
    }
    if (kind === 'name' && !['and', 'or', 'not'].includes(text)) return this.named();
    if (!this.takes('(')) throw this.unexpected('a number, a name or a bracket');
    const inner = this.either();
    this.close();
    return inner;
  }

  private named(): Value {
    const { text, at } = this.tokens[this.next++];
    if (this.takes('(')) return this.call(text, at);
    if (FUNCTIONS.has(text)) throw new Unreadable(at, `"${text}" is a function`, `write ${text}(…)`);
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return () => constant;
    this.names.add(text);
    return (of) => of(text);
  }

  private call(name: string, at: number): Value {
    const found = FUNCTIONS.get(name);
    if (found === undefined)
      throw new Unreadable(at, `there is no function "${name}"`, spellingHint(name, [...FUNCTIONS.keys()]));
    const parts = [this.either()];
    while (this.takes(',')) parts.push(this.either());
    this.close();
    const { takes, more } = found;
    if (more ? parts.length < takes : parts.length !== takes) {
      const numbers = takes === 1 ? 'one number' : `${takes} numbers`;
      throw new Unreadable(at, `"${name}" takes ${numbers}`, `give it ${takes}, not ${parts.length}`);
    }
    return (of) => found.of(parts.map((part) => part(of)));
  }

  /** Parts with operators between them, from the left: a list, so that a long sum is no deep one. */
  private chain(part: () => Value, operators: ReadonlyMap<string, Two>): Value {
    const first = part();
    const rest: { readonly operator: Two; readonly value: Value }[] = [];
    for (;;) {
      const operator = operators.get(this.token.text);
      if (operator === undefined) break;
      this.next++;
      rest.push({ operator, value: part() });
    }
    if (rest.length === 0) return first;
    return (of) => rest.reduce((sum, { operator, value }) => operator(sum, value(of)), first(of));
  }

  private deeper(part: () => Value): Value {
    if (++this.depth > LIMITS.depth)
      throw new Unreadable(this.token.at, 'is nested too deeply', 'write a measure for a part of it');
    const value = part();
    this.depth--;
    return value;
  }

  private close(): void {
    if (!this.takes(')')) throw this.unexpected('")"');
  }

  private takes(text: string): boolean {
    if (this.token.kind === 'end' || this.token.text !== text) return false;
    this.next++;
    return true;
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private unexpected(wanted: string): Unreadable {
    const { kind, text, at } = this.token;
    return new Unreadable(
      at,
      kind === 'end' ? 'ends too early' : `"${text}" is out of place`,
      `write ${wanted} there`,
    );
  }
}
