// Scene files from disk.

export { folderLoader, loadScene } from './load.node.ts';
