// A head as it was measured: impulse responses of both ears for many directions, from a SOFA file.
//
// SOFA (AES69) is netCDF-4: Data.IR [directions × 2 ears × taps], Data.SamplingRate, Data.Delay [samples], and
// SourcePosition, as azimuth to the left, elevation [degrees] and distance, or as x forward, y left, z up [m]. Levels and
// delays of files differ by convention, so both are made relative to the front: there the mean gain of both ears from 300 to
// 600 Hz, where a head hardly matters, is 1, and the response begins when sound reaches the middle of the head.

import { cos, sin } from '../../num/elementary/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { SPEED_OF_SOUND } from '../transfer.ts';
import { type Hdf5Array, Hdf5File } from './hdf5.ts';
import { refusal } from './hdf5-refusal.ts';

export interface MeasuredHead {
  readonly rateHz: number;
  /** How many directions. */
  readonly count: number;
  readonly taps: number;
  /** Unit vectors in the frame of the head: x forward, y left, z up. */
  readonly directions: Float64Array;
  /** Of ear 0 (left) and 1 (right): responses[(2 * direction + ear) * taps + n]. */
  readonly responses: Float64Array;
  /** What responses begin later than sound from the front reaches the middle of the head [m of way]. */
  readonly ahead: number;
}

/** Delays of single directions are refused above this [samples]. */
const MOST_DELAY = 4096;

/** @throws FaultError where the file is no SOFA file of a head, or stored in a way that is not read */
export function readSofa(bytes: Uint8Array): MeasuredHead {
  const file = new Hdf5File(bytes);
  const ir = file.read('Data.IR');
  const rate = file.read('Data.SamplingRate').values[0];
  const [count, ears, length] = ir.shape;
  if (ir.shape.length !== 3 || ears !== 2 || !(count > 0 && length > 0))
    throw refusal(
      `it has responses of shape ${ir.shape.join(' × ')}, not directions × 2 ears × taps`,
      'Data.IR',
    );
  if (!(rate >= 8000 && rate <= 384000)) throw refusal(`its rate is ${rate} Hz`, 'Data.SamplingRate');
  const directions = directionsOf(file.read('SourcePosition'), count);
  const delays = delaysOf(file, count);
  const taps = length + Math.max(...delays);
  const swapped = earsAreSwapped(file);
  const responses = new Float64Array(2 * count * taps);
  for (let d = 0; d < count; d++) {
    for (let ear = 0; ear < 2; ear++) {
      const from = 2 * d + (swapped ? 1 - ear : ear);
      responses.set(
        ir.values.subarray(from * length, (from + 1) * length),
        (2 * d + ear) * taps + delays[from],
      );
    }
  }
  if (responses.some((value) => !(Math.abs(value) < Infinity)))
    throw refusal('a response is not finite', 'Data.IR');
  const front = 2 * nearestDirection(directions, 1, 0, 0);
  const gain = (middleGain(responses, front, taps, rate) + middleGain(responses, front + 1, taps, rate)) / 2;
  if (!(gain > 0)) throw refusal('nothing is heard from the front', 'Data.IR');
  for (let i = 0; i < responses.length; i++) responses[i] /= gain;
  const onset = (onsetOf(responses, front, taps) + onsetOf(responses, front + 1, taps)) / 2;
  return { rateHz: rate, count, taps, directions, responses, ahead: (onset / rate) * SPEED_OF_SOUND };
}

function directionsOf({ shape, values, texts }: Hdf5Array, count: number): Float64Array {
  if (shape[0] !== count || shape[1] !== 3)
    throw refusal(`it has ${shape.join(' × ')} numbers for ${count} directions`, 'SourcePosition');
  const isCartesian = texts.get('Type')?.toLowerCase() === 'cartesian';
  const out = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3) {
    if (isCartesian) {
      const [x, y, z] = values.subarray(i, i + 3);
      const r = Math.sqrt(x * x + y * y + z * z) || 1;
      out.set([x / r, y / r, z / r], i);
    } else {
      const azimuth = (values[i] * Math.PI) / 180;
      const elevation = (values[i + 1] * Math.PI) / 180;
      const flat = cos(elevation);
      out.set([flat * cos(azimuth), flat * sin(azimuth), sin(elevation)], i);
    }
  }
  return out;
}

/** Whole samples, for each direction and ear. */
function delaysOf(file: Hdf5File, count: number): number[] {
  if (!file.links.has('Data.Delay')) return new Array(2 * count).fill(0);
  const { values, shape } = file.read('Data.Delay');
  const rows = shape[0] === count ? count : 1;
  return Array.from({ length: 2 * count }, (_, i) => {
    const delay = Math.round(values[rows === 1 ? i % 2 : i]);
    if (!(delay >= 0 && delay <= MOST_DELAY)) throw refusal(`a delay is ${delay} samples`, 'Data.Delay');
    return delay;
  });
}

function earsAreSwapped(file: Hdf5File): boolean {
  if (!file.links.has('ReceiverPosition')) return false;
  const { shape, values, texts } = file.read('ReceiverPosition');
  if (shape[0] !== 2 || shape[1] !== 3 || texts.get('Type')?.toLowerCase() === 'spherical') return false;
  // x y z of each ear; a third dimension repeats them
  const every = shape[2] ?? 1;
  return values[every] < values[4 * every];
}

/** The measured direction that is nearest to a unit vector in the frame of the head. */
export function nearestDirection(directions: Float64Array, x: number, y: number, z: number): number {
  let best = 0;
  let closest = -Infinity;
  for (let d = 0; d < directions.length / 3; d++) {
    const dot = directions[3 * d] * x + directions[3 * d + 1] * y + directions[3 * d + 2] * z;
    if (dot > closest) {
      closest = dot;
      best = d;
    }
  }
  return best;
}

function middleGain(responses: Float64Array, row: number, taps: number, rate: number): number {
  let sum = 0;
  for (let frequency = 300; frequency <= 600; frequency += 100) {
    let re = 0;
    let im = 0;
    for (let n = 0; n < taps; n++) {
      const angle = (2 * Math.PI * frequency * n) / rate;
      re += responses[row * taps + n] * cos(angle);
      im += responses[row * taps + n] * sin(angle);
    }
    sum += Math.sqrt(re * re + im * im) / 4;
  }
  return sum;
}

/** The first sample of a tenth of the largest. */
function onsetOf(responses: Float64Array, row: number, taps: number): number {
  let largest = 0;
  for (let n = 0; n < taps; n++) largest = Math.max(largest, Math.abs(responses[row * taps + n]));
  let n = 0;
  while (n < taps - 1 && Math.abs(responses[row * taps + n]) < 0.1 * largest) n++;
  return n;
}

/**
 * A signal at the middle of the head as one ear hears it; where the direction changes, the old response is faded into
 * the new one over a stretch.
 * @param nearest  direction at every `every`-th sample, one more than needed
 */
export function convolved(
  head: MeasuredHead,
  ear: number,
  samples: Float64Array,
  nearest: Uint32Array,
  every: number,
): Float64Array {
  const { responses, taps } = head;
  const out = new Float64Array(samples.length);
  for (let b = 0; b * every < samples.length; b++) {
    const from = (2 * nearest[b] + ear) * taps;
    const to = (2 * nearest[b + 1] + ear) * taps;
    const end = Math.min(samples.length, (b + 1) * every);
    for (let n = b * every; n < end; n++) {
      const last = Math.min(taps - 1, n);
      let sum = 0;
      for (let k = 0; k <= last; k++) sum += responses[from + k] * samples[n - k];
      if (to !== from) {
        let next = 0;
        for (let k = 0; k <= last; k++) next += responses[to + k] * samples[n - k];
        sum += (n / every - b) * (next - sum);
      }
      out[n] = sum;
    }
  }
  return out;
}

/** @throws FaultError where the head was measured at another rate */
export function requireRate(head: MeasuredHead, rateHz: number): void {
  if (head.rateHz === rateHz) return;
  throw new FaultError('this head cannot listen:', [
    {
      what: `it was measured at ${head.rateHz} samples a second, and the sound has ${rateHz}`,
      where: 'rate',
      value: String(rateHz),
      remedy: `render with ${head.rateHz} samples a second, or convert the file`,
    },
  ]);
}
