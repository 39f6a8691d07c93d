// Contacts as they are told: pairs of primitives that push at one point in one direction are one contact.

import { describe, expect, test } from 'vitest';
import { box, type SceneFile } from '../../../../src/scene/index.ts';
import { norm, subtract, Trial } from '../harness.ts';

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
    expect(trial.value('contacts')).toBeGreaterThan(own.length);
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

describe('impulses that are told', () => {
  const table = { ...box({ size: [4, 0.2, 4], friction: 0.4 }), name: 'table', motion: 'static' as const };
  const block = box({ size: [side, side, side], density, friction: 0.4 });
  const top = 0.1 + side / 2;
  const slope = { ...table, rotation: { axis: 'z' as const, degrees: 35 } };
  const disc = {
    ...table,
    motion: 'kinematic' as const,
    path: {
      keys: [0, 1].map((time) => ({ time, rotation: { axis: 'y' as const, degrees: 200 * time } })),
    },
  };
  const cases: [string, SceneFile][] = [
    ['rests', { name: 'rests', bodies: [table, { ...block, name: 'b', position: [0, top + 2e-4, 0] }] }],
    [
      'slides and turns',
      {
        name: 'slides',
        bodies: [
          table,
          {
            ...block,
            name: 'b',
            position: [0, top + 2e-4, 0],
            velocity: [1.5, 0, 0.3],
            angularVelocity: [0, 4, 0],
          },
        ],
      },
    ],
    [
      'tumbles down a slope',
      { name: 'tumbles', bodies: [slope, { ...block, name: 'b', position: [0, 0.35, 0] }] },
    ],
    [
      'rides on a turntable',
      { name: 'rides', bodies: [disc, { ...block, name: 'b', position: [0.5, top + 2e-4, 0] }] },
    ],
  ];

  test.each(cases)('are the change of momentum less gravity where a body %s', (_, scene) => {
    // what Newton leaves undone is in the momentum and not in the impulses: let it leave nothing
    const trial = new Trial(scene, { tolerance: 1e-11 }, true);
    const b = trial.index('b');
    const mass = trial.scene.bodies[b].mass;
    let was = trial.to(0).velocity('b');
    const sums = [0, 0, 0];
    for (let s = 1; s <= 60; s++) {
      const now = trial.to(s * 0.01).velocity('b');
      const sum = [0, 0.01 * mass * -9.81, 0];
      for (const c of trial.contacts) {
        if (c.body !== b) continue;
        sum[0] += c.normalImpulse * c.nx + c.tx;
        sum[1] += c.normalImpulse * c.ny + c.ty;
        sum[2] += c.normalImpulse * c.nz + c.tz;
        expect(Math.hypot(c.nx, c.ny, c.nz)).toBeCloseTo(1, 9);
      }
      for (let k = 0; k < 3; k++) sums[k] += (sum[k] - mass * (now[k] - was[k])) / (0.01 * mass * 9.81);
      // what lands gets half of the weight of that step in the next one
      const owed = sums[1] < -0.25 ? -0.5 : 0;
      expect(norm(subtract(sums, [0, owed, 0]))).toBeLessThan(1e-5);
      was = now;
    }
  });
});
