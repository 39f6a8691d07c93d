// The sound of one body: its modes excited, damped and weighted by how they are heard.
//
// Where the listener moves against the body, weights are found every 512 samples and what is heard with the old and
// with the new ones is faded from one to the other.

import type { Excitation } from '../excite/excitation.ts';
import type { Transfer } from '../transfer.ts';
import type { Bank } from './bank.ts';
import { BLOCK } from './resonators.ts';

/** Blocks of a stretch with one pair of weights. */
const STRETCH = 16;

/** Where the listener is at a time [s], in coordinates of the body [m]. */
export type ListenerPath = (time: number, out: Float64Array) => void;

/** Moves by less than this part of its distance are not heard. */
const STILL = 1e-4;

/**
 * Pressure [Pa] where each listener is, without the delay of its way.
 * @param listeners at most MOST_LISTENERS
 * @param samples   how many
 * @param progress  called now and then; what it throws ends the rendering
 */
export function renderBody(
  bank: Bank,
  excitation: Excitation,
  transfer: Transfer,
  listeners: readonly ListenerPath[],
  samples: number,
  progress?: (fraction: number) => void,
): Float64Array[] {
  const many = listeners.length;
  const outs = listeners.map(() => new Float64Array(samples));
  const heard = new Float64Array(2 * many * BLOCK);
  const here = listeners.map(() => new Float64Array(3));
  const there = listeners.map(() => new Float64Array(3));
  listeners.forEach((listener, i) => {
    listener(0, here[i]);
    setWeights(bank, transfer, here[i], i);
  });
  bank.weigh(many);
  const blocks = Math.ceil(samples / BLOCK);
  let sets = many;
  for (let b = 0; b < blocks; b++) {
    const inStretch = b % STRETCH;
    if (inStretch === 0) {
      if (sets > many) for (let i = 0; i < many; i++) bank.copyHeard(i, many + i);
      listeners.forEach((listener, i) => {
        listener((b + STRETCH) * BLOCK * bank.h, there[i]);
      });
      sets = here.some((place, i) => hasMoved(place, there[i])) ? 2 * many : many;
      if (sets > many)
        for (let i = 0; i < many; i++) {
          setWeights(bank, transfer, there[i], many + i);
          here[i].set(there[i]);
        }
      bank.weigh(sets);
      progress?.(b / blocks);
    }
    excitation.prepare(b * BLOCK);
    bank.advance(excitation.strands, excitation.largest, sets, heard);
    const count = Math.min(BLOCK, samples - b * BLOCK);
    for (let i = 0; i < many; i++) {
      const [now, next] = [i * BLOCK, (many + i) * BLOCK];
      for (let n = 0; n < count; n++) {
        const fade = sets > many ? (inStretch * BLOCK + n) / (STRETCH * BLOCK) : 0;
        outs[i][b * BLOCK + n] =
          fade === 0 ? heard[now + n] : heard[now + n] + fade * (heard[next + n] - heard[now + n]);
      }
    }
  }
  return outs;
}

function hasMoved(a: Float64Array, b: Float64Array): boolean {
  let moved = 0;
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    moved += (a[k] - b[k]) * (a[k] - b[k]);
    distance += a[k] * a[k];
  }
  return moved > STILL * STILL * distance;
}

const amplitude = new Float64Array(2);

function setWeights(bank: Bank, transfer: Transfer, at: Float64Array, set: number): void {
  for (let m = 0; m < bank.count; m++) {
    transfer.amplitude(m, at[0], at[1], at[2], amplitude);
    bank.setHeard(set, m, amplitude[0], amplitude[1]);
  }
}
