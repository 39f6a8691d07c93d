// Bodies that intersect, touch, or are nearer than the minimum separation at the start, or where one is put: both primitives named.

import { type Depth, overlapDepth } from '../../../geometry/depth/index.ts';
import { type Mesh, moveMesh } from '../../../geometry/index.ts';
import {
  BroadPhase,
  findTreePairs,
  IndexList,
  type RelativeMotion,
  relativeRest,
} from '../../../geometry/tree/index.ts';
import { CANDIDATE_STRIDE, EDGE_EDGE, FLIPPED, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import { segmentIntersectsTriangle } from '../../../geometry/predicates/index.ts';
import type { Fault } from '../../../scene/fault/index.ts';
import { findCandidates, setRelative } from './candidates.ts';
import { isSolid, surrounds } from './inside.ts';
import type { Model, PairRule } from '../model.ts';
import { ownerName, ownerPlace } from '../owners/owners.ts';
import { Pair } from './pairs.ts';
import { Poses } from '../step/poses.ts';
import { findBoxPairs } from './refresh.ts';

/** More faults than this help nobody. */
const mostFaults = 20;

export function findStartOverlaps(model: Model): Fault[] {
  const poses = Poses.atStart(model);
  const overlaps = findNear(model, poses);
  const faults: Fault[] = [];
  for (let k = 0; k < overlaps.length && faults.length < mostFaults; k += 2) {
    const a = overlaps.data[k];
    const b = overlaps.data[k + 1];
    const { bodies } = model.scene;
    if (bodies[a].enabled === false || bodies[b].enabled === false) continue;
    const fault =
      Math.min(model.freeFrom[a], model.freeFrom[b]) <= 0 && overlap(model, poses, a, b, 'at the start');
    if (fault) faults.push(fault);
  }
  return faults;
}

/** Pairs of bodies whose boxes are within reach of each other. */
function findNear(model: Model, poses: Poses): IndexList {
  const boxes = new Float64Array(6 * model.count);
  const overlaps = new IndexList(256);
  findBoxPairs(model, poses, boxes, new BroadPhase(), () => 0.5 * model.widestReach, overlaps);
  return overlaps;
}

/** The same of one body with all that are there, where the poses have them at a time [s]. */
export function findOverlapsOf(
  model: Model,
  poses: Poses,
  body: number,
  absent: Uint8Array,
  time: number,
): Fault[] {
  const faults: Fault[] = [];
  const overlaps = findNear(model, poses);
  for (let k = 0; k < overlaps.length && faults.length < mostFaults; k += 2) {
    const [a, b] = overlaps.data.subarray(k, k + 2);
    const other = a === body ? b : a;
    if ((a !== body && b !== body) || absent[other] === 1) continue;
    if (Math.min(model.freeFrom[a], model.freeFrom[b]) > time) continue;
    const fault = overlap(model, poses, body, other, 'there');
    if (fault) faults.push(fault);
  }
  return faults;
}

/** @param when  how the fault says where or when that is */
function overlap(model: Model, poses: Poses, a: number, b: number, when: string): Fault | undefined {
  const rule = model.pairRule(a, b);
  if (!rule) return undefined;
  return (
    crossing(model, poses, a, b, when) ??
    crossing(model, poses, b, a, when) ??
    tooNear(model, poses, a, b, rule, when) ??
    swallowed(model, poses, a, b, when) ??
    swallowed(model, poses, b, a, when)
  );
}

/** An edge of body a, or of its core, that goes through a face of body b. */
function crossing(model: Model, poses: Poses, a: number, b: number, when: string): Fault | undefined {
  const motion: RelativeMotion = relativeRest(0);
  setRelative(motion, poses, a, b, 0);
  const found = new IndexList(64);
  const edges = model.shapes[a].edges;
  const faces = model.shapes[b].faces;
  findTreePairs(found, edges.tree, faces.tree, motion);
  const va = 3 * model.vertexStart[a];
  const vb = 3 * model.vertexStart[b];
  for (let k = 0; k < found.length; k += 2) {
    const e = found.data[k];
    const f = found.data[k + 1];
    const at = (i: number): number => vb + 3 * faces.indices[3 * f + i];
    const p = va + 3 * edges.indices[2 * e];
    const q = va + 3 * edges.indices[2 * e + 1];
    if (!segmentIntersectsTriangle(poses.x, p, q, at(0), at(1), at(2))) continue;
    const face = faceAtEdge(model, a, edges.indices[2 * e], edges.indices[2 * e + 1]);
    const which = face >= 0 ? `face ${face}` : `edge ${e}`;
    const { depth, isExact } = overlapDepth(placed(model, poses, a), placed(model, poses, b));
    const whole = depth + model.round[a] + model.round[b];
    return overlapFault(model, a, b, { depth: whole, isExact }, when, {
      what: ` (its ${which} and the other's face ${f})`,
      where: '',
    });
  }
  return undefined;
}

/** @param of  what of the two it is, said after what is wrong and where */
function overlapFault(
  model: Model,
  a: number,
  b: number,
  { depth, isExact }: Depth,
  when: string,
  of: { readonly what: string; readonly where: string },
): Fault {
  // Less than rounding leaves of a touch.
  const isTouch = depth <= 1e-12 * Math.max(model.diagonal[a], model.diagonal[b]);
  const separation = model.options.minimumSeparation;
  return {
    what: `${isTouch ? 'touches' : 'overlaps'} ${ownerName(model, b)} ${when}${of.what}`,
    where: `${ownerPlace(model, a)}${of.where}`,
    ...(isTouch ? {} : { value: `depth ${isExact ? '' : 'at most '}${millimetres(depth)}` }),
    remedy: 'move one of them apart',
    ...overlapCode(model, { a, b, depth: isTouch ? 0 : depth, isBound: !isExact, separation }),
  };
}

/** A particle that is inside body b as a whole: nothing of it is near a face. */
function swallowed(model: Model, poses: Poses, a: number, b: number, when: string): Fault | undefined {
  const { mesh } = model.shapes[b];
  if (a < model.bodies || b >= model.bodies || !isSolid(mesh)) return undefined;
  if (!surrounds(placed(model, poses, b).positions, mesh, poses.q, 3 * a)) return undefined;
  return {
    what: `is inside ${ownerName(model, b)} ${when}`,
    where: ownerPlace(model, a),
    remedy: 'move one of them apart',
  };
}

/** What can be set apart: bodies. Particles of a deformable are not moved against each other. */
function overlapCode(
  { bodies }: Model,
  overlap: NonNullable<Fault['overlap']>,
): Pick<Fault, 'code' | 'overlap'> {
  return overlap.a < bodies && overlap.b < bodies ? { code: 'overlap', overlap } : {};
}

/** A face of body i with this edge, -1 for a wire. */
function faceAtEdge(model: Model, i: number, v: number, w: number): number {
  const { indices } = model.shapes[i].faces;
  for (let f = 0; f < indices.length; f += 3) {
    let hits = 0;
    for (let k = 0; k < 3; k++) if (indices[f + k] === v || indices[f + k] === w) hits++;
    if (hits === 2) return f / 3;
  }
  return -1;
}

/** A body's mesh, or its core, where the poses have it. */
function placed(model: Model, poses: Poses, i: number): Mesh {
  const { mesh } = model.shapes[i];
  const first = 3 * model.vertexStart[i];
  return { ...mesh, positions: poses.x.slice(first, first + mesh.positions.length) };
}

/** The nearest pair of primitives, where it is not farther apart than the minimum separation. */
function tooNear(
  model: Model,
  poses: Poses,
  a: number,
  b: number,
  rule: PairRule,
  when: string,
): Fault | undefined {
  const pair = new Pair(a, b, { ...rule, dHat: 0 }, 0, 1, false);
  pair.linearBudget = 0;
  pair.angularBudget = 0;
  findCandidates(model, poses, pair);
  const { candidates } = pair;
  if (candidates.count === 0) return undefined;
  let nearest = 0;
  for (let c = 1; c < candidates.count; c++) if (candidates.known[c] < candidates.known[nearest]) nearest = c;
  const code = candidates.list[CANDIDATE_STRIDE * nearest];
  const kind = code & 3;
  const [first, second] =
    kind === POINT_TRIANGLE
      ? ['vertex', 'face']
      : kind === EDGE_EDGE
        ? ['edge', 'edge']
        : ['vertex', 'vertex or wire'];
  const one = `${first} ${candidates.primitives[2 * nearest]}`;
  const two = `${second} ${candidates.primitives[2 * nearest + 1]}`;
  const flipped = code >= FLIPPED;
  const thick = rule.roundA + rule.roundB;
  const gap = candidates.known[nearest] - thick;
  const where = thick > 0 ? '' : `, ${flipped ? two : one} against ${flipped ? one : two}`;
  if (gap < 0)
    return overlapFault(model, a, b, roundDepth(model, poses, a, b, -gap), when, { what: '', where });
  const { minimumSeparation: separation } = model.options;
  return {
    what:
      gap > 0
        ? `${when === 'there' ? 'would be' : 'starts'} nearer to ${ownerName(model, b)} than the minimum separation of ${millimetres(separation)}`
        : `touches ${ownerName(model, b)} ${when}`,
    where: `${ownerPlace(model, a)}${where}`,
    value: `gap ${millimetres(gap)}`,
    remedy: 'move one of them apart',
    ...overlapCode(model, { a, b, depth: 0, isBound: false, separation }),
  };
}

/**
 * How deep bodies overlap whose cores are apart but too near by `missing` [m]: that, or where the core of one is inside the other
 * what the meshes that draw them say.
 */
function roundDepth(model: Model, poses: Poses, a: number, b: number, missing: number): Depth {
  if (a >= model.bodies || b >= model.bodies) return { depth: missing, isExact: true };
  const [one, other] = [a, b].map((i) => {
    const mesh = model.scene.meshes[model.scene.bodies[i].mesh];
    return moveMesh(mesh, poses.o.subarray(4 * i, 4 * i + 4), poses.q.subarray(3 * i, 3 * i + 3));
  });
  const { depth, isExact } = overlapDepth(one, other);
  return { depth: isExact ? Math.max(missing, depth) : missing, isExact: true };
}

function millimetres(length: number): string {
  return `${Number((1000 * length).toPrecision(3))} mm`;
}
