// Expressions of a sweep: numbers, names, arithmetic and the elementary functions; a grammar of ours, and no code.

export { compile, type Expression, readExpression } from './expression.ts';
export { isTaken, isTrue } from './functions.ts';
