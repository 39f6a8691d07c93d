// What is told about contacts is what holds: slabs separate, layers are nested, clocks tick where they say.

import { describe, expect, test } from 'vitest';
import { reefKnot } from '../../../examples/async/parts/reef-knot.ts';
import { TICKS_PER_SECOND } from '../../../src/engines/async/clock.ts';
import type { SeenContacts, SeenPair } from '../../../src/engines/async/inspect.ts';
import { Collector, hashState, type Simulation } from '../../../src/sim/index.ts';
import { sceneOf, startScene } from './harness.ts';

type Open = Simulation & { inspect(most: number): SeenContacts };

const scene = sceneOf(reefKnot({ name: 'knot', along: 40, duration: 0.04, force: 0.05 }));
const sink = () => new Collector({ path: false, contacts: false }, true);

/** How far each vertex is from the slab on its own side [m]. */
function clearances({ kind, places, slab }: SeenPair): number[] {
  if (slab === undefined) return [];
  const [x, y, z] = slab.normal;
  const upper = kind === 'edge – edge' ? 2 : 1;
  return Array.from({ length: places.length / 3 }, (_, i) => {
    const along = x * places[3 * i] + y * places[3 * i + 1] + z * places[3 * i + 2] - slab.offset;
    return (i < upper ? along : -along) - 0.5 * slab.width;
  });
}

describe('contacts as they are now', () => {
  test('slabs separate, layers are nested, and clocks tick in the future', () => {
    const simulation = startScene(scene) as Open;
    let slabs = 0;
    let layers = 0;
    for (let i = 1; i <= 6; i++) {
      simulation.advance(0.006 * i, sink());
      const { time, pairs, pairsOn, layersOn, nearest } = simulation.inspect(100_000);
      expect(time).toBeCloseTo(0.006 * i, 9);
      expect(nearest).toHaveLength(pairs);
      expect(nearest.filter((pair) => pair.layers.length > 0)).toHaveLength(pairsOn);
      expect(nearest.reduce((sum, pair) => sum + pair.layers.length, 0)).toBe(layersOn);
      layers += layersOn;
      for (const pair of nearest) {
        const apart = Math.hypot(...pair.a.map((x, k) => x - pair.b[k]));
        expect(apart).toBeCloseTo(pair.distance, 9);
        pair.layers.forEach(({ layer, eta, step, next }, l) => {
          expect(layer).toBe(l + 1);
          expect(eta).toBeCloseTo(pair.eta * layer ** -0.25, 12);
          expect(next).toBeGreaterThanOrEqual(time);
          expect(next - time).toBeLessThanOrEqual(step);
          // A clock ticks at whole multiples of its step.
          expect((next * TICKS_PER_SECOND) % (step * TICKS_PER_SECOND)).toBe(0);
        });
        if (pair.slab === undefined) continue;
        slabs++;
        expect(pair.slab.fails).toBeGreaterThanOrEqual(time);
        expect(pair.slab.made).toBeLessThanOrEqual(time);
        for (const clearance of clearances(pair)) expect(clearance).toBeGreaterThanOrEqual(0);
        expect(pair.distance).toBeGreaterThanOrEqual(pair.slab.width * (1 - 1e-9));
        // It keeps off the layer after those that are on.
        expect(pair.slab.width).toBeCloseTo(pair.eta * (pair.layers.length + 1) ** -0.25, 9);
      }
    }
    expect(slabs).toBeGreaterThan(100);
    expect(layers).toBeGreaterThan(10);
  });

  test('looking changes nothing, and the nearest come first', () => {
    const looked = startScene(scene) as Open;
    const left = startScene(scene);
    for (let i = 1; i <= 5; i++) {
      looked.advance(0.006 * i, sink());
      const parts = looked.inspect(12).nearest.map(({ distance, eta }) => distance / eta);
      expect(parts).toEqual([...parts].sort((a, b) => a - b));
      expect(parts).toHaveLength(12);
      left.advance(0.006 * i, sink());
    }
    expect(hashState(looked.state)).toBe(hashState(left.state));
  });

  test('without certificates there are no slabs', () => {
    const simulation = startScene(scene, { detection: 'windows' }) as Open;
    simulation.advance(0.03, sink());
    const { nearest } = simulation.inspect(1000);
    expect(nearest.length).toBeGreaterThan(0);
    expect(nearest.every(({ slab }) => slab === undefined)).toBe(true);
  });
});
