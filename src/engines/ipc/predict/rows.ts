// Feature pairs where bodies are thought to be, as rows: how their gap and their slip change with the motions of the bodies.

import { writeTangents } from '../../../geometry/distance/index.ts';
import type { Pair } from '../contact/pairs.ts';
import { turnToWorld } from '../step/axes.ts';
import type { Placed } from '../step/poses.ts';
import { type Features, wholeSize } from './features.ts';
import { edgeAt, featureSize, normalAt, secondPoint, sideAt } from './features-layout.ts';
import { effectAt, gapOfRows, rowSize, rowsSize } from './rows-layout.ts';

/** How bodies give way: 1/m along each axis (3 a body) and I⁻¹ (9 a body), zero where they do not. */
export interface Lightness {
  readonly moving: Float64Array;
  readonly turning: Float64Array;
}

const armA = new Float64Array(3);
const armB = new Float64Array(3);
const normal = new Float64Array(3);
const edge = new Float64Array(3);
const tangents = new Float64Array(6);

export class Rows {
  data = new Float64Array(0);

  /**
   * Linearises all at the given poses.
   * @param since  (u, ω) of every body since slip is measured
   */
  place(
    { count, wholes, data: f }: Features,
    pairs: readonly Pair[],
    poses: Placed,
    since: Float64Array,
    lightness: Lightness,
  ): void {
    if (this.data.length < count * rowsSize) this.data = new Float64Array(2 * count * rowsSize);
    const { data } = this;
    for (let c = 0; c < count; c++) {
      const a = wholes[wholeSize * c];
      const b = wholes[wholeSize * c + 1];
      const to = rowsSize * c;
      const pair = pairs[wholes[wholeSize * c + 3]];
      data[to + gapOfRows] = placeContact(
        f,
        featureSize * c,
        a,
        b,
        wholes[wholeSize * c + 2] === 1,
        pair,
        poses,
      );
      writeTangents(tangents, 0, normal, 0);
      writeRow(data, to, normal, 0, a, b, lightness);
      writeRow(data, to + rowSize, tangents, 0, a, b, lightness);
      writeRow(data, to + 2 * rowSize, tangents, 3, a, b, lightness);
      data[to + gapOfRows + 1] = rateAlong(data, to + rowSize, since, 6 * a, 6 * b);
      data[to + gapOfRows + 2] = rateAlong(data, to + 2 * rowSize, since, 6 * a, 6 * b);
    }
  }
}

/** Writes normal and arms of a feature pair; returns its gap, below zero where its bodies overlap. */
function placeContact(
  f: Float64Array,
  at: number,
  a: number,
  b: number,
  isEdges: boolean,
  pair: Pair,
  { q, r }: Placed,
): number {
  turnToWorld(armA, 0, r, 9 * a, f, at);
  turnToWorld(armB, 0, r, 9 * b, f, at + secondPoint);
  turnToWorld(normal, 0, r, 9 * b, f, at + normalAt);
  if (isEdges) {
    turnToWorld(edge, 0, r, 9 * a, f, at + edgeAt);
    const [x, y, z] = normal;
    normal[0] = edge[1] * z - edge[2] * y;
    normal[1] = edge[2] * x - edge[0] * z;
    normal[2] = edge[0] * y - edge[1] * x;
    const squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const scale = f[at + sideAt] / Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normal[k] *= scale;
  }
  let gap = -pair.separation;
  for (let k = 0; k < 3; k++) gap += normal[k] * (q[3 * a + k] + armA[k] - q[3 * b + k] - armB[k]);
  const roundA = a === pair.a ? pair.roundA : pair.roundB;
  const roundB = a === pair.a ? pair.roundB : pair.roundA;
  for (let k = 0; k < 3; k++) {
    // a face turns about its own body: it is felt where the first body touches it
    armB[k] = isEdges
      ? armB[k] + roundB * normal[k]
      : q[3 * a + k] + armA[k] - q[3 * b + k] - roundA * normal[k];
    armA[k] -= roundA * normal[k];
  }
  return gap;
}

function writeRow(
  d: Float64Array,
  to: number,
  e: Float64Array,
  i: number,
  a: number,
  b: number,
  { moving, turning }: Lightness,
): void {
  let effect = 0;
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3;
    const m = (k + 2) % 3;
    d[to + k] = e[i + k];
    d[to + 3 + k] = armA[l] * e[i + m] - armA[m] * e[i + l];
    d[to + 6 + k] = armB[l] * e[i + m] - armB[m] * e[i + l];
    effect += e[i + k] * e[i + k] * (moving[3 * a + k] + moving[3 * b + k]);
  }
  for (let k = 0; k < 3; k++) {
    const ta = 9 * a + 3 * k;
    const tb = 9 * b + 3 * k;
    d[to + 9 + k] = turning[ta] * d[to + 3] + turning[ta + 1] * d[to + 4] + turning[ta + 2] * d[to + 5];
    d[to + 12 + k] = turning[tb] * d[to + 6] + turning[tb + 1] * d[to + 7] + turning[tb + 2] * d[to + 8];
    effect += d[to + 9 + k] * d[to + 3 + k] + d[to + 12 + k] * d[to + 6 + k];
  }
  d[to + effectAt] = effect;
}

/** How fast the first body, whose (u, ω) is at v[i…], goes from the second along the row at d[to…]. */
export function rateAlong(d: Float64Array, to: number, v: Float64Array, i: number, j: number): number {
  return (
    d[to] * (v[i] - v[j]) +
    d[to + 1] * (v[i + 1] - v[j + 1]) +
    d[to + 2] * (v[i + 2] - v[j + 2]) +
    (d[to + 3] * v[i + 3] + d[to + 4] * v[i + 4] + d[to + 5] * v[i + 5]) -
    (d[to + 6] * v[j + 3] + d[to + 7] * v[j + 4] + d[to + 8] * v[j + 5])
  );
}
