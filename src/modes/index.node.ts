// Analyses kept as files.

export { folderCache } from './cache.node.ts';
