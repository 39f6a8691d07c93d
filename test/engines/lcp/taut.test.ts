// Light links that a heavy load pulls taut: they would swing faster than steps can follow.

import { expect, test } from 'vitest';
import type { SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

const links = 15;
const length = 0.16;

type Bodies = NonNullable<SceneFile['bodies']>;
type Joints = NonNullable<SceneFile['joints']>;

/** A row of links along x from the origin, each held to the one before, and a ball of 20 kg at its end, let go. */
function rope(kind: 'ball' | 'hinge' | 'distance', load: number): SceneFile {
  const bodies: Bodies = [];
  const joints: Joints = [];
  for (let i = 0; i < links; i++) {
    const x = length * (i + 0.5);
    const at: [number, number, number] = [length * i, 0, 0];
    const b = i > 0 ? { b: `link ${i - 1}` } : {};
    if (kind === 'distance') {
      bodies.push({
        name: `link ${i}`,
        shape: { kind: 'sphere', radius: 0.02 },
        position: [length * (i + 1), 0, 0],
        mass: 0.16,
      });
      joints.push({ kind, a: `link ${i}`, ...b, at: [length * (i + 1), 0, 0], to: at });
      continue;
    }
    bodies.push({
      name: `link ${i}`,
      shape: { kind: 'capsule', radius: 0.02, length: 0.1, axis: 'x' },
      position: [x, 0, 0],
      mass: 0.16,
    });
    joints.push({ kind, a: `link ${i}`, ...b, at, ...(kind === 'hinge' ? { axis: 'z' as const } : {}) });
  }
  const end = length * links;
  const last = `link ${links - 1}`;
  bodies.push({
    name: 'load',
    shape: { kind: 'sphere', radius: 0.12 },
    position: [end + 0.12, 0, 0],
    mass: load,
  });
  joints.push(
    kind === 'distance'
      ? { kind, a: 'load', b: last, at: [end + 0.12, 0, 0], to: [end, 0, 0] }
      : { kind: kind === 'hinge' ? 'hinge' : 'ball', a: 'load', b: last, at: [end, 0, 0], axis: 'z' },
  );
  return { name: 'rope', bodies, joints, pairs: [] } as SceneFile;
}

test.each([
  ['ball', 20],
  ['ball', 500],
  ['hinge', 20],
  ['distance', 20],
  ['distance', 2000],
] as const)('a rope of %s joints carries %f kg through its swing', (kind, load) => {
  const trial = new Trial(rope(kind, load));
  trial.to(0);
  const start = trial.value('energy');
  // what the load can gain by falling as far as the rope is long
  const scale = load * 9.81 * length * links;
  let worst = 0;
  let open = 0;
  for (let k = 1; k <= 120; k++) {
    trial.to(k / 60);
    worst = Math.max(worst, Math.abs(trial.value('energy') - start) / scale);
    open = Math.max(open, trial.value('jointError'));
  }
  expect(worst).toBeLessThan(1e-3);
  expect(trial.failures).toBe(0);
  expect(open).toBeLessThan(0.01 * length);
});
