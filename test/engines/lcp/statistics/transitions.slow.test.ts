// A small table of the block of Figure 9, and pasts that are drawn from it. (`carom transitions falling-block --plot` does
// the same with a thousand of each, and docs/engines/lcp-examples.md says what came out.)

import { describe, expect, test } from 'vitest';
import { startState } from '../../../../src/engines/lcp/state.ts';
import {
  compareClasses,
  backwardTrack,
  forwardTrack,
} from '../../../../src/engines/lcp/statistics/compare.ts';
import { layFlat } from '../../../../src/engines/lcp/statistics/lay-flat.ts';
import { lieLike } from '../../../../src/engines/lcp/statistics/lie-like.ts';
import { measureTransitions } from '../../../../src/engines/lcp/statistics/measure.ts';
import { STANCE } from '../../../../src/engines/lcp/statistics/moments.ts';
import { Transitions } from '../../../../src/engines/lcp/statistics/transitions.ts';
import { undrop } from '../../../../src/engines/lcp/statistics/undrop.ts';
import { createWork, step } from '../../../../src/engines/lcp/step.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { box } from '../../../../src/scene/index.ts';
import { optionsOf, sceneOf } from '../backward/scenes.ts';

const model = buildModel(
  sceneOf([box({ name: 'block', size: [0.2, 0.1, 0.14], density: 600, friction: 0.4, restitution: 0.5 })]),
  optionsOf(),
);
const { drops, table } = measureTransitions(model, 1, 120, 1);

describe('forward drops', () => {
  test('come to rest on a face, from free flight, losing energy on the whole', () => {
    expect(drops.length).toBeGreaterThan(115);
    for (const { classes, energies } of drops) {
      expect(classes[classes.length - 1]).toBe(3);
      expect(classes[0]).toBe(0);
      expect(energies[0]).toBeGreaterThan(energies[energies.length - 1]);
    }
  });

  test('leave moments of every class, each with its stance, its change and a word about each point', () => {
    const points = new Set<number>();
    for (const moments of Object.values(table.moments)) {
      const count = moments.stances.length / STANCE;
      points.add(Math.min(3, moments.points));
      expect(moments.changes.length).toBe(6 * count);
      expect(moments.kept.length).toBe(moments.points * count);
    }
    expect([...points].sort()).toEqual([1, 2, 3]);
  });

  test('change class at rates that are never negative, and to fewer contacts more often than not', () => {
    for (const row of table.rates) for (const rate of row) expect(rate).toBeGreaterThanOrEqual(0);
    expect(table.rates[3][2] + table.rates[3][1] + table.rates[3][0]).toBeGreaterThan(1);
    expect(table.rates.every((row, from) => row[from] === 0)).toBe(true);
  });
});

describe('pasts drawn from them', () => {
  const steps = 60;
  const transitions = new Transitions(table);
  const pasts = Array.from({ length: 40 }, (_, i) =>
    undrop(model, 1, transitions, drops[i % drops.length].end, i + 1, steps),
  ).filter((past) => past !== undefined);

  test('are found for most', () => expect(pasts.length).toBeGreaterThan(30));

  test('from where a drop came to rest follow that drop without taking a step again, mostly', () => {
    expect(pasts.filter(({ retaken }) => retaken === 0).length).toBeGreaterThan(0.75 * pasts.length);
  });

  test('lead to rest at the wished-for place when they run forward', () => {
    let reached = 0;
    for (const { start, end } of pasts) {
      const state = startState(model);
      state.poses.set(start.subarray(0, 7), 7);
      state.velocities.set(start.subarray(7, 10), 3);
      state.momenta.set(start.subarray(10, 13), 3);
      const work = createWork(model);
      for (let i = 0; i < steps; i++) {
        state.guessKeys = new Uint32Array(0);
        state.guesses = new Float64Array(0);
        step(model, state, work);
      }
      const miss = Math.hypot(...[0, 1, 2].map((k) => state.poses[7 + k] - end[k]));
      if (miss < 1e-3) reached++;
    }
    // no log, no help: what is missing was thrown off by rounding at a bounce
    expect(reached).toBeGreaterThanOrEqual(0.9 * pasts.length);
  });

  test('are not faster than what was dropped', () => {
    const most = Math.max(...drops.map(({ energies }) => Math.max(...energies)));
    const fast = pasts.filter(({ energies }) => Math.max(...energies) > 1.5 * most);
    expect(fast.length).toBeLessThan(0.1 * pasts.length);
  });

  test('are the same for the same seed, and others for others', () => {
    const end = layFlat(model, 1, drops[0].end);
    const again = (seed: number) => String(undrop(model, 1, transitions, end, seed, 12)?.start);
    const found = Array.from({ length: 8 }, (_, i) => again(i + 1));
    expect(again(1)).toBe(found[0]);
    expect(new Set(found).size).toBeGreaterThan(3);
  });

  test('from an end that lies flat begin and end there, too', () => {
    const flat = layFlat(model, 1, drops[1].end);
    expect(Math.abs(flat[1] - drops[1].end[1])).toBeLessThan(2e-3);
    const found = Array.from({ length: 10 }, (_, i) => undrop(model, 1, transitions, flat, i + 1, 24));
    const pasts = found.filter((past) => past !== undefined);
    expect(pasts.length).toBeGreaterThan(2);
    for (const { classes } of pasts) expect(classes[0]).toBeGreaterThan(0);
  });

  test('from an end like that of another drop are found almost always, two millimetres and a degree from flat at most', () => {
    let found = 0;
    let tried = 0;
    for (let i = 0; i < 12; i++) {
      const flat = layFlat(model, 1, drops[i].end);
      for (const drop of drops.slice(60)) {
        const end = lieLike(model, 1, flat, drop);
        if (end === undefined) continue;
        tried++;
        for (let k = 0; k < 3; k++) expect(Math.abs(end[k] - flat[k])).toBeLessThan(2e-3);
        const cosine = Math.abs([3, 4, 5, 6].reduce((sum, k) => sum + end[k] * flat[k], 0));
        expect(cosine).toBeGreaterThan(Math.cos(0.5 * 0.0175));
        if (undrop(model, 1, transitions, end, i + 1, 40) !== undefined) found++;
        break;
      }
    }
    expect(tried).toBeGreaterThan(8);
    expect(found).toBeGreaterThanOrEqual(tried - 2);
  });

  test('have contacts like the drops, as far as forty of them can tell', () => {
    const { mean } = compareClasses(drops.map(forwardTrack), pasts.map(backwardTrack), steps);
    expect(mean).toBeLessThan(0.25);
  });
});
