import { columnAt } from '../../../src/record/index.ts';
import { describe, expect, test } from 'vitest';
import { modal } from '../../../src/engines/modal/engine.ts';
import { box, floor, resolveScene, sphere } from '../../../src/scene/index.ts';
import { copyState, hashState, restoreState } from '../../../src/sim/index.ts';
import { silent } from '../../sim/tiny.ts';
import { axialBar } from './axial-bar.ts';
import { simulate, Trial } from './harness.ts';
import type { WrittenModes } from './synthetic.ts';

/** Bending of a plate of length 0.3 along x, free; and of a shelf of length 0.4, held at its low end. */
const plate: WrittenModes = {
  omegas: [300, 700, 1100, 1900, 2500],
  edge: 0.05,
  shape: (m, x) => [0, 1.5 * Math.cos(((m + 2) * Math.PI * (x + 0.15)) / 0.3), 0],
};
const shelf: WrittenModes = {
  omegas: [60, 370, 1000, 2000],
  alpha: 2,
  beta: 1e-5,
  edge: 0.04,
  shape: (m, x) => [0, 2 * (1 - Math.cos(((m + 0.5) * Math.PI * (x + 0.2)) / 0.4)), 0],
};

describe('free motion', () => {
  const { scene } = resolveScene({
    name: 'two in space',
    gravity: [0, 0, 0],
    duration: 1,
    bodies: [
      {
        ...box({ size: [0.3, 0.04, 0.1] }),
        name: 'plate',
        position: [0, 0, 0],
        velocity: [0.3, -0.2, 0.1],
        angularVelocity: [2, 7, 1],
      },
      {
        ...sphere({ radius: 0.05 }),
        name: 'ball',
        position: [0.1, 0.09, 0],
        velocity: [0, -1.5, 0],
        angularVelocity: [0, 0, 20],
      },
    ],
  });

  test('keeps momentum to 1e-10 through an impact, and energy never grows', () => {
    const trial = new Trial(scene, { adaptive: false, recovery: 0, travel: 1 }, { plate }).to(0);
    const momentum = (): number[] => ['X', 'Y', 'Z'].map((k) => trial.value(`momentum${k}`));
    const arms = (): number[] => {
      // angular momentum about the origin
      const sum = ['X', 'Y', 'Z'].map((k) => trial.value(`spin${k}`));
      scene.bodies.forEach(({ mass, name }) => {
        const [x, y, z] = trial.position(name);
        const [u, v, w] = trial.velocity(name);
        sum[0] += mass * (y * w - z * v);
        sum[1] += mass * (z * u - x * w);
        sum[2] += mass * (x * v - y * u);
      });
      return sum;
    };
    const first = momentum();
    const turning = arms();
    let before = trial.to(1e-6).value('energy');
    const begun = before;
    for (let i = 1; i <= 100; i++) {
      trial.to(0.002 * i);
      momentum().forEach((p, k) => {
        expect(Math.abs(p - first[k])).toBeLessThan(1e-10);
      });
      arms().forEach((p, k) => {
        expect(Math.abs(p - turning[k])).toBeLessThan(1e-10);
      });
      expect(trial.value('energy')).toBeLessThanOrEqual(before * (1 + 1e-9));
      before = trial.value('energy');
    }
    // they did meet, and it set the plate ringing
    expect(trial.value('vibration')).toBeGreaterThan(1e-3);
    expect(before).toBeLessThan(0.999 * begun);
    expect(trial.residual).toBeLessThan(1e-8);
  });

  test('of a rigid body follows its parabola exactly, whatever the step', () => {
    const { scene: thrown } = resolveScene({
      name: 'thrown',
      duration: 1,
      bodies: [
        { ...box({ size: [0.1, 0.2, 0.3] }), name: 'box', velocity: [1, 2, 0], angularVelocity: [1, 2, 3] },
      ],
    });
    for (const timeStep of [1e-3, 7e-3]) {
      const trial = new Trial(thrown, { timeStep });
      const end = 70 * 7e-3;
      trial.to(end);
      expect(trial.position('box')[0]).toBeCloseTo(end, 9);
      expect(trial.position('box')[1]).toBeCloseTo(2 * end - 0.5 * 9.81 * end * end, 6);
    }
  });
});

describe('an elastic bar dropped on its end', () => {
  const bounces = [8, 16, 32].map((modes) => axialBar(modes));

  test('stays for 2L/c within 5% and leaves at 0.95 of its speed with 32 modes', () => {
    expect(Math.abs(bounces[2].stay - 1)).toBeLessThan(0.05);
    expect(bounces[2].rebound).toBeGreaterThan(0.95);
  });

  test('does so the better, the more modes', () => {
    for (let i = 1; i < 3; i++) {
      expect(1 - bounces[i].rebound).toBeLessThan(0.6 * (1 - bounces[i - 1].rebound));
      expect(Math.abs(bounces[i].stay - 1)).toBeLessThan(Math.abs(bounces[i - 1].stay - 1));
    }
  });

  test('gains energy at no time', () => {
    for (const { rise } of bounces) expect(rise).toBeLessThan(1e-10);
  });

  test('with adaptive modes does the same', () => {
    const { stay, rebound } = axialBar(32, { adaptive: true });
    expect(Math.abs(stay - 1)).toBeLessThan(0.05);
    expect(rebound).toBeGreaterThan(0.95);
  });
});

describe('private clocks', () => {
  const { scene } = resolveScene({
    name: 'shelf and balls',
    duration: 0.1,
    bodies: [
      floor({ friction: 0.3 }),
      {
        ...box({ size: [0.4, 0.02, 0.1] }),
        name: 'shelf',
        motion: 'static',
        position: [0, 0.3, 0],
        clamp: ['x<-0.19'],
      },
      { ...sphere({ radius: 0.03 }), name: 'one', position: [0.1, 0.345, 0], velocity: [0, -1, 0] },
      { ...sphere({ radius: 0.03 }), name: 'two', position: [-0.05, 0.36, 0.01], velocity: [0, -1, 0] },
      { ...sphere({ radius: 0.03 }), name: 'away', position: [1, 0.1, 0], restitution: 0.5 },
    ],
  });
  const base = { adaptive: false } as const;
  const heights = (changes: object): number[] => {
    const trial = new Trial(scene, { ...base, ...changes }, { shelf }).to(0.06);
    return ['one', 'two', 'away'].map((name) => trial.position(name)[1]);
  };

  test('lead to the same motion as a common one, the nearer the finer the steps', () => {
    const exact = heights({ clocks: 'common', stepsPerPeriod: 208, travel: 2e-6 });
    const errors = [6.5, 26].map((stepsPerPeriod) => {
      const found = heights({
        clocks: 'private',
        stepsPerPeriod,
        timeStep: 6.5e-3 / stepsPerPeriod,
        travel: 6.5e-4 / stepsPerPeriod,
      });
      return Math.max(...found.map((y, k) => Math.abs(y - exact[k])));
    });
    expect(errors[0]).toBeLessThan(1e-4);
    expect(errors[1]).toBeLessThan(0.8 * errors[0]);
  });

  test('a snapshot taken between clocks, just before a body is taken back, replays', () => {
    const simulation = simulate(scene, base, { shelf });
    const column = columnAt(modal.columns, 'rollbacks');
    // in small advances until the first rollback
    let time = 0;
    let before = copyState(simulation.state);
    let rolled = 0;
    while (rolled === 0 && time < 0.06) {
      before = copyState(simulation.state);
      time += 1e-4;
      rolled = simulation.advance(time, silent).values[column];
    }
    expect(rolled).toBeGreaterThan(0);
    const ends = Array.from(before.times, (t, b) => t + before.steps[b]).filter((end) => end > 0);
    expect(new Set(ends).size).toBeGreaterThan(1);
    simulation.advance(0.06, silent);
    const wanted = hashState(simulation.state);
    const again = simulate(scene, base, { shelf });
    restoreState(again, before);
    again.advance(0.06, silent);
    expect(hashState(again.state)).toBe(wanted);
  });
});
