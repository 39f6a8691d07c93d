// WebAssembly kernels and the memory that they work on.

export { Arena, ArenaFull, createArena, isShared } from './arena.ts';
export type { Kernels } from './kernels.generated.ts';
export type { WasmMemory, WasmModule } from './web-assembly.ts';
export { type HasMemory, kernelModule, kernelsFor, loadKernels } from './kernels.ts';
