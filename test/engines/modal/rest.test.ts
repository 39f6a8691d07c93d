import { describe, expect, test } from 'vitest';
import type { ModalOptions } from '../../../src/engines/modal/options.ts';
import { box, floor, resolveScene } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';
import type { WrittenModes } from './synthetic.ts';

/** The first bendings and a twist of a free slab, roughly. */
const bending: WrittenModes = {
  omegas: [400, 900, 1500, 2600],
  alpha: 5,
  beta: 1e-5,
  edge: 0.05,
  shape: (m, x, _, z) => [0, m === 1 ? 60 * x * z : 2 * Math.cos(((m + 2) * Math.PI * (x + 0.15)) / 0.3), 0],
};

const { scene: slab } = resolveScene({
  name: 'slab',
  duration: 1,
  bodies: [
    floor({ friction: 0.5 }),
    { ...box({ size: [0.3, 0.02, 0.1], density: 1000 }), name: 'slab', position: [0, 0.01, 0] },
  ],
});

/** Forces on the slab by where they act, one list a contact, in the order of time. */
function forcesAtRest(changes: Partial<ModalOptions>): number[][] {
  const trial = new Trial(slab, changes, { slab: bending }).to(0.05).to(0.1);
  const byPlace = new Map<string, number[]>();
  for (const { body, px, pz, normalImpulse, duration } of trial.contacts) {
    if (body !== 1) continue;
    const key = `${Math.round(1e4 * px) + 0} ${Math.round(1e4 * pz) + 0}`;
    const list = byPlace.get(key) ?? [];
    byPlace.set(key, list);
    list.push(normalImpulse / duration);
  }
  return [...byPlace.values()];
}

const weight = 0.3 * 0.02 * 0.1 * 1000 * 9.81;
const spread = (list: readonly number[]): number => (Math.max(...list) - Math.min(...list)) / weight;

describe('a slab at rest', () => {
  for (const changes of [
    {},
    { adaptive: false },
    { clocks: 'common' },
    { propagation: 'newmark', adaptive: false },
  ])
    test(`is held by forces that are constant in time to 1e-6 of its weight: ${JSON.stringify(changes)}`, () => {
      const lists = forcesAtRest(changes);
      expect(lists.length).toBeGreaterThan(0);
      const longest = Math.max(...lists.map(({ length }) => length));
      expect(longest).toBeGreaterThan(40);
      let sum = 0;
      for (const list of lists) {
        expect(list).toHaveLength(longest);
        expect(spread(list)).toBeLessThan(1e-6);
        sum += list[list.length - 1];
      }
      expect(sum / weight).toBeCloseTo(1, 6);
    });

  test('hums where contacts need an approach to be found', () => {
    const lists = forcesAtRest({ contacts: 'velocity' });
    const longest = Math.max(...lists.map(({ length }) => length));
    // forces come and go, or change
    expect(lists.some((list) => list.length < longest || spread(list) > 0.01)).toBe(true);
    // while they act they carry more than the weight, as between they carry nothing
    const first = lists.reduce((sum, list) => sum + list[0], 0);
    expect(first / weight).toBeGreaterThan(1.2);
  });

  test('moves less than the slop', () => {
    const trial = new Trial(slab, {}, { slab: bending }).to(0.2);
    expect(Math.abs(trial.position('slab')[1] - 0.01)).toBeLessThan(1e-9);
    expect(trial.value('modes')).toBe(0);
    expect(trial.residual).toBeLessThan(1e-8);
  });

  test('that was dropped comes to rest, and then nothing changes any more', () => {
    const { scene } = resolveScene({
      name: 'dropped',
      duration: 1,
      bodies: [
        floor({ friction: 0.5 }),
        {
          ...box({ size: [0.3, 0.02, 0.1], density: 1000 }),
          name: 'slab',
          position: [0, 0.025, 0],
          rotation: { axis: [0.3, 0.1, 1], degrees: 4 },
        },
      ],
    });
    const trial = new Trial(scene, {}, { slab: bending });
    let raised = 0;
    let problems = 0;
    for (let i = 1; i <= 8; i++) {
      trial.to(0.05 * i);
      raised += trial.value('raised');
      problems += trial.value('problems');
    }
    expect(problems).toBeGreaterThan(100);
    // once an impact; frozen and raised in turn, 14 times
    expect(raised).toBeGreaterThan(0);
    expect(raised).toBeLessThan(6);
    const byFeature = new Map<number, number[]>();
    for (let i = 5; i <= 8; i++) {
      trial.to(0.1 * i);
      expect(trial.value('modes')).toBe(0);
      expect(trial.value('raised')).toBe(0);
      for (const { body, feature, normalImpulse, duration } of trial.contacts) {
        if (body !== 1) continue;
        byFeature.set(feature, [...(byFeature.get(feature) ?? []), normalImpulse / duration]);
      }
    }
    expect(byFeature.size).toBeGreaterThan(2);
    for (const list of byFeature.values()) {
      expect(spread(list)).toBeLessThan(1e-6);
      // its corners share it; if modes did not yield where friction wedges them, two of them would carry it
      expect(Math.max(...list) / weight).toBeLessThan(0.35);
    }
    expect(trial.residual).toBeLessThan(1e-8);
  });
});
