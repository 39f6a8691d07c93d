// What is wrong with an input, gathered and said.

export { nearestSpelling, spellingHint } from './spelling-hint.ts';
export { describeFault, type Fault, FaultError } from './fault.ts';
