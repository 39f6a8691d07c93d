// carom/three: recordings as three.js objects, and a player. Needs three beside it.

export { SceneObjects } from './bodies.ts';
export { Motion } from './motion.ts';
export { Player } from './player.ts';
