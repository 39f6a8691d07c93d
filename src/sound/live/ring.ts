// Resonators of live sound, a quantum of 128 samples at a time: the readable twin of ring.as.ts.
//
//   d ← δ d − κ y + Σ_j f_j[n] u_j,     y ← y + d,     κ = 1 + δ − 2 e^(−ch/2) cos ω_d h,   δ = e^(−ch)
//
// y rings as e^(−ct/2) sin ω_d t. In single precision, so that four modes go at once: the steps d stay small where tones are
// low, and κ holds the pitch to seven digits there, which 2 cos ω_d h would not.
//
// Modes stand in groups of sixteen: four lanes of four.

/** Samples of a quantum, as audio worklets have it. */
export const QUANTUM = 128;
/** Modes of a group. */
export const GROUP = 16;
/** A mode below this is over: smaller numbers would make the processor slow. */
const OVER = 1e-20;

const single = Math.fround;

/** State and constants of all modes of all bodies. */
export interface Ringing {
  /** What is heard of each mode. */
  readonly y: Float32Array;
  /** Its steps. */
  readonly d: Float32Array;
  /** κ and δ. */
  readonly kappa: Float32Array;
  readonly delta: Float32Array;
}

/**
 * Adds one quantum of `groups` groups from mode `first` on to `lanes`, four sums a sample.
 * @param vectors  u of each force, `width` apart, from its first mode on
 * @param profiles f of each force, QUANTUM apart
 */
export function ringLive(
  { y, d, kappa, delta }: Ringing,
  first: number,
  groups: number,
  lanes: Float32Array,
  forces: number,
  vectors: Float32Array,
  width: number,
  profiles: Float32Array,
): void {
  for (let group = 0; group < groups; group++) {
    const at = first + GROUP * group;
    for (let n = 0; n < QUANTUM; n++) {
      for (let m = 0; m < GROUP; m++) {
        let step = single(single(delta[at + m] * d[at + m]) - single(kappa[at + m] * y[at + m]));
        for (let j = 0; j < forces; j++) {
          const input = single(profiles[QUANTUM * j + n] * vectors[width * j + GROUP * group + m]);
          step = single(step + input);
        }
        d[at + m] = step;
        y[at + m] = single(y[at + m] + step);
      }
      for (let lane = 0; lane < 4; lane++) {
        const i = at + lane;
        const sum = single(single(y[i] + y[i + 4]) + single(y[i + 8] + y[i + 12]));
        lanes[4 * n + lane] = single(lanes[4 * n + lane] + sum);
      }
    }
    for (let i = at; i < at + GROUP; i++) {
      if (Math.max(Math.abs(y[i]), Math.abs(d[i])) >= OVER) continue;
      y[i] = 0;
      d[i] = 0;
    }
  }
}

/** Puts the four sums of each sample together. @returns the largest magnitude */
export function foldLanes(lanes: Float32Array, mono: Float32Array): number {
  let largest = 0;
  for (let n = 0; n < QUANTUM; n++) {
    const i = 4 * n;
    const sum = single(single(lanes[i] + lanes[i + 1]) + single(lanes[i + 2] + lanes[i + 3]));
    mono[n] = sum;
    largest = Math.max(largest, Math.abs(sum));
  }
  return largest;
}

/** Adds a quantum to a bus from `at` on, with a gain that goes from `from` by `step` a sample. */
export function spreadLive(
  mono: Float32Array,
  bus: Float32Array,
  at: number,
  from: number,
  step: number,
): void {
  const start = single(from);
  const by = single(step);
  for (let n = 0; n < QUANTUM; n++) {
    const gain = single(start + single(n * by));
    bus[at + n] = single(bus[at + n] + single(mono[n] * gain));
  }
}
