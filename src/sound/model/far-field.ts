// How loud each mode is far away, whatever the direction: R = r · root mean square of |T| over a sphere.
//
// The square mean is the power that goes out, so that a mode which beams is neither as loud as its beam nor as its shadow.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Modes } from '../../modes/index.ts';
import { SPEED_OF_SOUND, type Transfer } from '../transfer.ts';

/** Directions, evenly on a spiral; modes that are heard have few lobes beside them. */
const DIRECTIONS = 128;
/** The golden angle [rad]. */
const TURN = 2.399963229728653;
/** Of the sphere: in sizes of the body and in wavelengths. */
const FAR_SIZES = 100;
const FAR_WAVES = 10;

/** R of each mode [Pa m / (m√kg/s²)]. */
export function farField({ omegas, positions, count }: Modes, transfer: Transfer): Float64Array {
  let size = 0;
  for (const x of positions) size = Math.max(size, Math.abs(x));
  const amplitude = new Float64Array(2);
  const out = new Float64Array(count);
  for (let m = 0; m < count; m++) {
    const r = Math.max(FAR_SIZES * size, (FAR_WAVES * 2 * Math.PI * SPEED_OF_SOUND) / omegas[m]);
    let sum = 0;
    for (let i = 0; i < DIRECTIONS; i++) {
      const z = (2 * i + 1) / DIRECTIONS - 1;
      const beside = Math.sqrt(1 - z * z);
      transfer.amplitude(m, r * beside * cos(TURN * i), r * beside * sin(TURN * i), r * z, amplitude);
      sum += amplitude[0] * amplitude[0] + amplitude[1] * amplitude[1];
    }
    out[m] = r * Math.sqrt(sum / DIRECTIONS);
  }
  return out;
}
