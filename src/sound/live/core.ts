// What rings in an audio worklet: contacts in, two ears out, and never more work than allowed.
//
//   contact ─► force (forces.ts) ─► modes of its body (ring.ts) ─► two ears (ears.ts) ─► samples
//
// Pure, so that it runs anywhere; it takes nothing from memory once it is made. A body costs nothing until it is struck, and
// nothing again when it is over. Beyond the limit of modes the softest bodies lose their higher half, group by group; beyond that of
// bodies the softest one ends. What ends fades within a quantum.

import { cos, exp } from '../../num/elementary/index.ts';
import type { Arena, Kernels } from '../../num/kernels/index.ts';
import { sinc } from '../synth/propagator.ts';
import { Ears, type ListenerPose } from './ears.ts';
import { Forces } from './forces.ts';
import { CONTACT_SIZE, type LiveBody, type LiveCounts, type LiveStart } from './messages.ts';
import { GROUP, QUANTUM } from './ring.ts';
import { MOST_MODES, Ringers } from './ringers.ts';

/** Tones above this part of the rate are left out. */
const HIGHEST = 0.45;
/** Later than this after its stamp nothing belongs to what is seen any more [s]. */
const LATE = 0.25;
/** Of full scale: softer is silent, once it was for so many quanta. */
const SILENT = 1e-6;
const QUIET_QUANTA = 16;
/** Above and below these parts of its time it thins and restores. */
const BUSY = 0.6;
const IDLE = 0.4;
/** Bodies thinned in one quantum. */
const MOST_THINNED = 64;

/** The part of a worklet that is not about worklets. */
export class LiveCore {
  private readonly rateHz: number;
  private readonly start: LiveStart;
  private readonly ringers: Ringers;
  private readonly forces: Forces;
  private readonly ears: Ears;
  /** Of each body: its first mode, how many it has and keeps, groups of all, that ring, and that shall. */
  private readonly firsts: Int32Array;
  private readonly sizes: Int32Array;
  private readonly kept: Int32Array;
  private readonly groups: Int32Array;
  private readonly ringing: Int32Array;
  private readonly wanted: Int32Array;
  private readonly quiet: Int32Array;
  private readonly loudness: Float64Array;
  /** What an impulse of 1 makes of a mode: e^(−ch/2) sin ω_d h. */
  private readonly inputs: Float32Array;
  private readonly fading = new Float32Array(QUANTUM);
  private mostModes: number;
  private bodiesNow = 0;
  private groupsNow = 0;
  private load = 0;
  private heard = 0;
  private crowded = 0;
  private late = 0;
  private wrong = 0;
  private stolen = 0;
  private thinned = 0;
  private clipped = 0;
  private silenced = 0;
  private worstDelay = 0;
  private sumDelay = 0;

  constructor(start: LiveStart, rateHz: number, arena: Arena, kernels: Kernels | undefined) {
    this.start = start;
    this.rateHz = rateHz;
    this.mostModes = start.limits.modes;
    const count = start.bodies.length;
    const many = (): Int32Array => new Int32Array(count);
    [this.firsts, this.sizes, this.kept, this.groups, this.ringing, this.wanted, this.quiet] = Array.from(
      { length: 7 },
      many,
    );
    this.loudness = new Float64Array(count);
    let modes = 0;
    start.bodies.forEach(({ frequencies }, body) => {
      const audible = frequencies.findIndex((hertz) => hertz > HIGHEST * rateHz);
      this.firsts[body] = modes;
      this.sizes[body] = frequencies.length;
      this.kept[body] = Math.min(MOST_MODES, audible < 0 ? frequencies.length : audible);
      this.groups[body] = Math.ceil(this.kept[body] / GROUP);
      modes += GROUP * this.groups[body];
    });
    this.ringers = new Ringers(arena, modes, kernels);
    this.inputs = new Float32Array(modes);
    this.forces = new Forces(count, rateHz);
    this.ears = new Ears(this.ringers, count, rateHz);
    for (const [index, body] of start.bodies.entries()) this.tune(index, body);
  }

  /** Takes contacts. @param base  their times count from it [s]. @param now  of the next quantum [s] */
  take(numbers: Float32Array, base: number, now: number): void {
    for (let at = 0; at + CONTACT_SIZE <= numbers.length; ) {
      const body = numbers[at];
      const size = this.sizes[body];
      // where one goes is known from its body: behind one of no body nothing can be read
      if (size === undefined || at + CONTACT_SIZE + size > numbers.length) {
        this.wrong++;
        return;
      }
      this.takeOne(numbers, at, body, base, now);
      at += CONTACT_SIZE + size;
    }
  }

  /** Where bodies are: four numbers each, which one and its place [m]. */
  place(numbers: Float32Array): void {
    for (let at = 0; at + 4 <= numbers.length; at += 4) {
      const body = numbers[at];
      if (this.sizes[body] === undefined) continue;
      this.ears.place(body, numbers[at + 1], numbers[at + 2], numbers[at + 3]);
      if (this.ringing[body] === 0) this.ears.settle(body);
    }
  }

  /** Moves the head. */
  listen(pose: ListenerPose): void {
    this.ears.listen(pose);
  }

  /** The part of its time that it takes, as was measured lately. */
  setLoad(load: number): void {
    this.load = load;
    const { modes } = this.start.limits;
    if (load > BUSY) this.mostModes = Math.max(GROUP, 0.8 * Math.min(this.mostModes, GROUP * this.groupsNow));
    else if (load < IDLE) this.mostModes = Math.min(modes, 1.05 * this.mostModes + GROUP);
  }

  /** One quantum. @param frame  its first sample */
  process(left: Float32Array, right: Float32Array, frame: number): void {
    const { ringers, forces, groups } = this;
    for (let body = 0; body < groups.length; body++) {
      const count = forces.has(body)
        ? forces.write(body, frame, ringers.vectors, ringers.profiles, GROUP * groups[body])
        : 0;
      if (count > 0) this.wake(body);
      if (this.ringing[body] > 0) this.ring(body, count);
    }
    this.thin();
    const largest = this.ears.finish(left, right, this.start.gain);
    if (largest > 1)
      for (const out of [left, right]) for (const x of out) if (Math.abs(x) > 1) this.clipped++;
    if (!Number.isFinite(largest)) this.silence(left, right);
  }

  /** What happened so far. */
  counts(): LiveCounts {
    const { heard, crowded, late, wrong, stolen, thinned, clipped, silenced, worstDelay, load } = this;
    const [bodies, modes] = [this.bodiesNow, GROUP * this.groupsNow];
    const meanDelay = heard > 0 ? this.sumDelay / heard : 0;
    return {
      heard,
      crowded,
      late,
      wrong,
      stolen,
      thinned,
      clipped,
      silenced,
      bodies,
      modes,
      worstDelay,
      meanDelay,
      load,
    };
  }

  private tune(body: number, { frequencies, dampings, radius }: LiveBody): void {
    const { kappa, delta } = this.ringers.state;
    const h = 1 / this.rateHz;
    this.ears.setRadius(body, radius);
    for (let m = 0; m < this.kept[body]; m++) {
      const at = this.firsts[body] + m;
      const half = 0.5 * dampings[m];
      const omega = 2 * Math.PI * frequencies[m];
      const angle = Math.sqrt(Math.max(0, omega * omega - half * half)) * h;
      const decay = exp(-half * h);
      delta[at] = decay * decay;
      // 1 + δ − 2 e cos = (1 − e)² + 2 e (1 − cos), which loses nothing where tones are low
      const s = 0.5 * angle * sinc(0.5 * angle);
      kappa[at] = (1 - decay) * (1 - decay) + 4 * decay * s * s;
      this.inputs[at] = decay * 2 * s * cos(0.5 * angle);
    }
  }

  private takeOne(numbers: Float32Array, at: number, body: number, base: number, now: number): void {
    const size = this.sizes[body];
    for (let i = at; i < at + CONTACT_SIZE + size; i++)
      if (!Number.isFinite(numbers[i])) {
        this.wrong++;
        return;
      }
    const stamp = base + numbers[at + 1];
    if (now - stamp > LATE) {
      this.late++;
      return;
    }
    // never after its lead and a little, however the clock of who tells it runs
    const begins = Math.min(Math.max(stamp + this.start.lead, now), now + LATE);
    const length = numbers[at + 2];
    const force = this.forces.add(
      body,
      begins * this.rateHz,
      length * this.rateHz,
      numbers[at + 3],
      numbers[at + 4],
    );
    if (force < 0) {
      this.crowded++;
      return;
    }
    const { vectors } = this.forces;
    const to = MOST_MODES * force;
    vectors.fill(0, to, to + GROUP * this.groups[body]);
    // of a blow it is its impulse, of noise a force, which acts for a sample at a time
    const scale = numbers[at + 3] > 0 ? 1 / this.rateHz : 1;
    for (let m = 0; m < this.kept[body]; m++)
      vectors[to + m] = scale * numbers[at + CONTACT_SIZE + m] * this.inputs[this.firsts[body] + m];
    this.heard++;
    const delay = begins - stamp;
    this.worstDelay = Math.max(this.worstDelay, delay);
    this.sumDelay += delay;
  }

  private wake(body: number): void {
    this.quiet[body] = 0;
    if (this.ringing[body] === 0) {
      if (this.bodiesNow >= this.start.limits.bodies) this.steal();
      this.bodiesNow++;
      this.loudness[body] = Infinity;
      this.ears.settle(body);
    }
    this.groupsNow += this.groups[body] - this.ringing[body];
    this.ringing[body] = this.groups[body];
    this.wanted[body] = this.groups[body];
  }

  private ring(body: number, count: number): void {
    const { ringers, ears } = this;
    const first = this.firsts[body];
    const stays = this.wanted[body];
    const goes = this.ringing[body] - stays;
    if (goes > 0) {
      ringers.ring(first, stays, goes, count);
      for (let n = 0; n < QUANTUM; n++) this.fading[n] = ringers.mono[n] * (1 - (n + 1) / QUANTUM);
      const { y, d } = ringers.state;
      for (const numbers of [y, d]) numbers.fill(0, first + GROUP * stays, first + GROUP * (stays + goes));
    }
    const largest = ringers.ring(first, 0, stays, count);
    if (goes > 0) for (let n = 0; n < QUANTUM; n++) ringers.mono[n] += this.fading[n];
    ears.hear(body);
    this.ringing[body] = stays;
    this.groupsNow -= goes;
    const loud = largest * ears.loudnessOf(body) * this.start.gain;
    // a low tone is small for a while without being over
    this.loudness[body] = Math.max(loud, this.loudness[body] === Infinity ? 0 : 0.9 * this.loudness[body]);
    this.quiet[body] = loud < SILENT && !this.forces.has(body) ? this.quiet[body] + 1 : 0;
    if (this.quiet[body] >= QUIET_QUANTA || stays === 0) this.end(body);
  }

  private end(body: number): void {
    const { y, d } = this.ringers.state;
    const first = this.firsts[body];
    for (const numbers of [y, d]) numbers.fill(0, first, first + GROUP * this.groups[body]);
    this.groupsNow -= this.ringing[body];
    this.ringing[body] = 0;
    this.bodiesNow--;
  }

  /** The softest ends. */
  private steal(): void {
    const softest = this.softest(0);
    if (softest < 0) return;
    this.wanted[softest] = 0;
    this.forces.clear(softest);
    this.stolen++;
  }

  /** Soft bodies lose their higher half, those of one group all, until there are no more modes than allowed. */
  private thin(): void {
    let groups = 0;
    for (let body = 0; body < this.ringing.length; body++)
      if (this.ringing[body] > 0) groups += this.wanted[body];
    for (let turn = 0; turn < MOST_THINNED && GROUP * groups > this.mostModes; turn++) {
      const body = this.softest(1);
      if (body < 0) break;
      const fewer = Math.ceil(this.wanted[body] / 2);
      groups -= this.wanted[body] - fewer;
      this.wanted[body] = fewer;
      this.thinned++;
    }
    while (GROUP * groups > this.mostModes && this.bodiesNow > 1) {
      const body = this.softest(0);
      if (body < 0) break;
      groups -= this.wanted[body];
      this.steal();
    }
  }

  /** Of those that ring with more groups than this, or -1. */
  private softest(groups: number): number {
    let found = -1;
    for (let body = 0; body < this.ringing.length; body++) {
      if (this.ringing[body] === 0 || this.wanted[body] <= groups) continue;
      if (found < 0 || this.loudness[body] < this.loudness[found]) found = body;
    }
    return found;
  }

  private silence(left: Float32Array, right: Float32Array): void {
    for (const out of [left, right]) out.fill(0);
    for (let body = 0; body < this.ringing.length; body++) {
      this.forces.clear(body);
      if (this.ringing[body] > 0) this.end(body);
    }
    this.ears.clear();
    this.silenced++;
  }
}
