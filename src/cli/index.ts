// What others use of the command line: the policy of the studio that it serves.

export { registerAllEngines } from './engines.ts';
export { studioPolicy } from './look/studio-policy.ts';
