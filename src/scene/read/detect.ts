// Which kind of scene file this is, told by what is in it, and the one door to all of them.

import { FaultError } from '../fault/fault.ts';
import { readJson } from './read-json.ts';
import { type ResolveContext, type Resolved, resolveScene } from '../resolve/resolve.ts';
import { importRigidIpc } from '../rigid-ipc/rigid-ipc.ts';

/** Kinds of scene files that are known. */
export type SceneFormat = 'carom' | 'rigid-ipc';

/** Undefined where it is neither. */
export function detectSceneFormat(file: unknown): SceneFormat | undefined {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return undefined;
  if (Object.hasOwn(file, 'rigid_body_problem') || Object.hasOwn(file, 'scene_type')) return 'rigid-ipc';
  const ours = ['bodies', 'deformables', 'name', 'engine', 'specification'];
  return ours.some((key) => Object.hasOwn(file, key)) ? 'carom' : undefined;
}

/**
 * Reads a scene file of any kind that is known.
 * @param name  what the scene is called where the file does not say
 * @throws FaultError
 */
export function readScene(text: string, name: string, context: ResolveContext = {}): Resolved {
  return resolveAny(readJson(text, name), name, context);
}

/** The same for a file that is parsed already. */
export function resolveAny(file: unknown, name: string, context: ResolveContext): Resolved {
  switch (detectSceneFormat(file)) {
    case 'carom':
      return resolveScene(file, context);
    case 'rigid-ipc': {
      const imported = importRigidIpc(file, name);
      const { scene, notes } = resolveScene(imported.file, context);
      return { scene, notes: [...imported.notes, ...notes] };
    }
    default:
      throw new FaultError(`"${name}" cannot be used:`, [
        {
          what: 'this is not a scene',
          where: name,
          remedy: 'write a scene file with a name and bodies (docs/scene.md), or give a rigid-ipc fixture',
        },
      ]);
  }
}
