// Scenes from mesh files alone.

export { cleanName } from './file-names.ts';
export type { FoundBody } from './found-body.ts';
export { newSoftFiles, newSoftScene } from './new-soft.ts';
export { newRobotScene } from './new-robot.ts';
export { type SoftThing, softThing } from './soft-things.ts';
export { type GivenFile, newScene, type NewScene, type NewSceneChoices, type Unit } from './new-scene.ts';
