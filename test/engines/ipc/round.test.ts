// Round shapes are what they are, not the flats that draw them: how they roll, hit, lie and keep apart, against closed forms.

import { describe, expect, test } from 'vitest';
import {
  type BodyFile,
  box,
  coreOf,
  floor,
  packScene,
  resolveScene,
  type Scene,
  type SceneFile,
  type ShapeFile,
  turn,
  unpackScene,
} from '../../../src/scene/index.ts';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { setApart } from '../../../src/scene/separate/index.ts';
import { judge, norm, optionsOf, Trial } from './harness.ts';

const g = 9.81;
const still = { gravity: [0, 0, 0] as [number, number, number] };

/** Half of the barrier's reach of a shape of this diagonal [m]. */
const above = (diagonal: number): number => 5e-4 * diagonal;

interface Roller {
  readonly shape: ShapeFile;
  readonly radius: number;
  readonly diagonal: number;
}

const sphere: Roller = { shape: { kind: 'sphere', radius: 0.5 }, radius: 0.5, diagonal: Math.sqrt(3) };
const rollers: readonly (readonly [string, Roller])[] = [
  ['sphere', sphere],
  [
    'capsule',
    {
      shape: { kind: 'capsule', radius: 0.25, length: 0.5 },
      radius: 0.25,
      diagonal: Math.hypot(0.5, 0.5, 1),
    },
  ],
  [
    'rounded box as round as it is high',
    {
      shape: { kind: 'rounded-box', size: [0.4, 0.4, 1], radius: 0.2 },
      radius: 0.2,
      diagonal: Math.hypot(0.4, 0.4, 1),
    },
  ],
];

/** Rolling, or sliding, along x over a floor of two triangles and the edge between them. */
function rolling({ shape, radius, diagonal }: Roller, friction: number, speed = 1): SceneFile {
  return {
    name: 'rolling',
    bodies: [
      { ...floor({ size: [12, 40] }), friction },
      {
        name: 'it',
        shape,
        position: [-5, radius + above(diagonal), 0.3],
        velocity: [speed, 0, 0],
        angularVelocity: [0, 0, friction > 0 ? -speed / radius : 0],
        friction,
      },
    ],
  };
}

describe('over 10 m', () => {
  for (const [name, roller] of rollers) {
    for (const timeStep of name === 'sphere' ? [0.01, 0.002] : [0.01]) {
      test.each([0, 0.5])(`a ${name} keeps its speed to 1e-6 at h = ${timeStep} s and μ = %f`, (friction) => {
        const trial = new Trial(rolling(roller, friction), { timeStep }).to(10);
        expect(Math.abs(trial.velocity('it')[0] - 1)).toBeLessThan(1e-6);
        expect(Math.abs(trial.position('it')[0] - 5)).toBeLessThan(1e-5);
        expect(Math.abs(trial.position('it')[2] - 0.3)).toBeLessThan(1e-5);
      });
    }
  }

  test.each([0.01, 0.002])('a torus on its rim keeps its speed to 1e-3 at h = %f s', (timeStep) => {
    const torus: Roller = {
      shape: { kind: 'torus', radius: 0.4, tubeRadius: 0.1 },
      radius: 0.5,
      diagonal: Math.hypot(1, 1, 0.2),
    };
    const trial = new Trial(rolling(torus, 0.5), { timeStep }).to(10);
    expect(Math.abs(trial.velocity('it')[0] - 1)).toBeLessThan(1e-3);
  });

  test('a ball of flats, which is asked for, does not', () => {
    const file = rolling(sphere, 0.5);
    const trial = new Trial({
      ...file,
      bodies: file.bodies?.map((body) => ({ ...body, round: false })),
    } as SceneFile).to(3);
    expect(trial.velocity('it')[0]).toBeLessThan(0.99);
  });
});

describe('a ball', () => {
  test.each([0.1, 0.4])('rolls down a slope of %f rad with 5/7 g sin θ', (angle) => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const height = 0.5 + above(Math.sqrt(3));
    const scene: SceneFile = {
      name: 'slope',
      bodies: [
        { ...floor({ size: [60, 60] }), rotation: turn('z', angle), friction: 0.6 },
        { name: 'ball', shape: sphere.shape, position: [-s * height, c * height, 0], friction: 0.6 },
      ],
    };
    const trial = new Trial(scene).to(2);
    expect(Math.abs(norm(trial.velocity('ball')) / ((5 / 7) * g * s * 2) - 1)).toBeLessThan(1e-3);
  });

  // at h = 0.01 it turns by up to 0.9 rad a step
  test.each([
    [0.01, 0.015],
    [0.002, 3e-3],
  ])('runs down two rails as fast as it rolls on their edges, at h = %f s to %f', (timeStep, part) => {
    const angle = Math.PI / 12;
    const rail = (z: number): BodyFile => ({
      ...box({ size: [0.6, 0.01, 0.01] }),
      motion: 'static',
      position: [0, 0.2, z],
      rotation: turn('z', -angle),
    });
    const marble: BodyFile = {
      name: 'it',
      shape: { kind: 'sphere', radius: 0.01 },
      position: [-0.25, 0.285, 0],
    };
    const trial = new Trial({ name: 'rails', bodies: [rail(0.012), rail(-0.012), marble] }, { timeStep });
    const before = norm(trial.to(0.3).velocity('it'));
    const after = norm(trial.to(0.6).velocity('it'));
    // it rolls on the edges of the rails, 7 mm to either side of its middle
    const across = 1 - 0.7 * 0.7;
    const expected = (g * Math.sin(angle)) / (1 + 0.4 / across);
    expect(Math.abs((after - before) / 0.3 / expected - 1)).toBeLessThan(part);
    const spin = norm([...trial.simulation.state.angularMomentum.subarray(6, 9)]);
    const turning = spin / trial.scene.bodies[2].inertia[0];
    expect(Math.abs((turning * 0.01 * Math.sqrt(across)) / after - 1)).toBeLessThan(3e-3);
  });

  test('that slides at first rolls in the end at 5/7 of its speed', () => {
    const file = rolling(sphere, 0.3);
    const sliding = file.bodies?.map((body) => ({ ...body, angularVelocity: [0, 0, 0] }));
    const trial = new Trial({ ...file, bodies: sliding } as SceneFile).to(2);
    expect(trial.velocity('it')[0]).toBeCloseTo(5 / 7, 3);
  });

  test('rebounds from the floor as its restitution says', () => {
    const scene: SceneFile = {
      name: 'bounce',
      bodies: [
        { ...floor({ size: [4, 4] }), restitution: 0.8, friction: 0 },
        { name: 'ball', shape: sphere.shape, position: [0.1, 1.5, 0.2], restitution: 0.8, friction: 0 },
      ],
    };
    const trial = new Trial(scene, { timeStep: 1e-3 });
    let fastest = 0;
    for (let t = 0.4; t < 0.7; t += 0.001) fastest = Math.max(fastest, trial.to(t).velocity('ball')[1]);
    expect(fastest / (0.8 * Math.sqrt(2 * g))).toBeCloseTo(1, 2);
  });

  test('hit obliquely leaves along the line of centres, the other across it', () => {
    const offset = 0.06;
    const ball = (name: string, more: Partial<BodyFile>): BodyFile => ({
      name,
      shape: { kind: 'sphere', radius: 0.05, subdivisions: 1 },
      restitution: 1,
      friction: 0,
      ...more,
    });
    const scene: SceneFile = {
      name: 'billiard',
      ...still,
      bodies: [
        ball('cue', { position: [-0.3, 0, offset], velocity: [2, 0, 0] }),
        ball('other', { position: [0, 0, 0] }),
      ],
    };
    const trial = new Trial(scene).to(0.4);
    const [cue, other] = [trial.velocity('cue'), trial.velocity('other')];
    // sin φ = offset / 2r, however coarsely they are drawn
    const sine = offset / 0.1;
    expect(Math.abs(other[2]) / norm(other)).toBeCloseTo(sine, 2);
    expect(norm(other)).toBeCloseTo(2 * Math.sqrt(1 - sine * sine), 2);
    expect(norm(cue)).toBeCloseTo(2 * sine, 2);
    expect(cue[0] + other[0]).toBeCloseTo(2, 8);
    expect(Math.abs(cue[0] * other[0] + cue[2] * other[2])).toBeLessThan(0.02);
  });

  test('that hits a row of balls drives out the last one alone', () => {
    const bodies = [0, 1, 2, 3, 4].map(
      (i): BodyFile => ({
        name: `ball ${i}`,
        shape: { kind: 'sphere', radius: 0.05 },
        position: [i * 0.11, 0, 0],
        velocity: [i === 0 ? 1 : 0, 0, 0],
        restitution: 1,
        friction: 0,
      }),
    );
    const trial = new Trial({ name: 'cradle', ...still, bodies }, { timeStep: 1e-3 }).to(0.2);
    expect(trial.velocity('ball 4')[0]).toBeCloseTo(1, 2);
    for (let i = 0; i < 4; i++) expect(Math.abs(trial.velocity(`ball ${i}`)[0])).toBeLessThan(0.02);
  });

  test('touches with one point, told on its true surface', () => {
    const trial = new Trial(rolling(sphere, 0.5), {}, true).to(0.5);
    const rows = trial.contacts.filter(({ body }) => body === 1);
    const [row] = rows.slice(-1);
    expect(Math.hypot(row.px, row.py, row.pz)).toBeCloseTo(0.5, 9);
    expect(row.gap).toBeGreaterThan(0);
    expect(row.gap).toBeLessThan(2 * above(Math.sqrt(3)));
    expect(row.gap).toBeCloseTo(trial.position('it')[1] - 0.5, 9);
    expect(row.ny).toBeCloseTo(1, 9);
  });
});

describe('a rounded box', () => {
  /** Energy a kilogram while it rolls over an edge [J/kg], above that of its core's edge; `gyration` is its moment over its mass. */
  const energyOf = (radius: number, gyration: number) => (angle: number, spin: number) => {
    const diagonal = (0.2 - radius) * Math.SQRT2;
    const high = diagonal * Math.sin(Math.PI / 4 + angle);
    const squared = gyration + radius * radius + 2 * radius * high + diagonal * diagonal;
    return 0.5 * spin * spin * squared + g * high;
  };

  test.each([0.03, 0.1])('of radius %f m rolls over its edge as it should', (radius) => {
    const scene: SceneFile = {
      name: 'tip over',
      bodies: [
        { ...floor({ size: [8, 8] }), friction: 0.9 },
        {
          name: 'it',
          shape: { kind: 'rounded-box', size: [0.4, 0.4, 1], radius },
          friction: 0.9,
          position: [0, 0.2 + above(Math.hypot(0.4, 0.4, 1)), 0],
          velocity: [4 * 0.2, 4 * (0.2 - radius), 0],
          angularVelocity: [0, 0, -4],
        },
      ],
    };
    const trial = new Trial(scene, { timeStep: 0.002 }).to(0.36);
    const [, { mass, inertia }] = trial.scene.bodies;
    const { orientation, angularMomentum } = trial.simulation.state;
    const angle = -2 * Math.atan2(orientation[6], orientation[7]);
    const energy = energyOf(radius, inertia[2] / mass);
    expect(angle).toBeGreaterThan(0.7);
    expect(Math.abs(energy(angle, -angularMomentum[5] / inertia[2]) - energy(0, 4))).toBeLessThan(
      0.006 * 8 * (inertia[2] / mass + 0.05),
    );
    // where it touches has gone on by what was rolled off
    const [x, y] = trial.position('it');
    const diagonal = (0.2 - radius) * Math.SQRT2;
    expect(x).toBeCloseTo(0.2 - radius + radius * angle - diagonal * Math.cos(Math.PI / 4 + angle), 3);
    expect(y).toBeGreaterThan(radius + diagonal * Math.sin(Math.PI / 4 + angle));
    expect(y).toBeLessThan(radius + diagonal * Math.sin(Math.PI / 4 + angle) + 1.2e-3);
  });
});

describe('what lies on each other', () => {
  const capsule: ShapeFile = { kind: 'capsule', radius: 0.1, length: 0.6, axis: 'x' };
  const resting: readonly (readonly [string, SceneFile['bodies'], string, number])[] = [
    [
      'a capsule along two others',
      [
        { name: 'left', shape: capsule, motion: 'static', position: [0, 0.1, -0.11] },
        { name: 'right', shape: capsule, motion: 'static', position: [0, 0.1, 0.11] },
        { name: 'it', shape: capsule, position: [0, 0.1 + Math.sqrt(0.04 - 0.0121) + 3e-4, 0] },
      ],
      'it',
      0.1 + Math.sqrt(0.04 - 0.0121),
    ],
    [
      'a rounded box on another',
      [
        floor({ size: [4, 4] }),
        {
          name: 'low',
          shape: { kind: 'rounded-box', size: [0.4, 0.2, 0.4], radius: 0.05 },
          position: [0, 0.1003, 0],
        },
        {
          name: 'it',
          shape: { kind: 'rounded-box', size: [0.3, 0.2, 0.3], radius: 0.03 },
          position: [0, 0.3008, 0],
        },
      ],
      'it',
      0.3,
    ],
    [
      'a torus over a peg',
      [
        floor({ size: [4, 4] }),
        {
          name: 'peg',
          shape: { kind: 'cylinder', radius: 0.1, length: 1, axis: 'y' },
          motion: 'static',
          position: [0, 0.51, 0],
        },
        {
          name: 'it',
          shape: { kind: 'torus', radius: 0.2, tubeRadius: 0.05, axis: 'y' },
          position: [0.02, 0.3, 0],
        },
      ],
      'it',
      0.05,
    ],
    [
      'a ball in a hollow box',
      [
        { ...box({ size: [1, 1, 1] }), name: 'walls', motion: 'static', position: [0, 0.5, 0] },
        { name: 'it', shape: { kind: 'sphere', radius: 0.2 }, position: [0.1, 0.4, 0.15] },
      ],
      'it',
      0.2,
    ],
  ];
  test.each(resting)('%s rests where its true surface does', (_name, bodies, name, height) => {
    const trial = new Trial({ name: 'resting', bodies }).to(1.5);
    expect(norm(trial.velocity(name))).toBeLessThan(2e-3);
    const gap = trial.position(name)[1] - height;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(3e-3);
  });

  test('a capsule that stands askew falls over and lies', async () => {
    const scene: SceneFile = {
      name: 'fall',
      duration: 2,
      frameRateHz: 25,
      bodies: [
        { ...floor({ size: [8, 8] }), friction: 0.8 },
        {
          name: 'it',
          shape: { kind: 'capsule', radius: 0.1, length: 0.8, axis: 'y' },
          position: [0, 0.501, 0],
          rotation: turn('z', 0.02),
          friction: 0.8,
        },
      ],
    };
    const trial = new Trial(scene).to(4);
    expect(trial.position('it')[1]).toBeCloseTo(0.1, 2);
    const { verdict } = await judge(scene);
    expect(verdict).toMatchObject({ kept: true, promise: { kind: 'never intersects', round: true } });
  });
});

describe('what is round', () => {
  const shapeOf = (body: BodyFile): Scene['bodies'][number] =>
    resolveScene({ name: 'one', bodies: [body] }).scene.bodies[0];

  test('is what a primitive is called, scaled evenly, and not told otherwise', () => {
    const ball = { shape: { kind: 'sphere' as const, subdivisions: 0 } };
    expect(shapeOf(ball).shape).toEqual({ kind: 'sphere', radius: 0.5 });
    expect(shapeOf({ ...ball, scale: 2 }).shape).toEqual({ kind: 'sphere', radius: 1 });
    expect(shapeOf({ ...ball, scale: [1, 2, 1] }).shape).toEqual({ kind: 'mesh' });
    expect(shapeOf({ ...ball, round: false }).shape).toEqual({ kind: 'mesh' });
    expect(shapeOf({ ...ball, round: false }).mass).toBeLessThan(0.7 * shapeOf(ball).mass);
  });

  test.each([1, 100])('is no thicker than it should be, as a cylinder of 10 mm and %f m', (length) => {
    const { shape } = shapeOf({ shape: { kind: 'cylinder', radius: 0.01, length } });
    const { positions } = coreOf(shape)?.mesh ?? { positions: [] };
    let widest = 0;
    for (let v = 0; v < positions.length; v += 3)
      widest = Math.max(widest, Math.hypot(positions[v], positions[v + 1]));
    expect(widest).toBeGreaterThan(0.01);
    expect(widest).toBeLessThan(0.01 * 1.0011);
  });

  test('comes through a packed scene', () => {
    const shapes: ShapeFile[] = [
      { kind: 'torus' },
      { kind: 'rounded-box' },
      { kind: 'capsule' },
      { kind: 'sphere' },
      { kind: 'cylinder' },
      { kind: 'cone', topRadius: 0.2 },
    ];
    const { scene } = resolveScene({ name: 'all', bodies: shapes.map((shape) => ({ shape })) });
    const { json, arrays } = packScene(scene);
    const again = unpackScene(JSON.parse(JSON.stringify(json)), arrays);
    expect(again.bodies.map(({ shape }) => shape)).toEqual(scene.bodies.map(({ shape }) => shape));
    expect(again.bodies.every(({ shape }) => coreOf(shape))).toBe(true);
  });

  test.each([
    [{ kind: 'torus', segments: 100, tubeSegments: 50 } as const],
    [{ kind: 'cylinder', radius: 0.3, segments: 100 } as const],
    [{ kind: 'cone', radius: 0.3, segments: 100 } as const],
    [{ kind: 'cone', radius: 0.3, topRadius: 0.4, height: 0.5, segments: 100 } as const],
    [{ kind: 'rounded-box', size: [1, 0.7, 0.5], radius: 0.1, segments: 16 } as const],
    [{ kind: 'rounded-box', size: [1, 0.7, 0.4], radius: 0.2, segments: 16 } as const],
  ])('weighs what it is: %o', (shape) => {
    const [round, flat] = [shapeOf({ shape }), shapeOf({ shape, round: false })];
    expect(round.mass / flat.mass).toBeCloseTo(1, 2);
    expect(round.mass).toBeGreaterThan(flat.mass);
    const moments = (body: typeof round) => [...body.inertia].sort((a, b) => a - b);
    for (const [k, moment] of moments(round).entries()) expect(moment / moments(flat)[k]).toBeCloseTo(1, 2);
  });

  test('is refused where it overlaps at the start though its flats do not, and set apart by a hair', () => {
    const ball = (x: number): BodyFile => ({
      shape: { kind: 'sphere', radius: 0.5, subdivisions: 1 },
      position: [x, 0.3, 0.2],
    });
    const { scene } = resolveScene({ name: 'two', ...still, bodies: [ball(0), ball(0.9995)] });
    const judged = (one: Scene) => ipc.refuse(one, optionsOf(one));
    const [fault] = judged(scene);
    expect(fault).toMatchObject({ code: 'overlap', value: 'depth 0.5 mm' });
    const apart = setApart(scene, [fault], 1e-3, judged);
    expect(apart.left).toEqual([]);
    const [a, b] = apart.scene.bodies.map(({ pose }) => pose.position[0]);
    expect(b - a).toBeGreaterThan(1);
    expect(b - a).toBeLessThan(1.004);
    expect(apart.scene.bodies[0].shape).toEqual({ kind: 'sphere', radius: 0.5 });
  });
});
