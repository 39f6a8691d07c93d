// Scene files of all kinds, from text to scenes.

export { detectSceneFormat, resolveAny } from './detect.ts';
export { sceneJsonSchema } from './json-schema.ts';
export { limits } from './limits.ts';
export { extensionOf, meshFileKinds } from './mesh-files.ts';
export { readJson } from './read-json.ts';
export { forbiddenReason } from '../shape.ts';
