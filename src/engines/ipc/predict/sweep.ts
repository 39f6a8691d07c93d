// Loads of feature pairs by sweeps over them: each is set to what its own barrier gives at the gap that this leaves, and its friction to what
// stops its slip, within μ times that, while all others stay. Bodies see every change at once (Gauss, Seidel).
//
// Slow modes of this die out some ten times as fast where every second sweep goes on in the direction of the last two
// (Nesterov 1983): motions are linear in the loads, so both go on together, and nothing need be computed anew.

import { type Arena, type Kernels, kernelsFor } from '../../../num/kernels/index.ts';
import { type Features, wholeSize } from './features.ts';
import { featureSize, loadAt } from './features-layout.ts';
import type { Lightness, Rows } from './rows.ts';
import { rowsSize } from './rows-layout.ts';
import { ARGUMENTS } from './sweep-layout.ts';

/** After so many sweeps it is looked for others that have come near. */
const sweepsOverNear = 8;

/** What sweeps work on, in the arena of their kernel until it is taken back from there. */
export class Loads {
  private readonly arena: Arena;
  private readonly mark: number;
  private readonly kernels: Kernels;
  private readonly features: Features;
  private readonly motion: Float64Array;
  private readonly args: number;
  private readonly data: Float64Array;
  private readonly v: Float64Array;
  /** Motions and loads as they were. */
  private readonly former: Float64Array;

  /** @param motion  (u, ω) of every body */
  constructor(arena: Arena, features: Features, rows: Rows, motion: Float64Array, { moving }: Lightness) {
    const { count, wholes } = features;
    this.arena = arena;
    this.mark = arena.mark();
    this.kernels = kernelsFor(arena);
    this.features = features;
    this.motion = motion;
    const bodies = arena.i32(2 * count);
    for (let c = 0; c < count; c++) {
      bodies[2 * c] = wholes[wholeSize * c];
      bodies[2 * c + 1] = wholes[wholeSize * c + 1];
    }
    this.data = laid(arena, features.data, featureSize * count);
    const places = laid(arena, rows.data, rowsSize * count);
    this.v = laid(arena, motion, motion.length);
    const masses = laid(arena, moving, moving.length);
    this.former = new Float64Array(motion.length + 3 * count);
    const near = arena.i32(count);
    const isNear = arena.i32(count);
    const args = arena.i32(ARGUMENTS);
    const reals = [this.data, places, this.v, masses].map((view) => view.byteOffset / 8);
    args.set([count, bodies.byteOffset / 4, ...reals, near.byteOffset / 4, 0, isNear.byteOffset / 4]);
    this.args = args.byteOffset / 4;
  }

  /** What loads do to the motions. */
  push(): void {
    this.kernels.pushLoads(this.args);
  }

  /** Sweeps back and forth until no gap changes by more than `enough` of its reach, or so many times. */
  settle(mostSweeps: number, enough: number): void {
    const { args, kernels } = this;
    this.goOn(0);
    kernels.chooseNearLoads(args);
    let going = 0;
    let last = Infinity;
    for (let turn = 1; turn <= mostSweeps; turn++) {
      const most = kernels.sweepLoads(args, 1 - (turn % 2));
      const isToLook = most < enough || turn % sweepsOverNear === 0;
      if (isToLook && kernels.chooseNearLoads(args) === 0 && most < enough) return;
      if (turn % 2 === 1 || turn === mostSweeps) continue;
      going = most > last ? 0 : going + 1;
      last = most;
      this.goOn(going / (going + 3));
    }
  }

  /** Motions and loads are those of the features again, and the arena is as it was. */
  takeBack(): void {
    for (let k = 0; k < this.v.length; k++) this.motion[k] = this.v[k];
    for (let k = 0; k < this.data.length; k++) this.features.data[k] = this.data[k];
    this.arena.release(this.mark);
  }

  /** Motions and loads go on by this part of what they have changed by since they did so last. */
  private goOn(part: number): void {
    const { data, v, former } = this;
    for (let k = 0; k < v.length; k++) {
      const here = v[k];
      v[k] += part * (here - former[k]);
      former[k] = here;
    }
    let to = v.length;
    for (let at = loadAt; at < data.length; at += featureSize) {
      for (let k = 0; k < 3; k++, to++) {
        const here = data[at + k];
        data[at + k] += part * (here - former[to]);
        former[to] = here;
      }
    }
  }
}

function laid(arena: Arena, from: Float64Array, count: number): Float64Array {
  const to = arena.f64(count);
  for (let k = 0; k < count; k++) to[k] = from[k];
  return to;
}
