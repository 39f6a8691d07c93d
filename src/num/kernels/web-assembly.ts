// The types of WebAssembly where they are known, so that programs without the types of pages (most of those for Node) compile.

/** What `WebAssembly.Memory` makes. */
export type WasmMemory = typeof globalThis extends { WebAssembly: { Memory: { prototype: infer Memory } } }
  ? Memory
  : { readonly buffer: ArrayBuffer };

/** What `WebAssembly.Module` makes. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;
