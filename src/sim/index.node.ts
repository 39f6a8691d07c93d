// Threads of Node.

export { createNodePool } from './pool.node.ts';
