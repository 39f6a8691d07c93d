// Rings that outlines are made of.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Ring } from './extrude.ts';

/** A circle, counter-clockwise, its first corner at `start` [rad]. */
export function circle(radius: number, segments: number, x = 0, y = 0, start = 0): Ring {
  const ring: number[] = [];
  for (let s = 0; s < segments; s++) {
    const angle = start + (2 * Math.PI * s) / segments;
    ring.push(x + radius * cos(angle), y + radius * sin(angle));
  }
  return ring;
}

/** Appends the points of an arc from one angle to another, both ends included; clockwise where `to` < `from`. */
export function pushArc(
  ring: number[],
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  steps: number,
): void {
  for (let s = 0; s <= steps; s++) {
    const angle = steps === 0 ? from : from + ((to - from) * s) / steps;
    ring.push(x + radius * cos(angle), y + radius * sin(angle));
  }
}

/** Leaves out corners that repeat the one before, to within `nearness` [m]. */
export function withoutRepeats(ring: Ring, nearness: number): Ring {
  const out: number[] = [];
  const far = (ax: number, ay: number, bx: number, by: number) =>
    Math.abs(ax - bx) > nearness || Math.abs(ay - by) > nearness;
  for (let i = 0; i < ring.length; i += 2) {
    const n = out.length;
    if (n === 0 || far(out[n - 2], out[n - 1], ring[i], ring[i + 1])) out.push(ring[i], ring[i + 1]);
  }
  while (out.length > 2 && !far(out[0], out[1], out[out.length - 2], out[out.length - 1])) out.length -= 2;
  return out;
}

/** Turns a ring about the origin. */
export function turned(ring: Ring, angle: number): Ring {
  const [c, s] = [cos(angle), sin(angle)];
  const out: number[] = [];
  for (let i = 0; i < ring.length; i += 2)
    out.push(c * ring[i] - s * ring[i + 1], s * ring[i] + c * ring[i + 1]);
  return out;
}
