// Sharp edges of one body across sharp edges of another.
//
//   n ∥ e_a × e_b, out of b and into a,   gap = n · (x_a − x_b) at the nearest points
//
// It counts where both edges are nearest at their insides and n lies between the normals of b's faces at its edge, and
// -n between those of a's: there no corner or face comes nearer. Edges that are nearly parallel are left to the corners,
// and edges on the far sides of two thin bodies that overlap are told by neither being inside the other body (of a sharp rim
// only the one that it cuts into may be around the other). As
// overlaps may be deep, many pairs are looked at that are no contacts; edge-waits.ts says how long they stay so.

import { crossEdges } from '../../../num/index.ts';
import { CLOSEST_SIZE, edgeEdgeClosest } from '../../../geometry/distance/index.ts';
import { findInBox, IndexList } from '../../../geometry/tree/index.ts';
import type { Displaced } from '../bodies/displace.ts';
import { findNearest, makeNearest } from './bd-tree.ts';
import { sideOf } from './foot.ts';
import { placePoint, type Placement } from './frames.ts';
import { BESIDE, PARALLEL, squaredEdge, waitOfEdges } from './edge-waits.ts';
import { edgesNumber } from './memory.ts';
import { type CollideOptions, isContact, roughen, type World, writeContact } from './world.ts';

/** Pairs of sharp edges near each other at some time: edge of the lower body, of the upper, and their number. */
export interface NearEdges {
  lows: Int32Array;
  highs: Int32Array;
  numbers: Float64Array;
  /** How far both bodies may move before each pair can be a contact [m]. */
  waits: Float64Array;
  count: number;
}

export function makeNearEdges(): NearEdges {
  return {
    lows: new Int32Array(0),
    highs: new Int32Array(0),
    numbers: new Float64Array(0),
    waits: new Float64Array(0),
    count: 0,
  };
}

/** For the roundings of distances [m]. */
const HAIR = 1e-12;

const nearest = makeNearest();
const found = new IndexList(64);
const box = new Float64Array(6);
/** Ends of an edge of the upper body and of the lower one, in the frame of the latter; corners opposite to them. */
const x = new Float64Array(24);
const record = new Float64Array(CLOSEST_SIZE);
const onHigh = new Float64Array(3);
const onLow = new Float64Array(3);
const place = { normal: new Float64Array(3), point: new Float64Array(3) };

/**
 * Collects the pairs that may be contacts before the bodies have moved by a margin.
 * @param into  the upper body in the frame of the lower one
 */
export function collectEdges(
  list: NearEdges,
  low: Displaced,
  high: Displaced,
  into: Placement,
  { slop, depth }: CollideOptions,
  margin: number,
): void {
  list.count = 0;
  const reach = Math.max(2 * slop, depth);
  const distance = reach + margin;
  const [edgesLow, edgesHigh] = [low.body.surface.sharpEdges, high.body.surface.sharpEdges];
  if (edgesLow.length === 0 || edgesHigh.length === 0) return;
  const isRigid = low.body.modes === 0 && high.body.modes === 0;
  const turn = isRigid ? 1 / Math.min(low.body.radius, high.body.radius) : Infinity;
  const rows: number[][] = [];
  const edgesOfHigh = high.body.surface.edges.length / 2;
  for (const e of edgesHigh) {
    loadHigh(high, e, into);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(x[k], x[3 + k]);
      box[3 + k] = Math.max(x[k], x[3 + k]);
    }
    found.clear();
    findInBox(found, low.body.surface.sharpTree, box, 0, distance + low.swelling);
    for (let i = 0; i < found.length; i++) {
      const l = edgesLow[found.data[i]];
      loadLow(low, l);
      edgeEdgeClosest(record, 0, x, 6, 9, 0, 3);
      const apart = Math.sqrt(record[7]);
      if (apart > distance) continue;
      const wait = Math.max(apart - reach, waitOfEdges(x, record, 4, 2 * slop, turn, 2 * margin)) - HAIR;
      if (wait < margin) rows.push([edgesNumber(l, e, edgesOfHigh), l, e, wait]);
    }
  }
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);
  list.count = rows.length;
  list.numbers = Float64Array.from(rows, (row) => row[0]);
  list.lows = Int32Array.from(rows, (row) => row[1]);
  list.highs = Int32Array.from(rows, (row) => row[2]);
  list.waits = Float64Array.from(rows, (row) => row[3]);
}

/** Adds the contacts among collected pairs; the upper body is a, the lower one b. */
export function addEdgeContacts(
  world: World,
  list: NearEdges,
  low: Displaced,
  high: Displaced,
  into: Placement,
  slack: number,
  base: number,
): void {
  const { slop, depth } = world.options;
  for (let i = 0; i < list.count; i++) {
    if (slack < list.waits[i]) continue;
    const [l, h] = [list.lows[i], list.highs[i]];
    loadHigh(high, h, into);
    loadLow(low, l);
    // r = Σ w x from the second (low) to the first (high)
    if (edgeEdgeClosest(record, 0, x, 0, 3, 6, 9) !== 8) continue;
    if (!normalBetween()) continue;
    const { normal, point } = place;
    const gap = record[4] * normal[0] + record[5] * normal[1] + record[6] * normal[2];
    const id = base + list.numbers[i];
    if (gap < -depth || !isContact(world, gap, id)) continue;
    if (gap < -slop && !isAnyInside(low, high, into, -gap)) continue;
    for (let k = 0; k < 3; k++)
      point[k] =
        0.5 * (record[0] * x[k] + record[1] * x[3 + k] - record[2] * x[6 + k] - record[3] * x[9 + k]);
    const contact = writeContact(world, high.body.index, low.body.index, place, gap, id);
    const { out } = world;
    const o = 3 * contact;
    const edgesHigh = high.body.surface.edges;
    const edgesLow = low.body.surface.edges;
    out.placesA[o] = edgesHigh[2 * h];
    out.placesA[o + 1] = edgesHigh[2 * h + 1];
    out.placesB[o] = edgesLow[2 * l];
    out.placesB[o + 1] = edgesLow[2 * l + 1];
    out.weightsA[o] = record[0];
    out.weightsA[o + 1] = record[1];
    out.weightsB[o] = -record[2];
    out.weightsB[o + 1] = -record[3];
    if (high.body.roughness + low.body.roughness > 0) roughen(world, contact);
  }
}

/** Whether the nearest point of one edge is in the other body, no deeper than the edges are apart. */
function isAnyInside(low: Displaced, high: Displaced, { rotation, shift }: Placement, gap: number): boolean {
  const limit = gap * (1 + 1e-9);
  for (let k = 0; k < 3; k++) {
    onHigh[k] = record[0] * x[k] + record[1] * x[3 + k];
    onLow[k] = -record[2] * x[6 + k] - record[3] * x[9 + k] - shift[k];
  }
  if (isInside(low, onHigh[0], onHigh[1], onHigh[2], limit)) return true;
  const [a, b, c] = onLow;
  for (let k = 0; k < 3; k++) onLow[k] = rotation[k] * a + rotation[3 + k] * b + rotation[6 + k] * c;
  return isInside(high, onLow[0], onLow[1], onLow[2], limit);
}

function isInside(solid: Displaced, px: number, py: number, pz: number, limit: number): boolean {
  findNearest(nearest, solid, px, py, pz, limit);
  return nearest.face >= 0 && sideOf(solid, nearest) < 0;
}

/** Writes the normal from the lower edge to the upper one, and whether it is between the faces of both. */
function normalBetween(): boolean {
  const { normal } = place;
  crossEdges(normal, 0, x, 0, 3, 6, 9);
  const squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
  const sizes = squaredEdge(x, 0) * squaredEdge(x, 6);
  if (!(squared > PARALLEL * sizes)) return false;
  const scale = 1 / Math.sqrt(squared);
  for (let k = 0; k < 3; k++) normal[k] *= scale;
  // out of the lower body: away from the corners opposite to its edge
  const first = leads(6, 18);
  const second = leads(6, 21);
  if (first + second > 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return (
    leads(6, 18) <= BESIDE && leads(6, 21) <= BESIDE && leads(0, 12) >= -BESIDE && leads(0, 15) >= -BESIDE
  );
}

/** Cosine of the way from an edge's end to an opposite corner with the normal; the edge itself is across it. */
function leads(from: number, to: number): number {
  const { normal } = place;
  const dx = x[to] - x[from];
  const dy = x[to + 1] - x[from + 1];
  const dz = x[to + 2] - x[from + 2];
  return (dx * normal[0] + dy * normal[1] + dz * normal[2]) / Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function loadHigh(high: Displaced, edge: number, into: Placement): void {
  const { edges } = high.body.surface;
  for (let s = 0; s < 2; s++) {
    const v = edges[2 * edge + s];
    high.vertex(v);
    placePoint(x, 3 * s, into, high.positions, 3 * v);
    const c = oppositeCorner(high, edge, s);
    high.vertex(c);
    placePoint(x, 12 + 3 * s, into, high.positions, 3 * c);
  }
}

function loadLow(low: Displaced, edge: number): void {
  const { edges } = low.body.surface;
  for (let s = 0; s < 2; s++) {
    const v = edges[2 * edge + s];
    low.vertex(v);
    const c = oppositeCorner(low, edge, s);
    low.vertex(c);
    for (let k = 0; k < 3; k++) {
      x[6 + 3 * s + k] = low.positions[3 * v + k];
      x[18 + 3 * s + k] = low.positions[3 * c + k];
    }
  }
}

function oppositeCorner({ body }: Displaced, edge: number, side: number): number {
  const { faces, edges, edgeFaces } = body.surface;
  const f = 3 * edgeFaces[2 * edge + side];
  for (let c = 0; c < 3; c++) {
    const v = faces[f + c];
    if (v !== edges[2 * edge] && v !== edges[2 * edge + 1]) return v;
  }
  return faces[f];
}
