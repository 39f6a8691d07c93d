// The structure of scene files.

export type { BodyFile } from './body.ts';
export type { DeformableFile } from './deformable.ts';
export type { JointFile } from './joint.ts';
export type { MaterialFile } from './material.ts';
export { type ParameterFile, type SceneFile, sceneFile } from './scene.ts';
export { faultsOf } from './issues.ts';
export { knownKeys } from './known.ts';
export { unitLengths } from './shape.ts';
export type { PathFile, PoseFile, RotationFile } from './values.ts';
