// Waves of modes kept as files.

export { cachedRadiation } from './transfer-cache.node.ts';
