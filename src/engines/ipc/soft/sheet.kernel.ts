// Energy, forces and curvature of all membranes or plates of a sheet, straight into the matrix: what membranes.ts and plates.ts do for
// one after another. Portable (num/kernels/machine.ts).

import {
  bend0,
  bend1,
  bend2,
  membraneForce,
  membraneHessian,
  membraneStrain,
  moment0,
  moment1,
  moment2,
  plateBends,
  plateGradient,
  plateHessian,
  plateMoments,
  strainXX,
  strainXY,
  strainYY,
} from '../../../elastic/index.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { NO_SLOT } from '../solve/no-slot.ts';
import { addBlockAt, addForces, gather } from './element-parts.ts';
import {
  BEYOND_AT,
  ELEMENTS,
  ENERGY,
  FORCE,
  FORCE_AT,
  LANES_AT,
  NODES,
  NUMBERS_AT,
  PROJECTED,
  Q_AT,
  REST_AT,
  ROOM_AT,
  SLOTS_AT,
  VALUES_AT,
} from './sheet-layout.ts';

/** Energy of all membranes [J], and what else is wanted, `weight` times. @param scale  by what damping stiffens them */
export function softMembranes(args: i32, part: i32, scale: f64, weight: f64): f64 {
  const count = wholeAt(args + ELEMENTS);
  const q = wholeAt(args + Q_AT);
  const values = wholeAt(args + VALUES_AT);
  const room = wholeAt(args + ROOM_AT);
  const gradient: i32 = room + 9;
  const second: i32 = room + 18;
  const factor: f64 = scale * weight;
  let energy: f64 = 0;
  for (let e: i32 = 0; e < count; e++) {
    const nodes: i32 = wholeAt(args + NODES) + 3 * e;
    const numbers: i32 = wholeAt(args + NUMBERS_AT) + 5 * e;
    const rest: i32 = wholeAt(args + REST_AT) + 3 * e;
    const beyond: i32 = wholeAt(args + BEYOND_AT) + 3 * e;
    gather(nodes, 3, q, room);
    membraneStrain(room, numbers);
    const xx: f64 = strainXX - realAt(rest);
    const yy: f64 = strainYY - realAt(rest + 1);
    const xy: f64 = strainXY - realAt(rest + 2);
    if (part === ENERGY) {
      const trace: f64 = xx + yy;
      energy +=
        0.5 * realAt(numbers + 3) * trace * trace + realAt(numbers + 4) * (xx * xx + yy * yy + 2 * xy * xy);
      continue;
    }
    membraneForce(numbers, xx, yy, xy, gradient);
    addForces(nodes, 3, wholeAt(args + FORCE_AT), gradient, -factor);
    if (part === FORCE) continue;
    membraneHessian(
      room,
      numbers,
      part === PROJECTED,
      second,
      realAt(rest) + realAt(beyond),
      realAt(rest + 1) + realAt(beyond + 1),
      realAt(rest + 2) + realAt(beyond + 2),
    );
    const slots: i32 = wholeAt(args + SLOTS_AT) + 9 * e;
    for (let a: i32 = 0; a < 3; a++)
      for (let b: i32 = a; b < 3; b++) {
        const slot: i32 = wholeAt(slots + 3 * a + b);
        if (slot !== NO_SLOT) addBlockAt(values, slot, second + 27 * a + 3 * b, 9, factor);
      }
  }
  return factor * energy;
}

const UNKNOWNS: i32 = 21;
const TILTS: i32 = 18;
/** Nodes of a plate: six vertices, three of tilts. */
const WIDTH: i32 = 9;

/** The same of all plates. @param length  what a tilt is multiplied by (plates.ts) [m] */
export function softPlates(args: i32, part: i32, length: f64, weight: f64): f64 {
  const count = wholeAt(args + ELEMENTS);
  const q = wholeAt(args + Q_AT);
  const values = wholeAt(args + VALUES_AT);
  const out = wholeAt(args + FORCE_AT);
  const x = wholeAt(args + ROOM_AT);
  const gradient: i32 = x + UNKNOWNS;
  const second: i32 = gradient + UNKNOWNS;
  const scratch: i32 = second + UNKNOWNS * UNKNOWNS;
  const perLength: f64 = 1 / length;
  let energy: f64 = 0;
  for (let e: i32 = 0; e < count; e++) {
    const nodes: i32 = wholeAt(args + NODES) + WIDTH * e;
    const numbers: i32 = wholeAt(args + NUMBERS_AT) + 15 * e;
    const lanes: i32 = wholeAt(args + LANES_AT) + 3 * e;
    gather(nodes, 6, q, x);
    for (let k: i32 = 0; k < 3; k++)
      putReal(x + TILTS + k, realAt(q + 3 * wholeAt(nodes + 6 + k) + wholeAt(lanes + k)) * perLength);
    if (part === ENERGY) {
      plateBends(x, numbers, numbers);
      plateMoments(numbers, bend0, bend1, bend2);
      energy += 0.5 * (bend0 * moment0 + bend1 * moment1 + bend2 * moment2);
      continue;
    }
    plateGradient(x, numbers, numbers, gradient);
    addForces(nodes, 6, out, gradient, weight);
    for (let k: i32 = 0; k < 3; k++) {
      const to: i32 = out + 3 * wholeAt(nodes + 6 + k) + wholeAt(lanes + k);
      putReal(to, realAt(to) + weight * perLength * realAt(gradient + TILTS + k));
    }
    if (part === FORCE) continue;
    plateHessian(x, numbers, numbers, part === PROJECTED, scratch, second);
    addPlate(values, wholeAt(args + SLOTS_AT) + WIDTH * WIDTH * e, nodes, lanes, second, perLength, weight);
  }
  return weight * energy;
}

/** Adds a plate's curvature. */
function addPlate(
  values: i32,
  slots: i32,
  nodes: i32,
  lanes: i32,
  second: i32,
  perLength: f64,
  weight: f64,
): void {
  for (let a: i32 = 0; a < 6; a++) {
    for (let b: i32 = a; b < 6; b++) {
      const slot: i32 = wholeAt(slots + WIDTH * a + b);
      if (slot === NO_SLOT) continue;
      const from: i32 = second + 3 * UNKNOWNS * a + 3 * b;
      addBlockAt(values, slot, from, UNKNOWNS, weight);
      // a vertex that stands twice, at a rim
      if (b > a && wholeAt(nodes + a) === wholeAt(nodes + b))
        addBlockAt(values, -1 - slot, from, UNKNOWNS, weight);
    }
    for (let k: i32 = 0; k < 3; k++) {
      const slot: i32 = wholeAt(slots + WIDTH * a + 6 + k);
      if (slot === NO_SLOT) continue;
      const lane = wholeAt(lanes + k);
      const to: i32 = values + 9 * (slot < 0 ? -1 - slot : slot);
      for (let r: i32 = 0; r < 3; r++) {
        const at: i32 = slot < 0 ? to + 3 * lane + r : to + 3 * r + lane;
        putReal(at, realAt(at) + weight * perLength * realAt(second + UNKNOWNS * (3 * a + r) + TILTS + k));
      }
    }
  }
  const both: f64 = weight * perLength * perLength;
  for (let k: i32 = 0; k < 3; k++)
    for (let l: i32 = k; l < 3; l++) {
      const slot: i32 = wholeAt(slots + WIDTH * (6 + k) + 6 + l);
      if (slot === NO_SLOT) continue;
      const row = wholeAt(lanes + k);
      const column = wholeAt(lanes + l);
      const to: i32 = values + 9 * (slot < 0 ? -1 - slot : slot);
      const value: f64 = both * realAt(second + UNKNOWNS * (TILTS + k) + TILTS + l);
      const at: i32 = slot < 0 ? to + 3 * column + row : to + 3 * row + column;
      putReal(at, realAt(at) + value);
      // two tilts of one node: what is on the other side of the diagonal is there, too
      if (l === k || wholeAt(nodes + 6 + k) !== wholeAt(nodes + 6 + l)) continue;
      const across: i32 = slot < 0 ? to + 3 * row + column : to + 3 * column + row;
      putReal(across, realAt(across) + value);
    }
}
