// Contacts of a polytope with one face of another piece: all corners of the overlap of the two, seen along the face's
// normal, that are no more than the margin above the face.
//
//   corner of the polytope over the face             (vertex, face)
//   edge of the polytope over an edge of the face    (edge, edge)
//   corner of the face below the polytope            (face, vertex)
//
// These are the corners that clipping the lower side of the polytope against the face would give, but found by what
// makes each of them: no choice of *one* incident face is needed, so none can flip from step to step, and the name of
// every contact says which features touch.

import type { Emitter } from '../emitter.ts';
import { FLAT, type Piece } from '../piece.ts';

/** Relative to size [m/m]: how far outside an edge a corner still counts as over the face, and how near two are one. */
const SLACK = 1e-9;
/** |cos| below which a face of the polytope counts as standing upright on the face. */
const UPRIGHT = 1e-9;

/** What is noted while one face is looked at; made longer where a piece has more corners. */
const notes = {
  heights: new Float64Array(64),
  /** 1 for corners that are over the face, and low. */
  over: new Uint8Array(64),
  /** Outward unit normal and offset of the side through each edge of the face. */
  sides: new Float64Array(64),
};

/** What all contacts of one face have in common. */
const look = {
  slack: 0,
  second: true,
  thickness: 0,
  nx: 0,
  ny: 0,
  nz: 0,
};
type Look = typeof look;

/** Of an edge that is cut by the sides of a face: where it enters and leaves, and through which, -1 where it begins or ends inside. */
const cut = { enter: 0, leave: 1, enterSide: -1, leaveSide: -1 };

/** Where a line enters a polytope: how far up, and through which face. */
const entry = { rise: 0, face: 0 };

/** What of a piece is looked at from a face. */
export type Solid = Pick<Piece, 'vertices' | 'normals' | 'offsets' | 'polytope' | 'size'>;

/** Points of a face that may lie on another piece, and their names. */
export interface Corners {
  readonly vertices: Float64Array;
  readonly names: Uint32Array;
}

/**
 * @param second     whether `reference` is the second piece of the pair: normals point out of that one
 * @param thickness  radius [m] by which the other piece is thicker than its corners and edges say
 * @param corners    of the face, where not all of its own
 */
export function faceContacts(
  out: Emitter,
  margin: number,
  reference: Piece,
  face: number,
  other: Solid,
  second: boolean,
  thickness = 0,
  corners?: Corners,
): void {
  const slack = SLACK * Math.min(reference.size, other.size);
  const { loopStart, loopEdges, edgeNames: sideNames } = reference.polytope;
  const faceName = reference.polytope.faceNames[face];
  const from = loopStart[face];
  const count = loopStart[face + 1] - from;
  const nx = reference.normals[3 * face];
  const ny = reference.normals[3 * face + 1];
  const nz = reference.normals[3 * face + 2];
  const offset = reference.offsets[face];
  // Where a mesh goes on flat beyond an edge, its faces are one.
  const bends = reference.neighbours?.bends;
  const { vertices } = other;
  const { edges, edgeNames, vertexNames } = other.polytope;

  const vertexCount = vertices.length / 3;
  if (notes.heights.length < vertexCount) {
    notes.heights = new Float64Array(2 * vertexCount);
    notes.over = new Uint8Array(2 * vertexCount);
  }
  const { heights, over } = notes;
  let low = Infinity;
  for (let v = 0, i = 0; v < vertexCount; v++, i += 3) {
    const h = nx * vertices[i] + ny * vertices[i + 1] + nz * vertices[i + 2] - offset - thickness;
    heights[v] = h;
    if (h < low) low = h;
  }
  if (low > margin) return;
  const sides = writeSides(reference, from, count, nx, ny, nz);
  look.slack = slack;
  look.second = second;
  look.thickness = thickness;
  look.nx = nx;
  look.ny = ny;
  look.nz = nz;
  if (second) out.along(nx, ny, nz);
  else out.along(-nx, -ny, -nz);

  for (let v = 0, i = 0; v < vertexCount; v++, i += 3) {
    const h = heights[v];
    over[v] = 0;
    if (h > margin) continue;
    const x = vertices[i];
    const y = vertices[i + 1];
    const z = vertices[i + 2];
    let inside = true;
    for (let k = 0; k < 4 * count && inside; k += 4)
      inside = sides[k] * x + sides[k + 1] * y + sides[k + 2] * z - sides[k + 3] <= slack;
    over[v] = inside ? 1 : 0;
    if (inside) tell(out, look, faceName, vertexNames[v], x, y, z, h);
  }

  for (let e = 0; e < edgeNames.length; e++) {
    const p = edges[2 * e];
    const q = edges[2 * e + 1];
    if (heights[p] > margin && heights[q] > margin) continue;
    if (over[p] + over[q] === 2) continue;
    clip(vertices, 3 * p, 3 * q, count, slack);
    const { enter, leave, enterSide, leaveSide } = cut;
    if (!(enter < leave)) continue;
    for (let end = 0; end < 2; end++) {
      const side = end === 0 ? enterSide : leaveSide;
      if (side < 0 || (bends !== undefined && bends[side] === FLAT)) continue;
      const t = end === 0 ? enter : leave;
      const h = heights[p] + t * (heights[q] - heights[p]);
      if (h > margin) continue;
      const x = vertices[3 * p] + t * (vertices[3 * q] - vertices[3 * p]);
      const y = vertices[3 * p + 1] + t * (vertices[3 * q + 1] - vertices[3 * p + 1]);
      const z = vertices[3 * p + 2] + t * (vertices[3 * q + 2] - vertices[3 * p + 2]);
      tell(out, look, sideNames[loopEdges[from + side]], edgeNames[e], x, y, z, h);
    }
  }

  tellCornersBelow(out, margin, reference, face, other, corners);
}

/** Corners of the face that the polytope lies over. */
function tellCornersBelow(
  out: Emitter,
  margin: number,
  reference: Piece,
  face: number,
  other: Solid,
  corners: Corners | undefined,
): void {
  const { loopStart, loops, vertexNames: cornerNames } = reference.polytope;
  const from = loopStart[face];
  const bends = reference.neighbours?.bends;
  const { nx, ny, nz } = look;
  const total = corners === undefined ? loopStart[face + 1] - from : corners.names.length;
  const places = corners === undefined ? reference.vertices : corners.vertices;
  for (let k = 0; k < total; k++) {
    const v = corners === undefined ? loops[from + k] : k;
    if (bends !== undefined && bends[k] === FLAT && bends[(k + 2) % 3] === FLAT) continue;
    const x = places[3 * v];
    const y = places[3 * v + 1];
    const z = places[3 * v + 2];
    if (!entersAbove(other, x, y, z, look) || entry.rise > margin) continue;
    const { rise } = entry;
    const name = corners === undefined ? cornerNames[v] : corners.names[v];
    tell(
      out,
      look,
      name,
      other.polytope.faceNames[entry.face],
      x + rise * nx,
      y + rise * ny,
      z + rise * nz,
      rise,
    );
  }
}

/** A contact of the face's feature `mine` with the other piece's at (x, y, z), h above the face. */
function tell(
  out: Emitter,
  { slack, second, thickness, nx, ny, nz }: Look,
  mine: number,
  its: number,
  x: number,
  y: number,
  z: number,
  h: number,
): void {
  const down = thickness + 0.5 * h;
  const first = second ? its : mine;
  out.emitOnce(slack, first, second ? mine : its, x - down * nx, y - down * ny, z - down * nz, h);
}

function writeSides(
  reference: Piece,
  from: number,
  count: number,
  nx: number,
  ny: number,
  nz: number,
): Float64Array {
  const { loops } = reference.polytope;
  const x = reference.vertices;
  if (notes.sides.length < 4 * count) notes.sides = new Float64Array(8 * count);
  const { sides } = notes;
  for (let k = 0; k < count; k++) {
    const p = 3 * loops[from + k];
    const q = 3 * loops[from + (k + 1 === count ? 0 : k + 1)];
    const ex = x[q] - x[p];
    const ey = x[q + 1] - x[p + 1];
    const ez = x[q + 2] - x[p + 2];
    const sx = ey * nz - ez * ny;
    const sy = ez * nx - ex * nz;
    const sz = ex * ny - ey * nx;
    const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz);
    sides[4 * k] = sx * scale;
    sides[4 * k + 1] = sy * scale;
    sides[4 * k + 2] = sz * scale;
    sides[4 * k + 3] = (sx * x[p] + sy * x[p + 1] + sz * x[p + 2]) * scale;
  }
  return sides;
}

/** Cuts an edge by all sides of the face. An end within the slack of a side counts as inside and makes no crossing. */
function clip(x: Float64Array, p: number, q: number, count: number, slack: number): void {
  const { sides } = notes;
  cut.enter = 0;
  cut.leave = 1;
  cut.enterSide = cut.leaveSide = -1;
  for (let k = 0; k < count; k++) {
    const sx = sides[4 * k];
    const sy = sides[4 * k + 1];
    const sz = sides[4 * k + 2];
    const so = sides[4 * k + 3];
    const a = sx * x[p] + sy * x[p + 1] + sz * x[p + 2] - so;
    const b = sx * x[q] + sy * x[q + 1] + sz * x[q + 2] - so;
    if (a <= slack) {
      if (b <= slack) continue;
      const t = clamp(a / (a - b));
      if (t < cut.leave) {
        cut.leave = t;
        cut.leaveSide = k;
      }
    } else if (b <= slack) {
      const t = clamp(a / (a - b));
      if (t > cut.enter) {
        cut.enter = t;
        cut.enterSide = k;
      }
    } else {
      cut.leave = -1;
      return;
    }
  }
}

function clamp(t: number): number {
  return t < 0 ? 0 : Math.min(t, 1);
}

/** Whether the line from q along n goes through the polytope; where it enters, and through which face. */
function entersAbove(other: Solid, x: number, y: number, z: number, { slack, nx, ny, nz }: Look): boolean {
  const { normals, offsets } = other;
  let exit = Infinity;
  let rise = -Infinity;
  for (let f = 0; f < offsets.length; f++) {
    const fx = normals[3 * f];
    const fy = normals[3 * f + 1];
    const fz = normals[3 * f + 2];
    const along = fx * nx + fy * ny + fz * nz;
    const room = offsets[f] - (fx * x + fy * y + fz * z);
    if (along > UPRIGHT) exit = Math.min(exit, room / along);
    else if (along >= -UPRIGHT) {
      if (room < -slack) return false;
    } else if (room / along > rise) {
      rise = room / along;
      entry.face = f;
    }
  }
  entry.rise = rise;
  return rise > -Infinity && rise <= exit + slack;
}
