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
  plateGradient,
} from '../../../../elastic/index.ts';
import { OWED, SCRATCH, VERTEX_COUNT } from '../layout/layout.ts';
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
import { owe, placesTo, TICK } from '../vertices.ts';

/** Where tilts stand among a plate's unknowns. */
const TILTS: i32 = 18;

/** Where the plate's vertices and tilts are at a tick, 21 doubles to `out`. */
function unknownsTo(element: i32, tick: f64, out: i32): void {
  placesTo(PLATE_VERTICES + 6 * element, 6, tick, out);
  for (let k: i32 = 0; k < 3; k++) {
    const tilt: i32 = wholeAt(PLATE_TILTS + 3 * element + k);
    putReal(out + TILTS + k, tilt < 0 ? 0 : tiltAt(TILT + TILT_SIZE * tilt, tick));
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

/** What its force gives in a time [s] from a tick on is owed. */
export function plateOwes(element: i32, tick: f64, time: f64): void {
  const plate: i32 = PLATE_REALS + PLATE_SIZE * element;
  const impulses: i32 = SCRATCH + 21;
  unknownsTo(element, tick, SCRATCH);
  plateGradient(SCRATCH, plate, plate + PLATE_PREVIOUS, impulses);
  for (let k: i32 = 0; k < 21; k++) putReal(impulses + k, -time * realAt(impulses + k));
  owe(PLATE_VERTICES + 6 * element, 6, impulses);
  for (let k: i32 = 0; k < 3; k++) {
    const tilt: i32 = wholeAt(PLATE_TILTS + 3 * element + k);
    if (tilt < 0) continue;
    const at: i32 = OWED + 3 * VERTEX_COUNT + tilt;
    putReal(at, realAt(at) + realAt(impulses + TILTS + k));
  }
}

/** ½ Σ I φ̇² of all tilts [J], with what is owed them. */
export function tiltEnergy(): f64 {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < TILT_COUNT; i++) {
    const record: i32 = TILT + TILT_SIZE * i;
    const inverse: f64 = realAt(record + TILT_INVERSE);
    const rate: f64 = realAt(record + TILT_RATE) + inverse * realAt(OWED + 3 * VERTEX_COUNT + i);
    sum += (rate * rate) / inverse;
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
