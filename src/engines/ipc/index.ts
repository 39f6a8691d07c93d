// carom/engines/ipc: intersection-free rigid bodies.

export { ipc } from './engine.ts';
export { columns } from './report.ts';
