// Joints: that they hold, and that limits, springs, motors and breaking do what a scene says.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { resolveScene, type SceneFile } from '../../../../src/scene/index.ts';
import { describeFault } from '../../../../src/scene/fault/index.ts';
import { hashState } from '../../../../src/sim/index.ts';
import { changes } from '../../../sim/conform-inputs.ts';
import { conform } from '../../../sim/conformance.ts';
import { judge, norm, optionsOf, subtract, Trial } from '../harness.ts';

await loadKernels();

type BodyFile = NonNullable<SceneFile['bodies']>[number];
type JointFile = NonNullable<SceneFile['joints']>[number];
type Vec3 = [number, number, number];

const g = 9.81;
/** A rod of 1 m and about 2.5 kg along x, its left end at (x, y, 0). */
const rod = (name: string, x = 0, y = 0, more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'box', size: [1, 0.05, 0.05] },
  position: [x + 0.5, y, 0],
  friction: 0,
  ...more,
});
const massOfRod = 2.5;
const integrators = ['first order', 'second order'];

describe('a joint holds to a billionth of its body', () => {
  const joints: Record<string, JointFile> = {
    ball: { kind: 'ball', a: 'one', at: [0, 0, 0] },
    hinge: { kind: 'hinge', a: 'one', at: [0, 0, 0], axis: [0, 1, 1] },
    slider: { kind: 'slider', a: 'one', at: [0, 0, 0], axis: [1, 1, 0] },
    fixed: { kind: 'fixed', a: 'one', at: [0, 0, 0] },
    distance: { kind: 'distance', a: 'one', at: [0, 0, 0], to: [-0.3, 0.4, 0.1] },
  };
  for (const integrator of integrators) {
    for (const [kind, first] of Object.entries(joints)) {
      test(`${kind}, to the world and to another body, ${integrator}`, () => {
        const trial = new Trial(
          {
            name: kind,
            bodies: [
              rod('one', 0, 0, { velocity: [0, 0, 0.2] }),
              rod('two', 1, 0, { angularVelocity: [3, 1, 2] }),
            ],
            joints: [
              first,
              { ...first, a: 'two', b: 'one', at: [1, 0, 0], ...(first.to ? { to: [0.9, 0.2, 0] } : {}) },
            ],
          },
          { integrator },
        );
        for (let k = 1; k <= 50; k++) {
          trial.to(k / 50);
          expect(trial.value('jointError')).toBeLessThan(1e-9);
        }
        if (kind !== 'fixed') expect(norm(trial.velocity('two'))).toBeGreaterThan(0.1);
      });
    }
  }

  test('also where a chain of light links carries a thousand times its mass', () => {
    const links = 12;
    const bodies: BodyFile[] = [];
    const joints: JointFile[] = [];
    for (let i = 0; i < links; i++) {
      const last = i === links - 1;
      bodies.push({
        name: `link${i}`,
        shape: { kind: 'box', size: last ? [0.1, 0.1, 0.1] : [0.1, 0.02, 0.02] },
        position: [0.1 * i + 0.05, 0, 0],
        ...(last ? { mass: 40 } : {}),
      });
      joints.push({
        kind: 'ball',
        a: `link${i}`,
        ...(i > 0 ? { b: `link${i - 1}` } : {}),
        at: [0.1 * i, 0, 0],
      });
    }
    const trial = new Trial({ name: 'chain', bodies, joints });
    for (let k = 1; k <= 30; k++) {
      trial.to(k / 50);
      expect(trial.value('jointError')).toBeLessThan(1e-10);
    }
  });

  test('also in a loop of four bars', () => {
    const bar = (name: string, position: Vec3, size: Vec3): BodyFile => ({
      name,
      shape: { kind: 'box', size },
      position,
    });
    const hinge = (a: string, b: string | undefined, at: Vec3): JointFile => ({
      kind: 'hinge',
      a,
      ...(b ? { b } : {}),
      at,
      axis: 'z',
    });
    const trial = new Trial({
      name: 'four-bar',
      bodies: [
        bar('crank', [0.01, 0.15, 0], [0.02, 0.3, 0.02]),
        bar('coupler', [0.3, 0.3, 0.05], [0.6, 0.02, 0.02]),
        bar('rocker', [0.6, 0.15, 0.1], [0.02, 0.3, 0.02]),
      ],
      joints: [
        hinge('crank', undefined, [0, 0, 0]),
        hinge('coupler', 'crank', [0, 0.3, 0]),
        hinge('rocker', 'coupler', [0.6, 0.3, 0]),
        hinge('rocker', undefined, [0.6, 0, 0]),
      ],
    });
    for (let k = 1; k <= 50; k++) {
      trial.to(k / 50);
      expect(trial.value('jointError')).toBeLessThan(1e-9);
    }
    expect(trial.position('coupler')[1]).toBeLessThan(0.29);
  });

  test('also to a body that follows a script', () => {
    const trial = new Trial({
      name: 'carried',
      bodies: [
        {
          name: 'crane',
          shape: { kind: 'box', size: [0.2, 0.1, 0.1] },
          position: [0, 0.2, 0],
          path: {
            after: 'hold',
            keys: [
              { time: 0, position: [0, 0.2, 0] },
              { time: 1, position: [1, 0.4, 0] },
            ],
          },
        },
        rod('load', 0, 0),
      ],
      joints: [{ kind: 'ball', a: 'load', b: 'crane', at: [0, 0, 0] }],
    });
    for (let k = 1; k <= 60; k++) {
      trial.to(k / 50);
      expect(trial.value('jointError')).toBeLessThan(1e-9);
    }
    expect(trial.position('load')[0]).toBeGreaterThan(0.4);
  });
});

describe('reactions', () => {
  test('of a clamp: the weight, and its moment about the joint', () => {
    const trial = new Trial({
      name: 'clamp',
      bodies: [rod('beam')],
      joints: [{ kind: 'fixed', a: 'beam', at: [0, 0, 0] }],
    }).to(0.2);
    const reaction = trial.simulation.state.jointReactions;
    expect(reaction[1]).toBeCloseTo(massOfRod * g, 5);
    expect(reaction[5]).toBeCloseTo(0.5 * massOfRod * g, 5);
    expect(norm([reaction[0], reaction[2], reaction[3], reaction[4]])).toBeLessThan(1e-6);
    expect(trial.value('largestReaction')).toBeCloseTo(massOfRod * g, 5);
    expect(norm(subtract(trial.position('beam'), [0.5, 0, 0]))).toBeLessThan(1e-10);
  });

  test('of a swinging rod: 5/2 of its weight at the bottom', () => {
    // A rod let go from 90°: at the bottom N = mg + mω²L/2 with ω² = 3g/L, so 5/2 mg.
    const trial = new Trial(
      {
        name: 'swing',
        bodies: [rod('rod')],
        joints: [{ kind: 'hinge', a: 'rod', at: [0, 0, 0], axis: 'z' }],
      },
      { integrator: 'second order', timeStep: 0.002 },
    );
    let most = 0;
    for (let k = 1; k <= 100; k++) most = Math.max(most, trial.to(k / 100).value('largestReaction'));
    expect(most / (massOfRod * g)).toBeCloseTo(2.5, 2);
  });

  test('break a joint that cannot carry its load, and only that', () => {
    const hung = (breakForce: number): Trial =>
      new Trial({
        name: 'hung',
        bodies: [rod('rod', -0.5)],
        joints: [{ kind: 'ball', a: 'rod', at: [0, 0, 0], breakForce }],
      }).to(0.5);
    const strong = hung(1.01 * massOfRod * g);
    expect(strong.value('brokenJoints')).toBe(0);
    expect(Math.abs(strong.position('rod')[1])).toBeLessThan(1e-9);
    const weak = hung(0.99 * massOfRod * g);
    expect(weak.value('brokenJoints')).toBe(1);
    // held for one step, free fall after
    expect(weak.position('rod')[1]).toBeLessThan(-0.45 * g * 0.49 * 0.49);
    expect(hashState(weak.simulation.state)).toBe(hashState(hung(0.99 * massOfRod * g).simulation.state));
  });
});

describe('limits', () => {
  test('stop a hinge, which then rests on them', () => {
    for (const integrator of integrators) {
      const trial = new Trial(
        {
          name: 'door',
          bodies: [rod('door')],
          joints: [{ kind: 'hinge', a: 'door', at: [0, 0, 0], axis: 'z', limitsDegrees: [-30, 45] }],
        },
        { integrator },
      );
      for (let k = 1; k <= 100; k++) {
        trial.to(k / 100);
        expect(trial.value('jointError')).toBeLessThan(1e-9);
      }
      expect(trial.simulation.state.jointCoordinates[0]).toBeCloseTo(-Math.PI / 6, 8);
      // 2.5 kg at 0.43 m
      expect(Math.abs(trial.simulation.state.jointReactions[5])).toBeCloseTo(
        massOfRod * g * 0.5 * Math.cos(Math.PI / 6),
        5,
      );
    }
  });

  test('stop a slider and a rope', () => {
    const trial = new Trial({
      name: 'stops',
      bodies: [rod('slides'), { ...rod('hangs', 3), shape: { kind: 'sphere', radius: 0.1 } }],
      joints: [
        { kind: 'slider', a: 'slides', axis: 'y', limits: [-0.3, 1] },
        { kind: 'distance', a: 'hangs', at: [3.5, 0, 0], to: [3.5, 0.2, 0], limits: [-0.2, 0.4] },
      ],
    }).to(1.5);
    expect(trial.position('slides')[1]).toBeCloseTo(-0.3, 8);
    expect(trial.position('hangs')[1]).toBeCloseTo(-0.4, 8);
    expect(trial.value('jointError')).toBeLessThan(1e-9);
  });

  test('keep a ball joint in its cone', () => {
    const trial = new Trial({
      name: 'cone',
      bodies: [rod('arm', 0, 0, { angularVelocity: [5, 0, 3] })],
      joints: [{ kind: 'ball', a: 'arm', at: [0, 0, 0], limitsDegrees: [0, 40] }],
    });
    for (let k = 1; k <= 100; k++) {
      trial.to(k / 100);
      const [x, y, z] = trial.position('arm');
      expect(Math.atan2(Math.hypot(y, z), x)).toBeLessThan((40 * Math.PI) / 180 + 1e-9);
    }
    expect(trial.position('arm')[1]).toBeCloseTo(-0.5 * Math.sin((40 * Math.PI) / 180), 2);
  });

  test('count whole turns', () => {
    const trial = new Trial({
      name: 'winch',
      gravity: 0,
      bodies: [rod('crank', -0.5)],
      joints: [
        {
          kind: 'hinge',
          a: 'crank',
          at: [0, 0, 0],
          axis: 'z',
          limits: [0, 5 * Math.PI],
          motor: { targetSpeed: 20, maxForce: 50 },
        },
      ],
    }).to(1.5);
    expect(trial.simulation.state.jointCoordinates[0]).toBeCloseTo(5 * Math.PI, 8);
    expect(trial.value('stalledMotor')).toBe(0);
    // nothing but the limit stands in its way
    expect(trial.value('blockedBody')).toBe(-1);
  });
});

describe('springs', () => {
  test('hang at rest by mg/k', () => {
    const trial = new Trial({
      name: 'scales',
      bodies: [
        rod('pan'),
        rod('turned', 0, 2),
        { ...rod('hung', 3), shape: { kind: 'sphere', radius: 0.1 } },
      ],
      joints: [
        { kind: 'slider', a: 'pan', axis: 'y', spring: { stiffness: 100, damping: 40 } },
        { kind: 'hinge', a: 'turned', at: [0, 2, 0], axis: 'z', spring: { stiffness: 200, damping: 60 } },
        {
          kind: 'distance',
          a: 'hung',
          at: [3.5, 0, 0],
          to: [3.5, 1, 0],
          spring: { stiffness: 300, damping: 60 },
        },
      ],
    }).to(6);
    const [pan, turned, hung] = trial.simulation.state.jointCoordinates;
    expect(pan).toBeCloseTo((-massOfRod * g) / 100, 5);
    expect(200 * turned).toBeCloseTo(-massOfRod * g * 0.5 * Math.cos(turned), 3);
    expect(hung).toBeCloseTo((trial.scene.bodies[2].mass * g) / 300, 5);
  });

  test('keep their frequency and, by second order, their energy', () => {
    const trial = new Trial(
      {
        name: 'oscillator',
        gravity: 0,
        bodies: [rod('mass', 0, 0, { velocity: [0, 1, 0] })],
        joints: [{ kind: 'slider', a: 'mass', axis: 'y', spring: { stiffness: 100 } }],
      },
      { integrator: 'second order', timeStep: 0.005 },
    ).to(0.01);
    const omega = Math.sqrt(100 / massOfRod);
    const energy = trial.value('energy');
    for (let k = 1; k <= 300; k++) {
      trial.to(k / 100);
      expect(Math.abs(trial.value('energy') / energy - 1)).toBeLessThan(1e-3);
    }
    expect(trial.position('mass')[1]).toBeCloseTo(Math.sin(3 * omega) / omega, 2);
  });

  test('are damped as their dampers say', () => {
    const trial = new Trial(
      {
        name: 'damper',
        gravity: 0,
        bodies: [rod('mass', 0, 0, { velocity: [0, 1, 0] })],
        joints: [{ kind: 'slider', a: 'mass', axis: 'y', spring: { stiffness: 0, damping: 5 } }],
      },
      { timeStep: 0.001 },
    ).to(0.5);
    expect(trial.velocity('mass')[1]).toBeCloseTo(Math.exp((-5 * 0.5) / massOfRod), 2);
  });
});

describe('motors', () => {
  const wheel = (motor: JointFile['motor'], more: Partial<SceneFile> = {}): SceneFile => ({
    name: 'wheel',
    gravity: 0,
    bodies: [rod('wheel', -0.5)],
    joints: [{ kind: 'hinge', a: 'wheel', at: [0, 0, 0], axis: 'z', motor }],
    ...more,
  });
  test('speed up by their largest torque and then keep their speed', () => {
    const trial = new Trial(wheel({ targetSpeed: 5, maxForce: 2 })).to(0.3);
    const inertia = Math.max(...trial.scene.bodies[0].inertia);
    expect(trial.spin('wheel')[2]).toBeCloseTo((2 * 0.3) / inertia, 4);
    trial.to(1);
    expect(trial.spin('wheel')[2]).toBeCloseTo(5, 6);
    trial.to(1.2);
    expect(trial.simulation.state.jointCoordinates[0]).toBeGreaterThan(3);
    expect(trial.value('stalledMotor')).toBe(-1);
  });

  test('go to a position and stay there', () => {
    for (const maxForce of [2, 1000]) {
      const trial = new Trial(wheel({ targetPosition: 2, maxForce }));
      let most = 0;
      for (let k = 1; k <= 200; k++) {
        trial.to(k / 100);
        most = Math.max(most, trial.simulation.state.jointCoordinates[0]);
      }
      expect(trial.simulation.state.jointCoordinates[0]).toBeCloseTo(2, 6);
      expect(most).toBeLessThan(2.02);
    }
  });

  test('that stall name the pair that blocks them', async () => {
    const file: SceneFile = {
      ...wheel({ targetSpeed: 2, maxForce: 10 }),
      duration: 1,
      bodies: [
        rod('arm', 0),
        {
          name: 'elsewhere',
          shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
          motion: 'static',
          position: [3, 0, 0],
        },
        {
          name: 'block',
          shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
          motion: 'static',
          position: [0.5, 0.5, 0],
        },
      ],
      joints: [
        { kind: 'hinge', a: 'arm', at: [0, 0, 0], axis: 'z', motor: { targetSpeed: 2, maxForce: 10 } },
      ],
    };
    const trial = new Trial(file).to(0.1);
    expect(trial.value('stalledMotor')).toBe(-1);
    trial.to(1);
    expect(trial.value('stalledMotor')).toBe(0);
    expect([trial.value('blockedBody'), trial.value('blockingBody')]).toEqual([0, 2]);
    expect(trial.smallestGap).toBeGreaterThan(0);
    const { verdict, error } = await judge(file);
    expect(error).toBeUndefined();
    expect(verdict.kept).toBe(true);
  });

  test('turn one body against another, and momentum stays', () => {
    const trial = new Trial({
      name: 'reaction wheel',
      gravity: 0,
      bodies: [rod('hull', -0.5), { ...rod('wheel', -0.5), shape: { kind: 'box', size: [0.3, 0.3, 0.1] } }],
      joints: [
        {
          kind: 'hinge',
          a: 'wheel',
          b: 'hull',
          at: [0, 0, 0],
          axis: 'z',
          motor: { targetSpeed: 10, maxForce: 5 },
        },
      ],
    }).to(1);
    expect(trial.spin('wheel')[2] - trial.spin('hull')[2]).toBeCloseTo(10, 6);
    expect(Math.abs(trial.angularMomentum()[2])).toBeLessThan(1e-5);
  });
});

describe('joints and contacts', () => {
  test('a pendulum that hits a wall does not go through, nor come off', async () => {
    const file: SceneFile = {
      name: 'knock',
      duration: 1,
      bodies: [
        rod('rod'),
        {
          name: 'wall',
          shape: { kind: 'box', size: [0.2, 1, 1] },
          motion: 'static',
          position: [-0.11, -0.9, 0],
        },
      ],
      joints: [{ kind: 'hinge', a: 'rod', at: [0, 0, 0], axis: 'z' }],
    };
    for (const integrator of integrators) {
      const trial = new Trial(file, { integrator });
      for (let k = 1; k <= 100; k++) expect(trial.to(k / 100).value('jointError')).toBeLessThan(1e-9);
      const { verdict, error } = await judge(file, { integrator });
      expect(error).toBeUndefined();
      expect(verdict.kept).toBe(true);
    }
  });

  test('bodies of a joint pass through each other unless it says otherwise', () => {
    const file = (collide: boolean): SceneFile => ({
      name: 'overlap',
      bodies: [rod('one'), rod('two', 0.9)],
      joints: [{ kind: 'ball', a: 'one', b: 'two', at: [0.95, 0, 0], collide }],
    });
    expect(() => new Trial(file(false)).to(0.1)).not.toThrow();
    expect(() => new Trial(file(true))).toThrow(/overlaps/);
  });
});

describe('what cannot be honoured is refused', () => {
  const faults = (joint: JointFile, bodies: BodyFile[] = [rod('one'), rod('two', 2)]): string[] => {
    const { scene } = resolveScene({ name: 'refused', bodies, joints: [joint] });
    return ipc.refuse(scene, optionsOf(scene)).map(describeFault);
  };
  test('with what, where and a remedy', () => {
    const still = rod('one', 0, 0, { motion: 'static' });
    expect(faults({ kind: 'ball', a: 'one' }, [still])[0]).toMatch(/joins no dynamic body.*the world/);
    expect(faults({ kind: 'ball', a: 'one', spring: { stiffness: 1 } })[0]).toMatch(
      /does not know spring of ball joints/,
    );
    expect(faults({ kind: 'fixed', a: 'one', spring: { stiffness: 1 } })[0]).toMatch(
      /does not know spring of fixed joints/,
    );
    expect(faults({ kind: 'ball', a: 'one', limits: [0, 0] })[0]).toMatch(/ball joint/);
    expect(faults({ kind: 'distance', a: 'one', to: [0, 1, 0], length: 0.5 })[0]).toMatch(
      /open at the start/,
    );
    expect(faults({ kind: 'distance', a: 'one', to: [0, 1, 0], limits: [-9, -8] })[0]).toMatch(
      /leave no length/,
    );
    expect(faults({ kind: 'hinge', a: 'one', limits: [0.1, 1] })[0]).toMatch(/beyond its limits.*0\.1/);
    const apart: JointFile = { kind: 'ball', a: 'one', b: 'two', frameA: {}, frameB: {} };
    expect(faults(apart)[0]).toMatch(/open at the start.*frameB/);
    expect(faults({ kind: 'hinge', a: 'one', b: 'two', at: [1, 0, 0], axis: 'z' })).toEqual([]);
  });
});

/** A bit of everything, that meets the floor. */
const machine = resolveScene({
  name: 'machine',
  duration: 0.5,
  frameRateHz: 30,
  bodies: [
    rod('crank', 0, 0, { restitution: 0.5 }),
    rod('arm', 1),
    { name: 'floor', shape: { kind: 'box', size: [5, 0.2, 5] }, motion: 'static', position: [0, -0.3, 0] },
  ],
  joints: [
    { kind: 'hinge', a: 'crank', at: [0, 0, 0], axis: 'z', spring: { stiffness: 5, damping: 0.1 } },
    {
      kind: 'hinge',
      a: 'arm',
      b: 'crank',
      at: [1, 0, 0],
      axis: 'z',
      limitsDegrees: [-40, 40],
      motor: { targetSpeed: 3, maxForce: 5 },
    },
  ],
}).scene;

for (const integrator of integrators)
  conform({
    engine: ipc,
    scene: machine,
    options: optionsOf(machine, { integrator }),
    takes: changes,
    cuts: 3,
  });
