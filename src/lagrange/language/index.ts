// The language of specifications: its words, its grammar, its printer.

export type { Expression, Placement, Span, Specification, Statement } from './ast.ts';
export { editorParser } from './highlight.ts';
export { parse } from './parse.ts';
export { describeSpecFault, positionAt, type SpecFault, specFault } from './position.ts';
export { format, print } from './print.ts';
export { unitByName } from './units.ts';
export { completions, reservedWords } from './words.ts';
