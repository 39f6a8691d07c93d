// A scene from a URDF: its bodies and joints as urdf/import.ts makes them, the meshes it names beside it, and a floor where
// nothing holds the robot.

import { moveMesh } from '../../geometry/index.ts';
import type { BodyFile } from '../schema/body.ts';
import { resolveScene } from '../resolve/resolve.ts';
import type { LoadFile } from '../shape.ts';
import { importUrdf } from '../urdf/import.ts';
import { SceneDraft } from './draft.ts';
import { baseName } from './file-names.ts';
import { describeMesh } from './found-body.ts';
import { floorUnder, type GivenFile, type NewScene, type NewSceneChoices } from './new-scene.ts';

/**
 * @param loadFile  reads mesh files below the folder of the URDF
 * @throws FaultError
 */
export function newRobotScene(
  { path, bytes }: GivenFile,
  choices: Pick<NewSceneChoices, 'name' | 'floor' | 'chosen'>,
  loadFile: LoadFile,
): NewScene {
  const robot = importUrdf(new TextDecoder('utf-8').decode(bytes), baseName(path), loadFile);
  const bodies = (robot.file.bodies ?? []).flatMap((body): BodyFile[] => {
    const chosen = choices.chosen(body.name ?? '');
    return chosen === 'none' ? [] : [chosen === 'static' ? { ...body, motion: 'static' } : body];
  });
  const names = new Set(bodies.map(({ name }) => name));
  const isThere = (name: string | undefined) => name === undefined || names.has(name);
  const joints = (robot.file.joints ?? []).filter(({ a, b }) => isThere(a) && isThere(b));
  const frames = (robot.file.frames ?? []).filter(({ body }) => isThere(body));
  const file = {
    ...robot.file,
    name: choices.name,
    description: `Made from ${baseName(path)}.`,
    bodies,
    joints,
    frames,
  };

  const draft = new SceneDraft();
  const { scene, notes } = resolveScene(file, { loadFile: robot.loadFile });
  for (const { name, mesh, pose } of scene.bodies) {
    draft.bodyNames.unique(name);
    const placed = moveMesh(scene.meshes[mesh], pose.orientation, pose.position);
    draft.cover(placed);
    draft.found.push(describeMesh(name, path, placed, 0));
  }
  const isHeld = bodies.some(({ motion }) => motion === 'static') || joints.some(({ a, b }) => a && !b);
  const hasFloor = choices.floor ?? !isHeld;
  if (hasFloor) bodies.unshift(floorUnder(draft, 'z'));
  return {
    file,
    meshes: new Map(bodies.flatMap(pathsOf).map((mesh) => [mesh, robot.loadFile(mesh) as Uint8Array])),
    bodies: draft.found,
    hasFloor,
    notes: [...robot.notes, ...notes],
    unmapped: robot.unmapped,
  };
}

function pathsOf({ shape }: BodyFile): string[] {
  const shapes = shape.kind === 'compound' ? shape.parts.map((part) => part.shape) : [shape];
  return shapes.flatMap((one) => (one.kind === 'file' ? [one.path] : []));
}
