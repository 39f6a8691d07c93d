// Plates (elastic/plate.ts) one by one, at any time: their energy, and where they begin. fold.ts has their ticks. Tilts move as vertices
// do: straight between kicks, each with a time of its own.

import {
  angle0,
  angle1,
  angle2,
  bend0,
  bend1,
  bend2,
  plateBends,
  plateEnergy,
} from '../../../../elastic/index.ts';
import { SCRATCH } from '../layout/layout.ts';
import {
  PLATE_PREVIOUS,
  PLATE_REALS,
  PLATE_SIZE,
  PLATE_TILTS,
  PLATE_VERTICES,
  TILT,
  TILT_COUNT,
  TILT_INVERSE,
  TILT_RATE,
  TILT_SIZE,
  TILT_TIME,
} from '../layout/plates.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placesTo, TICK } from '../vertices.ts';

/** Where the plate's vertices and tilts are at a tick, 21 doubles to `out`. */
function unknownsTo(element: i32, tick: f64, out: i32): void {
  placesTo(PLATE_VERTICES + 6 * element, 6, tick, out);
  for (let k: i32 = 0; k < 3; k++) {
    const tilt: i32 = wholeAt(PLATE_TILTS + 3 * element + k);
    putReal(out + 18 + k, tilt < 0 ? 0 : tiltAt(TILT + TILT_SIZE * tilt, tick));
  }
}

function tiltAt(record: i32, tick: f64): f64 {
  return realAt(record) + realAt(record + TILT_RATE) * ((tick - realAt(record + TILT_TIME)) * TICK);
}

function rememberBends(previous: i32): void {
  putReal(previous, angle0);
  putReal(previous + 1, angle1);
  putReal(previous + 2, angle2);
  putReal(previous + 3, bend0);
  putReal(previous + 4, bend1);
  putReal(previous + 5, bend2);
}

/** [J] */
export function plateEnergyAt(element: i32, tick: f64): f64 {
  const plate: i32 = PLATE_REALS + PLATE_SIZE * element;
  unknownsTo(element, tick, SCRATCH);
  return plateEnergy(SCRATCH, plate, plate + PLATE_PREVIOUS);
}

/** ½ Σ I φ̇² of all tilts [J]. */
export function tiltEnergy(): f64 {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < TILT_COUNT; i++) {
    const record: i32 = TILT + TILT_SIZE * i;
    const rate: f64 = realAt(record + TILT_RATE);
    sum += (rate * rate) / realAt(record + TILT_INVERSE);
  }
  return 0.5 * sum;
}

/** Makes angles, within a half turn, and bends at a tick the previous ones: where a run begins. */
export function platePrime(element: i32, tick: f64): void {
  const plate: i32 = PLATE_REALS + PLATE_SIZE * element;
  for (let k: i32 = 0; k < 3; k++) putReal(plate + PLATE_PREVIOUS + k, 0);
  unknownsTo(element, tick, SCRATCH);
  plateBends(SCRATCH, plate, plate + PLATE_PREVIOUS);
  rememberBends(plate + PLATE_PREVIOUS);
}
