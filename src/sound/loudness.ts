// Integrated loudness [LUFS] of ITU-R BS.1770-4, and the peak.
//
// A high shelf (the head) and a high-pass, then the mean square over blocks of 0.4 s, three quarters overlapping; blocks
// below −70 LUFS do not count, nor those 10 LU below what the others give. The filters are the standard's at 48 kHz,
// found from their analogue form at other rates.

import { log10, pow, tan } from '../num/elementary/index.ts';

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** LUFS; −∞ where all is below the gate. */
export function integratedLoudness(channels: readonly Float64Array[], rateHz: number): number {
  const filtered = channels.map((channel) => filter(filter(channel, headShelf(rateHz)), highPass(rateHz)));
  const block = Math.round(0.4 * rateHz);
  const hop = Math.round(0.1 * rateHz);
  const length = channels[0]?.length ?? 0;
  const powers: number[] = [];
  for (let start = 0; start + block <= Math.max(length, block); start += hop) {
    let power = 0;
    for (const channel of filtered) {
      let sum = 0;
      for (let n = start; n < Math.min(length, start + block); n++) sum += channel[n] * channel[n];
      power += sum / block;
    }
    powers.push(power);
  }
  const above = (list: readonly number[], gate: number): number[] => list.filter((p) => levelOf(p) > gate);
  const loud = above(powers, -70);
  if (loud.length === 0) return -Infinity;
  const kept = above(loud, levelOf(meanOf(loud)) - 10);
  return levelOf(meanOf(kept));
}

/** The largest magnitude of all samples. */
export function peakOf(channels: readonly Float64Array[]): number {
  let peak = 0;
  for (const channel of channels) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** dB of an amplitude beside 1. */
export function decibels(amplitude: number): number {
  return amplitude > 0 ? 20 * log10(amplitude) : -Infinity;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function levelOf(power: number): number {
  return power > 0 ? -0.691 + 10 * log10(power) : -Infinity;
}

function filter(samples: Float64Array, { b, a }: Biquad): Float64Array {
  const out = new Float64Array(samples.length);
  let z1 = 0;
  let z2 = 0;
  for (let n = 0; n < samples.length; n++) {
    const x = samples[n];
    const y = b[0] * x + z1;
    z1 = b[1] * x - a[0] * y + z2;
    z2 = b[2] * x - a[1] * y;
    out[n] = y;
  }
  return out;
}

function headShelf(rateHz: number): Biquad {
  const k = tan((Math.PI * 1681.974450955533) / rateHz);
  const q = 0.7071752369554196;
  const high = pow(10, 3.999843853973347 / 20);
  const middle = pow(high, 0.4996667741545416);
  const a0 = 1 + k / q + k * k;
  return {
    b: [
      (high + (middle * k) / q + k * k) / a0,
      (2 * (k * k - high)) / a0,
      (high - (middle * k) / q + k * k) / a0,
    ],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

function highPass(rateHz: number): Biquad {
  const k = tan((Math.PI * 38.13547087602444) / rateHz);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
