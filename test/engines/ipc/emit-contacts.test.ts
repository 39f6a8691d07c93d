// Contacts as they are told: pairs of primitives that push at one point in one direction are one contact.

import { describe, expect, test } from 'vitest';
import { box, type SceneFile } from '../../../src/scene/builder.ts';
import { columnAt, Trial } from './harness.ts';

const side = 0.2;
const density = 500;
const weight = density * side * side * side * 9.81;

/** A box on a box of the same size, corner on corner, with a load that is off its centre. */
const stacked = (shift: number): SceneFile => ({
  name: 'stacked',
  bodies: [
    { ...box({ size: [side, side, side] }), name: 'below', position: [0, side / 2, 0], motion: 'static' },
    {
      ...box({ size: [side, side, side], density }),
      name: 'above',
      position: [shift, 1.5 * side + 1e-4, 0],
      force: [0, -weight, 0],
    },
  ],
});

describe('contacts that are told', () => {
  test.each([0, 0.05])('carry the weight at a corner each, shifted by %d m', (shift) => {
    const trial = new Trial(stacked(shift), {}, true).to(0.5).to(0.51);
    const above = trial.index('above');
    const own = trial.contacts.filter(({ body }) => body === above);
    expect(own.length).toBeGreaterThanOrEqual(4);
    expect(own.length).toBeLessThanOrEqual(8);
    expect(trial.values[columnAt('contacts')]).toBeGreaterThan(own.length);
    let lift = 0;
    let turnX = 0;
    let turnZ = 0;
    for (const { px, pz, nx, ny, nz, normalImpulse } of own) {
      expect(Math.sqrt(nx * nx + ny * ny + nz * nz)).toBeCloseTo(1, 12);
      lift += ny * normalImpulse;
      turnX -= pz * ny * normalImpulse;
      turnZ += px * ny * normalImpulse;
    }
    const impulse = 2 * weight * 0.01;
    expect(lift / impulse).toBeCloseTo(1, 2);
    // the box stands: what lifts it does not turn it
    expect(Math.abs(turnX) / (impulse * side)).toBeLessThan(0.01);
    expect(Math.abs(turnZ) / (impulse * side)).toBeLessThan(0.01);
  });

  test('act on the other body at the same place, the other way round', () => {
    const trial = new Trial(stacked(0), {}, true).to(0.3);
    const above = trial.index('above');
    const height = trial.position('above')[1];
    const own = trial.contacts.filter(({ body }) => body === above);
    const others = trial.contacts.filter(({ body }) => body !== above);
    expect(others.length).toBe(own.length);
    own.forEach((one, i) => {
      const other = others[i];
      expect(other.pair).toBe(one.pair);
      expect([other.nx, other.ny, other.nz]).toEqual([-one.nx, -one.ny, -one.nz]);
      expect(other.normalImpulse).toBe(one.normalImpulse);
      expect(Math.abs(one.px - other.px)).toBeLessThan(1e-3);
      expect(Math.abs(one.py + height - (other.py + side / 2))).toBeLessThan(1e-3);
    });
  });
});
