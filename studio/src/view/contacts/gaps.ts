// The nearest gap of each body: how close anything else comes to it. Drawn as heat.
//
// Where contacts are recorded, both points of a contact are known, and their distance at this moment is the gap of that
// pair. Pairs beyond an engine's reach, or of engines that keep no contacts, are measured: boxes of balls first, then
// trees of triangles. Measuring goes on in small pieces, so that the page can draw in between.

import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import type { ContactRows, Frame } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { meshTree } from '../pointer/mesh-tree.ts';
import { poseOf, toScene } from '../pointer/pick.ts';
import { bodyRadii, typicalSize } from '../start-frame.ts';

export interface GapRange {
  /** Gaps up to this are the hottest [m], those from that on the coldest [m]. */
  readonly hot: number;
  readonly cold: number;
}

/** Four decades below a tenth of what bodies measure. */
export function gapRange(scene: Scene): GapRange {
  const cold = 10 ** Math.round(Math.log10(0.1 * typicalSize(scene)));
  return { hot: 1e-4 * cold, cold };
}

/** From 0, the hottest, to 1. */
export function heatOf(gap: number, { hot, cold }: GapRange): number {
  if (!(gap > hot)) return 0;
  if (gap >= cold) return 1;
  return Math.log(gap / hot) / Math.log(cold / hot);
}

/** From hot to cold; told apart by lightness as well. */
export const HEAT = ['#b30f24', '#e8562f', '#f6a63c', '#f4e08a', '#8fc3d8', '#3f6fae'] as const;
const stops = HEAT.map((css) => new Color(css));

export function heatColor(heat: number, out: Color): Color {
  const at = Math.min(1, Math.max(0, heat)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return out.lerpColors(stops[low], stops[low + 1], at - low);
}

/**
 * Fills `out` with the nearest gap of each body [m], infinite beyond `range`; pauses after each pair that is measured.
 * Bodies without faces have the gaps of their contacts only.
 */
export function* findGaps(
  scene: Scene,
  frame: Frame,
  range: number,
  rows: ContactRows | undefined,
  out: Float64Array,
): Generator<undefined, void> {
  out.fill(Infinity);
  const known = rows === undefined ? new Set<number>() : addContactGaps(scene, frame, rows, out);
  yield;
  const count = scene.bodies.length;
  const radii = bodyRadii(scene);
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (i, j) => frame.poses[7 * i] - radii[i] - (frame.poses[7 * j] - radii[j]),
  );
  const apart = pairsApart(scene);
  const active: number[] = [];
  for (const i of order) {
    const from = frame.poses[7 * i] - radii[i] - range;
    let kept = 0;
    for (const j of active) if (frame.poses[7 * j] + radii[j] >= from) active[kept++] = j;
    active.length = kept;
    for (const j of active) {
      const pair = keyOf(i, j, count);
      if (known.has(pair) || apart.has(pair) || !mayTouch(scene, i, j)) continue;
      const reach = Math.min(range, Math.max(out[i], out[j]));
      if (ballsApart(frame, radii, i, j) >= reach) continue;
      const gap = measure(scene, frame, i, j, reach);
      if (gap < out[i]) out[i] = gap;
      if (gap < out[j]) out[j] = gap;
      yield;
    }
    active.push(i);
  }
}

const a = new Vector3();
const b = new Vector3();

/** Gaps of recorded contacts; returns the pairs that have one. */
function addContactGaps(scene: Scene, frame: Frame, rows: ContactRows, out: Float64Array): Set<number> {
  const pairs = new Set<number>();
  for (let i = 0; i + 1 < rows.count; i++) {
    const [one, other] = [rows.body[i], rows.body[i + 1]];
    if (rows.pair[i] !== rows.pair[i + 1] || rows.other[i] !== other || rows.other[i + 1] !== one) continue;
    toScene(scene, frame, one, a.fromArray(rows.point, 3 * i), a);
    toScene(scene, frame, other, b.fromArray(rows.point, 3 * i + 3), b);
    const gap = a.distanceTo(b);
    if (gap < out[one]) out[one] = gap;
    if (gap < out[other]) out[other] = gap;
    pairs.add(keyOf(one, other, scene.bodies.length));
  }
  return pairs;
}

function pairsApart(scene: Scene): Set<number> {
  const count = scene.bodies.length;
  const apart = new Set<number>();
  for (const { a, b, collide } of scene.pairs) if (!collide) apart.add(keyOf(a, b, count));
  for (const { a, b, collide } of scene.joints) if (!collide && b >= 0) apart.add(keyOf(a, b, count));
  return apart;
}

function mayTouch({ bodies }: Scene, i: number, j: number): boolean {
  if (bodies[i].motion === 'static' && bodies[j].motion === 'static') return false;
  return bodies[i].group < 0 || bodies[i].group !== bodies[j].group;
}

function keyOf(i: number, j: number, count: number): number {
  return Math.min(i, j) * count + Math.max(i, j);
}

function ballsApart({ poses }: Frame, radii: Float64Array, i: number, j: number): number {
  const [p, q] = [7 * i, 7 * j];
  const away = Math.hypot(poses[p] - poses[q], poses[p + 1] - poses[q + 1], poses[p + 2] - poses[q + 2]);
  return away - radii[i] - radii[j];
}

const position = new Vector3();
const turn = new Quaternion();
const unit = new Vector3(1, 1, 1);
const ofI = new Matrix4();
const ofJ = new Matrix4();
const nearest = { point: new Vector3(), distance: 0, faceIndex: 0 };

/** The distance of two bodies [m], infinite beyond `reach`. */
function measure(scene: Scene, frame: Frame, i: number, j: number, reach: number): number {
  const one = meshTree(scene.meshes[scene.bodies[i].mesh]);
  const other = meshTree(scene.meshes[scene.bodies[j].mesh]);
  if (one === undefined || other === undefined) return Infinity;
  poseOf(frame, i, position, turn);
  ofI.compose(position, turn, unit).invert();
  poseOf(frame, j, position, turn);
  ofJ.compose(position, turn, unit).premultiply(ofI);
  const found = one.tree.closestPointToGeometry(other.geometry, ofJ, nearest, {} as never, 0, reach);
  return found === null || found.distance > reach ? Infinity : found.distance;
}
