// Places a body, as the gizmo in the view does: the scene file is changed so that the body frame comes to lie there.

import { changeScene, project, scene } from '../model/project.ts';
import { compose } from '../../../src/scene/pose.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Pose, Quaternion, Scene, Vec3 } from '../../../src/scene/index.ts';
import { entriesOfBodies } from './body-index.ts';
import { changeBody } from './body-edits.ts';
import { roundLength } from './fields/round.ts';

/**
 * @param index     of the body in the open scene
 * @param position  of its body frame (the centre of mass) in the world [m]
 * @param rotation  of its body frame, x y z w
 * @returns why it cannot be placed, as a sentence; undefined when it was
 */
export async function moveBody(
  index: number,
  position: Vec3,
  rotation: Quaternion,
): Promise<string | undefined> {
  const { value: open } = project;
  const { value: shown } = scene;
  if (open === undefined || shown === undefined) return 'Nothing is open for editing.';
  const reason = whyFixed(open.file, shown, index);
  if (reason !== undefined) return reason;
  await changeScene((file) => placed(file, shown, index, { position, orientation: rotation }));
  return undefined;
}

/** Why a body cannot be placed by hand, as a sentence; undefined where it can. */
export function whyFixed(file: SceneFile, shown: Scene, index: number): string | undefined {
  const body = shown.bodies[index];
  if (body === undefined) return 'Only rigid bodies can be placed by hand; move this one in the scene text.';
  const entry = entriesOfBodies(file, shown)[index];
  if (entry < 0) return `${body.name} is not in the scene text any more; put its faults right first.`;
  if (file.bodies?.[entry].path !== undefined)
    return `${body.name} follows a path, which says where it is; change the path in the scene text.`;
  return undefined;
}

/** The file with one body placed; pieces of a split body move together. */
export function placed(file: SceneFile, shown: Scene, index: number, pose: Pose): SceneFile {
  const body = shown.bodies[index];
  const entry = entriesOfBodies(file, shown)[index];
  const model = compose(pose, body.model);
  const before = compose(body.pose, body.model);
  const isTurned = before.orientation.some((x, k) => Math.abs(x - model.orientation[k]) > 1e-12);
  const [x, y, z] = model.position.map(roundLength);
  return changeBody(file, entry, {
    position: [x, y, z],
    ...(isTurned ? { rotation: [...model.orientation] as [number, number, number, number] } : {}),
  });
}
