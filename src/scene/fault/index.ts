// What is wrong with an input, gathered and said.

export { nearest, suggest } from './did-you-mean.ts';
export { describeFault, type Fault, FaultError } from './fault.ts';
