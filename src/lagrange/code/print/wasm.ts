// The small language as WebAssembly, written byte by byte: a page under a strict content policy may run it.
//
// Arrays lie in one exported memory, each at a multiple of 16 bytes; an array that is passed is its byte offset.
// The binary format: webassembly.github.io/spec, "Binary Format".

import type { CodeFunction, CodeModule } from '../ir.ts';
import { Bytes } from './bytes.ts';
import { Body, valueType } from './wasm-function.ts';

export interface WasmModule {
  readonly bytes: Uint8Array;
  /** Byte offset of each array. */
  readonly offsets: ReadonlyMap<string, number>;
}

const PAGE = 65536;
const MOST_PAGES = 16384;

/** Functions as they were written last, and where what they name was then. */
const emitted = new WeakMap<
  CodeFunction,
  { readonly bytes: Uint8Array; readonly links: readonly (readonly [name: string, at: number])[] }
>();

/** @param keep  functions that will be asked for again */
export function emitWasm(module: CodeModule, keep?: ReadonlySet<CodeFunction>): WasmModule {
  const { functions, arrays } = module;
  const offsets = new Map<string, number>();
  let end = 16;
  for (const { name, length } of arrays) {
    offsets.set(name, end);
    end += 16 * Math.ceil((8 * length) / 16);
  }
  const pages = Math.ceil(end / PAGE);
  if (pages > MOST_PAGES) throw new Error('the program needs more memory than there may be');
  const indices = new Map(functions.map(({ name }, index) => [name, index]));
  const out = new Bytes();
  out.push(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  section(out, 1, functions, (into, { parameters, result }) => {
    into.push(0x60);
    into.unsigned(parameters.length);
    for (const { type } of parameters) into.push(valueType(type));
    into.push(...(result ? [1, valueType(result)] : [0]));
  });
  section(out, 3, functions, (into, { name }) => into.unsigned(indices.get(name) as number));
  section(out, 5, [pages], (into, count) => {
    into.push(0);
    into.unsigned(count);
  });
  const exported = functions.filter((one) => one.exported).map(({ name }) => name);
  section(out, 7, ['memory', ...exported], (into, name, k) => {
    into.text(name);
    into.push(k === 0 ? 2 : 0);
    into.unsigned(k === 0 ? 0 : (indices.get(name) as number));
  });
  const scratch = new Bytes();
  section(out, 10, functions, (into, one) => {
    const before = emitted.get(one);
    if (before?.links.every(([name, at]) => (offsets.get(name) ?? indices.get(name)) === at)) {
      into.unsigned(before.bytes.length);
      into.appendBytes(before.bytes);
      return;
    }
    scratch.length = 0;
    const body = new Body(one, offsets, indices, scratch);
    body.write();
    into.unsigned(scratch.length);
    into.append(scratch);
    if (keep?.has(one)) emitted.set(one, { bytes: scratch.taken(), links: [...body.links] });
  });
  const filled = arrays.filter(({ initial }) => initial !== undefined);
  if (filled.length > 0)
    section(out, 11, filled, (into, { name, initial }) => {
      into.push(0, 0x41);
      into.signed(offsets.get(name) as number);
      into.push(0x0b);
      into.unsigned(8 * (initial as readonly number[]).length);
      for (const value of initial as readonly number[]) into.float(value);
    });
  return { bytes: out.taken(), offsets };
}

function section<Item>(
  out: Bytes,
  id: number,
  items: readonly Item[],
  write: (into: Bytes, item: Item, index: number) => void,
): void {
  const content = new Bytes();
  content.unsigned(items.length);
  for (let k = 0; k < items.length; k++) write(content, items[k], k);
  out.push(id);
  out.unsigned(content.length);
  out.append(content);
}
