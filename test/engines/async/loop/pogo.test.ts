// A ball on a floor, one-dimensional in effect: the reference row, through the general loop.
//
// The clocks of the reference are nested (0.05 = 5 · 0.01, 0.01 / l), so gravity and the layers tick together, and
// gravity comes first; here the first layer's step is a multiple of 1 … 12 ticks near 0.01 s, for the same reason.

import { describe, expect, test } from 'vitest';
import { KIND_ACCELERATION } from '../../../../src/engines/async/loop/layout/layout.ts';
import { VERTEX_FACE, VERTEX_VERTEX } from '../../../../src/engines/async/loop/layout/contact.ts';
import { TALLY_DEEPEST } from '../../../../src/engines/async/loop/layout/control.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

const GRAVITY = 9.8;
const MASS = 10;
const STEP = 27720 * Math.floor((0.01 * TICKS_PER_SECOND) / 27720);
const GRAVITY_STEP = 5 * STEP;

/** m = 10 from x = 2 above a floor; layer l: thickness 1/l, stiffness 100 l², clock 0.01/l. */
function pogo(floor: 'face' | 'vertex', layers: number): World {
  // c = h √(r W) of the first layer, a hair more, as steps are rounded down
  const rule = { eta: 1, r: 100, c: ((STEP + 0.01) / TICKS_PER_SECOND) * Math.sqrt(100 / MASS) };
  const face = floor === 'face';
  const world = new World({
    positions: face ? [0, 0, 2, -9, -9, 0, 9, -9, 0, 0, 18, 0] : [0, 0, 2, 0, 0, 0],
    masses: face ? [MASS, 0, 0, 0] : [MASS, 0],
    accelerations: face ? [0, 0, -GRAVITY, ...new Array(9).fill(0)] : [0, 0, -GRAVITY, 0, 0, 0],
    rules: [[rule]],
    groups: [{ kind: KIND_ACCELERATION, step: GRAVITY_STEP, elements: [0] }],
    a: 2,
    b: 1,
    exactSteps: true,
  });
  if (face) world.pair(VERTEX_FACE, [0, 1, 2, 3], 0, 0, layers);
  else world.pair(VERTEX_VERTEX, [0, 1], 0, 1, layers);
  return world;
}

/**
 * Runs over `kicks` of gravity and returns the energy after each, before layers that tick with it. Between two kicks
 * of gravity the ball is only pushed up, so it stays above the straight line: layers below that are switched off.
 */
function bounce(world: World, kicks: number): Float64Array {
  const energies = new Float64Array(kicks);
  const { call, at, outAt, out } = world;
  let on = 0;
  for (let k = 1; k <= kicks; k++) {
    const tick = k * GRAVITY_STEP;
    call.asyncRun(at, tick, Infinity);
    call.asyncRun(at, tick + 1, 1);
    call.asyncPlaces(at, 1, tick, outAt);
    const height = out[2];
    const lowest = Math.min(height, height + (world.velocities[2] * GRAVITY_STEP) / TICKS_PER_SECOND);
    // a ball that comes down reaches 1/l before the next kick; never switch off one that is inside now
    const wanted = lowest <= 1 / 16 ? 16 : Math.max(0, Math.ceil(1 / lowest) - 1);
    for (; on < wanted; on++) call.asyncLayerOn(at, 0, tick);
    for (; on > wanted; on--) call.asyncLayerOff(at, 0);
    call.asyncEnergy(at, tick, outAt);
    energies[k - 1] = out[0] + out[2] + out[3];
  }
  return energies;
}

const mean = (part: Float64Array) => part.reduce((sum, e) => sum + e, 0) / part.length;

describe('the pogo of the reference values', () => {
  test('keeps its energy for 10,000 s and reaches 12 layers', () => {
    const world = pogo('vertex', 0);
    const energies = bounce(world, 200_000);
    expect(world.tally[TALLY_DEEPEST]).toBe(12);
    expect(Math.abs(energies.reduce((a, b) => Math.min(a, b)) - 178.08)).toBeLessThan(0.03);
    expect(Math.abs(energies.reduce((a, b) => Math.max(a, b)) - 212.62)).toBeLessThan(0.03);
    expect(Math.abs(mean(energies) - 196.05)).toBeLessThan(0.01);
    expect(Math.abs(mean(energies.subarray(0, 20_000)) - 196.05)).toBeLessThan(0.03);
    expect(Math.abs(mean(energies.subarray(180_000)) - 196.06)).toBeLessThan(0.03);
  });

  test('moves by the same bits with all layers always on, and above a face', () => {
    const culled = pogo('vertex', 0);
    bounce(culled, 2000);
    const tick = 2000 * GRAVITY_STEP + 1;
    culled.call.asyncRun(culled.at, tick, Infinity);
    for (const floor of ['vertex', 'face'] as const) {
      const brute = pogo(floor, 12);
      brute.call.asyncRun(brute.at, tick, Infinity);
      expect([brute.positions[2], brute.velocities[2]]).toEqual([culled.positions[2], culled.velocities[2]]);
      expect(brute.tally).toEqual(culled.tally);
    }
  });
});
