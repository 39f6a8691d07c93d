import { describe, expect, test } from 'vitest';
import type { IpcState } from '../../../../src/engines/ipc/state.ts';
import type { SceneFile } from '../../../../src/scene/index.ts';
import { copyState } from '../../../../src/sim/index.ts';
import { Trial } from '../harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];

const cube = (name: string, position: [number, number, number], more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
  position,
  friction: 0.5,
  ...more,
});
const ground: BodyFile = {
  name: 'ground',
  shape: { kind: 'box', size: [20, 0.1, 20] },
  motion: 'static',
  position: [0, -0.05, 0],
  friction: 0.5,
};
const stack = [cube('low', [0, 0.1002, 0]), cube('high', [0.03, 0.3004, 0.02])];
const scene = (bodies: BodyFile[], more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'sleep',
  engine: 'ipc',
  bodies,
  ...more,
});

function sleepersOf(trial: Trial): string[] {
  const { sleeps } = trial.simulation.state as IpcState;
  return trial.scene.bodies.filter((_, i) => sleeps[i] > 0).map(({ name }) => name);
}

describe('bodies at rest', () => {
  test('fall asleep, do not move by a bit, cost no iteration and still tell what they carry', () => {
    const trial = new Trial(scene([ground, ...stack]), {}, true);
    trial.to(2);
    expect(sleepersOf(trial)).toEqual(['low', 'high']);
    const before = [...trial.frame.poses];
    const { iterations } = trial;
    trial.to(2.5);
    expect([...trial.frame.poses]).toEqual(before);
    expect(trial.iterations).toBe(iterations);
    expect([...trial.frame.velocities].every((v) => v === 0)).toBe(true);
    const onGround = trial.contacts.filter(({ body, other }) => body === 1 && other === 0);
    const weight = 2 * trial.scene.bodies[1].mass * 9.81;
    expect(onGround.reduce((sum, { normalImpulse }) => sum + normalImpulse, 0) / 0.5 / weight).toBeCloseTo(
      1,
      3,
    );
  });

  test('stay awake where they are told to', () => {
    const trial = new Trial(scene([ground, ...stack]), { sleep: 'never' });
    trial.to(2);
    expect(sleepersOf(trial)).toEqual([]);
  });
});

describe('sleepers wake', () => {
  test('when something slow lands on them, and only those that it has to do with', () => {
    const bodies = [ground, ...stack, cube('apart', [1, 0.1002, 0]), cube('falls', [0, 8, 0])];
    const trial = new Trial(scene(bodies));
    trial.to(1.1);
    expect(sleepersOf(trial)).toEqual(['low', 'high', 'apart']);
    trial.to(1.35);
    expect(sleepersOf(trial)).toEqual(['apart']);
    trial.to(6);
    expect(sleepersOf(trial)).toContain('falls');
  });

  test('in the step in which they are hit, and take up what hits them', () => {
    const bodies = [
      ground,
      cube('hit', [0, 0.1002, 0]),
      cube('fast', [-30, 0.15, 0], { velocity: [25, 4.9, 0] }),
    ];
    const momentum = (sleep: string): number[] => {
      const trial = new Trial(scene(bodies), { sleep });
      trial.to(0.9);
      expect(sleepersOf(trial)).toEqual(sleep === 'never' ? [] : ['hit']);
      trial.to(1.3);
      return [...trial.frame.velocities.subarray(6, 9)];
    };
    const asleep = momentum('at rest');
    const awake = momentum('never');
    expect(awake[0]).toBeGreaterThan(3);
    expect(Math.abs(asleep[0] - awake[0])).toBeLessThan(0.02 * awake[0]);
  });

  test('when an input pushes them, and when gravity changes', () => {
    for (const input of [
      { time: 2, kind: 'force' as const, target: 2, values: [60, 0, 0, 0, 0, 0] },
      { time: 2, kind: 'parameter' as const, target: 0, values: [5] },
    ]) {
      const parameters = [{ name: 'g', target: '/gravity/0', min: -10, max: 10 }];
      const trial = new Trial(scene([ground, ...stack], { parameters, gravity: [0, -9.81, 0] }));
      trial.to(2);
      expect(sleepersOf(trial)).toHaveLength(2);
      trial.simulation.apply(input);
      trial.to(2.3);
      expect(trial.position('high')[0], input.kind).toBeGreaterThan(0.05);
    }
  });

  test('when a path pushes them', () => {
    const keys = [
      { time: 0, position: [-0.4, 0.12, 0] },
      { time: 2, position: [-0.4, 0.12, 0] },
      { time: 4, position: [0, 0.12, 0] },
    ];
    const pusher = cube('pusher', [-0.4, 0.12, 0], {
      motion: 'kinematic',
      path: { keys },
    } as Partial<BodyFile>);
    const trial = new Trial(scene([ground, ...stack, pusher]));
    trial.to(2);
    expect(sleepersOf(trial)).toEqual(['low', 'high']);
    trial.to(4);
    expect(trial.position('low')[0]).toBeGreaterThan(0.19);
  });

  test('with the same bits from a snapshot taken while they sleep', () => {
    const file = scene([ground, ...stack, cube('falls', [0, 12, 0])]);
    const whole = new Trial(file);
    whole.to(1.2);
    expect(sleepersOf(whole)).toHaveLength(2);
    const restored = new Trial(file);
    restored.simulation.restore(copyState(whole.simulation.state));
    for (const trial of [whole, restored]) trial.to(2);
    expect([...restored.frame.poses]).toEqual([...whole.frame.poses]);
  });
});

describe('what is slow but not at rest stays awake', () => {
  test.each([1e-3, 1e-4, 1e-5])('a box whose centre is %s m beyond an edge tips over', (beyond) => {
    const table = { ...ground, name: 'table', shape: { kind: 'box', size: [2, 0.1, 2] } } as BodyFile;
    const box = cube('box', [1 + beyond, 0.1002, 0]);
    const trial = new Trial(scene([table, box]));
    trial.to(3);
    expect(trial.position('box')[1]).toBeLessThan(0);
  });

  test('a block slides off a slope that is steeper than its friction by a thousandth', () => {
    const down = [9.81 * Math.sin(Math.atan(0.5005)), -9.81 * Math.cos(Math.atan(0.5005)), 0] as const;
    const trial = new Trial(scene([ground, cube('block', [0, 0.1002, 0])], { gravity: [...down] }));
    trial.to(4);
    // ½ g (sin θ − μ cos θ) t², less what settling takes
    expect(trial.position('block')[0]).toBeGreaterThan(0.5 * 0.5 * 9.81 * 0.0005 * 0.894 * 16);
  });

  test('a box on a platform that creeps by 10 µm a second', () => {
    const platform = { ...ground, name: 'platform', motion: 'kinematic', velocity: [1e-5, 0, 0] } as BodyFile;
    const trial = new Trial(scene([platform, cube('box', [0, 0.1002, 0])]));
    trial.to(2);
    expect(sleepersOf(trial)).toEqual([]);
  });

  test('a ball that rolls by a millimetre a second', () => {
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.1002, 0] };
    const rolls = { ...ball, friction: 0.5, velocity: [1e-3, 0, 0], angularVelocity: [0, 0, -1e-2] };
    const trial = new Trial(scene([ground, rolls as BodyFile]));
    trial.to(1);
    expect(sleepersOf(trial)).toEqual([]);
  });

  test('a pendulum at its turning point, and a box at the top of its flight', () => {
    const joints = [{ kind: 'ball', a: 'bob', at: [0, 3, 0] }] as unknown as SceneFile['joints'];
    const bob = cube('bob', [2, 3, 0]);
    const flies = cube('flies', [5, 1, 0], { velocity: [0, 9.81, 0] });
    const trial = new Trial(scene([ground, bob, flies], { joints }));
    for (let t = 0.1; t < 3; t += 0.1) {
      trial.to(t);
      if (t < 1.9) expect(sleepersOf(trial)).toEqual([]);
      else expect(sleepersOf(trial)).not.toContain('bob');
    }
  });
});
