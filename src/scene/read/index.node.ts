// Scene files from disk.

export { loadScene } from './load.node.ts';
