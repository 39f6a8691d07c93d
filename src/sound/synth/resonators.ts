// A bank of damped resonators, advanced by blocks of 32 samples: the readable twin of resonators.as.ts.
//
// Mode m is q̈ + c q̇ + ω² q = f. Its state z is how far it is from where the present force would hold it at rest,
//
//   z = (ω q − f/ω,  q̇),       ½|z|² its energy [J]
//
// so that a force that does not change is no input at all, and a body at rest is digital silence. From sample to
// sample
//
//   z ← z − (Δf/ω, 0),    y = l·(A − 1) z,    z ← A z,      A = S P S,   S = diag(1, s)
//
// P is the exact propagator of the mode with its own damping, s = e^(−gh/2) what contacts take beside it (g [1/s]).
// P never lengthens z and neither does S, so whatever the damping does energy grows by input alone. s is taken as
// 1/(1 + a + a²/2 + a³/6 + a⁴/24), a = gh/2: positive, never above 1, and off by a⁵/120.
//
// y is a weighted change of velocity and of ω q in one sample, which is pressure (weights.ts). While nothing comes in
// y obeys y[n+1] = tr A y[n] − det A y[n−1], four operations a sample and mode; z itself then jumps by A³² =
// c₁ A + c₀, found by squaring five times.
//
// Modes stand in groups of eight; lanes of the kernel are the even and the odd modes, and so are the two columns of
// sums here.

/** Samples of a block; damping is constant in one. */
export const BLOCK = 32;
/** Modes of a group: they sleep and wake together. */
export const GROUP = 8;

/** Every array of a bank; numbers of a mode stand at its index. */
export interface BankArrays {
  /** ω q − f/ω and q̇ [√J]. */
  readonly x: Float64Array;
  readonly v: Float64Array;
  /** P, four a mode in four arrays. */
  readonly p11: Float64Array;
  readonly p12: Float64Array;
  readonly p21: Float64Array;
  readonly p22: Float64Array;
  /** a = g h / 2. */
  readonly extra: Float64Array;
  /** What is heard: weights of the change of ω q and of q̇ [Pa/√J]; a second pair behind the first `padded`. */
  readonly heardX: Float64Array;
  readonly heardV: Float64Array;
  /** Groups that are awake. */
  readonly awake: Int32Array;
  /** Sums of a block, two columns a sample; a second block of them behind the first for the second weights. */
  readonly sums: Float64Array;
}

/** ½·⅓·¼ of the series of s. */
function staying(a: number): number {
  return 1 / (1 + a * (1 + a * 0.5 * (1 + a * 0.3333333333333333 * (1 + a * 0.25))));
}

const y = new Float64Array(GROUP);
const before = new Float64Array(GROUP);
const trace = new Float64Array(GROUP);
const determinant = new Float64Array(GROUP);

/** One block without input of the groups awake[0 … groups − 1]; adds to the sums. */
export function ringFreely(bank: BankArrays, groups: number, padded: number, sets: number): void {
  const { x, v, p11, p12, p21, p22, extra, heardX, heardV, awake, sums } = bank;
  for (let g = 0; g < groups; g++) {
    const first = GROUP * awake[g];
    for (let set = 0; set < sets; set++) {
      for (let i = 0; i < GROUP; i++) {
        const m = first + i;
        const s = staying(extra[m]);
        const a11 = p11[m];
        const a12 = p12[m] * s;
        const a21 = p21[m] * s;
        const a22 = p22[m] * s * s;
        const lx = heardX[set * padded + m];
        const lv = heardV[set * padded + m];
        const rx = lx * (a11 - 1) + lv * a21;
        const rv = lx * a12 + lv * (a22 - 1);
        const nextX = a11 * x[m] + a12 * v[m];
        const nextV = a21 * x[m] + a22 * v[m];
        before[i] = rx * x[m] + rv * v[m];
        y[i] = rx * nextX + rv * nextV;
        const tr = a11 + a22;
        const det = a11 * a22 - a12 * a21;
        trace[i] = tr;
        determinant[i] = det;
        if (set < sets - 1) continue;
        // A³² = c₁ A + c₀ by A² = tr A − det
        let c1 = 1;
        let c0 = 0;
        for (let k = 0; k < 5; k++) {
          const square = c1 * c1;
          c1 = c1 * (c1 * tr + (c0 + c0));
          c0 = c0 * c0 - square * det;
        }
        x[m] = c1 * nextX + c0 * x[m];
        v[m] = c1 * nextV + c0 * v[m];
      }
      const into = 2 * BLOCK * set;
      for (let n = 0; n < BLOCK; n++) {
        for (let lane = 0; lane < 2; lane++) {
          sums[into + 2 * n + lane] +=
            before[lane] + before[2 + lane] + (before[4 + lane] + before[6 + lane]);
        }
        for (let i = 0; i < GROUP; i++) {
          const next = trace[i] * y[i] - determinant[i] * before[i];
          before[i] = y[i];
          y[i] = next;
        }
      }
    }
  }
}

/**
 * One block with input: strand j brings profiles[BLOCK j + n] × vectors[starts[j] + m] into ω q of mode m at sample n.
 */
export function ringForced(
  bank: BankArrays,
  groups: number,
  padded: number,
  sets: number,
  strands: number,
  starts: Uint32Array,
  vectors: Float64Array,
  profiles: Float64Array,
): void {
  const { x, v, p11, p12, p21, p22, extra, heardX, heardV, awake, sums } = bank;
  for (let g = 0; g < groups; g++) {
    for (let half = 0; half < GROUP; half += 4) {
      const first = GROUP * awake[g] + half;
      for (let n = 0; n < BLOCK; n++) {
        for (let i = 0; i < 4; i++) {
          let input = 0;
          for (let j = 0; j < strands; j++) input += profiles[BLOCK * j + n] * vectors[starts[j] + first + i];
          x[first + i] += input;
        }
        for (let set = 0; set < sets; set++) {
          for (let i = 0; i < 4; i++) {
            const m = first + i;
            const s = staying(extra[m]);
            const lx = heardX[set * padded + m];
            const lv = heardV[set * padded + m];
            const rx = lx * (p11[m] - 1) + lv * (p21[m] * s);
            const rv = lx * (p12[m] * s) + lv * (p22[m] * s * s - 1);
            y[i] = rx * x[m] + rv * v[m];
          }
          const into = 2 * (BLOCK * set + n);
          sums[into] += y[0] + y[2];
          sums[into + 1] += y[1] + y[3];
        }
        for (let i = 0; i < 4; i++) {
          const m = first + i;
          const s = staying(extra[m]);
          const nextX = p11[m] * x[m] + p12[m] * s * v[m];
          v[m] = p21[m] * s * x[m] + p22[m] * s * s * v[m];
          x[m] = nextX;
        }
      }
    }
  }
}
