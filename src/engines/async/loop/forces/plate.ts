// Plates on their clocks: elastic/plate.ts with damping, β + τ (β - β') / h in place of the bends, where β' are those of the previous tick,
// from whose angles θ is counted on. Tilts move as vertices do: straight between kicks, each with a time of its own.

import {
  angle0,
  angle1,
  angle2,
  bend0,
  bend1,
  bend2,
  plateBends,
  plateEnergy,
  plateForce,
  plateMoments,
} from '../../../../elastic/index.ts';
import { SCRATCH } from '../layout/layout.ts';
import {
  PLATE_DAMPING,
  PLATE_PREVIOUS,
  PLATE_REALS,
  PLATE_SIZE,
  PLATE_TILTS,
  PLATE_VERTICES,
  TILT,
  TILT_ANGLE,
  TILT_COUNT,
  TILT_INVERSE,
  TILT_RATE,
  TILT_SIZE,
  TILT_TIME,
} from '../layout/plates.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placesTo, TICK } from '../vertices.ts';

const UNKNOWNS: i32 = 21;

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

/** Impulses of one tick on the six vertices [N s] and the three tilts [N m s], 21 doubles from `out`; remembers angles and bends. */
export function plateImpulse(element: i32, tick: f64, h: f64, out: i32): void {
  const plate: i32 = PLATE_REALS + PLATE_SIZE * element;
  const previous: i32 = plate + PLATE_PREVIOUS;
  // places stand behind the impulses: several threads are here at once, and have nothing else of their own
  unknownsTo(element, tick, out + UNKNOWNS);
  plateBends(out + UNKNOWNS, plate, previous);
  const tau: f64 = realAt(plate + PLATE_DAMPING);
  plateMoments(
    plate,
    bend0 * h + tau * (bend0 - realAt(previous + 3)),
    bend1 * h + tau * (bend1 - realAt(previous + 4)),
    bend2 * h + tau * (bend2 - realAt(previous + 5)),
  );
  rememberBends(previous);
  plateForce(out + UNKNOWNS, plate, out);
}

function rememberBends(previous: i32): void {
  putReal(previous, angle0);
  putReal(previous + 1, angle1);
  putReal(previous + 2, angle2);
  putReal(previous + 3, bend0);
  putReal(previous + 4, bend1);
  putReal(previous + 5, bend2);
}

/** Gives the tilts of a plate their impulses, three doubles from `impulses`. */
export function pushTilts(element: i32, tick: f64, impulses: i32): void {
  for (let k: i32 = 0; k < 3; k++) {
    const tilt: i32 = wholeAt(PLATE_TILTS + 3 * element + k);
    if (tilt < 0) continue;
    const record: i32 = TILT + TILT_SIZE * tilt;
    putReal(record + TILT_ANGLE, tiltAt(record, tick));
    putReal(record + TILT_TIME, tick);
    const kick: f64 = realAt(record + TILT_INVERSE) * realAt(impulses + k);
    putReal(record + TILT_RATE, realAt(record + TILT_RATE) + kick);
  }
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
