// The fast Fourier transform of lengths that are powers of two, in place: X_k = Σ x_n e^(−2πikn/N).

import { cos, sin } from '../num/elementary/index.ts';

const turns = new Map<number, Float64Array>();

/** cos and −sin of 2πk/n, k < n/2. */
function turnsOf(n: number): Float64Array {
  let table = turns.get(n);
  if (!table) {
    table = new Float64Array(n);
    for (let k = 0; k < n / 2; k++) {
      table[2 * k] = cos((2 * Math.PI * k) / n);
      table[2 * k + 1] = -sin((2 * Math.PI * k) / n);
    }
    turns.set(n, table);
  }
  return table;
}

/** The discrete Fourier transform, in place; a power of two of numbers. */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  if (n === 0 || (n & (n - 1)) !== 0 || im.length !== n) throw new RangeError(`${n} is no power of two`);
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  const table = turnsOf(n);
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const stride = n / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < half; k++) {
        const c = table[2 * k * stride];
        const s = table[2 * k * stride + 1];
        const a = start + k;
        const b = a + half;
        const tr = re[b] * c - im[b] * s;
        const ti = re[b] * s + im[b] * c;
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
    }
  }
}

/** |X_k|, k = 0 … n/2, of samples from `start` under a Hann window that leaves the height of a tone as it is. */
export function magnitudes(samples: Float64Array, start: number, n: number): Float64Array {
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const window = 0.5 - 0.5 * cos((2 * Math.PI * (i + 0.5)) / n);
    re[i] = (samples[start + i] ?? 0) * window;
  }
  fft(re, im);
  const out = new Float64Array(n / 2 + 1);
  for (let k = 0; k <= n / 2; k++) out[k] = (4 * Math.sqrt(re[k] * re[k] + im[k] * im[k])) / n;
  return out;
}
