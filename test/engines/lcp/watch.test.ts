// Solves that missed their tolerance, and energy from nowhere, are complained about; what is right is not.

import { expect, test } from 'vitest';
import { lcp } from '../../../src/engines/lcp/engine.ts';
import { buildModel } from '../../../src/engines/lcp/model.ts';
import { Watch } from '../../../src/engines/lcp/watch.ts';
import { resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { type Complaint, Complaints, columnsOf, describeComplaint, run } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const heap: SceneFile = {
  name: 'heap',
  duration: 0.3,
  bodies: [
    { name: 'floor', shape: { kind: 'box', size: [4, 1, 4] }, position: [0, -0.5, 0], motion: 'static' },
    ...Array.from({ length: 45 }, (_, k) => ({
      name: `box ${k}`,
      shape: { kind: 'box' as const, size: [0.2, 0.2, 0.2] as [number, number, number] },
      position: [
        0.21 * (k % 3) + 0.1 * (Math.floor(k / 9) % 2),
        0.11 + 0.201 * Math.floor(k / 9),
        0.21 * (Math.floor(k / 3) % 3),
      ] as [number, number, number],
    })),
  ],
};

function complaintsOf(file: SceneFile, maxSweeps: number, tolerance: number): readonly Complaint[] {
  const { scene } = resolveScene(file);
  const options = optionsOf(scene, { maxSweeps, tolerance });
  const simulation = lcp.start(scene, options, lonelyContext());
  const complaints = new Complaints();
  const plan = {
    scene,
    reportColumns: columnsOf(lcp, scene).length,
    heard: (one: Complaint) => complaints.add(one),
  };
  for (const _ of run(simulation, plan));
  return complaints.list;
}

test('solves that miss their tolerance are told once, with the worst of them', () => {
  const [one, ...others] = complaintsOf(heap, 1, 1e-12);
  expect(others).toEqual([]);
  expect(one.count).toBeGreaterThan(1);
  expect(one.value).toBeGreaterThan(one.asked);
  expect(one.time).toBeGreaterThan(0);
  expect(one.bodies.length).toBeGreaterThan(3);
  const told = describeComplaint(resolveScene(heap).scene, one);
  expect(told).toMatch(
    /^solves missed their tolerance, \d+ times, worst at 0\.\d+ s: .* where 1e-12 was asked, "box/,
  );
  expect(told).toContain('more; a shorter timeStep');
});

test('nothing is told where all went well', () => {
  expect(complaintsOf(heap, 5000, 1e-4)).toEqual([]);
});

test('nothing is told of what lies still, whose energy changes by rounding', () => {
  const lying: SceneFile = {
    name: 'lying',
    duration: 0.5,
    bodies: [
      { name: 'floor', shape: { kind: 'box', size: [4, 1, 4] }, position: [0, -0.5, 0], motion: 'static' },
      ...Array.from({ length: 5 }, (_, k) => ({
        name: `bar ${k}`,
        shape: { kind: 'box' as const, size: [0.21, 0.06, 0.13] as [number, number, number] },
        density: 700,
        position: [0.26 * (k - 2), 0.03, 0] as [number, number, number],
        rotation: { axis: [0, 1, 0] as [number, number, number], degrees: 17 * k },
      })),
    ],
  };
  expect(complaintsOf(lying, 5000, 1e-4)).toEqual([]);
});

test('energy above what there was is told, unless something may give it', () => {
  const { scene } = resolveScene(heap);
  const model = buildModel(scene, optionsOf(scene));
  const watch = new Watch(model);
  watch.noteEnergy(100, 0, 0);
  watch.noteEnergy(100, 10, 0.1);
  watch.noteEnergy(100.4, 10, 0.2);
  expect(watch.take()).toEqual([]);
  watch.noteEnergy(101, 11, 0.3);
  const [told] = watch.take();
  expect(told).toMatchObject({
    what: 'energy came from nowhere',
    time: 0.3,
    value: 1,
    asked: 0.5,
    unit: 'J',
  });
  // told again only where it is worse
  watch.noteEnergy(101, 1e6, 0.4);
  expect(watch.take()).toEqual([]);
  watch.noteEnergy(1e6, 1e6, 0.5);
  expect(watch.take().length).toBe(1);

  const pushed = new Watch(model);
  pushed.noteEnergy(100, 1, 0);
  pushed.open();
  pushed.noteEnergy(200, 100, 0.1);
  expect(pushed.take()).toEqual([]);

  for (const body of [
    { ...heap.bodies?.[1], name: 'driven', motion: 'kinematic' as const },
    { ...heap.bodies?.[1], name: 'pushed', force: [0, 1, 0] as [number, number, number] },
  ]) {
    const open = resolveScene({ ...heap, bodies: [...(heap.bodies ?? []), body] } as SceneFile).scene;
    const silent = new Watch(buildModel(open, optionsOf(open)));
    silent.noteEnergy(100, 1, 0);
    silent.noteEnergy(200, 100, 0.1);
    expect(silent.take()).toEqual([]);
  }
});
