// Aims a blow: the striker's state just before it is moved until not only the struck body but also the striker comes to its end.
//
//   least |Δ| with  J Δ = −d        d: by how much the striker misses (along the ground, about the vertical), J by finite differences
//
// There are more ways to strike than there are wishes, so small changes are enough. A step finds contacts at fixed instants, and where a
// bounce moves to another instant what follows jumps: where J leads nowhere, chance looks on the other sides of such jumps, also along what
// changes nothing as far as J knows. From before the blow a striker that flies goes back to its start; one on the ground is moved there.

import { pow } from '../../../../num/elementary/index.ts';
import type { Random } from '../../../../num/index.ts';
import { copyBody } from '../alone/way-back.ts';
import { driftBody } from '../../drift.ts';
import { takeForcesBack } from '../forces-back.ts';
import { horizontal } from '../horizontal.ts';
import { isBall } from '../is-ball.ts';
import { Chart } from '../refine/chart.ts';
import { isNear, missOf } from '../refine/miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import type { Blow, Blows, DrawnBlow } from './blow.ts';
import { leastStep, withoutEffect } from './least-step.ts';

/** Of finite differences [m]. */
const DIFFERENCE = 1e-6;
const MOST_ROUNDS = 14;
const HALVINGS = 4;
/** The longest step by J, in radii. */
const LONGEST = 0.3;
/** Guesses in all, and in one round; how far they go, in radii and, for those without J, in what is missed. */
const GUESSES = 160;
const MOST_IN_A_ROW = 80;
const NEAREST = 1e-4;
const FARTHEST = 0.1;
/** What of a miss counts: along the ground, and about the vertical. */
const COUNTS = 4;
/** Coordinates of one body in a chart. */
const WIDTH = 12;

/** The blow from which both come to their ends; undefined where none near this one was found. */
export function aimBlow(blows: Blows, blow: DrawnBlow, random: Random): Blow | undefined {
  return new Aim(blows, blow, random).run();
}

class Aim {
  private readonly blows: Blows;
  private readonly slides: boolean;
  private readonly random: Random;
  private readonly chart: Chart;
  /** Directions of the chart in which the striker is moved. */
  private readonly ways: readonly Float64Array[];
  /** From when on it is moved; before that it flies. */
  private readonly from: number;
  private readonly longest: number;
  private state: ReplayStart;
  private now: Blow | undefined;
  private miss = new Float64Array(COUNTS);
  private guesses = GUESSES;

  constructor(blows: Blows, { start, tick, slides }: DrawnBlow, random: Random) {
    const { model, striker, struck, up, radii } = blows.pair;
    this.blows = blows;
    this.slides = slides;
    this.random = random;
    this.from = slides ? 0 : tick - 1;
    this.chart = new Chart(model, Int32Array.of(striker));
    this.ways = waysToMove(slides, up);
    this.longest = LONGEST * radii[striker];
    this.state = copyStart(start);
    blows.run.run(this.state.poses, this.state.motion, 0, this.from);
    // the struck body rests until then, without what rounding adds
    copyBody(struck, start.poses, start.motion, this.state.poses, this.state.motion);
    this.now = blows.follow(copyStart(this.state), this.from);
    if (this.now !== undefined) this.miss = this.missOf(this.now);
  }

  run(): Blow | undefined {
    const { model, striker, end } = this.blows.pair;
    for (let round = 0; round < MOST_ROUNDS && this.now !== undefined; round++) {
      if (isNear(missOf(model, striker, this.now.there.poses, end.poses))) return this.begin(this.now);
      const jacobian = this.differentiate();
      const step = leastStep(jacobian, this.miss, this.ways.length);
      if (!this.follow(step) && !this.guess(jacobian, step)) return undefined;
    }
    return undefined;
  }

  /** Along the step of the linear model, as far as that leads nearer. */
  private follow(step: Float64Array | undefined): boolean {
    if (step === undefined) return false;
    let scale = Math.min(1, this.longest / norm(step));
    for (let halving = 0; halving < HALVINGS; halving++, scale *= 0.5)
      if (this.goes(step.map((x) => scale * x))) return true;
    return false;
  }

  private guess(jacobian: Float64Array, step: Float64Array | undefined): boolean {
    const { random, blows, longest } = this;
    const { striker, radii } = blows.pair;
    for (let t = 0; t < MOST_IN_A_ROW && this.guesses > 0; t++, this.guesses--) {
      const reach = radii[striker] * NEAREST * pow(FARTHEST / NEAREST, random.uniform());
      const anyhow = Float64Array.from(this.ways, () => reach * random.normal());
      const share = random.uniform();
      if (t % 2 === 0 || step === undefined) {
        if (this.goes(anyhow)) return true;
        continue;
      }
      const scale = share * Math.min(1, longest / norm(step));
      const beside = withoutEffect(jacobian, COUNTS, anyhow);
      if (this.goes(beside.map((x, i) => x + scale * step[i]))) return true;
    }
    return false;
  }

  /** Takes a step where it leads nearer. */
  private goes(step: Float64Array): boolean {
    const { blows, from } = this;
    const moved = this.moved(step);
    if (this.slides && blows.isHurled(moved)) return false;
    const trial = blows.follow(copyStart(moved), from);
    if (trial === undefined) return false;
    const miss = this.missOf(trial);
    if (!(norm(miss) < norm(this.miss))) return false;
    this.state = moved;
    this.now = trial;
    this.miss = miss;
    return true;
  }

  private differentiate(): Float64Array {
    const { blows, from, miss } = this;
    const n = this.ways.length;
    const jacobian = new Float64Array(COUNTS * n);
    const delta = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      delta.fill(0);
      delta[i] = DIFFERENCE;
      const other = blows.follow(this.moved(delta), from);
      if (other === undefined) continue;
      const there = this.missOf(other);
      for (let k = 0; k < COUNTS; k++) jacobian[k * n + i] = (there[k] - miss[k]) / DIFFERENCE;
    }
    return jacobian;
  }

  private moved(step: Float64Array): ReplayStart {
    const state = copyStart(this.state);
    const sum = new Float64Array(WIDTH);
    this.ways.forEach((way, i) => {
      for (let k = 0; k < WIDTH; k++) sum[k] += step[i] * way[k];
    });
    this.chart.move(state, sum, 0);
    return state;
  }

  private missOf({ there }: Blow): Float64Array<ArrayBuffer> {
    const { model, striker, up, end } = this.blows.pair;
    const c = new Float64Array(WIDTH);
    this.chart.differ(c, 0, there, end);
    const rise = up[0] * c[0] + up[1] * c[1] + up[2] * c[2];
    const miss = new Float64Array(COUNTS);
    for (let k = 0; k < 3; k++) miss[k] = c[k] - rise * up[k];
    if (!isBall(model, striker)) miss[3] = up[0] * c[3] + up[1] * c[4] + up[2] * c[5];
    return miss;
  }

  /** Takes the flight before the blow back, and runs all of it. */
  private begin(blow: Blow): Blow | undefined {
    const { model, striker, struck, end } = this.blows.pair;
    const { start } = blow;
    const h = model.timeStep;
    for (let tick = this.from; tick > 0; tick--) {
      driftBody(model, start.poses, start.motion, striker, -0.5 * h);
      takeForcesBack(model, start.poses, striker, (tick - 1) * h, start.motion, start.motion);
      driftBody(model, start.poses, start.motion, striker, -0.5 * h);
    }
    const there = copyStart(start);
    const ran = this.blows.settle(there, 0);
    const comes = (body: number) => isNear(missOf(model, body, there.poses, end.poses));
    return ran !== undefined && comes(striker) && comes(struck) ? { start, there, ...ran } : undefined;
  }
}

/** All of the chart's in the air; on the ground those along it, and about the vertical. */
function waysToMove(slides: boolean, up: Float64Array): Float64Array[] {
  const axes = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)];
  const level = [new Float64Array(3), new Float64Array(3)];
  level.forEach((direction, i) => {
    horizontal(direction, up, i * 0.5 * Math.PI);
  });
  // place, turn, velocity, spin
  const parts = slides ? [level, [up], level, [up]] : [axes, axes, axes, axes];
  return parts.flatMap((directions, part) =>
    directions.map((direction) => {
      const way = new Float64Array(WIDTH);
      way.set(direction, 3 * part);
      return way;
    }),
  );
}

function norm(x: Float64Array): number {
  let square = 0;
  for (const value of x) square += value * value;
  return Math.sqrt(square);
}
