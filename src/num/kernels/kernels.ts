// The WebAssembly kernels, ready to call on the arrays of one arena.
//
//   const kernels = kernelsFor(arena);            // anywhere but the main thread of a page: at once
//   await loadKernels();                          // first, on a page: browsers refuse to compile there at once
//
// The module is built for shared memory. Where the arena is not shared, the one flag that says so in its
// import section is cleared before compiling: the instructions, and so the bits of every result, are the same.
// How kernels are written: machine.ts and docs/developing.md.

import { isShared } from './arena.ts';
import { type Kernels, moduleBase64 } from './kernels.generated.ts';
import type { WasmMemory, WasmModule } from './web-assembly.ts';

export type { Kernels } from './kernels.generated.ts';

/** An arena, or in a worker the memory that it was sent. */
export interface HasMemory {
  readonly memory: WasmMemory;
}

const modules: { shared?: WebAssembly.Module; unshared?: WebAssembly.Module } = {};
const instances = new WeakMap<WebAssembly.Memory, Kernels>();

/** Compiles in the background, so that `kernelsFor` never has to: call it once before, on a page. */
export async function loadKernels(): Promise<void> {
  modules.shared ??= await WebAssembly.compile(moduleBytes(true));
  modules.unshared ??= await WebAssembly.compile(moduleBytes(false));
}

/** For memory that is not shared, to be sent where nothing can be decoded: an audio worklet. */
export async function kernelModule(): Promise<WasmModule> {
  await loadKernels();
  return moduleFor(false);
}

/** The kernels over this arena's memory; the second call for the same memory returns the same instance. */
export function kernelsFor({ memory }: HasMemory): Kernels {
  let kernels = instances.get(memory);
  if (!kernels) {
    const instance = new WebAssembly.Instance(moduleFor(isShared(memory)), { env: { memory } });
    kernels = instance.exports as unknown as Kernels;
    instances.set(memory, kernels);
  }
  return kernels;
}

function moduleFor(shared: boolean): WebAssembly.Module {
  if (shared) {
    modules.shared ??= new WebAssembly.Module(moduleBytes(true));
    return modules.shared;
  }
  modules.unshared ??= new WebAssembly.Module(moduleBytes(false));
  return modules.unshared;
}

function moduleBytes(shared: boolean): Uint8Array<ArrayBuffer> {
  const text = atob(moduleBase64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  if (!shared) bytes[memoryFlagsAt(bytes)] &= ~SHARED_FLAG;
  return bytes;
}

const SHARED_FLAG = 2;
const TYPE_SECTION = 1;
const IMPORT_SECTION = 2;
const MEMORY_KIND = 2;

/** Walks the module to the limits of its first import, which the build makes the memory. */
function memoryFlagsAt(bytes: Uint8Array): number {
  let at = 8; // behind magic number and version
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const skipName = (): void => {
    const length = number();
    at += length;
  };
  for (;;) {
    const section = bytes[at++];
    const length = number();
    if (section === IMPORT_SECTION) break;
    if (section !== TYPE_SECTION)
      throw new Error('the kernel module does not import its memory; npm run kernels');
    at += length;
  }
  number(); // how many imports
  skipName();
  skipName();
  if (bytes[at++] !== MEMORY_KIND) throw new Error('the first import of the kernel module is not its memory');
  return at;
}
