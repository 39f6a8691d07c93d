// carom/lagrange: mechanical systems from a specification, as text or by the builder, to programs and code.

export { type Compilation, type Compiled, compile, type CompileOptions } from './compile.ts';
export * from './language/build/builder.ts';
/** The words of specifications that are built in TypeScript, each a function: `words.Mass(body)`. */
export * as words from './language/build/functions.ts';
export { describeSpecFault, type SpecFault } from './language/position.ts';
export { parse } from './language/parse.ts';
export { format, print } from './language/print.ts';
export { Recompiler } from './recompile.ts';
export { createSimulator } from './run/simulator.ts';
export type { System } from './system.ts';
export { emitCpp } from './code/print/cpp.ts';
export { emitJavaScript } from './code/print/javascript.ts';
export { emitLatex } from './code/print/latex.ts';
export { standalone } from './code/print/standalone.ts';
export { emitWasm } from './code/print/wasm.ts';
export { abbreviate } from './dag/abbreviate.ts';
export { Dag, type Node } from './dag/dag.ts';
export { evaluate } from './dag/evaluate.ts';
export { op } from './dag/op.ts';
export { elaborate } from './elaborate/elaborate.ts';
export { printProgram } from './report/functional.ts';
export { measure } from './report/measure.ts';
export { printReport } from './report/print.ts';
export { ModeModule } from './run/mode-module.ts';
export { Simulator } from './run/simulator.ts';
export { Trouble } from './run/trouble.ts';
export { consistentPoints } from './structure/consistent.ts';
export { allOptimisations } from './structure/optimisations.ts';
export type { Program } from './structure/program.ts';
export type { SystemControl } from './system.ts';
