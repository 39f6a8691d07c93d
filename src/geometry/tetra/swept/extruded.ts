// Is a surface that of a plane region moved along its normal? Plates, gears, letters, prisms and cylinders are.
//
// The two ends are planes and every other face stands upright on them. Walls may be cut into as many faces as they
// like. Tried for the directions of the largest flat parts, the largest first, so that a plate is swept through its
// thickness.

import { areaTriple, lengthTriple } from '../../../num/index.ts';
import type { Mesh } from '../../mesh.ts';
import { area2 } from './outline.ts';
import { faceNormals } from '../../surface/face-normals.ts';

export interface Extrusion {
  /** Outline of the region: the outer loop counter-clockwise, then holes clockwise; x and y by turns [m]. */
  readonly loops: readonly Float64Array[];
  /** Orthonormal: the two axes of the region and the direction it moves in, right-handed, row by row. */
  readonly axes: readonly (readonly [number, number, number])[];
  /** Along the direction [m]. */
  readonly from: number;
  readonly to: number;
}

/** Files often have six digits. */
const UPRIGHT = 3e-5;
const CANDIDATES = 4;

/** @param volume  of the surface [m³] */
export function extrusionOf(mesh: Mesh, volume: number): Extrusion | undefined {
  const normals = faceNormals(mesh);
  for (const direction of flatDirections(mesh, normals)) {
    const found = extrusionAlong(mesh, normals, direction, volume);
    if (found) return found;
  }
  return undefined;
}

/** Normals of the flat parts, the largest first; opposite ones count together. */
function flatDirections({ positions: x, faces }: Mesh, normals: Float64Array): [number, number, number][] {
  const found: { normal: [number, number, number]; area: number }[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const area = lengthTriple(areaTriple(x, a, b, c));
    const like = found.find(({ normal: [p, q, r] }) => {
      const cosine = p * normals[f] + q * normals[f + 1] + r * normals[f + 2];
      return Math.abs(cosine) > 1 - 1e-10;
    });
    if (like) like.area += area;
    // a ball has as many directions as faces: a few hundred are looked through, the flat ones come early or are small
    else if (found.length < 400) found.push({ normal: [normals[f], normals[f + 1], normals[f + 2]], area });
  }
  found.sort((p, q) => q.area - p.area);
  return found.slice(0, CANDIDATES).map(({ normal }) => normal);
}

function extrusionAlong(
  mesh: Mesh,
  normals: Float64Array,
  d: readonly [number, number, number],
  volume: number,
): Extrusion | undefined {
  const { positions: x, faces } = mesh;
  const axes = frameOf(d);
  const w = axes[2];
  const level = (v: number): number => x[3 * v] * w[0] + x[3 * v + 1] * w[1] + x[3 * v + 2] * w[2];
  let from = Infinity;
  let to = -Infinity;
  for (const v of faces) {
    from = Math.min(from, level(v));
    to = Math.max(to, level(v));
  }
  const near = UPRIGHT * (to - from);
  for (let f = 0; f < faces.length; f += 3) {
    const along = normals[f] * w[0] + normals[f + 1] * w[1] + normals[f + 2] * w[2];
    if (Math.abs(along) < UPRIGHT) continue;
    if (Math.abs(along) < 1 - UPRIGHT) return undefined;
    const end = along > 0 ? to : from;
    for (let k = 0; k < 3; k++) if (Math.abs(level(faces[f + k]) - end) > near) return undefined;
  }
  const loops = rimLoops(mesh, normals, w);
  if (!loops) return undefined;
  const flat = loops.map((loop) => {
    const points = new Float64Array(2 * loop.length);
    loop.forEach((v, i) => {
      for (let k = 0; k < 2; k++)
        points[2 * i + k] = x[3 * v] * axes[k][0] + x[3 * v + 1] * axes[k][1] + x[3 * v + 2] * axes[k][2];
    });
    return points;
  });
  flat.sort((p, q) => area2(q) - area2(p));
  if (flat.filter((loop) => area2(loop) > 0).length !== 1) return undefined;
  const area = flat.reduce((sum, loop) => sum + area2(loop) / 2, 0);
  if (Math.abs(area * (to - from) - volume) > 1e-5 * volume) return undefined;
  return { loops: flat, axes, from, to };
}

/** Loops around the upper end, each once around; undefined where two of them touch. */
function rimLoops(
  { faces }: Mesh,
  normals: Float64Array,
  w: readonly [number, number, number],
): number[][] | undefined {
  const count = 0x4000000;
  const open = new Set<number>();
  for (let f = 0; f < faces.length; f += 3) {
    if (normals[f] * w[0] + normals[f + 1] * w[1] + normals[f + 2] * w[2] < 0.5) continue;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [faces[f + k], faces[f + ((k + 1) % 3)]];
      if (!open.delete(b * count + a)) open.add(a * count + b);
    }
  }
  const next = new Map<number, number>();
  for (const edge of open) {
    const a = Math.floor(edge / count);
    if (next.has(a)) return undefined;
    next.set(a, edge % count);
  }
  const loops: number[][] = [];
  while (next.size > 0) {
    const [first] = next.keys();
    const loop: number[] = [];
    for (let v = first; ; ) {
      const after = next.get(v);
      if (after === undefined) return undefined;
      loop.push(v);
      next.delete(v);
      v = after;
      if (v === first) break;
    }
    loops.push(loop);
  }
  return loops;
}

/** A right-handed frame with its third axis along d; exact where d is along a coordinate axis. */
export function frameOf(
  d: readonly [number, number, number],
): readonly (readonly [number, number, number])[] {
  const size = d.map(Math.abs);
  const most = size.indexOf(Math.max(...size));
  const w: readonly [number, number, number] = size[most] > 1 - 1e-12 ? unit(most, Math.sign(d[most])) : d;
  const first = unit((most + 1) % 3, 1);
  const along = first[0] * w[0] + first[1] * w[1] + first[2] * w[2];
  const p = [0, 1, 2].map((k) => first[k] - along * w[k]);
  const length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  const u: readonly [number, number, number] = [p[0] / length, p[1] / length, p[2] / length];
  const v: readonly [number, number, number] = [
    w[1] * u[2] - w[2] * u[1],
    w[2] * u[0] - w[0] * u[2],
    w[0] * u[1] - w[1] * u[0],
  ];
  return [u, v, w];
}

function unit(axis: number, length: number): readonly [number, number, number] {
  return [axis === 0 ? length : 0, axis === 1 ? length : 0, axis === 2 ? length : 0];
}
