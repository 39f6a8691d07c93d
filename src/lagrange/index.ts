// carom/lagrange: mechanical systems from a specification, as text or by the builder, to programs and code.

export { type Compilation, type Compiled, compile, type CompileOptions } from './compile.ts';
export * from './language/builder.ts';
export { describeSpecFault, type SpecFault } from './language/position.ts';
export { parse } from './language/parse.ts';
export { format, print } from './language/print.ts';
export { Recompiler } from './recompile.ts';
export { createSimulator } from './run/simulator.ts';
export type { System } from './system.ts';
