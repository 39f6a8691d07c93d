// The small language as WebAssembly, written byte by byte: a page under a strict content policy may run it.
//
// Arrays lie in one exported memory, each at a multiple of 16 bytes; an array that is passed is its byte offset.
// The binary format: webassembly.github.io/spec, "Binary Format".

import type { Argument, Code, CodeFunction, CodeModule, Step, Type } from '../ir.ts';

export interface WasmModule {
  readonly bytes: Uint8Array;
  /** Byte offset of each array. */
  readonly offsets: ReadonlyMap<string, number>;
}

const F64 = 0x7c;
const I32 = 0x7f;
const EMPTY = 0x40;
const PAGE = 65536;
const MOST_PAGES = 16384;

/** Functions as they were written last, and where what they name was then. */
const emitted = new WeakMap<
  CodeFunction,
  { readonly bytes: Uint8Array; readonly links: readonly (readonly [name: string, at: number])[] }
>();

/** @param keep  functions that will be asked for again */
export function emitWasm(module: CodeModule, keep?: ReadonlySet<CodeFunction>): WasmModule {
  const offsets = new Map<string, number>();
  let end = 16;
  for (const { name, length } of module.arrays) {
    offsets.set(name, end);
    end += 16 * Math.ceil((8 * length) / 16);
  }
  const pages = Math.ceil(end / PAGE);
  if (pages > MOST_PAGES) throw new Error('the program needs more memory than there may be');
  const indices = new Map(module.functions.map(({ name }, index) => [name, index]));
  const types = module.functions.map((one) => [
    0x60,
    ...vector(one.parameters.map(({ type }) => [type === 'f64' ? F64 : I32])),
    ...vector(one.result ? [[valueType(one.result)]] : []),
  ]);
  const data = module.arrays
    .filter(({ initial }) => initial !== undefined)
    .map(({ name, initial }) => {
      const bytes = new Uint8Array(Float64Array.from(initial as readonly number[]).buffer);
      return [0, 0x41, ...signed(offsets.get(name) as number), 0x0b, ...unsigned(bytes.length), ...bytes];
    });
  const exports = [
    [...text('memory'), 2, 0],
    ...module.functions
      .filter(({ exported }) => exported)
      .map(({ name }) => [...text(name), 0, ...unsigned(indices.get(name) as number)]),
  ];
  const bodies = new Bytes();
  bodies.unsigned(module.functions.length);
  const scratch = new Bytes();
  for (const one of module.functions) {
    const before = emitted.get(one);
    if (before?.links.every(([name, at]) => (offsets.get(name) ?? indices.get(name)) === at)) {
      bodies.unsigned(before.bytes.length);
      bodies.appendBytes(before.bytes);
      continue;
    }
    scratch.length = 0;
    const body = new Body(one, offsets, indices, scratch);
    body.write();
    bodies.unsigned(scratch.length);
    bodies.append(scratch);
    if (keep?.has(one)) emitted.set(one, { bytes: scratch.taken(), links: [...body.links] });
  }
  const out = new Bytes();
  out.push(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  section(out, 1, vector(types));
  section(out, 3, vector(module.functions.map((_, index) => unsigned(index))));
  section(out, 5, [1, 0, ...unsigned(pages)]);
  section(out, 7, vector(exports));
  out.push(10);
  out.unsigned(bodies.length);
  out.append(bodies);
  if (data.length > 0) section(out, 11, vector(data));
  return { bytes: out.taken(), offsets };
}

/** One function. */
class Body {
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

function valueType(type: Type): number {
  return type === 'f64' ? F64 : I32;
}

function section(out: Bytes, id: number, content: readonly number[]): void {
  out.push(id);
  out.unsigned(content.length);
  for (const byte of content) out.push(byte);
}

function vector(items: readonly (readonly number[])[]): number[] {
  return concat(unsigned(items.length), ...items);
}

/** Not by spreading: a body may be longer than the stack. */
function concat(...lists: readonly (readonly number[])[]): number[] {
  const out: number[] = [];
  for (const list of lists) for (const byte of list) out.push(byte);
  return out;
}

function text(name: string): number[] {
  const bytes = [...new TextEncoder().encode(name)];
  return [...unsigned(bytes.length), ...bytes];
}

/** LEB128 */
function unsigned(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    out.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return out;
}

function signed(value: number): number[] {
  const out: number[] = [];
  let rest = value | 0;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) {
      out.push(byte);
      return out;
    }
    out.push(byte | 0x80);
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** A growing list of bytes. */
class Bytes {
  length = 0;
  private list = new Uint8Array(1024);

  push(...bytes: readonly number[]): void {
    this.reserve(bytes.length);
    for (let k = 0; k < bytes.length; k++) this.list[this.length++] = bytes[k];
  }

  /** LEB128 */
  unsigned(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.list[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.list[this.length++] = rest;
  }

  signed(value: number): void {
    this.reserve(5);
    let rest = value | 0;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) {
        this.list[this.length++] = byte;
        return;
      }
      this.list[this.length++] = byte | 0x80;
    }
  }

  float(value: number): void {
    this.reserve(8);
    bits.setFloat64(0, value, true);
    for (let k = 0; k < 8; k++) this.list[this.length++] = bits.getUint8(k);
  }

  append(other: Bytes): void {
    this.appendBytes(other.list.subarray(0, other.length));
  }

  appendBytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.list.set(bytes, this.length);
    this.length += bytes.length;
  }

  taken(): Uint8Array {
    return this.list.slice(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.list.length) return;
    const longer = new Uint8Array(2 * (this.length + count));
    longer.set(this.list.subarray(0, this.length));
    this.list = longer;
  }
}
