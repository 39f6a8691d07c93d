// Small islands of few rows: every kind of joint alone, in pairs and in loops, against closed forms; one contact with friction in a
// rectangle.

import { describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

const g = 9.81;

/** Times at which `value` rises through zero, between samples by straight lines. */
function risings(trial: Trial, until: number, every: number, value: () => number): number[] {
  const times: number[] = [];
  trial.to(0);
  let before = value();
  for (let k = 1; k * every <= until; k++) {
    trial.to(k * every);
    const now = value();
    if (before < 0 && now >= 0) times.push((k - now / (now - before)) * every);
    before = now;
  }
  return times;
}

test('a ball on a ball joint swings with the period of its pendulum and keeps its energy', () => {
  const trial = new Trial({
    name: 'ball joint',
    bodies: [
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.1 },
        position: [Math.SQRT1_2, -Math.SQRT1_2, 0],
        density: 1000,
      },
    ],
    joints: [{ kind: 'ball', a: 'ball', at: [0, 0, 0] }],
  });
  trial.to(0);
  const start = trial.value('energy');
  let drift = 0;
  const times = risings(trial, 10, 1 / 60, () => {
    drift = Math.max(drift, Math.abs(trial.value('energy') - start));
    return trial.position('ball')[0];
  });
  // amplitude 45°, 2π √((l² + 2r²/5)/(g l)) × 1.03997
  expect(Math.abs((times[3] - times[0]) / 3 / 2.090424 - 1)).toBeLessThan(1e-3);
  expect(drift / Math.abs(start)).toBeLessThan(2e-3);
  expect(trial.failures).toBe(0);
});

describe('a heavy disc on a ball joint', () => {
  const radius = 0.1;
  const arm = 0.1;
  const tilt = Math.PI / 3;
  const axial = 0.5 * radius * radius;
  const about = 0.25 * radius * radius + arm * arm;
  /** Spinning about its axis with ω₃ and going round the vertical with Ω. */
  const top = (omega3: number, precession: number): SceneFile => {
    const axis = [Math.sin(tilt), Math.cos(tilt), 0];
    // ω = Ω ŷ + (ω₃ − Ω cos θ) axis
    const own = omega3 - precession * axis[1];
    return {
      name: 'top',
      bodies: [
        {
          name: 'disc',
          shape: { kind: 'cylinder', radius, length: 1e-4, segments: 256, axis: 'y' },
          mass: 1,
          position: [arm * axis[0], arm * axis[1], 0],
          rotation: { axis: [0, 0, -1], radians: tilt },
          velocity: [0, 0, -precession * arm * axis[0]],
          angularVelocity: [own * axis[0], own * axis[1] + precession, 0],
        },
      ],
      joints: [{ kind: 'ball', a: 'disc', at: [0, 0, 0] }],
    } as SceneFile;
  };

  test.each([0.98709, 159.0129])('precesses steadily with %f rad/s', (precession) => {
    // I₃ ω₃ Ω − I₁ Ω² cos θ = m g l
    expect(axial * 200 * precession - about * precession ** 2 * Math.cos(tilt)).toBeCloseTo(g * arm, 3);
    const trial = new Trial(top(200, precession), { timeStep: 1 / 4800 });
    let worst = 0;
    for (let k = 1; k <= 20; k++) {
      trial.to(k / 100);
      worst = Math.max(worst, Math.abs(trial.position('disc')[1] / arm - 0.5));
    }
    expect(worst).toBeLessThan(2e-3);
    const [x, , z] = trial.position('disc');
    const turned = Math.atan2(-z, x);
    const wanted = precession * 0.2;
    expect(Math.abs(Math.sin(0.5 * (turned - wanted)))).toBeLessThan(2e-3 * Math.max(1, wanted));
  });

  test('let go without precession it nods', () => {
    const trial = new Trial(top(200, 0), { timeStep: 1 / 4800 });
    let lowest = 0;
    let before = tilt;
    let falling = true;
    const upper: number[] = [];
    const angles: number[] = [];
    for (let k = 1; k <= 960; k++) {
      trial.to(k / 4800);
      const [x, y, z] = trial.position('disc');
      const now = Math.acos(y / Math.hypot(x, y, z));
      lowest = Math.max(lowest, now);
      if (falling && now < before) falling = false;
      else if (!falling && now > before) {
        falling = true;
        upper.push((k - 1) / 4800);
        angles.push(Math.atan2(-z, x));
      }
      before = now;
    }
    expect((180 / Math.PI) * lowest).toBeCloseTo(61.2393, 2);
    expect(upper[0]).toBeCloseTo(0.079493, 3);
    expect((180 / Math.PI) * (angles[1] - angles[0])).toBeCloseTo(4.4947, 1);
  });
});

test.each([1 / 60, 1 / 240])('an undamped spring keeps its swing, steps of %f s', (timeStep) => {
  const trial = new Trial(
    {
      name: 'spring',
      gravity: 0,
      bodies: [
        { name: 'bob', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, mass: 1, position: [1.1, 0, 0] },
      ],
      joints: [
        {
          kind: 'distance',
          a: 'bob',
          at: [1.1, 0, 0],
          to: [0, 0, 0],
          length: 1,
          spring: { stiffness: 100, damping: 0 },
        },
      ],
    } as SceneFile,
    { timeStep },
  );
  trial.to(0);
  const start = trial.value('energy');
  let most = 0;
  for (let k = 1; k <= 300; k++) {
    trial.to(k / 60);
    if (k > 200) most = Math.max(most, trial.position('bob')[0] - 1);
  }
  expect(most).toBeGreaterThan(0.099);
  expect(most).toBeLessThan(0.101);
  expect(trial.value('energy') / start).toBeCloseTo(1, 2);
});

describe('no arrangement of joints makes energy', () => {
  type JointFile = NonNullable<SceneFile['joints']>[number];
  const kinds: Record<string, Partial<JointFile>> = {
    ball: { kind: 'ball' },
    hinge: { kind: 'hinge', axis: [0, 0, 1] },
    'skew hinge': { kind: 'hinge', axis: [0, 1, 1] },
    slider: { kind: 'slider', axis: [1, 1, 0] },
    fixed: { kind: 'fixed' },
    distance: { kind: 'distance' },
    spring: { kind: 'distance', spring: { stiffness: 300, damping: 0 } },
  } as Record<string, Partial<JointFile>>;
  const bar = (name: string, x: number, y: number, along: 0 | 1) => ({
    name,
    shape: { kind: 'box', size: along === 0 ? [1, 0.1, 0.1] : [0.1, 1, 0.1] },
    position: [x, y, 0],
    mass: 1,
    friction: 0,
    group: 1,
  });
  const joint = (kind: string, a: string, b: string | undefined, at: number[]): JointFile =>
    ({
      ...kinds[kind],
      a,
      ...(b === undefined ? {} : { b }),
      at,
      ...(kinds[kind].kind === 'distance' ? { to: [at[0] - 0.1, at[1] + 0.2, at[2]] } : {}),
    }) as JointFile;
  const arrangements: Record<string, (kind: string) => [object[], JointFile[]]> = {
    alone: (kind) => [[bar('one', 0.5, 0, 0)], [joint(kind, 'one', undefined, [0, 0, 0])]],
    'in a pair': (kind) => [
      [bar('one', 0.5, 0, 0), bar('two', 1.5, 0, 0)],
      [joint(kind, 'one', undefined, [0, 0, 0]), joint(kind, 'two', 'one', [1, 0, 0])],
    ],
    'in a loop': (kind) => [
      [bar('one', 0, -0.5, 1), bar('two', 0.5, -1, 0), bar('three', 1, -0.5, 1)],
      [
        joint(kind, 'one', undefined, [0, 0, 0]),
        joint(kind, 'two', 'one', [0, -1, 0]),
        joint(kind, 'three', 'two', [1, -1, 0]),
        joint(kind, 'three', undefined, [1, 0, 0]),
      ],
    ],
  };
  for (const kind of Object.keys(kinds)) {
    for (const [name, arrange] of Object.entries(arrangements)) {
      for (const floor of [false, true]) {
        test(`${kind}, ${name}${floor ? ', over a floor' : ''}`, () => {
          const [bodies, joints] = arrange(kind);
          const ground = {
            name: 'floor',
            shape: { kind: 'box', size: [20, 1, 20] },
            position: [0, -2.3, 0],
            motion: 'static',
            friction: 0.3,
          };
          const trial = new Trial({
            name: 'joints',
            bodies: floor ? [...bodies, ground] : bodies,
            joints,
          } as unknown as SceneFile);
          trial.to(0);
          const start = trial.value('energy');
          // the deepest any of them can hang is some five metres below
          const range = bodies.length * g * 5;
          for (let k = 1; k <= 60; k++) {
            trial.to(k / 20);
            expect(trial.value('energy') - start).toBeLessThan(5e-3 * range);
            if (!floor && kind !== 'slider')
              expect(Math.abs(trial.value('energy') - start)).toBeLessThan(5e-3 * range);
            expect(trial.value('jointError')).toBeLessThan(1e-2);
          }
          expect(trial.failures).toBe(0);
        });
      }
    }
  }
});

test('one contact with friction in a rectangle is solved to rounding', () => {
  const trial = new Trial(
    {
      name: 'rectangle',
      bodies: [
        {
          name: 'floor',
          shape: { kind: 'box', size: [4, 0.2, 4] },
          position: [0, -0.1, 0],
          motion: 'static',
        },
        {
          name: 'pin',
          shape: { kind: 'capsule', radius: 0.05, length: 0.6, axis: 'y' },
          position: [0, 0.33, 0],
          rotation: { axis: [1, 0, 1], degrees: 20 },
          velocity: [1, -0.5, 0.7],
          angularVelocity: [3, 1, -2],
          friction: 0.6,
        },
      ],
    } as SceneFile,
    { friction: 'pyramid' },
  );
  let most = 0;
  for (let k = 1; k <= 120; k++) most = Math.max(most, trial.toStep(k).value('contacts'));
  expect(most).toBeGreaterThan(0);
  expect(trial.residual).toBeLessThan(1e-9);
  expect(trial.failures).toBe(0);
});
