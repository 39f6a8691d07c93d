// What others may use of scenes: `carom/scene`. Loading from disk is in `carom/node`.

export * from './builder.ts';
export { detectSceneFormat, readScene, type SceneFormat } from './read/detect.ts';
export { describeFault, type Fault, FaultError } from './fault/fault.ts';
export { sceneJsonSchema } from './read/json-schema.ts';
export {
  defaultMaterial,
  findMaterial,
  type MaterialName,
  type Materials,
  materialNames,
  surfaceRoughness,
  withRayleigh,
} from './materials.ts';
export { meetingRule, sensingRule } from './meeting.ts';
export type * from './engine-options.generated.ts';
export type { EngineChoice, EngineName, Engines, OptionsOf } from './names.ts';
export { packScene, unpackScene } from './pack/pack.ts';
export { setParameters } from './parameters.ts';
export { encodeSegment, findPointed, isPointed, type Pointed } from './pointer.ts';
export { readGoals } from './resolve/goal-text.ts';
export { type ResolveContext, type Resolved, resolveScene } from './resolve/resolve.ts';
export { importRigidIpc } from './rigid-ipc/rigid-ipc.ts';
export { importUrdf, type UrdfScene } from './urdf/import.ts';
export type * from './types.ts';
export { FREEDOMS, JOINT_KINDS, pairFriction, pairRestitution } from './types.ts';
export { type Mesh, meshBounds } from '../geometry/index.ts';
export { gridMesh } from './grid.ts';
export type { PackedScene } from './pack/pack.ts';
export { belowFloor } from './below-floor.ts';
export { type Core, coreOf } from './core.ts';
export { type CameraPlace, cameraAt } from './camera.ts';
export { colorOf } from './palette.ts';
export { findPrimitive } from './primitives.ts';
export { CONDITION_HELP, conditionsOf, isInRegion, readConditions } from './region.ts';
export { registerSpecifications } from './specification.ts';
