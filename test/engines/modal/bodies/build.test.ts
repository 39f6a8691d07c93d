// From scenes to bodies: who is flexible, with which modes, and where shapes are.

import { expect, test } from 'vitest';
import { refuseBodies } from '../../../../src/engines/modal/bodies/refuse.ts';
import { box, floor, resolveScene, sphere } from '../../../../src/scene/index.ts';
import { modelOf } from '../collide/harness.ts';

const soft = { like: 'steel', youngsModulus: 2e9 };
const bar = box({ size: [0.2, 0.04, 0.012] });
const bodies = [
  floor({ size: [2, 2] }),
  { ...bar, name: 'free', position: [0, 0, 1] as const, material: soft },
  { ...bar, name: 'same', position: [0, 0, 2] as const, material: soft },
  {
    ...bar,
    name: 'held',
    position: [0, 0, 3] as const,
    material: soft,
    motion: 'static' as const,
    clamp: 'x<-0.09',
  },
  { ...bar, name: 'fixed', position: [0, 0, 4] as const, material: soft, motion: 'static' as const },
  { ...sphere({ radius: 0.01 }), name: 'marble', position: [0, 0, 5] as const, material: 'glass' },
];

test('bodies with modes below the cap are flexible, held ones between their clamps, others rigid', () => {
  const model = modelOf(bodies as never, {
    capHz: 3000,
    flexible: ['ground', 'free', 'same', 'held', 'fixed'],
  });
  const [ground, free, same, held, fixed, marble] = model.bodies;
  expect([ground.modes, fixed.modes, marble.modes]).toEqual([0, 0, 0]);
  expect(free.modes).toBeGreaterThan(1);
  expect(held.modes).toBeGreaterThan(1);
  expect(held.omegas[0]).toBeLessThan(free.omegas[0]);
  // Euler–Bernoulli: β₁L = 1.8751 clamped (length 0.19 m), 4.7300 free
  const beam = (beta: number, length: number): number =>
    ((beta * beta) / (length * length)) *
    Math.sqrt((2e9 * 0.012 * 0.012) / (12 * model.scene.bodies[1].material.density));
  expect(free.omegas[0] / beam(4.73, 0.2)).toBeGreaterThan(0.95);
  expect(free.omegas[0] / beam(4.73, 0.2)).toBeLessThan(1.03);
  expect(held.omegas[0] / beam(1.8751, 0.19)).toBeGreaterThan(0.97);
  expect(held.omegas[0] / beam(1.8751, 0.19)).toBeLessThan(1.06);
  for (const { omegas, rates, modes } of [free, held]) {
    expect(omegas[modes - 1]).toBeLessThanOrEqual(2 * Math.PI * 3000);
    expect(rates.length).toBe(modes);
  }
  expect([ground.kind, free.kind, marble.kind]).toEqual(['plane', 'mesh', 'sphere']);
  expect(same.shapes).toBe(free.shapes);
  expect([...model.firstMode]).toEqual([
    0,
    0,
    free.modes,
    2 * free.modes,
    2 * free.modes + held.modes,
    2 * free.modes + held.modes,
    2 * free.modes + held.modes,
  ]);
  // nothing moves at the clamp, and the tip of a cantilever has 2/√m
  const { surface, shapes, modes, reaches } = held;
  let [tip, wrong] = [0, 0];
  for (let v = 0; v < surface.positions.length / 3; v++) {
    const size = Math.hypot(...shapes.subarray(3 * modes * v, 3 * modes * v + 3));
    if (size > reaches[0] * (1 + 1e-12)) wrong++;
    if (surface.positions[3 * v] < -0.0999 && size !== 0) wrong++;
    tip = Math.max(tip, size);
  }
  expect(wrong).toBe(0);
  const moving = model.scene.bodies[3].mass * 0.95;
  expect(tip * Math.sqrt(moving)).toBeGreaterThan(1.93);
  expect(tip * Math.sqrt(moving)).toBeLessThan(2.07);
});

test('names and the cap choose who is flexible', () => {
  const model = modelOf(bodies as never, { capHz: 3000, flexible: ['same'] });
  expect(model.bodies.map(({ modes }) => modes > 0)).toEqual([false, false, true, false, false, false]);
  // its first mode is at about 160 Hz
  const stiff = modelOf(bodies as never, { capHz: 100, flexible: ['free', 'same'] });
  expect(stiff.firstMode[6]).toBe(0);
  const none = modelOf(bodies as never, { capHz: 3000, flexible: 'none' });
  expect(none.firstMode[6]).toBe(0);
});

test('friction and restitution of pairs follow their rules', () => {
  const model = modelOf(
    bodies as never,
    { flexible: 'none' },
    {
      pairs: [{ a: 'marble', b: 'fixed', friction: 0.125, restitution: 0.75 }],
    },
  );
  expect(model.friction(5, 4)).toBe(0.125);
  expect(model.restitution(4, 5)).toBe(0.75);
  const { friction } = model.scene.bodies[1].material;
  expect(model.friction(1, 2)).toBeCloseTo(friction, 12);
});

test('open surfaces are refused with the place', () => {
  const { scene } = resolveScene({
    name: 'open',
    duration: 1,
    frameRateHz: 60,
    bodies: [
      floor({}),
      { ...box({ size: [1, 1, 1] }), name: 'fine', position: [0, 3, 0] },
      {
        name: 'open',
        shape: {
          kind: 'inline',
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
          faces: [[0, 1, 2]],
        },
        position: [5, 5, 5],
      },
    ],
  } as never);
  const faults = refuseBodies(scene);
  expect(faults.length).toBe(1);
  expect(faults[0].where).toContain('open');
});
