// Writing programs of the small language by hand: short names for its pieces, and a writer that collects the locals.

import type { Argument, Code, CodeFunction, Parameter, Step, Type } from './ir.ts';

export type Number_ = Code | number;

/** A bare number becomes one of the type of what it is combined with. */
function coded(value: Number_, type: Type): Code {
  return typeof value === 'number' ? { kind: 'number', type, value } : value;
}

export const f = (value: number): Code => ({ kind: 'number', type: 'f64', value });
export const i = (value: number): Code => ({ kind: 'number', type: 'i32', value });

type Binary = Extract<Code, { kind: 'binary' }>['operator'];
const comparing: readonly Binary[] = ['<', '<=', '==', '!='];

export function binary(operator: Binary, left: Number_, right: Number_): Code {
  const type = typeof left === 'number' ? (typeof right === 'number' ? 'f64' : right.type) : left.type;
  return {
    kind: 'binary',
    type: comparing.includes(operator) ? 'i32' : type,
    operator,
    left: coded(left, type),
    right: coded(right, type),
  };
}

export const add = (first: Number_, ...rest: readonly Number_[]): Code =>
  rest.reduce<Code>((sum, term) => binary('+', sum, term), coded(first, typeOf(rest)));
export const sub = (a: Number_, b: Number_): Code => binary('-', a, b);
export const mul = (first: Number_, ...rest: readonly Number_[]): Code =>
  rest.reduce<Code>((product, factor) => binary('*', product, factor), coded(first, typeOf(rest)));
export const div = (a: Number_, b: Number_): Code => binary('/', a, b);
export const lt = (a: Number_, b: Number_): Code => binary('<', a, b);
export const le = (a: Number_, b: Number_): Code => binary('<=', a, b);
export const gt = (a: Number_, b: Number_): Code => binary('<', b, a);
export const eq = (a: Number_, b: Number_): Code => binary('==', a, b);
export const and = (a: Code, b: Number_): Code => binary('&', a, b);
export const or = (a: Code, b: Number_): Code => binary('|', a, b);
export const min = (a: Number_, b: Number_): Code => binary('min', a, b);
export const max = (a: Number_, b: Number_): Code => binary('max', a, b);

type Unary = Extract<Code, { kind: 'unary' }>['operator'];
const unary = (operator: Unary, of: Code, type: Type): Code => ({ kind: 'unary', type, operator, of });
export const negate = (a: Code): Code => unary('negate', a, a.type);
export const sqrt = (a: Code): Code => unary('sqrt', a, 'f64');
export const abs = (a: Code): Code => unary('abs', a, 'f64');
export const floor = (a: Code): Code => unary('floor', a, 'f64');
export const not = (a: Code): Code => unary('not', a, 'i32');
export const toInteger = (a: Code): Code => unary('toInteger', a, 'i32');
export const toFloat = (a: Code): Code => unary('toFloat', a, 'f64');
export const select = (condition: Code, accepted: Number_, otherwise: Number_): Code => {
  const type = typeOf([accepted, otherwise]);
  return {
    kind: 'select',
    type,
    condition,
    accepted: coded(accepted, type),
    otherwise: coded(otherwise, type),
  };
};
/** A local that a Writer's `let` has made. */
export const local = (name: string, type: Type = 'f64'): Code => ({ kind: 'local', type, name });
export const load = (array: string, index: Number_): Code => ({
  kind: 'load',
  type: 'f64',
  array,
  index: coded(index, 'i32'),
});
export const call = (
  name: string,
  args: readonly (Argument | number | string)[],
  type: Type = 'f64',
): Extract<Code, { kind: 'call' }> => ({
  kind: 'call',
  type,
  name,
  arguments: args.map((one) =>
    typeof one === 'number' ? f(one) : typeof one === 'string' ? { kind: 'array', name: one } : one,
  ),
});

function typeOf(values: readonly Number_[]): Type {
  const coded = values.find((value) => typeof value !== 'number');
  return coded === undefined ? 'f64' : coded.type;
}

/** Collects the steps of one function. */
export class Writer {
  private readonly locals = new Map<string, Type>();
  private steps: Step[] = [];

  /** A local, made at its first use. */
  let(name: string, value: Number_, type?: Type): Code {
    const code = typeof value === 'number' ? coded(value, type ?? 'f64') : value;
    this.locals.set(name, code.type);
    this.steps.push({ kind: 'set', name, value: code });
    return { kind: 'local', type: code.type, name };
  }

  store(array: string, index: Number_, value: Number_): void {
    this.steps.push({ kind: 'store', array, index: coded(index, 'i32'), value: coded(value, 'f64') });
  }

  for(name: string, from: Number_, until: Number_, body: (index: Code) => void): void {
    this.locals.set(name, 'i32');
    const steps = this.inside(() => body({ kind: 'local', type: 'i32', name }));
    this.steps.push({ kind: 'for', name, from: coded(from, 'i32'), until: coded(until, 'i32'), body: steps });
  }

  while(condition: Code, body: () => void): void {
    this.steps.push({ kind: 'while', condition, body: this.inside(body) });
  }

  if(condition: Code, accepted: () => void, otherwise?: () => void): void {
    this.steps.push({
      kind: 'if',
      condition,
      accepted: this.inside(accepted),
      otherwise: otherwise ? this.inside(otherwise) : [],
    });
  }

  do(name: string, args: readonly (Argument | number | string)[]): void {
    this.steps.push({ kind: 'do', call: call(name, args) });
  }

  return(value?: Number_): void {
    this.steps.push(
      value === undefined ? { kind: 'return' } : { kind: 'return', value: coded(value, 'f64') },
    );
  }

  comment(text: string): void {
    this.steps.push({ kind: 'comment', text });
  }

  finish(
    name: string,
    doc: string,
    parameters: readonly Parameter[],
    result: Type | undefined,
    exported: boolean,
  ): CodeFunction {
    const given = new Set(parameters.map((parameter) => parameter.name));
    const locals = [...this.locals]
      .filter(([local]) => !given.has(local))
      .map(([local, type]) => ({ name: local, type }));
    return { name, doc, parameters, ...(result ? { result } : {}), locals, body: this.steps, exported };
  }

  private inside(body: () => void): Step[] {
    const outer = this.steps;
    this.steps = [];
    body();
    const steps = this.steps;
    this.steps = outer;
    return steps;
  }
}

/** A function written by `body`. Parameters: "x y" are numbers, "n:i32" an integer, "out[]" an array. */
export function define(
  name: string,
  parameters: string,
  doc: string,
  body: (writer: Writer, ...given: Code[]) => void,
  options: { readonly result?: Type; readonly exported?: boolean } = {},
): CodeFunction {
  const list: Parameter[] = parameters
    .split(' ')
    .filter((word) => word !== '')
    .map((word) =>
      word.endsWith('[]')
        ? { name: word.slice(0, -2), type: 'array' }
        : word.endsWith(':i32')
          ? { name: word.slice(0, -4), type: 'i32' }
          : { name: word, type: 'f64' },
    );
  const writer = new Writer();
  const given = list
    .filter(({ type }) => type !== 'array')
    .map(({ name: local, type }): Code => ({ kind: 'local', type: type as Type, name: local }));
  body(writer, ...given);
  return writer.finish(name, doc, list, options.result, options.exported ?? false);
}
