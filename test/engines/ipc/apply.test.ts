// Inputs from outside: what they do, what is refused, and that a replay has them.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../src/num/kernels/index.ts';
import type { Input } from '../../../src/record/index.ts';
import { box, type SceneFile } from '../../../src/scene/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { copyState, defaultsOf, hashState, restoreState } from '../../../src/sim/index.ts';
import { norm, subtract, Trial } from './harness.ts';

await loadKernels();

const scene: SceneFile = {
  name: 'handled',
  bodies: [
    {
      name: 'floor',
      shape: { kind: 'box', size: [20, 0.2, 20] },
      motion: 'static',
      position: [0, -0.1, 0],
      friction: 1,
    },
    { name: 'box', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, position: [0, 0.1001, 0], friction: 0.5 },
    { name: 'arm', shape: { kind: 'box', size: [0.5, 0.05, 0.05] }, position: [3, 1, 0] },
    { name: 'pan', shape: { kind: 'box', size: [0.5, 0.05, 0.05] }, position: [-3, 1, 0] },
  ],
  forces: [{ body: 'arm', force: [0, 0, 0], from: 0, until: 10 }],
  joints: [
    { kind: 'hinge', a: 'arm', axis: 'z', motor: { targetSpeed: 1, maxForce: 100 } },
    { kind: 'slider', a: 'pan', axis: 'y', spring: { stiffness: 100, damping: 20 } },
  ],
  gravity: [0, -9.81, 0],
  parameters: [
    { name: 'pull', target: '/gravity/1', min: -20, max: 20 },
    { name: 'grip', target: '/bodies/1/friction', min: 0, max: 1 },
    { name: 'speed', target: '/joints/0/motor/targetSpeed', min: -5, max: 5 },
    { name: 'stiffness', target: '/joints/1/spring/stiffness', min: 1, max: 1000 },
    { name: 'push', target: '/forces/0/force/1', min: 0, max: 10 },
    { name: 'size', target: '/bodies/1/shape/size/0', min: 0.1, max: 1 },
  ],
};
const input = (kind: Input['kind'], target: number, ...values: number[]): Input => ({
  time: 0,
  kind,
  target,
  values,
});

describe('inputs', () => {
  test('a force acts until the next one', () => {
    const trial = new Trial({ ...scene, gravity: [0, 0, 0] });
    const { mass } = trial.scene.bodies[1];
    trial.simulation.apply(input('force', 1, 0, mass, 0, 0, 0, 0));
    trial.to(0.5);
    // the floor, which it stood on, adds a little
    const speed = trial.velocity('box')[1];
    expect(speed).toBeCloseTo(0.5, 1);
    trial.simulation.apply(input('force', 1, 0, 0, 0, 0, 0, 0));
    trial.to(1);
    expect(trial.velocity('box')[1]).toBeCloseTo(speed, 9);
  });

  test('a drag brings the point to its target, and lets go', () => {
    const trial = new Trial(scene);
    trial.simulation.apply(input('drag', 1, 0.1, 0.1, 0.1, 1, 2, 1));
    trial.to(6);
    // hangs below its target by its weight over the stiffness of the spring
    const [x, y, z] = trial.position('box');
    expect(norm(subtract([x, z], [1, 1]))).toBeLessThan(0.02);
    expect(y).toBeLessThan(2);
    expect(y).toBeGreaterThan(1.6);
    trial.simulation.apply(input('drag', 1));
    trial.to(8);
    expect(trial.position('box')[1]).toBeLessThan(0.2);
  });

  test('a drag with a spring of its own stretches by mg/k', () => {
    const trial = new Trial(scene);
    const { mass } = trial.scene.bodies[1];
    trial.simulation.apply(input('drag', 1, 2000, 400, 0, 0.1, 0, 0, 1, 0));
    trial.to(5);
    expect(trial.position('box')[1]).toBeCloseTo(1 - 0.1 - (mass * 9.81) / 2000, 4);
  });

  test('a motor gets a new target and force', () => {
    const trial = new Trial(scene).to(0.5);
    expect(trial.spin('arm')[2]).toBeCloseTo(1, 6);
    trial.simulation.apply(input('motor', 0, -2));
    trial.to(1);
    expect(trial.spin('arm')[2]).toBeCloseTo(-2, 6);
    trial.simulation.apply(input('motor', 0, 5, 0));
    trial.to(1.5);
    expect(trial.spin('arm')[2]).toBeLessThan(-1.5);
  });

  test('parameters change gravity, friction, motors, springs and forces', () => {
    const trial = new Trial(scene).to(0.5);
    trial.simulation.apply(input('force', 1, 0.4 * trial.scene.bodies[1].mass * 9.81, 0, 0, 0, 0, 0));
    trial.to(1);
    expect(Math.abs(trial.position('box')[0])).toBeLessThan(1e-3);
    trial.simulation.apply(input('parameter', 1, 0));
    trial.to(1.5);
    expect(trial.velocity('box')[0]).toBeCloseTo(0.4 * 9.81 * 0.5, 2);
    trial.simulation.apply(input('parameter', 2, -3));
    trial.simulation.apply(input('parameter', 3, 400));
    trial.simulation.apply(input('parameter', 4, 7));
    trial.to(3);
    expect(trial.spin('arm')[2]).toBeCloseTo(-3, 5);
    const { mass } = trial.scene.bodies[3];
    expect(trial.position('pan')[1] - 1).toBeCloseTo((-mass * 9.81) / 400, 3);
    trial.simulation.apply(input('parameter', 0, 4));
    trial.to(5);
    expect(trial.position('pan')[1] - 1).toBeCloseTo((mass * 4) / 400, 3);
    expect(trial.velocity('box')[1]).toBeGreaterThan(1);
  });
});

test('what makes no sense is refused and changes nothing', () => {
  const trial = new Trial(scene).to(0.1);
  const before = hashState(trial.simulation.state);
  const wrong: [Input, RegExp][] = [
    [input('force', 0, 1, 0, 0, 0, 0, 0), /no dynamic body/],
    [input('force', 9, 1, 0, 0, 0, 0, 0), /no dynamic body/],
    [input('force', 1, 1, 2), /six values/],
    [input('force', 1, Number.NaN, 0, 0, 0, 0, 0), /finite/],
    [input('drag', 1, 1, 2, 3), /point of the body/],
    [input('drag', 1, 0, 1, 0, 0, 0, 0, 0, 0), /stiffness > 0/],
    [input('motor', 1, 1), /has a motor/],
    [input('motor', -1, 1), /has a motor/],
    [input('motor', 0), /target/],
    [input('parameter', 0, 99), /from -20 to 20/],
    [input('parameter', 7, 1), /index of a parameter/],
    [input('parameter', 5, 0.5), /read once at the start/],
    [input('control', 0, 1), /force, drag, motor, parameter, impulse/],
  ];
  for (const [one, says] of wrong) {
    expect(() => trial.simulation.apply(one)).toThrow(FaultError);
    expect(() => trial.simulation.apply(one)).toThrow(says);
  }
  expect(hashState(trial.simulation.state)).toBe(before);
});

test('a replay with the same inputs ends in the same bits, also from a snapshot', () => {
  const handle = (trial: Trial, from: number): string => {
    const steps: [number, Input[]][] = [
      [0.1, [input('drag', 1, 0, 0.1, 0, 1, 1, 0), input('parameter', 1, 0.1)]],
      [0.3, [input('motor', 0, -4), input('parameter', 0, -5)]],
      [0.5, [input('drag', 1), input('force', 3, 0, 1, 0, 0, 0, 0), input('parameter', 4, 3)]],
      [0.8, []],
    ];
    for (const [time, inputs] of steps) {
      if (time < from) continue;
      if (time > from) trial.to(time);
      for (const one of inputs) trial.simulation.apply(one);
    }
    return hashState(trial.simulation.state);
  };
  const end = handle(new Trial(scene), 0);
  expect(handle(new Trial(scene), 0)).toBe(end);

  // a snapshot taken after the inputs of 0.3 s
  const first = new Trial(scene).to(0.1);
  for (const one of [input('drag', 1, 0, 0.1, 0, 1, 1, 0), input('parameter', 1, 0.1)])
    first.simulation.apply(one);
  first.to(0.3);
  const copy = copyState(first.simulation.state);
  const resumed = new Trial(scene);
  restoreState(resumed.simulation, copy);
  expect(handle(resumed, 0.3)).toBe(end);
});

test('a slow body that is put beside another meets it, though neither had moved far', () => {
  const trial = new Trial(
    {
      name: 'beside',
      gravity: 0,
      bodies: [0, 1].map((i) => ({
        ...box({ size: [0.2, 0.2, 0.2] }),
        name: `box ${i}`,
        position: [2 * i, 0, 0] as [number, number, number],
      })),
    },
    {},
    true,
  ).to(0.1);
  trial.simulation.apply(input('pose', 1, 0.2002, 0, 0, 0, 0, 0, 1));
  trial.simulation.apply(input('velocity', 1, -0.002, 0, 0, 0, 0, 0));
  trial.to(1);
  expect(trial.contacts.length).toBeGreaterThan(0);
  expect(trial.velocity('box 0')[0]).toBeLessThan(-5e-4);
  expect(trial.position('box 1')[0] - trial.position('box 0')[0]).toBeGreaterThan(0.2);
});

describe('a joint of a body that is not there', () => {
  const pendulum = (): Trial =>
    new Trial({
      name: 'pendulum',
      bodies: [
        { ...box({ size: [0.1, 0.1, 0.1] }), name: 'beam', position: [0, 1, 0] },
        { ...box({ size: [0.1, 0.1, 0.1] }), name: 'bob', position: [0.3, 1, 0] },
      ],
      joints: [
        { kind: 'fixed', a: 'beam', at: [0, 1, 0] },
        { kind: 'ball', a: 'bob', b: 'beam', at: [0, 1, 0], name: 'string' },
      ],
    }).to(0);

  test('holds nothing, and holds again when it is there and the joint is closed', () => {
    const trial = pendulum();
    trial.simulation.apply(input('disable', 0));
    trial.to(0.1);
    expect(trial.position('beam')).toEqual([0, 1, 0]);
    // implicit Euler falls freely
    expect(trial.velocity('bob')[1]).toBeCloseTo(-0.981, 9);
    expect(trial.velocity('bob')[0]).toBe(0);
    expect(trial.value('brokenJoints')).toBe(0);
    const before = hashState(trial.simulation.state);
    expect(() => trial.simulation.apply(input('enable', 0))).toThrow(/"string".*is open there/);
    expect(hashState(trial.simulation.state)).toBe(before);
    trial.simulation.apply(input('pose', 1, 0, 0.7, 0, 0, 0, -Math.SQRT1_2, Math.SQRT1_2));
    trial.simulation.apply(input('velocity', 1, 0, 0, 0, 0, 0, 0));
    trial.simulation.apply(input('enable', 0));
    trial.to(0.3);
    const [x, y] = trial.position('bob');
    expect(Math.hypot(x, y - 1)).toBeCloseTo(0.3, 6);
    expect(trial.value('jointError')).toBeLessThan(1e-6);
  });

  test('is no fault at the start, however open', () => {
    const { scene } = pendulum();
    const [beam, bob] = scene.bodies;
    const moved = { ...bob, pose: { ...bob.pose, position: [5, 1, 0] as const } };
    const options = defaultsOf(ipc);
    expect(ipc.refuse({ ...scene, bodies: [beam, moved] }, options).length).toBe(1);
    expect(ipc.refuse({ ...scene, bodies: [beam, { ...moved, enabled: false }] }, options)).toEqual([]);
  });

  test('and a body that a joint holds is not put where the joint would be open', () => {
    const trial = pendulum();
    expect(() => trial.simulation.apply(input('pose', 1, 3, 1, 0, 0, 0, 0, 1))).toThrow('is open there');
  });
});
