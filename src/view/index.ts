// carom/three: recordings and live simulations as three.js objects, and a player. Needs three beside it.

export { SceneObjects } from './bodies.ts';
export { Grab } from './grab.ts';
export { Motion, type Source } from './motion.ts';
export { type Picked, pickBody } from './pick.ts';
export { Playback } from './playback.ts';
export { Player } from './player.ts';
export { type SceneCamera, sceneCamera } from './scene-camera.ts';
export { writeBetween } from '../sim/index.ts';
export { isFloor } from './bodies.ts';
