// The same into files.

export { simulateToFile } from './simulate-to-file.node.ts';
