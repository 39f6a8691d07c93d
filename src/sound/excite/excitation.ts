// Everything that excites and damps the modes of one body, block by block of samples.
//
// Forces are strands: a profile over time × a vector over modes (bank.ts). An impact is one strand for as long as its
// pulse lasts; a lane of steps brings the vector of each step while it or a neighbour is going on. Vectors are made when
// they are first needed and given back behind.

import { addContactRates, type Locator, type Modes, shapeAt } from '../../modes/index.ts';
import { BLOCK } from '../synth/resonators.ts';
import type { Bank, Strand } from '../synth/bank.ts';
import { sinc } from '../synth/propagator.ts';
import { adjoin, type BodyStep, ENTRY_FRICTION, ENTRY_SIZE } from './body-steps.ts';
import { IMPULSE, NORMAL, POINT, PRESS } from './meetings.ts';
import {
  GOES_ON_BEFORE,
  GOES_ON_BEHIND,
  type Knot,
  knotBetween,
  lastingPassed,
  NOTHING,
} from './lasting-force.ts';
import { Scraping } from '../scrape/scraping.ts';
import type { Slide } from '../scrape/slides.ts';
import { hermite, monotoneSlope } from './pchip.ts';
import { writePulse } from './pulse.ts';

/** An impact on this body. */
export interface BodyPulse {
  /** When it begins and how long it is [s]. */
  readonly start: number;
  readonly length: number;
  /** Body coordinates: point [m], impulse [N s]. */
  readonly point: readonly [number, number, number];
  readonly impulse: readonly [number, number, number];
}

interface LoadedStep {
  readonly strand: Strand;
  /** γ Σ … of the step [1/s], undefined where γ is 0. */
  readonly rates: Float64Array | undefined;
}

/** How modes move at a place. */
export interface Shapes {
  readonly count: number;
  /** Writes the displacement of every mode [1/√kg] at a point of the body [m]: out[3 * mode + k]. */
  at(x: number, y: number, z: number, out: Float64Array): void;
}

/** Those that were found on a surface. */
export function shapesOn(modes: Modes, locator: Locator): Shapes {
  return { count: modes.count, at: (x, y, z, out) => shapeAt(modes, locator, x, y, z, out) };
}

export interface ExcitationSource {
  readonly shapes: Shapes;
  /** γ of the material. */
  readonly contactDamping: number;
  readonly lanes: readonly (readonly BodyStep[])[];
  /**
   * Of the modes, the lowest, that the engine bent the body by, finding forces and motion together [rad/s]: these are moved by
   * what the steps say, blows and all, and the others by blows as Hertz has them. None where it did not bend the body.
   */
  readonly bentOmegas?: Float64Array | undefined;
  /** By start. */
  readonly pulses: readonly BodyPulse[];
  /** Of this body, by start, and its index in them. */
  readonly slides?: readonly Slide[];
  readonly body?: number;
  /** First and last time of the recording [s]: what touches there does so before and afterwards. */
  readonly from: number;
  readonly until: number;
}

export class Excitation {
  /** Of the last block. */
  readonly strands: Strand[] = [];
  largest = new Float64Array(64);
  private readonly bank: Bank;
  private readonly source: ExcitationSource;
  private readonly loaded: Map<number, LoadedStep>[];
  private readonly laneAt: number[];
  private readonly active: { readonly pulse: BodyPulse; readonly strand: Strand }[] = [];
  private nextPulse = 0;
  private readonly shapes: Float64Array;
  private readonly forces: Float64Array;
  /**
   * Forces of steps are means over so long [s]: a sample, or half a period of the highest mode that the engine bent the body by. What
   * they do faster than that is how they are drawn through the steps, and hiss.
   */
  private readonly window: number;
  /** What a mode loses by that, given back. */
  private readonly windowGain: Float64Array;
  private damped = false;
  private readonly scraping: Scraping;

  constructor(bank: Bank, source: ExcitationSource) {
    this.bank = bank;
    this.source = source;
    this.loaded = source.lanes.map(() => new Map<number, LoadedStep>());
    this.laneAt = source.lanes.map(() => 0);
    this.shapes = new Float64Array(3 * source.shapes.count);
    this.forces = new Float64Array(source.shapes.count);
    const omegas = source.bentOmegas ?? new Float64Array(0);
    this.window = omegas.length > 0 ? Math.max(bank.h, Math.PI / omegas[omegas.length - 1]) : bank.h;
    this.windowGain = Float64Array.from(
      omegas,
      (omega) => sinc(0.5 * omega * bank.h) / sinc(0.5 * omega * this.window),
    );
    this.scraping = new Scraping(
      {
        h: bank.h,
        strandOf: (point, direction) => this.strandOf(point, direction),
        release: (strand) => bank.release(strand),
        push: (strand, changes, largest) => {
          bank.profiles.set(changes, BLOCK * this.strands.length);
          this.push(strand, largest);
        },
      },
      source.slides ?? [],
      source.body ?? 0,
    );
  }

  /** Sets strands, profiles and damping for the block that begins at sample `first`. */
  prepare(first: number): void {
    this.strands.length = 0;
    this.addPulses(first);
    this.source.lanes.forEach((lane, l) => {
      this.addLane(lane, l, first);
    });
    this.scraping.prepare(first);
    if (this.source.contactDamping > 0) this.damp(first);
  }

  private push(strand: Strand, largest: number): void {
    const j = this.strands.length;
    if (j === this.largest.length) {
      const longer = new Float64Array(2 * j);
      longer.set(this.largest);
      this.largest = longer;
    }
    this.largest[j] = largest;
    this.strands.push(strand);
  }

  private addPulses(first: number): void {
    const { bank, source, active } = this;
    const { h } = bank;
    const until = (first + BLOCK) * h;
    while (this.nextPulse < source.pulses.length && source.pulses[this.nextPulse].start < until) {
      const pulse = source.pulses[this.nextPulse++];
      active.push({ pulse, strand: this.strandOf(pulse.point, pulse.impulse, source.bentOmegas?.length) });
    }
    let kept = 0;
    for (const one of active) {
      const { pulse, strand } = one;
      if (pulse.start + pulse.length < (first - 1) * h) {
        bank.release(strand);
        continue;
      }
      active[kept++] = one;
      const at = BLOCK * this.strands.length;
      this.push(strand, writePulse(bank.profiles, at, BLOCK, first, h, pulse.start, pulse.length));
    }
    active.length = kept;
  }

  /** For a force at a point, on the modes from one on. */
  private strandOf(point: ArrayLike<number>, force: ArrayLike<number>, fromMode = 0): Strand {
    const strand = this.bank.newStrand();
    this.forces.fill(0);
    this.addForces(point, 0, force, 0, 1);
    this.forces.fill(0, 0, fromMode);
    this.bank.setStrand(strand, this.forces);
    return strand;
  }

  /** Adds (U·f) of a force at a point to the modal forces. */
  private addForces(
    point: ArrayLike<number>,
    pointAt: number,
    force: ArrayLike<number>,
    forceAt: number,
    scale: number,
  ): void {
    const { count } = this.source.shapes;
    const { shapes, forces } = this;
    this.source.shapes.at(point[pointAt], point[pointAt + 1], point[pointAt + 2], shapes);
    const fx = scale * force[forceAt];
    const fy = scale * force[forceAt + 1];
    const fz = scale * force[forceAt + 2];
    for (let m = 0; m < count; m++)
      forces[m] += shapes[3 * m] * fx + shapes[3 * m + 1] * fy + shapes[3 * m + 2] * fz;
  }

  /** The vector and damping of a step, made when first asked for. */
  private load(lane: readonly BodyStep[], l: number, k: number): LoadedStep {
    const known = this.loaded[l].get(k);
    if (known) return known;
    const { bank, source } = this;
    const { entries, duration } = lane[k];
    const rates = source.contactDamping > 0 ? new Float64Array(source.shapes.count) : undefined;
    this.forces.fill(0);
    for (let e = 0; e < entries.length; e += ENTRY_SIZE) {
      this.addForces(entries, e + POINT, entries, e + IMPULSE, 1 / duration);
      if (rates)
        addContactRates(
          rates,
          this.shapes,
          entries,
          e + NORMAL,
          entries[e + PRESS] / duration,
          Math.min(1, entries[e + ENTRY_FRICTION]),
          source.contactDamping,
        );
    }
    if (source.bentOmegas !== undefined) {
      const { length } = this.windowGain;
      for (let m = 0; m < length; m++) this.forces[m] *= this.windowGain[m];
      // forces were found without the others, which would have yielded to them: to these they are noise
      this.forces.fill(0, length);
    }
    const strand = bank.newStrand();
    bank.setStrand(strand, this.forces);
    const made = { strand, rates };
    this.loaded[l].set(k, made);
    return made;
  }

  private knot(lane: readonly BodyStep[], k: number, behind: boolean): Knot {
    const before = lane[behind ? k : k - 1];
    const after = lane[behind ? k + 1 : k];
    if (adjoin(before, after)) return knotBetween(before.duration, after.duration);
    const { from, until } = this.source;
    const step = lane[k];
    if (behind) return step.start + 1.5 * step.duration > until ? GOES_ON_BEHIND : NOTHING;
    return step.start - 0.5 * step.duration < from ? GOES_ON_BEFORE : NOTHING;
  }

  private addLane(lane: readonly BodyStep[], l: number, first: number): void {
    const { bank } = this;
    const { h } = bank;
    const wider = 0.5 * (this.window - h);
    const begin = (first - 1) * h - wider;
    const end = (first + BLOCK) * h + wider;
    while (this.laneAt[l] < lane.length - 1) {
      const step = lane[this.laneAt[l]];
      if (step.start + step.duration > begin) break;
      this.laneAt[l]++;
    }
    const from = this.laneAt[l];
    // vectors of steps that no block will ask for again
    for (const [k, { strand }] of this.loaded[l]) {
      if (k >= from - 2) continue;
      bank.release(strand);
      this.loaded[l].delete(k);
    }
    const means = new Map<number, Float64Array>();
    const meanOf = (k: number): Float64Array => {
      let mean = means.get(k);
      if (!mean) {
        mean = new Float64Array(BLOCK + 1);
        means.set(k, mean);
      }
      return mean;
    };
    for (let k = from; k < lane.length && lane[k].start < end; k++) this.addStep(lane, k, first, meanOf);
    this.addBeyond(lane, first, meanOf);
    for (const [k, mean] of means) {
      let largest = 0;
      const at = BLOCK * this.strands.length;
      for (let n = 0; n < BLOCK; n++) {
        // the very first sample starts from where the forces hold the body
        const change = first + n === 0 ? 0 : mean[n + 1] - mean[n];
        bank.profiles[at + n] = change;
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest > 1e-13) this.push(this.load(lane, l, k).strand, largest);
    }
  }

  /** Adds a step's means over the samples from first − 1 on, by the step whose average they are due to. */
  private addStep(
    lane: readonly BodyStep[],
    k: number,
    first: number,
    meanOf: (k: number) => Float64Array,
  ): void {
    const { bank, window } = this;
    const wider = 0.5 * (window - bank.h);
    const step = lane[k];
    const start = this.knot(lane, k, false);
    const last = this.knot(lane, k, true);
    const neighbours = [
      adjoin(lane[k - 1], step) ? meanOf(k - 1) : undefined,
      meanOf(k),
      adjoin(step, lane[k + 1]) ? meanOf(k + 1) : undefined,
    ];
    const stepEnd = step.start + step.duration;
    for (let n = 0; n <= BLOCK; n++) {
      const cell = (first + n - 1) * bank.h - wider;
      if (cell + window <= step.start || cell >= stepEnd) continue;
      lastingPassed((cell - step.start) / step.duration, step.duration, start, last, passedBefore);
      lastingPassed((cell + window - step.start) / step.duration, step.duration, start, last, passedAfter);
      for (let which = 0; which < 3; which++) {
        const mean = neighbours[which];
        if (mean) mean[n] += (passedAfter[which] - passedBefore[which]) / window;
      }
    }
  }

  /** The force of the first step before it and of the last behind it, where these go on. */
  private addBeyond(lane: readonly BodyStep[], first: number, meanOf: (k: number) => Float64Array): void {
    const { bank, window } = this;
    const wider = 0.5 * (window - bank.h);
    const begin = (first - 1) * bank.h - wider;
    const end = (first + BLOCK) * bank.h + wider;
    const opener = lane[0];
    const closer = lane[lane.length - 1];
    const closes = closer.start + closer.duration;
    const before = begin < opener.start && this.knot(lane, 0, false) === GOES_ON_BEFORE;
    const behind = end > closes && this.knot(lane, lane.length - 1, true) === GOES_ON_BEHIND;
    if (behind && begin >= closes) return; // constant: no change
    for (let n = 0; n <= BLOCK && (before || behind); n++) {
      const cell = (first + n - 1) * bank.h - wider;
      if (before) meanOf(0)[n] += Math.max(0, Math.min(1, (opener.start - cell) / window));
      if (behind) meanOf(lane.length - 1)[n] += Math.max(0, Math.min(1, (cell + window - closes) / window));
    }
  }

  /** Damping by contacts in the middle of the block, between the middles of steps. */
  private damp(first: number): void {
    const { bank, source } = this;
    const { extra } = bank.arrays;
    const time = (first + 0.5 * BLOCK) * bank.h;
    if (this.damped) extra.fill(0);
    this.damped = false;
    source.lanes.forEach((lane, l) => {
      let k = this.laneAt[l];
      // the step whose middle is the last that is not later
      while (k > 0 && lane[k].start + 0.5 * lane[k].duration > time) k--;
      while (k + 1 < lane.length && lane[k + 1].start + 0.5 * lane[k + 1].duration <= time) k++;
      this.dampBetween(lane, l, k, time);
    });
  }

  private dampBetween(lane: readonly BodyStep[], l: number, k: number, time: number): void {
    const { bank, source } = this;
    const { extra } = bank.arrays;
    const step = lane[k];
    const middle = step.start + 0.5 * step.duration;
    const scale = 0.5 * bank.h;
    const rates = (i: number): Float64Array | undefined => this.load(lane, l, i).rates;
    let y: (Float64Array | undefined)[];
    let spans: [number, number, number];
    let u: number;
    const at = (i: number, near: number): Float64Array | undefined => {
      // step i where it adjoins its neighbour on the way from `near`
      const low = Math.min(i, near);
      for (let j = low; j < Math.max(i, near); j++) if (!adjoin(lane[j], lane[j + 1])) return undefined;
      return i < 0 || i >= lane.length ? undefined : rates(i);
    };
    if (time < middle) {
      // only before the first step
      if (this.knot(lane, 0, false) === GOES_ON_BEFORE) {
        this.addConstant(rates(0));
        return;
      }
      u = 1 - (middle - time) / step.duration;
      if (u <= 0) return;
      y = [undefined, undefined, rates(k), at(k + 1, k)];
      spans = [step.duration, step.duration, this.span(lane, k)];
    } else if (adjoin(step, lane[k + 1])) {
      const span = this.span(lane, k);
      u = (time - middle) / span;
      y = [at(k - 1, k), rates(k), rates(k + 1), at(k + 2, k + 1)];
      spans = [
        k > 0 ? this.span(lane, k - 1) : span,
        span,
        k + 2 < lane.length ? this.span(lane, k + 1) : span,
      ];
    } else {
      if (this.knot(lane, k, true) === GOES_ON_BEHIND) {
        this.addConstant(rates(k));
        return;
      }
      u = (time - middle) / step.duration;
      const next = lane[k + 1];
      if (next && u > 1) {
        // rising towards a step that nothing adjoins
        const rise = 1 - (next.start + 0.5 * next.duration - time) / next.duration;
        if (rise <= 0) return;
        u = rise;
        y = [undefined, undefined, rates(k + 1), at(k + 2, k + 1)];
        spans = [next.duration, next.duration, this.span(lane, k + 1)];
      } else {
        if (u >= 1) return;
        y = [at(k - 1, k), rates(k), undefined, undefined];
        spans = [k > 0 ? this.span(lane, k - 1) : step.duration, step.duration, step.duration];
      }
    }
    this.damped = true;
    for (let m = 0; m < source.shapes.count; m++) {
      const [a, b, c, d] = [y[0]?.[m] ?? 0, y[1]?.[m] ?? 0, y[2]?.[m] ?? 0, y[3]?.[m] ?? 0];
      const s0 = monotoneSlope(a, b, c, spans[0], spans[1]);
      const s1 = monotoneSlope(b, c, d, spans[1], spans[2]);
      extra[m] += scale * Math.max(0, hermite(b, s0, c, s1, spans[1], u));
    }
  }

  private addConstant(rates: Float64Array | undefined): void {
    if (!rates) return;
    const { extra } = this.bank.arrays;
    this.damped = true;
    for (let m = 0; m < rates.length; m++) extra[m] += 0.5 * this.bank.h * rates[m];
  }

  /** Between the middles of step k and the next [s]. */
  private span(lane: readonly BodyStep[], k: number): number {
    const next = lane[k + 1];
    if (!next || !adjoin(lane[k], next)) return lane[k].duration;
    return next.start + 0.5 * next.duration - lane[k].start - 0.5 * lane[k].duration;
  }
}

const passedBefore = new Float64Array(3);
const passedAfter = new Float64Array(3);
