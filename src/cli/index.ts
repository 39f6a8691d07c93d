// What others use of the command line: the policy of the studio that it serves.

export { studioPolicy } from './look/studio-policy.ts';
