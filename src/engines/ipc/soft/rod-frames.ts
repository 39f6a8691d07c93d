// Directors along a strand: unit vectors across its segments that turn about it as its material does.

import { atan2, cos, sin } from '../../../num/elementary/index.ts';
import { crossTriple as cross, dotTriple as dot, lengthTriple } from '../../../num/index.ts';
import type { Vec3 } from '../../../scene/index.ts';
import type { Strand } from './strands.ts';

/** Of each segment of a strand. */
export function tangentsOf({ wires, vertices }: Strand, positions: Float64Array): Vec3[] {
  return wires.map((_, j) => {
    const a = 3 * vertices[j];
    const b = 3 * vertices[(j + 1) % vertices.length];
    return unit([
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    ]);
  });
}

/** One that stands across a tangent. */
export function across(t: Vec3): Vec3 {
  const [x, y, z] = t.map(Math.abs);
  const axis: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return unit(cross(t, axis));
}

/** A vector across t, moved the short way to u. */
export function movedAcross(a: Vec3, t: Vec3, u: Vec3): Vec3 {
  const opened = 1 + dot(t, u);
  // across the one is across its opposite, too
  if (!(opened > 1e-12)) return a;
  const along = -dot(u, a) / opened;
  return [0, 1, 2].map((k) => a[k] + along * (t[k] + u[k])) as unknown as Vec3;
}

/** Turned about t, which it is across. */
export function turnedAbout(a: Vec3, t: Vec3, angle: number): Vec3 {
  const b = cross(t, a);
  const [c, s] = [cos(angle), sin(angle)];
  return [0, 1, 2].map((k) => c * a[k] + s * b[k]) as unknown as Vec3;
}

/** From a to b, both across t. */
export function angleAbout(t: Vec3, a: Vec3, b: Vec3): number {
  return atan2(dot(cross(a, b), t), dot(a, b));
}

/** What of a vector across t is along a director, and along the other axis. */
export function alongDirector(v: Vec3, t: Vec3, director: Vec3): [number, number] {
  return [dot(v, director), dot(v, cross(t, director))];
}

/** 2 t × u / (1 + t·u) */
export function curvatureOf(t: Vec3, u: Vec3): Vec3 {
  const scale = 2 / (1 + dot(t, u));
  return cross(t, u).map((x) => scale * x) as unknown as Vec3;
}

function unit(a: Vec3): Vec3 {
  const length = lengthTriple(a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
