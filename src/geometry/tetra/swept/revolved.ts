// Is a surface that of a profile turned about an axis? Mugs without handles, bells, bowls, tubes, rings and tori are.
//
// Every vertex is taken to its distance from the axis and its height along it. Of a surface of revolution many vertices
// fall onto each point (r, z), and the edges between different points are closed loops or chains from axis to axis: the
// profile. Rings need 16 vertices at least; fewer are meant as flats.

import { matrixFromQuaternion } from '../../../num/index.ts';
import { massProperties } from '../../mass.ts';
import type { Mesh } from '../../mesh.ts';
import { principalFrame } from '../../principal.ts';
import { area2 } from './outline.ts';

export interface Revolution {
  /** Loops of the profile, r and z by turns [m]: the outer one counter-clockwise, then holes clockwise. */
  readonly loops: readonly Float64Array[];
  readonly axis: readonly [number, number, number];
  /** A point of the axis, where z = 0. */
  readonly center: readonly [number, number, number];
}

/** Files often have six digits. */
const NEAR = 2e-5;
const FEWEST_AROUND = 16;

export function revolutionOf(mesh: Mesh): Revolution | undefined {
  const { center, inertia } = massProperties(mesh, { density: 1 });
  const { orientation } = principalFrame(inertia);
  const m = new Float64Array(9);
  matrixFromQuaternion(m, 0, Float64Array.from(orientation), 0);
  for (let k = 2; k >= 0; k--) {
    const axis: [number, number, number] = [m[k], m[3 + k], m[6 + k]];
    const loops = profileAbout(mesh, axis, center);
    if (loops) return { loops, axis, center };
  }
  return undefined;
}

function profileAbout(
  { positions: x, faces }: Mesh,
  axis: readonly [number, number, number],
  center: readonly [number, number, number],
): Float64Array[] | undefined {
  const count = x.length / 3;
  const r = new Float64Array(count);
  const z = new Float64Array(count);
  let size = 0;
  for (let v = 0; v < count; v++) {
    const [dx, dy, dz] = [0, 1, 2].map((k) => x[3 * v + k] - center[k]);
    z[v] = dx * axis[0] + dy * axis[1] + dz * axis[2];
    const [px, py, pz] = [dx - z[v] * axis[0], dy - z[v] * axis[1], dz - z[v] * axis[2]];
    r[v] = Math.sqrt(px * px + py * py + pz * pz);
    size = Math.max(size, r[v], Math.abs(z[v]));
  }
  const near = NEAR * size;
  for (let v = 0; v < count; v++) if (r[v] < near) r[v] = 0;
  const points: number[] = [];
  const uses: number[] = [];
  const pointOf = groupVertices(faces, r, z, near, points, uses);
  if (pointOf === undefined) return undefined;
  for (let p = 0; p < uses.length; p++) if (points[2 * p] > 0 && uses[p] < FEWEST_AROUND) return undefined;
  return profileLoops(faces, pointOf, points);
}

/** The point (r, z) of each vertex; undefined as soon as there are too many for a surface of revolution. */
function groupVertices(
  faces: Uint32Array,
  r: Float64Array,
  z: Float64Array,
  near: number,
  points: number[],
  uses: number[],
): Int32Array | undefined {
  const pointOf = new Int32Array(r.length).fill(-1);
  const used = [...new Set(faces)].sort((a, b) => a - b);
  const most = Math.ceil(used.length / FEWEST_AROUND) + 2 * 8;
  const cells = new Map<string, number[]>();
  const cell = 4 * near;
  for (const v of used) {
    const [i, j] = [Math.floor(r[v] / cell), Math.floor(z[v] / cell)];
    let found = -1;
    for (let n = 0; n < 9 && found < 0; n++)
      for (const p of cells.get(`${i + (n % 3) - 1} ${j + Math.floor(n / 3) - 1}`) ?? [])
        if (Math.abs(points[2 * p] - r[v]) < near && Math.abs(points[2 * p + 1] - z[v]) < near) found = p;
    if (found < 0) {
      found = uses.length;
      if (found >= most) return undefined;
      points.push(r[v], z[v]);
      uses.push(0);
      const home = `${i} ${j}`;
      const list = cells.get(home);
      if (list === undefined) cells.set(home, [found]);
      else list.push(found);
    }
    uses[found]++;
    pointOf[v] = found;
  }
  return pointOf;
}

function profileLoops(faces: Uint32Array, pointOf: Int32Array, points: number[]): Float64Array[] | undefined {
  const neighbours: Set<number>[] = Array.from({ length: points.length / 2 }, () => new Set());
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const [p, q] = [pointOf[faces[f + k]], pointOf[faces[f + ((k + 1) % 3)]]];
      if (p === q) continue;
      neighbours[p].add(q);
      neighbours[q].add(p);
    }
  const ends: number[] = [];
  for (let p = 0; p < neighbours.length; p++) {
    const onAxis = points[2 * p] === 0;
    if (neighbours[p].size !== (onAxis ? 1 : 2)) return undefined;
    if (onAxis) ends.push(p);
  }
  const seen = new Uint8Array(neighbours.length);
  const loops: Float64Array[] = [];
  for (const start of [...ends, ...neighbours.keys()]) {
    if (seen[start] === 1) continue;
    const loop: number[] = [];
    for (
      let p: number | undefined = start;
      p !== undefined;
      p = [...neighbours[p]].find((q) => seen[q] === 0)
    ) {
      seen[p] = 1;
      loop.push(points[2 * p], points[2 * p + 1]);
    }
    if (area2(loop) < 0) reversePairs(loop);
    loops.push(Float64Array.from(loop));
  }
  loops.sort((p, q) => area2(q) - area2(p));
  // further loops are cavities; chains from axis to axis inside another would have to be cut out of it along the axis
  if (ends.length > 2) return undefined;
  for (const hole of loops.slice(1)) reverseInPlace(hole);
  return loops;
}

function reversePairs(list: number[]): void {
  const copy = [...list];
  for (let i = 0; i < copy.length; i += 2) {
    list[copy.length - 2 - i] = copy[i];
    list[copy.length - 1 - i] = copy[i + 1];
  }
}

function reverseInPlace(loop: Float64Array): void {
  const list = [...loop];
  reversePairs(list);
  loop.set(list);
}
