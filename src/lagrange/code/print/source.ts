// The small language as text of a language with braces: what JavaScript, TypeScript and C++ have in common. Operators
// bind as they do in all three, so parentheses stand only where they are needed.

import { type Declaration, declarationsOf } from './declarations.ts';
import type { Argument, Code, CodeFunction, CodeModule, Step, Type } from '../ir.ts';

/** Where the languages differ. */
export interface Dialect {
  number(value: number, type: Type): string;
  /** Functions of the language for what is not an operator: takes arguments as text. */
  readonly calls: Readonly<Record<'sqrt' | 'abs' | 'floor' | 'min' | 'max', string>>;
  toInteger(of: string): string;
  toFloat(of: string): string;
  /** Whole part of a quotient of integers, operands in parentheses where needed. */
  divideIntegers(left: string, right: string): string;
  readonly equal: string;
  readonly unequal: string;
  /** `const x = ` or `let x = `, with the type where it is said. */
  declare(name: string, type: Type, constant: boolean): string;
  /** For text after a setting from the array of inputs, such as the name of a variable. */
  noteOn(step: Step): string | undefined;
}

/** How strongly each operator binds. */
const strength: Readonly<Record<string, number>> = {
  select: 1,
  '||': 2,
  '&&': 3,
  '|': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  unary: 11,
  primary: 12,
};

const WIDTH = 110;

interface Piece {
  readonly text: string;
  readonly binds: number;
}

/** One function's body, its locals declared on the way. */
export class SourceBody {
  private readonly dialect: Dialect;
  private readonly code: CodeFunction;
  private readonly lines: string[] = [];
  private readonly declarations: ReadonlyMap<string, Declaration>;
  private readonly types: ReadonlyMap<string, Type>;
  private readonly used: ReadonlySet<string>;
  private readonly declared: Set<string>[] = [];
  private readonly renamed = new Map<string, string>();
  private indent = 1;

  /** @param taken  names of arrays and functions, which locals may not hide */
  constructor(code: CodeFunction, dialect: Dialect, taken: ReadonlySet<string>, indent = 1) {
    this.code = code;
    this.dialect = dialect;
    this.indent = indent;
    for (const { name } of code.locals) if (taken.has(name)) this.renamed.set(name, `${name}Here`);
    const { declarations, used } = declarationsOf(code);
    this.declarations = declarations;
    this.used = used;
    this.types = new Map(code.locals.map(({ name, type }) => [name, type]));
  }

  print(): string[] {
    for (const { name, type } of this.code.locals)
      if (this.declarations.get(name) === 'top')
        this.line(`${this.dialect.declare(this.called(name), type, false)}${this.dialect.number(0, type)};`);
    this.block(this.code.body, false);
    return this.lines;
  }

  private called(local: string): string {
    return this.renamed.get(local) ?? local;
  }

  private line(text: string): void {
    this.lines.push(`${'  '.repeat(this.indent)}${text}`);
  }

  private block(steps: readonly Step[], indented = true): void {
    this.declared.push(new Set());
    if (indented) this.indent++;
    for (const step of steps) this.step(step);
    if (indented) this.indent--;
    this.declared.pop();
  }

  private step(step: Step): void {
    switch (step.kind) {
      case 'set': {
        const how = this.declarations.get(step.name);
        if (step.value.kind === 'call' && !this.used.has(step.name)) {
          this.line(`${this.value(step.value)};`);
          return;
        }
        const known = how === undefined || how === 'top' || this.declared.some((one) => one.has(step.name));
        const lead = known
          ? `${this.called(step.name)} = `
          : this.dialect.declare(
              this.called(step.name),
              this.types.get(step.name) ?? 'f64',
              how === 'constant',
            );
        if (!known) this.declared[this.declared.length - 1].add(step.name);
        this.statement(lead, step.value, this.dialect.noteOn(step));
        return;
      }
      case 'store':
        this.statement(`${step.array}[${this.value(step.index)}] = `, step.value);
        return;
      case 'do':
        this.line(`${this.value(step.call)};`);
        return;
      case 'return':
        this.line(step.value ? `return ${this.value(step.value)};` : 'return;');
        return;
      case 'if': {
        // "not larger" branches that only explain are turned round.
        const isEmpty = step.accepted.every(({ kind }) => kind === 'comment');
        if (isEmpty && step.otherwise.length > 0) {
          this.line(`if (!(${this.condition(step.condition).text})) {`);
          this.block(step.otherwise);
        } else {
          this.line(`if (${this.condition(step.condition).text}) {`);
          this.block(step.accepted);
          if (step.otherwise.length > 0) {
            this.line('} else {');
            this.block(step.otherwise);
          }
        }
        this.line('}');
        return;
      }
      case 'while':
        this.line(`while (${this.condition(step.condition).text}) {`);
        this.block(step.body);
        this.line('}');
        return;
      case 'for': {
        const name = this.called(step.name);
        const from = this.value(step.from);
        const own =
          this.declarations.get(step.name) === 'top'
            ? `${name} = `
            : this.dialect.declare(name, 'i32', false);
        const until = this.piece(step.until, strength['<'] + 1);
        this.line(`for (${own}${from}; ${name} < ${until}; ${name}++) {`);
        this.declared.push(new Set([step.name]));
        this.block(step.body);
        this.declared.pop();
        this.line('}');
        return;
      }
      case 'comment':
        this.line(`// ${plainText(step.text)}`);
        return;
    }
  }

  /** Long ones are broken after operators of sums. */
  private statement(lead: string, value: Code, note?: string): void {
    const text = `${lead}${this.value(value)};${note === undefined ? '' : ` // ${plainText(note)}`}`;
    if (text.length <= WIDTH) {
      this.line(text);
      return;
    }
    const pieces = text.split(/(?<= [-+*]) /);
    let line = '';
    let first = true;
    for (const piece of pieces) {
      if (line !== '' && line.length + piece.length + 1 > WIDTH) {
        this.line(first ? line : `  ${line}`);
        first = false;
        line = piece;
      } else line = line === '' ? piece : `${line} ${piece}`;
    }
    this.line(first ? line : `  ${line}`);
  }

  private value(code: Code): string {
    return this.expression(code).text;
  }

  /** In parentheses where it binds less than it must. */
  private piece(code: Code, atLeast: number): string {
    return bound(this.expression(code), atLeast);
  }

  private expression(code: Code): Piece {
    const { dialect } = this;
    switch (code.kind) {
      case 'number': {
        const negative = code.value < 0 || Object.is(code.value, -0);
        return { text: dialect.number(code.value, code.type), binds: negative ? 8.5 : strength.primary };
      }
      case 'local':
        return { text: this.called(code.name), binds: strength.primary };
      case 'load':
        return { text: `${code.array}[${this.value(code.index)}]`, binds: strength.primary };
      case 'unary':
        return this.unary(code);
      case 'binary':
        return this.binary(code);
      case 'select': {
        const condition = bound(this.condition(code.condition), strength.select + 1);
        const sides = [code.accepted, code.otherwise].map((one) => this.piece(one, strength.select + 1));
        return { text: `${condition} ? ${sides[0]} : ${sides[1]}`, binds: strength.select };
      }
      case 'call':
        return {
          text: `${code.name}(${code.arguments.map((one) => this.argument(one)).join(', ')})`,
          binds: strength.primary,
        };
    }
  }

  private argument(argument: Argument): string {
    return argument.kind === 'array' ? argument.name : this.value(argument);
  }

  private unary(code: Extract<Code, { kind: 'unary' }>): Piece {
    const { dialect } = this;
    switch (code.operator) {
      case 'negate':
        return { text: `-${this.piece(code.of, strength.primary)}`, binds: 8.5 };
      case 'not':
        return asNumber({
          text: `!${bound(this.condition(code.of), strength.primary)}`,
          binds: strength.unary,
        });
      case 'toInteger':
        return {
          text: dialect.toInteger(this.piece(code.of, strength.primary)),
          binds: strength.primary,
        };
      case 'toFloat':
        return { text: dialect.toFloat(this.piece(code.of, strength.primary)), binds: strength.primary };
      default:
        return { text: `${dialect.calls[code.operator]}(${this.value(code.of)})`, binds: strength.primary };
    }
  }

  private binary(code: Extract<Code, { kind: 'binary' }>): Piece {
    const { dialect } = this;
    const { operator, left, right } = code;
    if (operator === 'min' || operator === 'max')
      return {
        text: `${dialect.calls[operator]}(${this.value(left)}, ${this.value(right)})`,
        binds: strength.primary,
      };
    if (isCondition(code)) return asNumber(this.condition(code));
    if (operator === '/' && left.type === 'i32')
      return {
        text: dialect.divideIntegers(this.piece(left, strength['/']), this.piece(right, strength.unary)),
        binds: strength.primary,
      };
    const binds = strength[operator];
    // Nobody remembers how operators on bits bind.
    const sides =
      binds < strength['+'] ? ([strength.unary, strength.unary] as const) : ([binds, binds + 1] as const);
    return { text: `${this.piece(left, sides[0])} ${operator} ${this.piece(right, sides[1])}`, binds };
  }

  /** As something that is true or false. */
  private condition(code: Code): Piece {
    const { dialect } = this;
    if (code.kind === 'unary' && code.operator === 'not')
      return { text: `!${bound(this.condition(code.of), strength.primary)}`, binds: strength.unary };
    if (code.kind !== 'binary' || !isCondition(code))
      return {
        text: `${this.piece(code, strength['!='] + 1)} ${dialect.unequal} 0`,
        binds: strength['!='],
      };
    const { operator, left, right } = code;
    if (operator === '&' || operator === '|') {
      const word = operator === '&' ? '&&' : '||';
      const binds = strength[word];
      // Mixed, || and && are told apart by parentheses, though nobody needs them but people.
      const side = (one: Code) => bound(this.condition(one), operator === '|' ? strength['|'] : binds);
      return { text: `${side(left)} ${word} ${side(right)}`, binds };
    }
    const word = operator === '==' ? dialect.equal : operator === '!=' ? dialect.unequal : operator;
    const binds = strength[operator];
    return { text: `${this.piece(left, binds + 1)} ${word} ${this.piece(right, binds + 1)}`, binds };
  }
}

/** Whether it is 0 or 1 by its form: a comparison, or some of them joined. */
function isCondition(code: Code): boolean {
  if (code.kind === 'unary') return code.operator === 'not';
  if (code.kind !== 'binary') return false;
  if (['<', '<=', '==', '!='].includes(code.operator)) return true;
  return (
    (code.operator === '&' || code.operator === '|') && (isCondition(code.left) || isCondition(code.right))
  );
}

function asNumber(condition: Piece): Piece {
  return { text: `${bound(condition, strength.select + 1)} ? 1 : 0`, binds: strength.select };
}

function bound({ text, binds }: Piece, atLeast: number): string {
  return binds < atLeast ? `(${text})` : text;
}

/** Words from a specification inside a comment of one line: nothing that could end or continue it. */
export function plainText(text: string): string {
  return Array.from(text, (c) =>
    c < ' ' || c === '\\' || c === '?' || /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u.test(c) ? ' ' : c,
  )
    .join('')
    .replaceAll('*/', '* /');
}

/** Of arrays and functions. */
export function namesOf({ arrays, functions }: CodeModule): Set<string> {
  return new Set([...arrays, ...functions].map(({ name }) => name));
}

/** A name that all languages take. */
export function plainName(name: string, otherwise: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[0-9])/, '_');
  return /[A-Za-z]/.test(plain) ? plain.slice(0, 60) : otherwise;
}

/** Numbers of a table, some a line. */
export function wrapped(numbers: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const one of numbers) {
    if (line !== '' && line.length + one.length + 2 > WIDTH) {
      lines.push(indent + line);
      line = '';
    }
    line += `${line === '' ? '' : ' '}${one},`;
  }
  if (line !== '') lines.push(indent + line);
  return lines;
}
