// What stands on each place of a surface: how thick the body is there, straight inwards.
//
// A body that lies on one of its faces touches with far more places than rigid motion and a few modes can tell apart. What
// each of them carries follows from all the modes that are not there: they are at rest where nothing in the body is sheared,
// and under its own weight that is where each place carries what stands on it, ρ g × thickness × area. So a prism presses
// evenly, which is exact, and a mug mostly with the ring below its wall.

import { NODE_SIZE, type Tree } from '../../../geometry/tree/index.ts';
import { crossEdges, dot3 } from '../../../num/index.ts';
import { writeFaceNormal } from './normals.ts';

export interface Columns {
  /** Unit normals of the faces, three numbers each. */
  readonly normals: Float64Array;
  /** A third of each face's area [m²]: what each of its corners stands for. */
  readonly areas: Float64Array;
  /** Thickness behind each corner, three a face [m]. */
  readonly depths: Float64Array;
}

interface Solid {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly faceTree: Tree;
}

/** Where each third of a face is looked at: with these shares of its corners the rule is exact to second order. */
const OWN = 2 / 3;
const OTHER = 1 / 6;
/** Beside a triangle by less than this part of it is on it: rays pass through edges too. */
const BESIDE = 1e-9;

export function columnsOf(solid: Solid): Columns {
  const { positions, faces } = solid;
  const normals = new Float64Array(faces.length);
  const areas = new Float64Array(faces.length / 3);
  const depths = new Float64Array(faces.length);
  for (let f = 0; f < areas.length; f++) areas[f] = writeFaceNormal(normals, positions, faces, f) / 6;
  for (let f = 0; f < areas.length; f++) {
    for (let k = 0; k < 3; k++) inwards[k] = -normals[3 * f + k];
    for (let corner = 0; corner < 3; corner++) {
      for (let k = 0; k < 3; k++) {
        x[k] = 0;
        for (let c = 0; c < 3; c++)
          x[k] += (c === corner ? OWN : OTHER) * positions[3 * faces[3 * f + c] + k];
      }
      depths[3 * f + corner] = thickness(solid, normals);
    }
  }
  return { normals, areas, depths };
}

/** From where and which way a ray goes; behind that the corners of a triangle. */
const x = new Float64Array(12);
const inwards = new Float64Array(3);
const across = new Float64Array(3);

/** How far the ray goes until it leaves the body [m]; 0 where rounding lets it miss. */
function thickness({ positions, faces, faceTree }: Solid, normals: Float64Array): number {
  const { nodes, links } = faceTree;
  let nearest = Infinity;
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!meetsBox(nodes, NODE_SIZE * node, nearest)) continue;
    if (links[node] >= 0) {
      waiting.push(links[node], node + 1);
      continue;
    }
    const f = 3 * ~links[node];
    const slope = dot3(normals, f, inwards, 0);
    if (!(slope > BESIDE)) continue;
    for (let c = 0; c < 3; c++)
      for (let k = 0; k < 3; k++) x[3 + 3 * c + k] = positions[3 * faces[f + c] + k];
    let height = 0;
    for (let k = 0; k < 3; k++) height += (x[3 + k] - x[k]) * normals[f + k];
    const distance = height / slope;
    if (distance > 0 && distance < nearest && isThrough()) nearest = distance;
  }
  return nearest < Infinity ? nearest : 0;
}

/** Whether the ray passes a box before a distance. */
function meetsBox(nodes: Float64Array, at: number, limit: number): boolean {
  let from = 0;
  let until = limit;
  for (let k = 0; k < 3; k++) {
    const off = nodes[at + k] - x[k];
    const half = nodes[at + 3 + k];
    if (Math.abs(inwards[k]) < 1e-12) {
      if (Math.abs(off) > half) return false;
      continue;
    }
    const one = (off - half) / inwards[k];
    const two = (off + half) / inwards[k];
    from = Math.max(from, Math.min(one, two));
    until = Math.min(until, Math.max(one, two));
  }
  return from <= until;
}

/** Whether the ray passes the triangle that it leaves by. */
function isThrough(): boolean {
  let sum = 0;
  let least = Infinity;
  for (let c = 0; c < 3; c++) {
    // twice the area that the ray's foot has with an edge, seen along the ray
    crossEdges(across, 0, x, 0, 3 + 3 * c, 0, 3 + 3 * ((c + 1) % 3));
    const area = dot3(across, 0, inwards, 0);
    sum += area;
    least = Math.min(least, area);
  }
  return least >= -BESIDE * sum;
}
