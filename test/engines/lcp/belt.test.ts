// Conveyor belts: what lies on one is carried at its speed after the slide that friction says, balls roll, and nothing is lifted.

import { describe, expect, test } from 'vitest';
import { refuseRewind } from '../../../src/engines/lcp/backward/index.ts';
import { resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { optionsOf, Trial } from './harness.ts';

const g = 9.81;
const belt = (turn = 0) => ({
  name: 'belt',
  shape: { kind: 'box', size: [20, 0.2, 2] },
  position: [0, -0.1, 0],
  rotation: { axis: [0, 1, 0], degrees: turn },
  motion: 'static',
  surfaceVelocity: [1, 0, 0],
  friction: 0.4,
});
const scene = (body: object, turn = 0): SceneFile =>
  ({
    name: 'conveyor',
    bodies: [belt(turn), { name: 'load', friction: 0.4, ...body }],
  }) as unknown as SceneFile;
const crate = { shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.1, 0] };

describe('a crate', () => {
  test.each(['cone', 'pyramid'] as const)('slides until it has the speed of the belt, %s', (friction) => {
    const trial = new Trial(scene(crate), { friction }).to(1);
    expect(trial.velocity('load')[0]).toBeCloseTo(1, 6);
    // it lags by v²/2μg
    expect(trial.position('load')[0]).toBeCloseTo(1 - 1 / (2 * 0.4 * g), 2);
    expect(trial.position('load')[1]).toBeCloseTo(0.1, 3);
  });

  test('goes where a turned belt runs', () => {
    const trial = new Trial(scene(crate, 90)).to(1);
    expect(trial.velocity('load')[2]).toBeCloseTo(-1, 6);
    expect(Math.abs(trial.velocity('load')[0])).toBeLessThan(1e-6);
  });

  test('held against a wall feels the belt, does not sleep and goes on when the wall is gone', () => {
    const wall = {
      name: 'wall',
      shape: { kind: 'box', size: [0.2, 1, 1] },
      position: [0.21, 0.5, 0],
      motion: 'static',
      friction: 0,
    };
    const file = scene(crate);
    const trial = new Trial(
      { ...file, bodies: [...(file.bodies ?? []), wall] } as SceneFile,
      { sleepAfter: 0.2 },
      true,
    );
    trial.to(1.9).to(2);
    expect(Math.abs(trial.velocity('load')[0])).toBeLessThan(1e-6);
    const slips = trial.contacts.filter(({ body, other }) => body === 1 && other === 0).map(({ sx }) => sx);
    expect(slips.length).toBeGreaterThan(0);
    for (const slip of slips) expect(slip).toBeCloseTo(-1, 6);
    trial.simulation.apply({ time: 2, kind: 'disable', target: 2, values: [] });
    trial.to(3);
    expect(trial.velocity('load')[0]).toBeCloseTo(1, 6);
  });
});

test('a ball rolls on a belt that pulls at its foot', () => {
  const trial = new Trial(scene({ shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.1, 0] })).to(1);
  // the slip ends where v + ω r = 1 with m v = μ m g t and ω = −(5/2) v / r: v = 2/7
  expect(trial.velocity('load')[0]).toBeCloseTo(2 / 7, 4);
  expect(trial.spin('load')[2]).toBeCloseTo(5 / 7 / 0.1, 2);
});

test('a belt has no past', () => {
  const { scene: resolved } = resolveScene(scene(crate));
  const faults = refuseRewind(resolved, optionsOf(resolved));
  expect(faults.map(({ what }) => what).join()).toContain('surface that runs');
});
