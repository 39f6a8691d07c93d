// Pairs of features of two bodies that may meet in a step, as half-spaces that they leave each other: vertices over faces, edges across
// edges, and where neither is near enough to say so, the nearest points. They are kept in the axes of their bodies, so that
// their gap is known, with its sign, wherever the bodies are thought to be: also where they would overlap.

import { EDGE_EDGE, FLIPPED } from '../../../geometry/ccd/index.ts';
import {
  CLOSEST_VECTOR,
  edgeEdgeCrossSquared,
  mollifierThreshold,
} from '../../../geometry/distance/index.ts';
import type { Pair } from '../contact/pairs.ts';
import { turnToBody } from '../step/axes.ts';
import type { Poses } from '../step/poses.ts';
import {
  edgeAt,
  featureSize,
  frictionAt,
  gapAt,
  kappaAt,
  loadAt,
  normalAt,
  reachAt,
  rubAt,
  secondPoint,
  sideAt,
} from './features-layout.ts';

/** Whole numbers of a feature pair, and where: first and second body, 1 for edges, its pair, what it is made of (5). */
export const wholeSize = 9;
const madeOf = 4;

/** Edges that are nearer to parallel than lets them push by this part hardly do. */
const leastStrength = 0.05;

export class Features {
  count = 0;
  wholes = new Int32Array(256 * wholeSize);
  /**
   * Nearest point of the first and of the second body (3 + 3) and the normal in the second's axes (3), of edges the second's direction; the
   * first's direction (3); κ and what sharpness leaves of it; gap that the load belongs to [m]; load times h² [kg m]; friction
   * along the two tangents (2); on which side edges are, ±1; d̂ [m]; μ.
   */
  data = new Float64Array(256 * featureSize);

  private grow(): void {
    const data = new Float64Array(2 * this.data.length);
    data.set(this.data);
    this.data = data;
    const wholes = new Int32Array(2 * this.wholes.length);
    wholes.set(this.wholes);
    this.wholes = wholes;
  }

  /** Whether the candidate at list[v] of pair p is among those from `first` on. */
  holds(first: number, p: number, list: Int32Array, v: number): boolean {
    const { wholes } = this;
    for (let c = first; c < this.count; c++) {
      const at = wholeSize * c;
      if (wholes[at + 3] !== p) continue;
      let k = 0;
      while (k < 5 && wholes[at + madeOf + k] === list[v + k]) k++;
      if (k === 5) return true;
    }
    return false;
  }

  /**
   * Adds the candidate at list[v] of pair p, whose closest record is given; edges that are nearly parallel are none.
   * @param nearest  by its nearest points and no more, whatever they are on
   */
  add(
    { x, q, r }: Poses,
    pair: Pair,
    p: number,
    list: Int32Array,
    v: number,
    record: Float64Array,
    share: number,
    nearest: boolean,
  ): void {
    const isEdges = (list[v] & 3) === EDGE_EDGE && !nearest;
    const strength = isEdges ? share * crossing(x, list, v) : share;
    if (strength < leastStrength * share) return;
    if ((this.count + 1) * featureSize > this.data.length) this.grow();
    const { wholes, data } = this;
    const w = wholeSize * this.count;
    const at = featureSize * this.count++;
    const isFlipped = list[v] >= FLIPPED;
    const first = isFlipped ? pair.b : pair.a;
    const second = isFlipped ? pair.a : pair.b;
    wholes[w] = first;
    wholes[w + 1] = second;
    wholes[w + 2] = isEdges ? 1 : 0;
    wholes[w + 3] = p;
    for (let k = 0; k < 5; k++) wholes[w + madeOf + k] = nearest && k === 0 ? -1 : list[v + k];
    for (let k = 0; k < 3; k++) {
      // the first primitive is a vertex, or an edge where its second weight is above zero
      const along = record[1] > 0 ? record[1] * x[3 * list[v + 2] + k] : 0;
      point[k] = record[0] * x[3 * list[v + 1] + k] + along;
      apart[k] = record[CLOSEST_VECTOR + k];
    }
    toBody(data, at, r, q, first, point[0], point[1], point[2]);
    toBody(
      data,
      at + secondPoint,
      r,
      q,
      second,
      point[0] - apart[0],
      point[1] - apart[1],
      point[2] - apart[2],
    );
    data[at + sideAt] = 1;
    if (isEdges) {
      for (let k = 0; k < 3; k++) {
        ofFirst[k] = x[3 * list[v + 2] + k] - x[3 * list[v + 1] + k];
        ofSecond[k] = x[3 * list[v + 4] + k] - x[3 * list[v + 3] + k];
      }
      let side = 0;
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        side += apart[k] * (ofFirst[i] * ofSecond[j] - ofFirst[j] * ofSecond[i]);
      }
      data[at + sideAt] = side < 0 ? -1 : 1;
      turnInto(data, at + edgeAt, r, first, ofFirst, 1);
      turnInto(data, at + normalAt, r, second, ofSecond, 1);
    } else turnInto(data, at + normalAt, r, second, apart, 1 / Math.sqrt(record[7]));
    data[at + kappaAt] = pair.stiffness * strength;
    data[at + gapAt] = pair.dHat;
    data[at + reachAt] = pair.dHat;
    data[at + frictionAt] = pair.friction;
    data.fill(0, at + loadAt, at + rubAt + 2);
  }
}

const point = new Float64Array(3);
const apart = new Float64Array(3);
const ofFirst = new Float64Array(3);
const ofSecond = new Float64Array(3);
const own = new Float64Array(3);

/** How much two edges push, which is little where they are nearly parallel. */
function crossing(x: Float64Array, list: Int32Array, v: number): number {
  const i = 3 * list[v + 1];
  const j = 3 * list[v + 2];
  const k = 3 * list[v + 3];
  const l = 3 * list[v + 4];
  const u = edgeEdgeCrossSquared(x, i, j, k, l) / mollifierThreshold(between(x, i, j), between(x, k, l));
  return u < 1 ? u * (2 - u) : 1;
}

function between(x: Float64Array, i: number, j: number): number {
  const dx = x[i] - x[j];
  const dy = x[i + 1] - x[j + 1];
  const dz = x[i + 2] - x[j + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** A point of the world in the coordinates of a body. */
function toBody(
  out: Float64Array,
  at: number,
  r: Float64Array,
  q: Float64Array,
  body: number,
  x: number,
  y: number,
  z: number,
): void {
  turnToBody(own, r, 9 * body, x - q[3 * body], y - q[3 * body + 1], z - q[3 * body + 2]);
  for (let k = 0; k < 3; k++) out[at + k] = own[k];
}

/** A vector of the world, times s, in the axes of a body. */
function turnInto(
  out: Float64Array,
  at: number,
  r: Float64Array,
  body: number,
  v: Float64Array,
  s: number,
): void {
  turnToBody(own, r, 9 * body, s * v[0], s * v[1], s * v[2]);
  for (let k = 0; k < 3; k++) out[at + k] = own[k];
}
