// Closed solids of the marble machine, z up: chutes, baskets, perforated blocks, ramps.

import { makeMesh, type Mesh } from '../../../src/geometry/index.ts';
import { extrude, reversedRing, SolidBuilder } from '../../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../../src/num/elementary/index.ts';

export interface ChuteSize {
  /** Of the middle of the channel [m]. */
  readonly radius: number;
  /** Outer width, height of the sides and thickness [m]. */
  readonly wide: number;
  readonly high: number;
  readonly thick: number;
  /** Height of the channel's floor at the upper and at the lower end [m]. */
  readonly from: number;
  readonly to: number;
  /** Angle about z of the upper and of the lower end [rad]; the chute turns to the left. */
  readonly begins: number;
  readonly ends: number;
}

/** A channel along a helix about z. @param segments  along the whole way */
export function chute(size: ChuteSize, segments: number): Mesh {
  const { radius, wide, high, thick, from, to, begins, ends } = size;
  const half = wide / 2;
  const inner = half - thick;
  // across and up from the channel's floor, counter-clockwise seen against the way
  // biome-ignore format: corners go around
  const section = [-half, -thick, half, -thick, half, high, inner, high, inner, 0, -inner, 0, -inner, high, -half, high];
  const positions: number[] = [];
  for (let s = 0; s <= segments; s++) {
    const angle = begins + ((ends - begins) * s) / segments;
    const level = from + ((to - from) * s) / segments;
    for (let c = 0; c < 8; c++) {
      const r = radius + section[2 * c];
      positions.push(r * cos(angle), r * sin(angle), level + section[2 * c + 1]);
    }
  }
  const faces: number[] = [];
  for (let s = 0; s < segments; s++) {
    for (let c = 0; c < 8; c++) {
      const [a, b] = [8 * s + c, 8 * s + ((c + 1) % 8)];
      faces.push(a, b + 8, b, a, a + 8, b + 8);
    }
  }
  const end = 8 * segments;
  for (const [a, b, c, d] of [
    [0, 1, 4, 5],
    [1, 2, 3, 4],
    [0, 5, 6, 7],
  ]) {
    faces.push(a, b, c, a, c, d);
    faces.push(end + c, end + b, end + a, end + d, end + c, end + a);
  }
  return makeMesh(positions, faces);
}

/** An open box about z, standing on z = 0. Sizes outside [m]. */
export function basket(long: number, wide: number, high: number, thick: number): Mesh {
  const builder = new SolidBuilder();
  const outer = rectangle(long, wide);
  const inner = reversedRing(rectangle(long - 2 * thick, wide - 2 * thick));
  const [foot, rim] = [0, high].map((z) => builder.ring(outer, z));
  const [bed, lip] = [thick, high].map((z) => builder.ring(inner, z));
  builder.cap([foot], 'down');
  builder.wall(foot, rim);
  builder.cap([rim, lip], 'up');
  builder.wall(bed, lip);
  builder.cap([[...bed].reverse()], 'up');
  return builder.mesh();
}

/** A plate about z from z = low to z = high with round holes, their middles on the x axis [m]. */
export function perforated(
  long: number,
  wide: number,
  low: number,
  high: number,
  holes: readonly number[],
  hole: number,
  segments: number,
): Mesh {
  return extrude(
    [rectangle(long, wide), ...holes.map((x) => reversedRing(circle(x, hole, segments)))],
    low,
    high,
  );
}

/**
 * A solid under a line, that is, a list of x and height by turns, x increasing: down to z = low, from y = −wide / 2 to
 * wide / 2 [m]. Given in coordinates (x, z, −y): turn it about x by 90°.
 */
export function under(line: readonly number[], low: number, wide: number): Mesh {
  const outline = [line[0], low, line[line.length - 2], low];
  for (let i = line.length - 2; i >= 0; i -= 2) outline.push(line[i], line[i + 1]);
  return extrude([outline], -wide / 2, wide / 2);
}

function rectangle(long: number, wide: number): number[] {
  const [x, y] = [long / 2, wide / 2];
  return [-x, -y, x, -y, x, y, -x, y];
}

function circle(x: number, radius: number, segments: number): number[] {
  return Array.from({ length: segments }, (_, s) => (2 * Math.PI * s) / segments).flatMap((angle) => [
    x + radius * cos(angle),
    radius * sin(angle),
  ]);
}
