// The public fixtures of the authors' own implementation: all of them import, start and take their first steps.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { loadScene } from '../../../src/scene/read/index.node.ts';
import { norm, optionsOf, subtract, Trial } from './harness.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/rigid-ipc/fixtures');
const isThere = existsSync(folder);

function files(at: string): string[] {
  return readdirSync(at)
    .sort()
    .flatMap((name) => {
      const path = join(at, name);
      return statSync(path).isDirectory() ? files(path) : path.endsWith('.json') ? [path] : [];
    });
}

const all = isThere ? files(folder).map((path) => path.slice(folder.length + 1)) : [];
const open = (name: string) => loadScene(join(folder, name)).scene;

describe.skipIf(!isThere)('the rigid-ipc fixtures', () => {
  test.each(all)('%s starts, and takes three steps', (name) => {
    const scene = open(name);
    const options = optionsOf(scene);
    expect(ipc.refuse(scene, options)).toEqual([]);
    const trial = new Trial(scene);
    trial.to(3 * options.timeStep);
    expect(trial.smallestGap).toBeGreaterThan(0);
    expect(trial.frame.poses.every(Number.isFinite)).toBe(true);
  });

  test('the slope holds its block at μ = 0.5 and lets it go at 0.49', () => {
    const travel = [0.5, 0.49].map((friction) => {
      const trial = new Trial(open(`friction/incline-plane/slopeTest_highSchoolPhysics_mu=${friction}.json`));
      const moving = trial.scene.bodies.find((body) => body.motion === 'dynamic');
      const name = moving?.name ?? '';
      trial.to(0);
      const before = trial.position(name);
      trial.to(2);
      return norm(subtract(trial.position(name), before));
    });
    expect(travel[0]).toBeLessThan(0.01);
    expect(travel[1]).toBeGreaterThan(0.1);
  });
});
