// A start in which nothing touches: the scene with its things a hair apart, and what was changed for it.
//
// The engine judges. What is left after one separation is separated again: a stack that grew may have come to something
// that was far, and at slanted and curved places half the missing gap is not enough of an inset.

import { type Mesh, meshBounds, meshInFrame, translateMesh } from '../../geometry/index.ts';
import type { Fault } from '../fault/fault.ts';
import { lengthText } from './describe-apart.ts';
import { deepestOverlap, hairs } from './near-pairs.ts';
import { shrunkShape } from '../core.ts';
import { separate, type Separation } from './separate.ts';
import { diagonalOf, meshAboutOrigin } from './shapes.ts';
import type { Apart, Body, Deformable, Scene, Vec3 } from '../types.ts';

/**
 * How much larger insets are than the gaps say they need be, one try after another until the engine accepts: at slanted and
 * curved places half the missing gap is not enough.
 */
export const GENEROSITIES = [1, 1.5, 2.5, 4];

export interface SetApart {
  readonly scene: Scene;
  readonly apart: readonly Apart[];
  /** What still touches or overlaps. */
  readonly left: readonly Fault[];
}

/**
 * @param found    what touches or overlaps in the scene
 * @param hair     deeper overlaps are left alone: of the thinner thing's smallest extent
 * @param judge    what the engine still finds
 */
export function setApart(
  scene: Scene,
  found: readonly Fault[],
  hair: number,
  judge: (scene: Scene) => readonly Fault[],
): SetApart {
  // What is known to be deeper than a hair stays so.
  const deepest = hairs(scene, hair);
  const deep = found.filter(
    ({ overlap }) => overlap && !overlap.isBound && overlap.depth > deepest(overlap.a, overlap.b),
  );
  if (deep.length > 0) return { scene, apart: [], left: deep.map((fault) => withRemedy(scene, fault)) };
  let [now, left] = [scene, found];
  const count = scene.bodies.length + scene.deformables.length;
  const moves = Array.from({ length: count }, () => [0, 0, 0] as [number, number, number]);
  const insets = new Float64Array(count);
  for (const generosity of GENEROSITIES) {
    const separation = Math.max(0, ...left.map(({ overlap }) => overlap?.separation ?? 0));
    const step = separate(now, { by: 'both', generosity, hair, separation });
    if (step.meshes.size === 0 && !step.moves.some((move) => move.some((x) => x !== 0))) break;
    now = movedScene(now, step);
    step.moves.forEach((move, i) => {
      for (let k = 0; k < 3; k++) moves[i][k] += move[k];
      insets[i] += step.insets[i];
    });
    left = judge(now);
    if (left.length === 0) break;
  }
  const apart = moves.flatMap((moved, body) =>
    insets[body] > 0 || moved.some((x) => x !== 0) ? [{ body, moved, inset: insets[body] }] : [],
  );
  return { scene: now, apart, left: asFound(found, left).map((fault) => withRemedy(scene, fault)) };
}

/** What is left as it was in the scene that was given, where that is known of any. */
export function asFound(found: readonly Fault[], left: readonly Fault[]): readonly Fault[] {
  const pairs = new Set(left.map(({ overlap }) => `${overlap?.a} ${overlap?.b}`));
  const same = found.filter(({ overlap }) => overlap && pairs.has(`${overlap.a} ${overlap.b}`));
  return same.length > 0 ? same : left;
}

/** Deeper than anything but a hand can mend. */
function withRemedy(scene: Scene, fault: Fault): Fault {
  const { overlap } = fault;
  if (overlap === undefined || overlap.isBound) return fault;
  const [a, b] = [overlap.a, overlap.b].map((i) => diagonalOf(meshBounds(meshAboutOrigin(scene, i))));
  if (overlap.depth <= deepestOverlap(a, b)) return fault;
  const remedy = `move one of them by ${lengthText(overlap.depth)} or more`;
  return { ...fault, remedy, overlap: { ...overlap, isByHand: true } };
}

function movedScene(scene: Scene, { moves, meshes, insets }: Separation): Scene {
  const all: Mesh[] = [...scene.meshes];
  const bodies = scene.bodies.map((body, i): Body => {
    const inset = meshes.get(i);
    const [x, y, z] = body.pose.position;
    const [dx, dy, dz] = moves[i];
    if (inset === undefined && dx === 0 && dy === 0 && dz === 0) return body;
    const { orientation } = body.pose;
    const pose = { position: [x + dx, y + dy, z + dz] as Vec3, orientation };
    if (inset === undefined) return { ...body, pose };
    const mesh = all.push(meshInFrame(inset, orientation, body.pose.position)) - 1;
    return { ...body, pose, mesh, shape: shrunkShape(body.shape, insets[i]) };
  });
  const deformables = scene.deformables.map((one, d): Deformable => {
    const i = scene.bodies.length + d;
    const inset = meshes.get(i);
    if (inset === undefined && moves[i].every((x) => x === 0)) return one;
    const mesh = all.push(translateMesh(inset ?? scene.meshes[one.mesh], moves[i])) - 1;
    // At rest it has the size that was given.
    const rest = { restPositions: one.restPositions ?? scene.meshes[one.mesh].positions };
    return { ...one, mesh, ...(inset === undefined ? {} : rest) };
  });
  return { ...scene, meshes: all, bodies, deformables };
}
