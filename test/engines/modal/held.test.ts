import { describe, expect, test } from 'vitest';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { silent } from '../../sim/tiny.ts';
import { Trial } from './harness.ts';
import type { WrittenModes } from './synthetic.ts';

/** A ruler of 0.3 m held at its low end: bends as (1 − cos) does, 40 Hz and more. */
const ruler: WrittenModes = {
  omegas: [2 * Math.PI * 40, 2 * Math.PI * 250, 2 * Math.PI * 700],
  alpha: 1,
  beta: 1e-6,
  edge: 0.03,
  shape: (m, x) => [0, 6 * (1 - Math.cos(((m + 0.5) * Math.PI * (x + 0.15)) / 0.3)), 0],
};
const held = {
  ...box({ size: [0.3, 0.002, 0.03], density: 7800 }),
  name: 'ruler',
  position: [0, 0.5, 0] as [number, number, number],
  clamp: ['x<-0.14'],
};

/** q of the first mode every `step` seconds. */
function swings(file: SceneFile, seconds: number, step: number, changes: object = {}): number[] {
  const trial = new Trial(resolveScene(file).scene, changes, { ruler });
  const list: number[] = [];
  for (let i = 1; i * step <= seconds; i++) {
    trial.to(i * step);
    list.push(trial.simulation.state.modal[0]);
  }
  return list;
}

function frequency(list: readonly number[], step: number): number {
  const times: number[] = [];
  for (let i = 1; i < list.length; i++)
    if (list[i - 1] < 0 && list[i] >= 0) times.push(i - list[i] / (list[i] - list[i - 1]));
  return (times.length - 1) / ((times[times.length - 1] - times[0]) * step);
}

describe('a held body', () => {
  test('that is bent by a force and let go swings at its frequency, from its static deflection', () => {
    const file: SceneFile = {
      name: 'pluck',
      duration: 1,
      bodies: [{ ...held, motion: 'static' }],
      forces: [{ body: 'ruler', force: [0, -2, 0], at: [0.15, 0, 0], from: 0, until: 0.05 }],
    };
    const push = -2 * 6 * (1 - Math.cos(0.5 * Math.PI));
    const still = push / (2 * Math.PI * 40) ** 2;
    for (const changes of [{}, { adaptive: false }]) {
      const list = swings(file, 0.5, 1e-3, changes);
      // held, it does not move
      expect(Math.abs(list[20] / still - 1)).toBeLessThan(1e-9);
      const free = list.slice(60);
      expect(frequency(free, 1e-3)).toBeCloseTo(40, 0);
      expect(Math.max(...free)).toBeGreaterThan(0.8 * Math.abs(still));
      expect(Math.max(...free)).toBeLessThanOrEqual(Math.abs(still) * (1 + 1e-9));
    }
  });

  test('rings when its clamp stops, as strongly as its inertia says', () => {
    const file: SceneFile = {
      name: 'shaken',
      duration: 1,
      bodies: [
        {
          ...held,
          motion: 'kinematic',
          path: {
            keys: [
              { time: 0, position: [0, 0.5, 0] },
              { time: 0.1, position: [0, 0.6, 0] },
            ],
            after: 'hold',
          },
        },
      ],
    };
    // Γ = ∫ρ U over a ruler whose ends hardly count, times 1 m/s
    const mass = 0.3 * 0.002 * 0.03 * 7800;
    const kick = mass * 6 * (1 - 2 / Math.PI);
    for (const changes of [{}, { adaptive: false }]) {
      const list = swings(file, 0.3, 1e-3, changes);
      expect(Math.max(...list.slice(0, 99).map(Math.abs))).toBeLessThan(1e-12);
      const peak = Math.max(...list.slice(100).map(Math.abs));
      expect(peak / (kick / (2 * Math.PI * 40))).toBeGreaterThan(0.9);
      expect(peak / (kick / (2 * Math.PI * 40))).toBeLessThan(1.1);
    }
  });

  test('carries what lies on it without ringing because the run begins', () => {
    const { scene } = resolveScene({
      name: 'laden',
      duration: 1,
      bodies: [
        { ...held, motion: 'static' },
        { ...box({ size: [0.03, 0.03, 0.03], density: 2000 }), name: 'weight', position: [0.05, 0.516, 0] },
      ],
    });
    for (const adaptive of [true, false]) {
      const trial = new Trial(scene, { adaptive }, { ruler }).to(0.2);
      expect(Math.abs(trial.position('weight')[1] - 0.516)).toBeLessThan(1e-9);
      expect(Math.abs(trial.simulation.state.modal[0])).toBeLessThan(1e-12);
    }
  });

  test('comes to rest under a weight that fell on it: modes that are raised again do not begin to swing by that', () => {
    const { scene } = resolveScene({
      name: 'dropped',
      duration: 1,
      bodies: [
        { ...held, motion: 'static' },
        { ...box({ size: [0.03, 0.03, 0.03], density: 4000 }), name: 'weight', position: [0.05, 0.517, 0] },
      ],
    });
    const damped = { ...ruler, alpha: 30 };
    const trial = new Trial(scene, {}, { ruler: damped });
    expect(trial.to(0.2).value('raised')).toBeGreaterThan(2);
    trial.to(0.5);
    // impulses that stand for the step before as well would raise them two hundred times a second for ever
    expect(trial.to(1).value('raised')).toBe(0);
    expect(trial.value('modes')).toBe(0);
    expect(trial.value('kineticEnergy')).toBeLessThan(1e-20);
  });

  test('throws up what lies on it when something heavy falls on it; a rigid one does not', () => {
    const file: SceneFile = {
      name: 'thrown up',
      duration: 1,
      bodies: [
        { ...held, motion: 'static' },
        { ...box({ size: [0.02, 0.02, 0.02], density: 500 }), name: 'light', position: [0.05, 0.511, 0] },
        {
          ...sphere({ radius: 0.015, density: 5000 }),
          name: 'heavy',
          position: [0.12, 0.53, 0],
          velocity: [0, -1, 0],
        },
      ],
    };
    const jump = (modes: Record<string, WrittenModes>): number => {
      const trial = new Trial(resolveScene(file).scene, {}, modes);
      let highest = 0;
      for (let i = 1; i <= 40; i++)
        highest = Math.max(highest, trial.to(0.005 * i).position('light')[1] - 0.511);
      return highest;
    };
    expect(jump({ ruler })).toBeGreaterThan(1e-3);
    expect(jump({})).toBeLessThan(1e-6);
  });
});

test('a belt that moves carries what lies on it, as friction allows', () => {
  const { scene } = resolveScene({
    name: 'belt',
    duration: 1,
    bodies: [
      {
        ...box({ size: [2, 0.1, 0.5] }),
        name: 'belt',
        motion: 'kinematic',
        velocity: [0.5, 0, 0],
        friction: 0.4,
      },
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'box', position: [0, 0.1, 0], friction: 0.4 },
    ],
  });
  const trial = new Trial(scene);
  trial.to(0.05);
  expect(trial.velocity('box')[0]).toBeCloseTo(0.4 * 9.81 * 0.05, 2);
  trial.to(0.4);
  expect(trial.velocity('box')[0]).toBeCloseTo(0.5, 6);
});

test('rigid pairs bounce by their restitution', () => {
  const { scene } = resolveScene({
    name: 'bounce',
    duration: 1,
    bodies: [
      floor({}),
      {
        ...sphere({ radius: 0.05 }),
        name: 'ball',
        position: [0, 0.0501, 0],
        velocity: [0, -1, 0],
        restitution: 0.7,
      },
    ],
  });
  const speed = new Trial(scene).to(0.01).velocity('ball')[1];
  expect(Math.abs(speed - (0.7 - 9.81 * 0.0099))).toBeLessThan(0.015);
});

describe('a drag', () => {
  test('draws a point of a free body to its target, however stiff', () => {
    const { scene } = resolveScene({
      name: 'drawn',
      gravity: [0, 0, 0],
      duration: 1,
      bodies: [{ ...box({ size: [0.1, 0.2, 0.3], density: 1000 }), name: 'box' }],
    });
    for (const own of [[], [1e7, 1e3]]) {
      const trial = new Trial(scene);
      trial.simulation.apply({ time: 0, kind: 'drag', target: 0, values: [...own, 0, 0, 0, 1, 2, 3] });
      trial.to(20);
      expect(Math.hypot(...trial.position('box').map((x, k) => x - (k + 1)))).toBeLessThan(1e-6);
      expect(Math.hypot(...trial.velocity('box'))).toBeLessThan(1e-6);
    }
  });

  test('bends what is held to where its stiffness and that of the drag agree; let go, it rings', () => {
    const { scene } = resolveScene({ name: 'plucked', duration: 2, bodies: [{ ...held, motion: 'static' }] });
    const trial = new Trial(scene, {}, { ruler: { ...ruler, alpha: 30 } });
    const [stiffness, up] = [50, 0.01];
    trial.simulation.apply({
      time: 0,
      kind: 'drag',
      target: 0,
      values: [stiffness, 1, 0.15, 0.001, 0, 0.15, 0.501 + up, 0],
    });
    const { modal } = trial.to(1).simulation.state;
    const shape = (m: number): number => ruler.shape(m, 0.15, 0, 0)[1];
    const soft = ruler.omegas.reduce((sum, omega, m) => sum + (shape(m) / omega) ** 2, 0);
    const bent = ruler.omegas.reduce((sum, _, m) => sum + shape(m) * modal[m], 0);
    expect(Math.abs(bent / ((up * stiffness * soft) / (1 + stiffness * soft)) - 1)).toBeLessThan(0.01);
    trial.simulation.apply({ time: 1, kind: 'drag', target: 0, values: [] });
    const list: number[] = [];
    for (let i = 1; i <= 110; i++) list.push(trial.to(1 + 1e-3 * i).simulation.state.modal[0]);
    expect(frequency(list, 1e-3)).toBeCloseTo(40, 0);
  });

  test('of what neither moves nor vibrates is refused', () => {
    const { scene } = resolveScene({ name: 'fast', duration: 1, bodies: [floor({})] });
    const { simulation } = new Trial(scene);
    const values = [0, 0, 0, 1, 2, 3];
    expect(() => simulation.apply({ time: 0, kind: 'drag', target: 0, values })).toThrow(/draws no body/);
  });
});

test('a force that is sent pushes until the next one, and what makes no sense is refused', () => {
  const { scene } = resolveScene({
    name: 'pushed',
    gravity: [0, 0, 0],
    duration: 1,
    bodies: [
      floor({}),
      { ...box({ size: [0.1, 0.1, 0.1], density: 1000 }), name: 'box', position: [0, 1, 0] },
    ],
  });
  const { simulation } = new Trial(scene);
  simulation.advance(0.1, silent);
  simulation.apply({ time: 0.1, kind: 'force', target: 1, values: [3, 0, 0, 0, 0, 0] });
  simulation.advance(0.3, silent);
  expect(simulation.state.velocities[3]).toBeCloseTo(0.6, 2);
  expect(() => simulation.apply({ time: 0.3, kind: 'force', target: 0, values: [0, 0, 0, 0, 0, 0] })).toThrow(
    /no dynamic body/,
  );
  expect(() => simulation.apply({ time: 0.3, kind: 'motor', target: 0, values: [0] })).toThrow(
    /does not know/,
  );
});
