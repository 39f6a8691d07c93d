// Lifts bodies clear of each other where they are thought to be, whatever that takes of forces.
//
// What barriers bear is found layer after layer of a heap (sweep.ts), and a little is missing when that is given up. To be clear it is
// enough that of two bodies the one moves that is further from what stands still: what carries it has found its place by
// then. So a sweep from there outward clears a heap, and few more what stands on several others.

import { type Features, wholeSize } from './features.ts';
import { featureSize, reachAt } from './features-layout.ts';
import { type Lightness, rateAlong, type Rows } from './rows.ts';
import { gapOfRows, rowsSize } from './rows-layout.ts';

const mostSweeps = 40;
/** This part of a gap that was asked for will do. */
const enough = 0.8;
/** Bodies count as carried by what is no further away, in reaches of their barriers. */
const carried = 4;
/** What carries gives way by this part of its lightness: a little, or what is wedged would never be clear. */
const givesWay = 0.1;

/** Adds to the motions v what makes gaps at least `part` of the reaches of their barriers, where that can be. */
export function lift(
  features: Features,
  rows: Rows,
  v: Float64Array,
  lightness: Lightness,
  takesPart: Uint8Array,
  part: number,
): void {
  const { count, wholes, data: f } = features;
  const { data: d } = rows;
  const level = findLevels(features, rows, takesPart);
  const levelOf = (c: number): number =>
    Math.max(level[wholes[wholeSize * c]], level[wholes[wholeSize * c + 1]]);
  const outward = Array.from({ length: count }, (_, c) => c).sort((c, e) => levelOf(c) - levelOf(e) || c - e);
  for (let turn = 0; turn < mostSweeps; turn++) {
    let isClear = true;
    for (const c of outward) {
      const a = wholes[wholeSize * c];
      const b = wholes[wholeSize * c + 1];
      const to = rowsSize * c;
      const wanted = part * f[featureSize * c + reachAt];
      const gap = d[to + gapOfRows] + rateAlong(d, to, v, 6 * a, 6 * b);
      if (gap >= wanted) continue;
      if (gap < enough * wanted) isClear = false;
      const ofA = level[a] >= level[b] ? 1 : givesWay;
      const ofB = level[b] >= level[a] ? 1 : givesWay;
      const effect = ofA * effectOn(d, to, 0, a, lightness) + ofB * effectOn(d, to, 3, b, lightness);
      if (effect <= 0) continue;
      const load = (wanted - gap) / effect;
      push(d, to, 0, v, a, load * ofA, lightness);
      push(d, to, 3, v, b, -load * ofB, lightness);
    }
    if (isClear) return;
  }
}

/** How many bodies lie between each and what takes no part, over features that are near. */
function findLevels(
  { count, wholes, data: f }: Features,
  { data: d }: Rows,
  takesPart: Uint8Array,
): Int32Array {
  const level = new Int32Array(takesPart.length);
  for (let i = 0; i < level.length; i++) level[i] = takesPart[i] ? level.length : 0;
  for (let changes = true; changes; ) {
    changes = false;
    for (let c = 0; c < count; c++) {
      const a = wholes[wholeSize * c];
      const b = wholes[wholeSize * c + 1];
      if (Math.abs(level[a] - level[b]) <= 1) continue;
      if (d[rowsSize * c + gapOfRows] > carried * f[featureSize * c + reachAt]) continue;
      changes = true;
      if (level[a] > level[b]) level[a] = level[b] + 1;
      else level[b] = level[a] + 1;
    }
  }
  return level;
}

/** How one body gives way along the row at d[to…]; `side` is 3 for the second. */
function effectOn(d: Float64Array, to: number, side: number, body: number, { moving }: Lightness): number {
  let effect = 0;
  for (let k = 0; k < 3; k++) {
    effect += d[to + k] * d[to + k] * moving[3 * body + k];
    effect += d[to + 9 + side + k] * d[to + 3 + side + k];
  }
  return effect;
}

function push(
  d: Float64Array,
  to: number,
  side: number,
  v: Float64Array,
  body: number,
  load: number,
  { moving }: Lightness,
): void {
  for (let k = 0; k < 3; k++) {
    v[6 * body + k] += load * d[to + k] * moving[3 * body + k];
    v[6 * body + 3 + k] += load * d[to + 9 + side + k];
  }
}
