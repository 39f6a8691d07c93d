import { describe, expect, test } from 'vitest';
import { sceneOfSpecification } from '../../../src/engines/program/dress.ts';
import { program } from '../../../src/engines/program/program.ts';
import type { Frame, Input } from '../../../src/record/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { columnsOf, defaultsOf, hashState, run } from '../../../src/sim/index.ts';
import { specifications } from '../../../examples/lagrange/parts/specifications.generated.ts';
import { conform } from '../../sim/conformance.ts';
import { lonelyContext, silent } from '../../sim/tiny.ts';

const options = defaultsOf(program);
const coaster = sceneOfSpecification(specifications['roller-coaster'], 'coaster');
const pendulum = sceneOfSpecification(specifications.pendulum, 'pendulum');

/** Everything at once: modes, events, a parameter, order zero. */
const bouncing = sceneOfSpecification(
  `system Bounce;
   const g = 9.81;
   param Keep = 0.8;
   frame Ball at (0, 0, 1) { shape sphere(0.1); }
   frame Eye at (1, 0, 0.5) { frame Look { shape cone(0.05, 0.2); } }
   vary Tz(Ball), Rx(Look);
   mass Ball = point(1);
   potential(o) = Mass(o) * g * AbsTrans(o).z;
   constrain look: XfnP(AbsTrans(Ball), Root, Look).y == 0;
   when Tz(Ball) falls { Tz(Ball)' := -Keep * Tz(Ball)'; }`,
  'bouncing',
);

conform({
  engine: program,
  scene: coaster,
  seconds: 1,
  cuts: 5,
  refused: { ...pendulum, specification: `${specifications.pendulum} force Bob = (Wind, 0, 0);` },
  // Two masses fall into each other.
  failing: sceneOfSpecification(
    `system Fall; frame A { shape sphere(0.1); } frame B at (1, 0, 0) { shape sphere(0.1); }
     vary Tx(A), Tx(B); mass A = point(1); mass B = point(1);
     potential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));`,
    'fall',
  ),
});

conform({
  engine: program,
  scene: sceneOfSpecification(
    `system Breath; frame A scale (1, 2, 1) { shape box(1, 1, 1); } vary Sy(A); frame W; vary Tx(W); mass W = point(1);
     potential = Tx(W)^4; initially Tx(W)' == 1; constrain breathe: Sy(A) == 2 + Tx(W);`,
    'breath',
  ),
  seconds: 0.5,
  cuts: 2,
});

conform({ engine: program, scene: { ...bouncing, frameRateHz: 20 }, seconds: 2, cuts: 3 });

function frameOf(scene: Scene, time: number, inputs: readonly Input[] = [], tolerance = 1e-11): Frame {
  const simulation = program.start(scene, { ...options, tolerance }, lonelyContext());
  for (const input of inputs) simulation.apply(input);
  simulation.advance(time, silent);
  const frame = {
    time: 0,
    poses: new Float64Array(7 * scene.bodies.length),
    velocities: new Float64Array(6 * scene.bodies.length),
    vertices: new Float64Array(0),
  };
  simulation.writeFrame(frame);
  return frame;
}

describe('specifications as scenes', () => {
  test('every shape is a body that rides on its frame, with its colour', () => {
    expect(pendulum.bodies.map(({ name }) => name)).toEqual(['Pivot', 'Rod', 'Bob']);
    expect(pendulum.bodies[2].shape).toEqual({ kind: 'sphere', radius: 0.1 });
    expect(pendulum.bodies[2].color?.[0]).toBeGreaterThan(0.7);
    expect(pendulum.bodies[2].pose.position[1]).toBeCloseTo(Math.sin(Math.PI / 3), 12);
    expect(pendulum.specification).toBe(specifications.pendulum);
  });

  test('cameras and lights ride on bodies, parameters become sliders', () => {
    const acrobat = sceneOfSpecification(specifications.acrobat, 'acrobat');
    const eyes = acrobat.frames.find(({ name }) => name === 'camera Eyes');
    expect(acrobat.bodies[eyes?.body ?? -1].name).toBe('Head');
    const seat = acrobat.frames.find(({ name }) => name === 'camera Audience');
    expect(acrobat.bodies[seat?.body ?? -1].name).toBe('Seat');
    expect(coaster.parameters.map(({ name }) => name)).toEqual(['Omega', 'Thrust', 'Drag']);
  });

  test('a shape in a scaled frame is stretched', () => {
    const scene = sceneOfSpecification(
      'system S; frame A scale (2, 1, 3) { shape box(1, 1, 1); } vary Tx(A); mass A = point(1);',
      's',
    );
    const { positions } = scene.meshes[scene.bodies[0].mesh];
    expect(Math.max(...positions)).toBeCloseTo(1.5, 14);
    expect(positions[0]).toBeCloseTo(-1, 14);
  });

  test('a shape whose frame changes its size is told vertex by vertex', () => {
    const scene = sceneOfSpecification(
      `system Breath; frame A at (1, 0, 0) scale (1, 2, 1) { shape box(1, 1, 1); frame B { shape sphere(0.1); } }
       vary Sy(A), Rz(B); frame W at (3, 0, 0); vary Tx(W); mass W = point(1);
       constrain breathe: Sy(A) == 2 + sin(t); constrain turn: EulerZ(B) == t;`,
      'breath',
    );
    expect(scene.bodies).toEqual([]);
    expect(scene.deformables.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(program.refuse(scene, options)).toEqual([]);
    const simulation = program.start(scene, options, lonelyContext());
    simulation.advance(1, silent);
    const count = scene.meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0);
    const frame = {
      time: 0,
      poses: new Float64Array(),
      velocities: new Float64Array(),
      vertices: new Float64Array(count),
    };
    simulation.writeFrame(frame);
    const [x, y] = frame.vertices;
    expect([x, y]).toEqual([0.5, expect.closeTo(-(2 + Math.sin(1)) / 2, 9)]);
    expect(scene.meshes[scene.deformables[0].mesh].positions[1]).toBe(-1);
    // What turns inside is sheared: its points stay on the ellipsoid, 0.1 by 0.1 (2 + sin 1).
    const b = frame.vertices.subarray(24);
    for (let i = 0; i < b.length; i += 3)
      expect((b[i] - 1) ** 2 + (b[i + 1] / (2 + Math.sin(1))) ** 2 + b[i + 2] ** 2).toBeCloseTo(0.01, 9);
  });

  test.each([
    ['a shape that is not known', 'frame A { shape spere(1); }', /sphere/],
    ['a colour that is not known', 'frame A { shape sphere(1) color rde; }', /red/],
    ['a negative radius', 'frame A { shape sphere(-1); }', /radius/],
    ['too many numbers', 'frame A { shape sphere(1, 2); }', /at most 1/],
  ])('%s is refused with its place', (_, frame, wanted) => {
    const text = `system S;\n${frame}\nvary Tx(A); mass A = point(1);`;
    expect(() => sceneOfSpecification(text, 's')).toThrow(wanted);
    expect(() => sceneOfSpecification(text, 's')).toThrow(/specification 2:1/);
  });
});

describe('the program engine', () => {
  test('velocities are the rates of poses', () => {
    for (const name of ['weighted-ball', 'roller-coaster', 'nested-toruses', 'coupled-pendula'] as const) {
      const scene = sceneOfSpecification(specifications[name], name);
      const h = 1e-4;
      const [before, now, after] = [1 - h, 1, 1 + h].map((t) => frameOf(scene, t));
      scene.bodies.forEach((_, b) => {
        for (let k = 0; k < 3; k++) {
          const rate = (after.poses[7 * b + k] - before.poses[7 * b + k]) / (2 * h);
          expect(Math.abs(rate - now.velocities[6 * b + k])).toBeLessThan(1e-4 * (1 + Math.abs(rate)));
        }
        // q̇ = ½ ω q
        const [x, y, z, w] = now.poses.subarray(7 * b + 3, 7 * b + 7);
        const [p, q, r] = now.velocities.subarray(6 * b + 3, 6 * b + 6);
        const rates = [
          (p * w + q * z - r * y) / 2,
          (q * w + r * x - p * z) / 2,
          (r * w + p * y - q * x) / 2,
          -(p * x + q * y + r * z) / 2,
        ];
        rates.forEach((wanted, k) => {
          const rate = (after.poses[7 * b + 3 + k] - before.poses[7 * b + 3 + k]) / (2 * h);
          expect(Math.abs(rate - wanted)).toBeLessThan(1e-4 * (1 + Math.abs(wanted)));
        });
      });
    }
  });

  test('definitions without arguments are columns of the report', () => {
    const text = `${specifications.pendulum}\ndef Place = AbsTrans(Bob);\ndef Still = 2 * L;`;
    const scene = sceneOfSpecification(text, 'pendulum');
    const names = columnsOf(program, scene).map(({ name }) => name);
    expect(names.slice(program.columns.length)).toEqual(['Angle', 'Place.y', 'Place.z']);
    const { values } = program.start(scene, options, lonelyContext()).advance(1, silent);
    expect(values.length).toBe(names.length);
    // What does not move is left out: the bob stays at x = 0.
    const [angle, y, z] = values.subarray(program.columns.length);
    const frame = frameOf(scene, 1);
    expect([y, z].map((value, k) => Math.abs(value - frame.poses[15 + k])).every((off) => off < 1e-7)).toBe(
      true,
    );
    expect(angle).toBeCloseTo(Math.atan2(y, 1.5 - z), 12);
    expect(columnsOf(program, { ...scene, specification: 'nonsense' })).toEqual(program.columns);
  });

  test('a control drives, and the same inputs give the same bits', () => {
    const push: Input = { time: 0, kind: 'control', target: 0, values: [50] };
    const car = coaster.bodies.findIndex(({ name }) => name === 'Car[1]');
    const free = frameOf(coaster, 2);
    const driven = frameOf(coaster, 2, [push]);
    const speed = (frame: Frame) => Math.hypot(...frame.velocities.subarray(6 * car, 6 * car + 3));
    expect(speed(driven)).toBeGreaterThan(speed(free) + 10);
    expect(frameOf(coaster, 2, [push])).toEqual(driven);
  });

  test('a parameter set in the scene is the one that runs', () => {
    const fast = {
      ...coaster,
      parameters: coaster.parameters.map((one) => (one.name === 'Omega' ? { ...one, value: 0.4 } : one)),
    };
    const car = coaster.bodies.findIndex(({ name }) => name === 'Car[1]');
    const { velocities } = frameOf(fast, 0);
    expect(Math.hypot(velocities[6 * car], velocities[6 * car + 1])).toBeCloseTo(0.4 * 50, 9);
  });

  test('inputs in a run are logged and replay bit for bit', () => {
    const scene = { ...coaster, duration: 1 };
    const inputs = (index: number): Input[] =>
      index % 20 === 0 ? [{ time: 0, kind: 'control', target: 0, values: [index] }] : [];
    const go = (give: (index: number) => readonly Input[]) => {
      const simulation = program.start(scene, options, lonelyContext());
      const records = [...run(simulation, { scene, reportColumns: program.columns.length, inputs: give })];
      return { hash: hashState(simulation.state), logged: records.map((record) => record.inputs) };
    };
    const first = go(inputs);
    expect(first.logged.flat().length).toBe(3);
    expect(go((index) => first.logged[index]).hash).toBe(first.hash);
    expect(go(() => []).hash).not.toBe(first.hash);
  });

  test('inputs that are none of the specification’s are refused', () => {
    const simulation = program.start(pendulum, options, lonelyContext());
    for (const bad of [
      { time: 0, kind: 'control', target: 0, values: [1] },
      { time: 0, kind: 'force', target: 0, values: [1, 0, 0, 0, 0, 0] },
      { time: 0, kind: 'parameter', target: -1, values: [1] },
    ] as Input[])
      expect(() => simulation.apply(bad)).toThrow(FaultError);
  });

  test('a snapshot of another specification is refused', () => {
    const simulation = program.start(coaster, options, lonelyContext());
    expect(() => simulation.restore({ simulator: Float64Array.of(7, 0, 0, 0) })).toThrow();
    expect(() => simulation.restore({ simulator: Float64Array.of(0, 0, 0, 0) })).toThrow();
  });

  test('bodies of the scene that are not of the specification must stand still', () => {
    const stray = { ...pendulum.bodies[0], name: 'stray', motion: 'dynamic' as const };
    const [fault] = program.refuse({ ...pendulum, bodies: [...pendulum.bodies, stray] }, options);
    expect(fault.value).toBe('stray');
    expect(program.refuse({ ...pendulum, specification: undefined }, options)[0].where).toBe('specification');
  });
});
