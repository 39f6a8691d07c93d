import { describe, expect, test } from 'vitest';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import {
  bytesSource,
  MemorySink,
  openRecording,
  RecordingWriter,
  columnAt,
} from '../../../src/record/index.ts';
import { box, cloth, floor, type Scene, type SceneFile } from '../../../src/scene/index.ts';
import { copyState, hashState, recordRun, run, StepError } from '../../../src/sim/index.ts';
import { verify } from '../../../src/verify/index.ts';
import { describeRun, silent } from '../../sim/tiny.ts';
import { columnOf, optionsOf, runScene, sceneOf, startScene } from './harness.ts';

const columns = asynchronous.columns.length;

/** A small sheet thrown onto a turning box, with grains. */
const busy = sceneOf({
  name: 'busy',
  duration: 0.06,
  frameRateHz: 50,
  bodies: [
    {
      ...box({ size: [0.06, 0.06, 0.06] }),
      name: 'mill',
      motion: 'kinematic',
      angularVelocity: [0, 20, 5],
      friction: 0.5,
    },
  ],
  deformables: [
    cloth({
      name: 'sheet',
      size: [0.1, 0.1],
      cells: [2, 2],
      position: [0.01, 0.045, 0],
      velocity: [0, -2, 0.3],
      thickness: 0.004,
      areaDensity: 0.3,
      stretchStiffness: 60,
      bendStiffness: 1e-4,
      friction: 0.5,
    }),
    {
      name: 'grains',
      kind: 'particles',
      shape: { kind: 'lattice', counts: [2, 1, 1], spacing: 0.02 },
      position: [0, 0.06, 0],
      velocity: [0, -3, 0],
      thickness: 0.006,
      mass: 0.004,
      restitution: 0.5,
    },
  ],
});

async function verdictOf(scene: Scene, given = {}) {
  const options = optionsOf(scene, given);
  const simulation = startScene(scene, given);
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(asynchronous, scene, options));
  for (const _ of recordRun(simulation, run(simulation, { scene, reportColumns: columns }), writer));
  return verify(await openRecording(bytesSource(sink.bytes())));
}

describe('nothing but the scene decides the motion', () => {
  const { hash: wanted } = runScene(busy);

  test.each([
    ['TypeScript instead of WebAssembly', { machine: 'typescript' }],
    ['windows', { detection: 'windows' }],
    ['certificates', { detection: 'certificates' }],
    ['exact flight plans', { detection: 'certificates', vagueness: 0 }],
    ['very vague flight plans', { detection: 'certificates', vagueness: 30 }],
    ['boxes', { detection: 'certificates', axes: '6' }],
    ['many axes', { detection: 'certificates', axes: '26' }],
    ['layers switched on early', { detection: 'certificates', patience: 30 }],
    ['layers switched on late', { detection: 'certificates', patience: 0.5 }],
    ['nothing recorded between frames', { polylines: 'none' }],
  ])('%s', (_, given) => {
    expect(runScene(busy, given).hash).toBe(wanted);
  });

  test('all pairs and layers, all the time', () => {
    const few = sceneOf({
      name: 'few',
      duration: 0.03,
      frameRateHz: 100,
      bodies: [{ ...box({ size: [0.02, 0.02, 0.02] }), name: 'post', motion: 'static', friction: 0.5 }],
      deformables: [
        cloth({
          name: 'sheet',
          size: [0.1, 0.1],
          cells: [1, 1],
          position: [0.01, 0.016, 0.005],
          velocity: [0, -1, 0.3],
          thickness: 0.008,
          areaDensity: 0.3,
          stretchStiffness: 60,
          bendStiffness: 1e-4,
          friction: 0.5,
        }),
      ],
    });
    const { frames, hash } = runScene(few);
    const deepest = Math.max(...columnOf(frames, 'deepestLayer'));
    expect(deepest).toBeGreaterThan(1);
    expect(deepest).toBeLessThan(6);
    expect(runScene(few, { detection: 'brute', bruteLayers: 6 }).hash).toBe(hash);
  });

  test('nor does it decide what is told of contacts, reports and turns', () => {
    const { frames: wanted } = runScene(busy, { detection: 'certificates' });
    for (const window of [0, 0.002]) {
      const { frames } = runScene(busy, { detection: 'windows', window });
      frames.forEach(({ contacts, report, turns, stray }, i) => {
        expect({ contacts, report, turns, stray }).toEqual({
          contacts: wanted[i].contacts,
          report: wanted[i].report,
          turns: wanted[i].turns,
          stray: wanted[i].stray,
        });
      });
    }
  });

  test('another friction does, so the test can fail', () => {
    expect(runScene(busy, { frictionLaw: 'kinetic' }).hash).not.toBe(wanted);
  });
});

describe('the judge', () => {
  test.each(['thinned', 'all'])(
    'finds no intersection in what is recorded with turns %s',
    async (polylines) => {
      const verdict = await verdictOf(busy, { polylines });
      expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, kept: true });
      expect(verdict.smallestGap).toBeLessThan(0.003);
    },
  );

  test.each([10, 100, 1000])(
    'finds none where a sheet is hit at %d m/s, or the engine stops',
    async (speed) => {
      const scene = sceneOf({
        name: 'shot',
        gravity: 0,
        duration: 0.2 / speed,
        frameRateHz: 100 * speed,
        deformables: [
          cloth({
            name: 'target',
            size: [0.1, 0.1],
            cells: [2, 2],
            thickness: 0.002,
            areaDensity: 0.2,
            stretchStiffness: 50,
            bendStiffness: 1e-5,
            pins: [{ vertices: [0, 2, 6, 8] }],
          }),
          {
            name: 'shot',
            kind: 'particles',
            shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 1 },
            thickness: 0.002,
            mass: 1e-4,
            position: [0.013, 0.05, 0.007],
            velocity: [0, -speed, 0],
          },
        ],
      });
      try {
        expect(await verdictOf(scene)).toMatchObject({ intersections: 0, tunnelled: 0, kept: true });
      } catch (error) {
        expect(error).toBeInstanceOf(StepError);
      }
    },
  );
});

test('energy and momentum are kept where nothing takes them', () => {
  const scene = sceneOf({
    name: 'free',
    gravity: 0,
    duration: 0.2,
    frameRateHz: 50,
    deformables: [0, 1].map((i) =>
      cloth({
        name: `sheet-${i}`,
        size: [0.1, 0.1],
        cells: [3, 3],
        position: [0.02 * i, 0.03 * i, 0.01 * i],
        velocity: [0, i === 0 ? 1 : -1, 0],
        angularVelocity: [0, 0, 3],
        thickness: 0.004,
        areaDensity: 0.3,
        stretchStiffness: 100,
        bendStiffness: 1e-3,
        friction: 0,
        restitution: 1,
      }),
    ),
  });
  const { frames } = runScene(scene);
  expect(Math.max(...columnOf(frames, 'pushes'))).toBeGreaterThan(10);
  const energy = columnOf(frames, 'energy');
  for (const e of energy) expect(Math.abs(e / energy[0] - 1)).toBeLessThan(0.02);
  for (const axis of 'XYZ') {
    for (const name of [`momentum${axis}`, `angularMomentum${axis}`]) {
      const values = columnOf(frames, name);
      for (const value of values) expect(Math.abs(value - values[0])).toBeLessThan(1e-14);
    }
  }
});

describe('contacts', () => {
  test('add up to the change of momentum', () => {
    const scene = sceneOf({
      name: 'drop',
      gravity: 0,
      duration: 0.05,
      frameRateHz: 100,
      bodies: [
        {
          ...box({ size: [1, 0.1, 1] }),
          name: 'block',
          motion: 'static',
          position: [0, -0.05, 0],
          friction: 0.5,
        },
      ],
      deformables: [
        cloth({
          size: [0.1, 0.1],
          cells: [2, 2],
          position: [0, 0.01, 0],
          velocity: [0.5, -1, 0],
          thickness: 0.004,
          areaDensity: 0.3,
          friction: 0.5,
          stretchStiffness: 100,
          bendStiffness: 1e-3,
        }),
      ],
    });
    const { frames } = runScene(scene);
    const sum = [0, 0, 0];
    const rubbed = [0, 0];
    for (const { contacts } of frames) {
      for (let i = 0; i < contacts.count; i++) {
        if (contacts.body[i] !== 1 || contacts.other[i] !== 0) continue;
        const [tx, ty, tz] = contacts.tangentialImpulse.subarray(3 * i, 3 * i + 3);
        const rub = Math.sqrt(tx * tx + ty * ty + tz * tz);
        expect(contacts.normalImpulse[i]).toBeGreaterThan(0);
        expect(contacts.normal[3 * i + 1]).toBeGreaterThan(0);
        rubbed[0] += rub;
        rubbed[1] += contacts.normalImpulse[i];
        for (let k = 0; k < 3; k++)
          sum[k] +=
            contacts.normal[3 * i + k] * contacts.normalImpulse[i] + contacts.tangentialImpulse[3 * i + k];
      }
    }
    ['X', 'Y', 'Z'].forEach((axis, k) => {
      const momentum = columnOf(frames, `momentum${axis}`);
      expect(sum[k]).toBeCloseTo(momentum[momentum.length - 1] - momentum[0], 12);
    });
    expect(sum[1]).toBeGreaterThan(2e-3);
    expect(rubbed[0]).toBeLessThan(0.5 * rubbed[1] * 1.01);
    expect(sum[0]).toBeLessThan(-1e-4);
  });
});

describe('inputs', () => {
  const file: SceneFile = {
    name: 'inputs',
    duration: 0.4,
    frameRateHz: 50,
    gravity: 0,
    bodies: [floor({ size: [1, 1], position: [0, -1, 0] })],
    deformables: [
      cloth({
        name: 'sheet',
        size: [0.1, 0.1],
        cells: [2, 2],
        thickness: 0.004,
        areaDensity: 0.3,
        stretchStiffness: 60,
        bendStiffness: 1e-4,
      }),
    ],
    parameters: [
      { name: 'gravity', target: '/gravity', min: 0, max: 20, unit: 'm/s²' },
      { name: 'grip', target: '/deformables/0/friction', min: 0, max: 1, unit: '', value: 0.5 },
    ],
  };
  const scene = sceneOf({ ...file, deformables: [{ ...file.deformables![0], friction: 0.5 }] });
  const momentumY = (values: Float64Array) => values[columnAt(asynchronous.columns, 'momentumY')];

  test('a force acts until the next, gravity is a parameter', () => {
    const simulation = startScene(scene);
    const mass = scene.deformables[0].masses.reduce((sum, m) => sum + m, 0);
    simulation.apply({ time: 0, kind: 'force', target: 1, values: [0, 0.03, 0] });
    expect(momentumY(simulation.advance(0.1, silent).values)).toBeCloseTo(0.003, 4);
    simulation.apply({ time: 0.1, kind: 'force', target: 1, values: [0, 0, 0] });
    simulation.apply({ time: 0.1, kind: 'parameter', target: 0, values: [10] });
    const later = momentumY(simulation.advance(0.2, silent).values);
    expect(later).toBeCloseTo(0.003 - mass, 4);
  });

  test('a drag draws the nearest vertex, and lets go', () => {
    const simulation = startScene(scene);
    const corner = {
      x: scene.meshes[scene.deformables[0].mesh].positions[0],
      z: scene.meshes[scene.deformables[0].mesh].positions[2],
    };
    const values = [corner.x, 0, corner.z, corner.x, 0.1, corner.z];
    simulation.apply({ time: 0, kind: 'drag', target: 1, values });
    simulation.advance(0.3, silent);
    const midway = copyState(simulation.state);
    expect(midway.drags[6]).toBe(4);
    const frame = {
      time: 0,
      poses: new Float64Array(7),
      velocities: new Float64Array(6),
      vertices: new Float64Array(27),
    };
    simulation.writeFrame(frame);
    expect(frame.vertices[1]).toBeGreaterThan(0.03);
    simulation.apply({ time: 0.3, kind: 'drag', target: 1, values: [] });
    simulation.advance(0.4, silent);
    const after = hashState(simulation.state);
    simulation.restore(midway);
    simulation.apply({ time: 0.3, kind: 'drag', target: 1, values: [] });
    simulation.advance(0.4, silent);
    expect(hashState(simulation.state)).toBe(after);
  });

  test('friction is a parameter, and what makes no sense is refused', () => {
    const simulation = startScene(scene);
    simulation.apply({ time: 0, kind: 'parameter', target: 1, values: [0.9] });
    expect((simulation.state as Record<string, Float64Array>).friction[1]).toBe(0.9);
    for (const input of [
      { kind: 'motor', target: 0, values: [1] },
      { kind: 'force', target: 0, values: [0, 0, 1] },
      { kind: 'force', target: 1, values: [Number.NaN, 0, 0] },
      { kind: 'parameter', target: 7, values: [1] },
      { kind: 'parameter', target: 0, values: [1e9] },
      { kind: 'drag', target: 1, values: [1] },
    ] as const) {
      expect(() => simulation.apply({ time: 0, ...input })).toThrow(/cannot be applied/);
    }
  });
});
