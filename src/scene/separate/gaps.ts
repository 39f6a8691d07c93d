// Signed gaps between the primitives of two bodies, and the way that opens each.
//
// A vertex near a face, outside: its distance, along the shortest vector. Inside a closed body: minus its distance to
// the nearest face, along that face's way out (inside or not by the angle-weighted normal of the nearest feature,
// Bærentzen & Aanæs 2005). Two edges that cross: their distance, negative where each passes within the other's
// material. Where they coincide there is no shortest vector, and normals say which way is out. So this is right for
// bodies that touch or overlap a little; for deep overlaps nearest is not the way out.

import { dotTriple } from '../../num/index.ts';
import { edgeEdgeClosest, pointTriangleClosest } from '../../geometry/distance/index.ts';
import { findTreePairs, IndexList, relativeRest } from '../../geometry/tree/index.ts';
import type { Vec3 } from '../types.ts';
import { findRoundGaps } from './round-gaps.ts';
import type { PlacedShape } from './shapes.ts';

/**
 * Moving the first body along the unit normal opens the gap [m]. Where a corner or edge coincides with one of the
 * other body the normal is a guess, to be used only where nothing is certain.
 */
export type VisitGap = (nx: number, ny: number, nz: number, gap: number, certain: boolean) => void;

/** Weights below this put the closest point at an end. */
const END = 1e-6;
/** How much the normals of two surfaces must face each other. */
const OPPOSED = 0.1;

const found = new IndexList(1024);
const record = new Float64Array(8);
const best = new Float64Array(8);
const x = new Float64Array(12);

/**
 * Every gap from -reach to reach between body a, moved by the offset, and body b.
 * @param offset  [m]
 */
export function findGaps(a: PlacedShape, b: PlacedShape, offset: Vec3, reach: number, visit: VisitGap): void {
  if (a.thickness + b.thickness > 0) {
    findRoundGaps(a, b, offset, reach, visit);
    return;
  }
  const back: Vec3 = [-offset[0], -offset[1], -offset[2]];
  vertexGaps(a, b, offset, reach, visit);
  vertexGaps(b, a, back, reach, (nx, ny, nz, gap, certain) => visit(-nx, -ny, -nz, gap, certain));
  edgeGaps(a, b, offset, reach, visit);
}

function vertexGaps(a: PlacedShape, b: PlacedShape, offset: Vec3, reach: number, visit: VisitGap): void {
  const motion = relativeRest(reach);
  motion.translation.set(offset);
  found.clear();
  findTreePairs(found, a.vertices, b.faces, motion);
  const pairs = Array.from({ length: found.length / 2 }, (_, i) => [
    found.data[2 * i],
    found.data[2 * i + 1],
  ]);
  pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  for (let i = 0; i < pairs.length; ) {
    const [vertex] = pairs[i];
    for (let k = 0; k < 3; k++) x[k] = a.mesh.positions[3 * vertex + k] + offset[k];
    best[7] = Infinity;
    let face = -1;
    for (; i < pairs.length && pairs[i][0] === vertex; i++) {
      const f = pairs[i][1];
      loadFace(b, f);
      pointTriangleClosest(record, 0, x, 0, 3, 6, 9);
      if (record[7] >= best[7]) continue;
      best.set(record);
      face = f;
    }
    if (face >= 0) vertexGap(a, vertex, b, face, offset, reach, visit);
  }
}

function loadFace({ mesh }: PlacedShape, f: number): void {
  for (let c = 0; c < 3; c++)
    for (let k = 0; k < 3; k++) x[3 + 3 * c + k] = mesh.positions[3 * mesh.faces[3 * f + c] + k];
}

/** Visits the gap of a vertex from the closest record of its nearest face. */
function vertexGap(
  a: PlacedShape,
  vertex: number,
  b: PlacedShape,
  face: number,
  offset: Vec3,
  reach: number,
  visit: VisitGap,
): void {
  const distance = Math.sqrt(best[7]);
  if (distance > reach) return;
  const corners = [0, 1, 2].filter((c) => Math.abs(best[1 + c]) > END);
  const out = b.closed ? featureNormal(b, face, corners) : sheetNormal(a, b, face, offset);
  if (out === undefined) return;
  const height = out[0] * best[4] + out[1] * best[5] + out[2] * best[6];
  const tiny = 1e-9 * b.size;
  if (distance > tiny) {
    // Beside a sheet, not above or below it, there is no wrong side.
    const inside = height < 0 && (b.closed || -height > (1 - 1e-6) * distance);
    const s = (inside ? -1 : 1) / distance;
    visit(s * best[4], s * best[5], s * best[6], inside ? -distance : distance, true);
    return;
  }
  // They coincide. Material must lie on opposite sides, or they only run flush.
  const own = unit(a.vertexNormals, 3 * vertex);
  const isInFace = corners.length === 3;
  if (own === undefined) {
    // The end of a wire, or a point: it has no side of its own.
    visit(out[0], out[1], out[2], Math.min(0, height), isInFace);
    return;
  }
  if (isInFace && a.closed && dotTriple(own, out) > -OPPOSED) return;
  const [nx, ny, nz] = isInFace ? out : (normalized(out.map((n, k) => n - own[k])) ?? out);
  visit(nx, ny, nz, Math.min(0, height), isInFace);
}

/** The normal of a face, or of its edge or corner where the closest point lies on one. */
function featureNormal(b: PlacedShape, face: number, corners: readonly number[]): Vec3 | undefined {
  const { faces } = b.mesh;
  if (corners.length === 1) return unit(b.vertexNormals, 3 * faces[3 * face + corners[0]]);
  if (corners.length === 3) return unit(b.faceNormals, 3 * face);
  const edge = b.faceEdges[3 * face + (corners[0] === 0 && corners[1] === 2 ? 2 : corners[0])];
  return unit(b.edgeNormals, 3 * edge);
}

/** A sheet has no inside: the side of the other body's middle is the right one. */
function sheetNormal(a: PlacedShape, b: PlacedShape, face: number, offset: Vec3): Vec3 | undefined {
  const normal = unit(b.faceNormals, 3 * face);
  if (normal === undefined) return undefined;
  return dotTriple(normal, middleFrom(a, offset, 3)) < 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}

function edgeGaps(a: PlacedShape, b: PlacedShape, offset: Vec3, reach: number, visit: VisitGap): void {
  const motion = relativeRest(reach);
  motion.translation.set(offset);
  found.clear();
  findTreePairs(found, a.edges, b.edges, motion);
  for (let i = 0; i < found.length; i += 2) {
    const e = found.data[i];
    const f = found.data[i + 1];
    for (let c = 0; c < 2; c++) {
      for (let k = 0; k < 3; k++) {
        x[3 * c + k] = a.mesh.positions[3 * a.edgeVertices[2 * e + c] + k] + offset[k];
        x[6 + 3 * c + k] = b.mesh.positions[3 * b.edgeVertices[2 * f + c] + k];
      }
    }
    edgeEdgeClosest(record, 0, x, 0, 3, 6, 9);
    // Where an end is nearest, vertices and faces say it all.
    if (record.subarray(0, 4).some((weight) => Math.abs(weight) < END)) continue;
    const distance = Math.sqrt(record[7]);
    if (distance > reach) continue;
    const outA = unit(a.edgeNormals, 3 * e);
    const outB = unit(b.edgeNormals, 3 * f);
    if (outA === undefined || outB === undefined) continue;
    const r: Vec3 = [record[4], record[5], record[6]];
    if (distance > 1e-9 * b.size) {
      if (a.closed !== b.closed) {
        if (isBeside(a.closed ? b : a, a.closed ? f : e, r)) continue;
        const isWrong = a.closed
          ? isBehind(b, f, r, middleFrom(a, offset, 6))
          : isBehind(a, e, [-r[0], -r[1], -r[2]], middleFrom(b, [0, 0, 0], 0));
        const s = (isWrong ? -1 : 1) / distance;
        visit(s * r[0], s * r[1], s * r[2], isWrong ? -distance : distance, true);
        continue;
      }
      const [fromA, fromB] = [dotTriple(r, outA), dotTriple(r, outB)];
      const isCrossed = fromA > 0 && fromB < 0 && a.closed && b.closed;
      const within = isCrossed && fromA >= coneOf(a, e) * distance && -fromB >= coneOf(b, f) * distance;
      if (isCrossed && !within) continue;
      // One says inside and the other outside: edges of hollows, or of sheets, which have no say.
      if (!within && (fromA > 0 || fromB < 0) && a.closed && b.closed) continue;
      const s = (within ? -1 : 1) / distance;
      visit(s * r[0], s * r[1], s * r[2], within ? -distance : distance, true);
      continue;
    }
    const u = [x[3] - x[0], x[4] - x[1], x[5] - x[2]];
    const v = [x[9] - x[6], x[10] - x[7], x[11] - x[8]];
    const turned = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const isParallel = dotTriple(turned, turned) < 1e-6 * dotTriple(u, u) * dotTriple(v, v);
    const across = isParallel ? undefined : normalized(turned);
    if (across === undefined) continue;
    const [toA, toB] = [dotTriple(across, outA), dotTriple(across, outB)];
    // Flush: both materials lie on the same side. Or along each other, so that nothing is said.
    if (toA * toB > 1e-3 || Math.abs(toB - toA) < OPPOSED) continue;
    const s = toB < toA ? -1 : 1;
    visit(s * across[0], s * across[1], s * across[2], 0, true);
  }
}

/** Whether an edge lies within a flat face of a sheet and r leads along it: corners, and edges of its rim, say all that is near there. */
function isBeside({ edgeNormals: n }: PlacedShape, edge: number, r: Vec3): boolean {
  const normal: Vec3 = [n[3 * edge], n[3 * edge + 1], n[3 * edge + 2]];
  const isFlat = Math.abs(dotTriple(normal, normal) - 4) < 1e-9;
  const across = dotTriple(normal, r);
  return isFlat && across * across < 3.9 * dotTriple(r, r);
}

/** From a point of x to the middle of a body. */
function middleFrom({ middle }: PlacedShape, offset: Vec3, at: number): Vec3 {
  const along = (k: number) => middle[k] + offset[k] - x[at + k];
  return [along(0), along(1), along(2)];
}

/**
 * Whether something at r from an edge within a sheet is on the other side of it than the middle of its body: edges of
 * its border have no sides.
 */
function isBehind({ edgeNormals: n }: PlacedShape, edge: number, r: Vec3, middle: Vec3): boolean {
  const normal: Vec3 = [n[3 * edge], n[3 * edge + 1], n[3 * edge + 2]];
  const isWithin = dotTriple(normal, normal) > 1.0001;
  return isWithin && dotTriple(normal, r) * dotTriple(normal, middle) < 0;
}

/**
 * The least cosine to the mean normal of an edge that a way out over it may have: between the normals of its two
 * faces, whose sum is as long as twice the cosine of the half angle between them; a little more for rounding.
 */
function coneOf({ edgeNormals: n }: PlacedShape, edge: number): number {
  const o = 3 * edge;
  return 0.5 * Math.sqrt(n[o] * n[o] + n[o + 1] * n[o + 1] + n[o + 2] * n[o + 2]) - 0.05;
}

function unit(list: Float64Array, at: number): Vec3 | undefined {
  return normalized([list[at], list[at + 1], list[at + 2]]);
}

function normalized(v: readonly number[]): Vec3 | undefined {
  const length = Math.sqrt(dotTriple(v, v));
  return length > 1e-30 ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}
