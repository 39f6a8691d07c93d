// The damping of a material from a recorded hit: α and β of c = α + β ω².
//
// Peaks of the spectrum after the blow are followed through time; each one's level falls by 8.686 c/2 dB a second
// while it stands out of the noise. α and β ≥ 0 are fitted to all c by least squares of relative errors, the louder
// peaks and those that were followed longer weighing more.

import { log } from '../num/elementary/index.ts';
import { magnitudes } from './fft.ts';

/** How a mode of a recorded sound dies away. */
export interface Decay {
  /** How fast it rings [Hz]. */
  readonly frequencyHz: number;
  /** c [1/s]: amplitude e^(−ct/2). */
  readonly rate: number;
  /** Beside the loudest peak. */
  readonly height: number;
}

/** Damping that fits a recorded sound. */
export interface DampingFit {
  /** [1/s] and [s]. */
  readonly alpha: number;
  /** Stiffness-proportional [s]. */
  readonly beta: number;
  /** What it was fitted to. */
  readonly decays: readonly Decay[];
  /** Mean relative error of the rates. */
  readonly error: number;
}

const MOST_PEAKS = 24;
/** Peaks this far below the loudest are noise. */
const LOWEST = 3e-3;
const HOPS = 4;

/** undefined where no tone can be followed long enough. */
export function fitDamping(samples: Float64Array, rateHz: number): DampingFit | undefined {
  const decays = decaysOf(samples, rateHz);
  if (decays.length === 0) return undefined;
  // c/ĉ ≈ 1: minimise Σ w (α/ĉ + β ω²/ĉ − 1)²
  let [aa, ab, bb, a1, b1] = [0, 0, 0, 0, 0];
  for (const { frequencyHz, rate, height } of decays) {
    const omega = 2 * Math.PI * frequencyHz;
    const [a, b] = [1 / rate, (omega * omega) / rate];
    const weight = Math.sqrt(height);
    aa += weight * a * a;
    ab += weight * a * b;
    bb += weight * b * b;
    a1 += weight * a;
    b1 += weight * b;
  }
  const determinant = aa * bb - ab * ab;
  let alpha = determinant > 1e-9 * aa * bb ? (a1 * bb - b1 * ab) / determinant : a1 / aa;
  let beta = determinant > 1e-9 * aa * bb ? (b1 * aa - a1 * ab) / determinant : 0;
  if (alpha < 0) [alpha, beta] = [0, b1 / bb];
  if (beta < 0) [alpha, beta] = [a1 / aa, 0];
  let error = 0;
  for (const { frequencyHz, rate } of decays) {
    const omega = 2 * Math.PI * frequencyHz;
    error += Math.abs((alpha + beta * omega * omega) / rate - 1) / decays.length;
  }
  return { alpha, beta, decays, error };
}

function decaysOf(samples: Float64Array, rateHz: number): Decay[] {
  const size = 1 << Math.round(log(rateHz * 0.09) / log(2));
  const hop = size / HOPS;
  const onset = onsetOf(samples);
  const frames: Float64Array[] = [];
  for (let start = onset; start + size <= samples.length; start += hop)
    frames.push(magnitudes(samples, start, size));
  if (frames.length < HOPS) return [];
  // the first spectra together, so that beats do not hide a peak
  const early = new Float64Array(frames[0].length);
  for (const frame of frames.slice(0, HOPS))
    for (let k = 0; k < early.length; k++) early[k] = Math.max(early[k], frame[k]);
  const noise = frames[frames.length - 1];
  const loudest = early.reduce((most, height) => Math.max(most, height), 0);
  const lowest = Math.ceil((30 * size) / rateHz);
  const peaks: number[] = [];
  for (let k = Math.max(2, lowest); k < early.length - 2; k++) {
    const height = early[k];
    if (height < LOWEST * loudest || height < early[k - 1] || height <= early[k + 1]) continue;
    if (height < early[k - 2] || height < early[k + 2]) continue;
    peaks.push(k);
  }
  peaks.sort((a, b) => early[b] - early[a]);
  const decays: Decay[] = [];
  for (const k of peaks.slice(0, MOST_PEAKS)) {
    const rate = follow(frames, k, noise, hop / rateHz);
    if (rate === undefined) continue;
    const [a, b, c] = [early[k - 1], early[k], early[k + 1]].map((height) => log(height));
    const shift = (0.5 * (a - c)) / (a - 2 * b + c);
    decays.push({ frequencyHz: ((k + shift) * rateHz) / size, rate, height: early[k] / loudest });
  }
  return decays;
}

/** The first sample that is not silence, and a little more: the blow itself is no tone. */
function onsetOf(samples: Float64Array): number {
  let peak = 0;
  let at = 0;
  samples.forEach((sample, n) => {
    if (Math.abs(sample) > peak) {
      peak = Math.abs(sample);
      at = n;
    }
  });
  return at + 64;
}

/** c of the tone in bin k: a straight line through the logarithms while they fall. */
function follow(
  frames: readonly Float64Array[],
  k: number,
  noise: Float64Array,
  hop: number,
): number | undefined {
  const heightOf = (frame: Float64Array): number => Math.max(frame[k - 1], frame[k], frame[k + 1]);
  const first = heightOf(frames[0]);
  const floor = Math.max(1e-4 * first, 8 * heightOf(noise));
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (let f = 0; f < frames.length; f++) {
    const height = heightOf(frames[f]);
    if (height < floor) break;
    const [x, y] = [f * hop, log(height)];
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  if (n < 4) return undefined;
  const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return slope < 0 ? -2 * slope : undefined;
}
