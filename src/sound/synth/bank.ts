// The modes of one body as resonators in WebAssembly memory: input, weights, sleep.
//
// Silent groups of modes sleep: what they would still give is below `floor` [Pa]. They wake when input comes that
// could be heard; smaller input is passed over, which is what a force that changes slowly does to a stiff spring.

import { type Arena, createArena, type Kernels, kernelsFor } from '../../num/kernels/index.ts';
import { writePropagator, sinc } from './propagator.ts';
import { BLOCK, type BankArrays, GROUP } from './resonators.ts';

/** Changes of one force that reaches all modes: profile × vector. */
export interface Strand {
  /** Into ω q of each mode for a unit force, from `Bank.newVector`. */
  readonly vector: Float64Array;
  /** Largest entry of each group. */
  readonly reach: Float64Array;
}

/** At most so many strands at once; more are refused. */
const MOST_STRANDS = 4096;
/** Who can listen at once: from where they are, and from where mirrors show them. */
export const MOST_LISTENERS = 4;
/** Weights that can be heard at once: of each at the start and end of a stretch. */
const MOST_SETS = 2 * MOST_LISTENERS;
/** Blocks between two looks for modes that are over. */
const SLEEP_EVERY = 8;

/** Lists the arrays of a bank, and room to work in, for the kernels. */
export function listAddresses(
  arena: Arena,
  { awake, x, v, p11, p12, p21, p22, extra, heardX, heardV, sums }: BankArrays,
  starts: Uint32Array,
  profiles: Float64Array,
): Uint32Array {
  const scratch = arena.f64(64);
  const views = [awake, x, v, p11, p12, p21, p22, extra, heardX, heardV, sums, scratch, starts, profiles];
  const list = arena.u32(views.length);
  list.set(views.map((view) => arena.offsetOf(view)));
  return list;
}

export class Bank {
  readonly count: number;
  /** Multiple of eight. */
  readonly padded: number;
  readonly groups: number;
  readonly arrays: BankArrays;
  /** Of one sample [s]. */
  readonly h: number;
  readonly profiles: Float64Array;
  /** −1/ω of each mode, with what sampling an impact takes from it given back: multiplies a modal force. */
  readonly inputGain: Float64Array;
  private readonly omegas: Float64Array;
  private readonly arena: Arena;
  private readonly kernels: Kernels;
  private readonly addresses: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly isAwake: Uint8Array;
  private readonly loudness: Float64Array;
  private readonly floor: number;
  private readonly free: Strand[] = [];
  private blocks = 0;

  /**
   * @param rates  damping of each mode without contacts, α + βω² [1/s]
   * @param floor  what is not heard any more [Pa]
   */
  constructor(omegas: Float64Array, rates: Float64Array, h: number, floor = 1e-9) {
    this.count = omegas.length;
    this.groups = Math.max(1, Math.ceil(this.count / GROUP));
    this.padded = GROUP * this.groups;
    this.h = h;
    this.omegas = omegas;
    this.floor = floor;
    this.arena = createArena({ maximumBytes: 1 << 30 });
    this.kernels = kernelsFor(this.arena);
    const { arena, padded } = this;
    this.arrays = {
      x: arena.f64(padded),
      v: arena.f64(padded),
      p11: arena.f64(padded),
      p12: arena.f64(padded),
      p21: arena.f64(padded),
      p22: arena.f64(padded),
      extra: arena.f64(padded),
      heardX: arena.f64(MOST_SETS * padded),
      heardV: arena.f64(MOST_SETS * padded),
      awake: arena.i32(this.groups),
      sums: arena.f64(2 * MOST_SETS * BLOCK),
    };
    this.starts = arena.u32(MOST_STRANDS);
    this.profiles = arena.f64(MOST_STRANDS * BLOCK);
    this.addresses = listAddresses(arena, this.arrays, this.starts, this.profiles);
    this.isAwake = new Uint8Array(this.groups);
    this.loudness = new Float64Array(this.groups);
    this.inputGain = new Float64Array(this.count);
    const p = new Float64Array(4);
    for (let m = 0; m < this.count; m++) {
      writePropagator(p, omegas[m], rates[m], h);
      this.arrays.p11[m] = p[0];
      this.arrays.p12[m] = p[1];
      this.arrays.p21[m] = p[2];
      this.arrays.p22[m] = p[3];
      this.inputGain[m] = -1 / (omegas[m] * this.attenuation(m));
    }
  }

  /** What the mean over a sample leaves of a tone of this mode. */
  private attenuation(m: number): number {
    return Math.max(0.5, sinc(0.5 * this.omegas[m] * this.h));
  }

  /** How mode m is heard: T of transfer.ts, as weights of the changes of ω q and q̇ in a sample. */
  setHeard(set: number, m: number, re: number, im: number): void {
    const scale = 1 / (this.h * this.attenuation(m));
    this.arrays.heardV[set * this.padded + m] = re * scale;
    this.arrays.heardX[set * this.padded + m] = im * scale;
  }

  copyHeard(to: number, from: number): void {
    const { heardX, heardV } = this.arrays;
    for (const weights of [heardX, heardV])
      weights.copyWithin(to * this.padded, from * this.padded, (from + 1) * this.padded);
  }

  /** After weights have changed: how loud a unit state of each group is. */
  weigh(sets: number): void {
    const { heardX, heardV } = this.arrays;
    this.loudness.fill(0);
    for (let set = 0; set < sets; set++) {
      for (let m = 0; m < this.count; m++) {
        const at = set * this.padded + m;
        const loud = (Math.abs(heardX[at]) + Math.abs(heardV[at])) * Math.min(2, this.omegas[m] * this.h);
        const group = (m / GROUP) | 0;
        if (loud > this.loudness[group]) this.loudness[group] = loud;
      }
    }
  }

  /** Room for the vector of a strand; give it back with `release`. */
  newStrand(): Strand {
    const used = this.free.pop();
    if (used) return used;
    return { vector: this.arena.f64(this.padded), reach: new Float64Array(this.groups) };
  }

  release(strand: Strand): void {
    this.free.push(strand);
  }

  /** Fills a vector from modal forces, and finds its reach. */
  setStrand({ vector, reach }: Strand, forces: Float64Array): void {
    reach.fill(0);
    for (let m = 0; m < this.count; m++) {
      const value = forces[m] * this.inputGain[m];
      vector[m] = value;
      const group = (m / GROUP) | 0;
      if (Math.abs(value) > reach[group]) reach[group] = Math.abs(value);
    }
  }

  /**
   * Advances by one block. Profiles of the strands stand in `profiles`, BLOCK each.
   * @param largest  of each profile
   * @param out      written: BLOCK samples [Pa] for each set of weights
   */
  advance(strands: readonly Strand[], largest: Float64Array, sets: number, out: Float64Array): void {
    const { arena, kernels, arrays, starts, isAwake } = this;
    const { awake, sums } = arrays;
    const count = strands.length;
    if (count > MOST_STRANDS) throw new RangeError(`${count} forces at once on one body`);
    // before waking: what has only its input to come is silent still
    if (this.blocks++ % SLEEP_EVERY === 0) this.fallAsleep();
    for (let g = 0; g < this.groups; g++) {
      if (isAwake[g] === 1) continue;
      let input = 0;
      for (let j = 0; j < count; j++) input += largest[j] * strands[j].reach[g];
      if (input * this.loudness[g] > this.floor) isAwake[g] = 1;
    }
    let groups = 0;
    for (let g = 0; g < this.groups; g++) if (isAwake[g] === 1) awake[groups++] = g;
    sums.fill(0, 0, 2 * BLOCK * sets);
    if (groups > 0) {
      for (let j = 0; j < count; j++) starts[j] = arena.offsetOf(strands[j].vector) / 8;
      const address = arena.offsetOf(this.addresses);
      if (count === 0) kernels.ringFreely(address, groups, this.padded, sets);
      else kernels.ringForced(address, groups, this.padded, sets, count);
    }
    for (let n = 0; n < BLOCK * sets; n++) out[n] = sums[2 * n] + sums[2 * n + 1];
  }

  /** ½ Σ |z|² [J]. */
  energy(): number {
    const { x, v } = this.arrays;
    let sum = 0;
    for (let m = 0; m < this.count; m++) sum += x[m] * x[m] + v[m] * v[m];
    return 0.5 * sum;
  }

  get awakeGroups(): number {
    return this.isAwake.reduce((sum, flag) => sum + flag, 0);
  }

  private fallAsleep(): void {
    const { x, v } = this.arrays;
    for (let g = 0; g < this.groups; g++) {
      if (this.isAwake[g] === 0) continue;
      let largest = 0;
      for (let m = GROUP * g; m < GROUP * (g + 1); m++)
        largest = Math.max(largest, Math.abs(x[m]) + Math.abs(v[m]));
      if (!(largest * this.loudness[g] < this.floor)) continue;
      x.fill(0, GROUP * g, GROUP * (g + 1));
      v.fill(0, GROUP * g, GROUP * (g + 1));
      this.isAwake[g] = 0;
    }
  }
}
