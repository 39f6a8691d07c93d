// Scenes simulated in one call, and worlds that a program steps, asks and pushes.

export type { WorldChoices } from './begin.ts';
export type { NamedContactEvent, WorldEvents } from './events.ts';
export { Instant, InstantBody, type InstantContact } from './instant.ts';
export { instantAt, touchesOf } from './instant-at.ts';
export type { MetByShape, Near, NearPoint, SeenByRay, Whom } from './questions.ts';
export { type SensorEvent, sensorEvents } from './sensors.ts';
export { WorldSnapshot } from './snapshot.ts';
export { type SimulateChoices, simulate } from './simulate.ts';
export { type StartChoices, start } from './start.ts';
export { WorkerWorld } from './worker-world.ts';
export { World } from './world.ts';
export { Grip, type Placing, WorldBody } from './world-body.ts';
export { type WorldInput, WorldView } from './world-view.ts';
