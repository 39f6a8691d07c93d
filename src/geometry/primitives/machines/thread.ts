// A screw thread as a closed band of faces between two circles.
//
// The surface follows the helix: column i of S stands at angle 2π i/S, and row j lies at height
// z_j + pitch i/S, where the rows run through the profile of the thread, K corners a pitch. After
// one turn row j continues as row j + K, so column 0 carries K rows more than the others. Where the
// band begins and ends, one flat face (the cut through the profile in the half-plane of angle 0) and
// a cone down to a circle close it. The circles lie beyond the root of the thread, as the
// chamfer of a real screw does, so that these faces never degenerate.

import { cos, sin } from '../../../num/elementary/index.ts';
import { ringArea2, triangulateRings } from '../../surface/triangulate.ts';
import type { SolidBuilder } from '../extrude.ts';

export interface ThreadShape {
  readonly pitch: number;
  /** Whole turns of the full profile. */
  readonly turns: number;
  readonly segments: number;
  /** Height and radius of each corner of one pitch, by turns, heights from 0 up to less than the pitch. */
  readonly profile: readonly number[];
  /** Height at which row 0 starts [m]. */
  readonly start: number;
  /** Height and radius of the lower and the upper circle. */
  readonly lower: readonly [number, number];
  readonly upper: readonly [number, number];
}

/** Adds the band, looking outward; returns its lower and upper circle, counter-clockwise. */
export function addThread(builder: SolidBuilder, shape: ThreadShape): { lower: number[]; upper: number[] } {
  const { pitch, segments, profile } = shape;
  const corners = profile.length / 2;
  const rows = shape.turns * corners;
  const base = builder.positions.length / 3;
  const put = (angle: number, radius: number, z: number): number => {
    builder.positions.push(radius * cos(angle), radius * sin(angle), z);
    return builder.positions.length / 3 - 1;
  };
  const angleOf = (i: number) => (2 * Math.PI * i) / segments;
  const columns: number[][] = [];
  const radii: number[] = [];
  const heights: number[] = [];
  for (let i = 0; i < segments; i++) {
    const column: number[] = [];
    for (let j = 0; j <= rows + (i === 0 ? corners : 0); j++) {
      const turn = Math.floor(j / corners);
      const z = shape.start + pitch * (turn + i / segments) + profile[2 * (j % corners)];
      const radius = profile[2 * (j % corners) + 1];
      column.push(put(angleOf(i), radius, z));
      radii.push(radius);
      heights.push(z);
    }
    columns.push(column);
  }
  const lower = Array.from({ length: segments }, (_, i) => put(angleOf(i), shape.lower[1], shape.lower[0]));
  const upper = Array.from({ length: segments }, (_, i) => put(angleOf(i), shape.upper[1], shape.upper[0]));

  const quad = (a: number, b: number, c: number, d: number) => builder.faces.push(a, b, c, a, c, d);
  for (let i = 0; i < segments; i++) {
    const here = columns[i];
    const wraps = i + 1 === segments;
    const there = columns[wraps ? 0 : i + 1];
    const shift = wraps ? corners : 0;
    for (let j = 0; j < rows; j++) quad(here[j], there[j + shift], there[j + 1 + shift], here[j + 1]);
    const next = (i + 1) % segments;
    quad(lower[i], lower[next], there[shift], here[0]);
    quad(here[rows], there[rows + shift], upper[next], upper[i]);
  }

  // The two flat faces where the profile begins and ends, filled in the plane of (radius, height).
  const first = columns[0];
  const close = (polygon: readonly number[], circle: readonly [number, number]) => {
    const points: number[] = [circle[1], circle[0]];
    for (const v of polygon.slice(1)) points.push(radii[v - base], heights[v - base]);
    const ring = polygon.map((_, i) => i);
    // Seen from the other side the polygon of an inner thread runs clockwise: mirror it to fill it.
    if (ringArea2(points, ring) < 0) for (let i = 0; i < points.length; i += 2) points[i] = -points[i];
    for (const i of triangulateRings(points, [ring]).triangles) builder.faces.push(polygon[i]);
  };
  close([lower[0], ...first.slice(0, corners + 1)], shape.lower);
  close([upper[0], ...first.slice(rows).toReversed()], shape.upper);
  return { lower, upper };
}
