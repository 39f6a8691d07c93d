// What others may use of scenes: `carom/scene`. Loading from disk is `load.node.ts`.

export * from './builder.ts';
export { detectSceneFormat, readScene, type SceneFormat } from './detect.ts';
export { describeFault, type Fault, FaultError } from './fault.ts';
export { sceneJsonSchema } from './json-schema.ts';
export { defaultMaterial, findMaterial, materialNames } from './materials.ts';
export { packScene, unpackScene } from './pack.ts';
export { setParameters } from './parameters.ts';
export { type ResolveContext, type Resolved, resolveScene } from './resolve.ts';
export { importRigidIpc } from './rigid-ipc.ts';
export type * from './types.ts';
export { pairFriction, pairRestitution } from './types.ts';
