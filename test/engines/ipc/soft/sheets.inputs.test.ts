// Cloth that is pushed and dragged from outside, bodies near it that come and go, and what is told of its contacts.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import type { BodyFile, DeformableFile, SceneFile } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

await loadKernels();

const cloth: DeformableFile = {
  name: 'cloth',
  kind: 'cloth',
  shape: { kind: 'grid', size: [0.4, 0.4], cells: [4, 4] },
  thickness: 0.004,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
  stretchDamping: 0.002,
  friction: 0.3,
};
const ball: BodyFile = {
  name: 'ball',
  shape: { kind: 'sphere', radius: 0.05 },
  position: [0.01, 0.08, 0.02],
  mass: 0.05,
  friction: 0.3,
};
const file = (more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'cloth',
  duration: 1,
  gravity: 0,
  bodies: [ball],
  deformables: [cloth],
  ...more,
});

/** Momentum of the cloth, whose vertices follow one body. */
function momentumOf(trial: Trial): number[] {
  const { velocity } = trial.simulation.state;
  const sum = [0, 0, 0];
  trial.scene.deformables[0].masses.forEach((m, v) => {
    for (let k = 0; k < 3; k++) sum[k] += m * velocity[3 * (1 + v) + k];
  });
  return sum;
}

describe('inputs', () => {
  test('a force on all of it, and a drag of the nearest vertex', () => {
    const far = file({ bodies: [{ ...ball, position: [3, 0, 0] }] });
    const pushed = new Trial(far).to(0);
    pushed.simulation.apply({ time: 0, kind: 'force', target: 1, values: [0, 0.3, 0, 0, 0, 0] });
    pushed.to(0.1);
    expect(momentumOf(pushed)[1]).toBeCloseTo(0.03, 6);
    const trial = new Trial(far).to(0);
    const corner = [...trial.frame.vertices.subarray(0, 3)];
    const wish = [corner[0] - 0.1, corner[1] + 0.1, corner[2]];
    trial.simulation.apply({ time: 0, kind: 'drag', target: 1, values: [...corner, ...wish] });
    trial.to(1);
    const [x, y] = trial.frame.vertices;
    expect(Math.hypot(x - wish[0], y - wish[1])).toBeLessThan(0.05);
    // it is the nearest that is held, and not all of it
    const { vertices } = trial.frame;
    const last = vertices.length - 3;
    expect(Math.hypot(vertices[last] - x, vertices[last + 1] - y)).toBeGreaterThan(0.2);
  });

  test('parameters reach its friction', () => {
    const parameters: SceneFile['parameters'] = [
      { name: 'grip', value: 0.3, min: 0, max: 1, target: '/deformables/0/friction' },
    ];
    const trial = new Trial(file({ parameters })).to(0);
    trial.simulation.apply({ time: 0, kind: 'parameter', target: 0, values: [0.7] });
    const { friction } = trial.simulation.state;
    expect([...friction.subarray(1, 26)]).toEqual(new Array(25).fill(0.7));
    expect(friction[0]).toBe(0.3);
  });

  test('a body that is not there does not touch it, and does once it comes', () => {
    const fast: BodyFile = { ...ball, velocity: [0, -2, 0], enabled: false };
    const trial = new Trial(file({ bodies: [fast] })).to(0.1);
    for (const p of momentumOf(trial)) expect(Math.abs(p)).toBeLessThan(1e-12);
    trial.simulation.apply({
      time: 0.1,
      kind: 'enable',
      target: 0,
      values: [0.01, 0.08, 0.02, 0, 0, 0, 1, 0, -2, 0, 0, 0, 0],
    });
    trial.to(0.2);
    expect(momentumOf(trial)[1]).toBeLessThan(-0.01);
    trial.simulation.apply({ time: 0.2, kind: 'disable', target: 0, values: [] });
    const [, y] = momentumOf(trial);
    trial.to(0.3);
    expect(momentumOf(trial)[1]).toBeCloseTo(y, 9);
  });
});

test('contacts are told of both sides, and what they give is what momenta change by', () => {
  const trial = new Trial(
    file({ bodies: [{ ...ball, velocity: [0.5, -2, 0] }] }),
    { tolerance: 1e-10, sleep: 'never' },
    true,
  ).to(0);
  const before = trial.velocity('ball').map((v) => 0.05 * v);
  const given = { body: [0, 0, 0], cloth: [0, 0, 0] };
  let rows = 0;
  for (let step = 1; step <= 7; step++) {
    trial.to(step / 100);
    for (const row of trial.contacts) {
      // what it does with itself sums to nothing
      if (row.body === row.other) continue;
      rows++;
      const sum = row.body === 0 ? given.body : given.cloth;
      expect(row.other).toBe(1 - row.body);
      const { normalImpulse: n } = row;
      sum[0] += n * row.nx + row.tx;
      sum[1] += n * row.ny + row.ty;
      sum[2] += n * row.nz + row.tz;
    }
  }
  const after = trial.velocity('ball').map((v) => 0.05 * v);
  expect(rows).toBeGreaterThan(4);
  const cloth = momentumOf(trial);
  expect(after[1] - before[1]).toBeGreaterThan(0.01);
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(given.body[k] - (after[k] - before[k]))).toBeLessThan(1e-6);
    expect(Math.abs(given.cloth[k] - cloth[k])).toBeLessThan(1e-6);
    expect(Math.abs(given.cloth[k] + given.body[k])).toBeLessThan(1e-12);
  }
});
