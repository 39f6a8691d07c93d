// One function of the small language as WebAssembly.

import type { Argument, Code, CodeFunction, Parameter, Step, Type } from '../ir.ts';
import type { Bytes } from './bytes.ts';

const F64 = 0x7c;
const I32 = 0x7f;
const EMPTY = 0x40;

export class Body {
  private readonly code: CodeFunction;
  private readonly offsets: ReadonlyMap<string, number>;
  private readonly functions: ReadonlyMap<string, number>;
  private readonly locals = new Map<string, number>();
  private readonly out: Bytes;
  /** Offsets and indices that were written. */
  readonly links = new Map<string, number>();

  constructor(
    code: CodeFunction,
    offsets: ReadonlyMap<string, number>,
    functions: ReadonlyMap<string, number>,
    out: Bytes,
  ) {
    this.out = out;
    this.code = code;
    this.offsets = offsets;
    this.functions = functions;
    for (const { name } of [...code.parameters, ...code.locals]) this.locals.set(name, this.locals.size);
  }

  write(): void {
    const { out, code } = this;
    out.unsigned(code.locals.length);
    for (const { type } of code.locals) out.push(1, valueType(type));
    for (const step of code.body) this.step(step);
    // A function with a result ends in a return; what follows cannot be reached.
    if (code.result) out.push(0x00);
    out.push(0x0b);
  }

  private step(step: Step): void {
    const { out } = this;
    switch (step.kind) {
      case 'set':
        this.value(step.value);
        out.push(0x21);
        out.unsigned(this.local(step.name));
        return;
      case 'store': {
        const offset = this.address(step.array, step.index);
        this.value(step.value);
        out.push(0x39, 3);
        out.unsigned(offset);
        return;
      }
      case 'do':
        this.value(step.call);
        return;
      case 'return':
        if (step.value) this.value(step.value);
        out.push(0x0f);
        return;
      case 'if':
        this.value(step.condition);
        out.push(0x04, EMPTY);
        for (const one of step.accepted) this.step(one);
        if (step.otherwise.length > 0) {
          out.push(0x05);
          for (const one of step.otherwise) this.step(one);
        }
        out.push(0x0b);
        return;
      case 'while':
        out.push(0x02, EMPTY, 0x03, EMPTY);
        this.value(step.condition);
        out.push(0x45, 0x0d, 1);
        for (const one of step.body) this.step(one);
        out.push(0x0c, 0, 0x0b, 0x0b);
        return;
      case 'for': {
        const index = this.local(step.name);
        this.value(step.from);
        out.push(0x21);
        out.unsigned(index);
        out.push(0x02, EMPTY, 0x03, EMPTY, 0x20);
        out.unsigned(index);
        this.value(step.until);
        out.push(0x4e, 0x0d, 1);
        for (const one of step.body) this.step(one);
        out.push(0x20);
        out.unsigned(index);
        out.push(0x41, 1, 0x6a, 0x21);
        out.unsigned(index);
        out.push(0x0c, 0, 0x0b, 0x0b);
        return;
      }
      case 'comment':
        return;
    }
  }

  private value(code: Code): void {
    const { out } = this;
    switch (code.kind) {
      case 'number':
        if (code.type === 'i32') {
          out.push(0x41);
          out.signed(code.value);
        } else {
          out.push(0x44);
          out.float(code.value);
        }
        return;
      case 'local':
        out.push(0x20);
        out.unsigned(this.local(code.name));
        return;
      case 'load': {
        const offset = this.address(code.array, code.index);
        out.push(0x2b, 3);
        out.unsigned(offset);
        return;
      }
      case 'unary':
        this.value(code.of);
        if (code.operator === 'negate' && code.type === 'i32') out.push(0x41, 0x7f, 0x6c);
        else if (code.operator === 'toInteger') out.push(0xfc, 2);
        else out.push(unaryCodes[code.operator]);
        return;
      case 'binary':
        this.value(code.left);
        this.value(code.right);
        out.push(binaryCode(code.operator, code.left.type));
        return;
      case 'select':
        // Both sides are pure, so both may be computed; no branch to mispredict.
        this.value(code.accepted);
        this.value(code.otherwise);
        this.value(code.condition);
        out.push(0x1b);
        return;
      case 'call':
        for (const argument of code.arguments) this.argument(argument);
        out.push(0x10);
        out.unsigned(this.linked(this.functions, code.name));
        return;
    }
  }

  private argument(argument: Argument): void {
    if (argument.kind !== 'array') this.value(argument);
    else if (this.locals.has(argument.name)) {
      this.out.push(0x20);
      this.out.unsigned(this.local(argument.name));
    } else {
      this.out.push(0x41);
      this.out.signed(this.linked(this.offsets, argument.name));
    }
  }

  /** Leaves the variable part of the address on the stack. @returns the constant part */
  private address(array: string, index: Code): number {
    const { out } = this;
    const isParameter = this.locals.has(array);
    const fixed = isParameter ? 0 : this.linked(this.offsets, array);
    if (isParameter) {
      out.push(0x20);
      out.unsigned(this.local(array));
    }
    if (index.kind === 'number') {
      if (!isParameter) out.push(0x41, 0);
      return fixed + 8 * index.value;
    }
    this.value(index);
    out.push(0x41, 3, 0x74);
    if (isParameter) out.push(0x6a);
    return fixed;
  }

  private linked(places: ReadonlyMap<string, number>, name: string): number {
    const at = places.get(name) as number;
    this.links.set(name, at);
    return at;
  }

  private local(name: string): number {
    const at = this.locals.get(name);
    if (at === undefined) throw new Error(`${this.code.name} has no local ${name}`);
    return at;
  }
}

const unaryCodes: Readonly<Record<string, number>> = {
  negate: 0x9a,
  sqrt: 0x9f,
  abs: 0x99,
  floor: 0x9c,
  not: 0x45,
  toFloat: 0xb7,
};

const floatCodes: ReadonlyMap<string, number> = new Map([
  ['+', 0xa0],
  ['-', 0xa1],
  ['*', 0xa2],
  ['/', 0xa3],
  ['min', 0xa4],
  ['max', 0xa5],
  ['<', 0x63],
  ['<=', 0x65],
  ['==', 0x61],
  ['!=', 0x62],
]);

const integerCodes: ReadonlyMap<string, number> = new Map([
  ['+', 0x6a],
  ['-', 0x6b],
  ['*', 0x6c],
  ['/', 0x6d],
  ['&', 0x71],
  ['|', 0x72],
  ['>>', 0x75],
  ['<', 0x48],
  ['<=', 0x4c],
  ['==', 0x46],
  ['!=', 0x47],
]);

function binaryCode(operator: string, type: Type): number {
  const code = (type === 'f64' ? floatCodes : integerCodes).get(operator);
  if (code === undefined) throw new Error(`there is no ${operator} for ${type}`);
  return code;
}

export function valueType(type: Parameter['type']): number {
  return type === 'f64' ? F64 : I32;
}
