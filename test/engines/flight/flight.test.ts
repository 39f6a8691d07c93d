import { columnAt } from '../../../src/record/index.ts';
import { describe, expect, test } from 'vitest';
import { flight } from '../../../src/engines/flight/flight.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { run } from '../../../src/sim/index.ts';
import { changes } from '../../sim/conform-inputs.ts';
import { conform } from '../../sim/conformance.ts';
import { lonelyContext, silent, tinyBody, tinyCloth, tinyScene } from '../../sim/tiny.ts';

const still: Scene['gravity'] = [0, 0, 0];

conform({
  engine: flight,
  scene: tinyScene(),
  refused: tinyScene({
    deformables: [tinyCloth()],
    bodies: [tinyBody({ mass: 0 }), tinyBody({ fixed: [false, false, false, true, false, false] })],
  }),
  failing: tinyScene({
    bodies: [tinyBody({ velocity: [1e308, 0, 0], force: [1e308, 0, 0], mass: 1e-3 })],
    forces: [],
  }),
  takes: changes,
});

function frameAt(scene: Scene, time: number, timeStep = 1 / 1024) {
  const simulation = flight.start(scene, { timeStep }, lonelyContext());
  simulation.advance(time, silent);
  const bodies = scene.bodies.length;
  const frame = {
    time: 0,
    poses: new Float64Array(7 * bodies),
    velocities: new Float64Array(6 * bodies),
    vertices: new Float64Array(0),
  };
  simulation.writeFrame(frame);
  return frame;
}

describe('free flight', () => {
  test('a thrown body follows its parabola', () => {
    const scene = tinyScene({ bodies: [tinyBody({ velocity: [1, 4, 0] })], forces: [] });
    const { poses, velocities } = frameAt(scene, 1);
    expect(poses[0]).toBeCloseTo(1, 12);
    expect(poses[1]).toBeCloseTo(4 - 9.81 / 2, 12);
    expect(velocities[1]).toBeCloseTo(4 - 9.81, 12);
  });

  test('a torque-free body tumbles as the reference says', () => {
    // Principal inertia 1, 2, 3; body-frame angular velocity at the start (0.1, 3, 0.2).
    const scene = tinyScene({
      gravity: still,
      bodies: [tinyBody({ angularVelocity: [0.1, 3, 0.2] })],
      forces: [],
    });
    for (const [time, wanted] of [
      [5, [0.50102226214, -2.95955684062, 0.34690215103]],
      [20, [-0.66066844321, -2.92805689975, 0.42680315207]],
    ] as const) {
      const { poses, velocities } = frameAt(scene, time);
      const inBody = unrotate(poses.subarray(3, 7), velocities.subarray(3, 6));
      wanted.forEach((value, k) => {
        expect(Math.abs(inBody[k] - value)).toBeLessThan(2e-9);
      });
    }
  });

  test('the error of rotation falls with the fourth power of the step', () => {
    const scene = tinyScene({
      gravity: still,
      bodies: [tinyBody({ angularVelocity: [0.1, 3, 0.2] })],
      forces: [],
    });
    const wanted = [0.50102226214, -2.95955684062, 0.34690215103];
    const errors = [1 / 128, 1 / 256].map((timeStep) => {
      const { poses, velocities } = frameAt(scene, 5, timeStep);
      const inBody = unrotate(poses.subarray(3, 7), velocities.subarray(3, 6));
      return Math.max(...wanted.map((value, k) => Math.abs(value - inBody[k])));
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(12);
    expect(errors[0] / errors[1]).toBeLessThan(20);
  });

  test('energy and spin are kept for a long time', () => {
    const scene = tinyScene({
      bodies: [tinyBody({ velocity: [1, 4, 0], angularVelocity: [0.1, 3, 0.2] })],
      forces: [],
      duration: 20,
      frameRateHz: 5,
    });
    const simulation = flight.start(scene, { timeStep: 1 / 256 }, lonelyContext());
    const reports = [...run(simulation, { scene, reportColumns: flight.columns.length })].map(
      ({ report }) => report,
    );
    const [energy, spin] = ['energy', 'spin'].map((name) => columnAt(flight.columns, name));
    for (const report of reports) {
      expect(Math.abs(report[energy] / reports[0][energy] - 1)).toBeLessThan(1e-7);
      expect(Math.abs(report[spin] / reports[0][spin] - 1)).toBeLessThan(1e-12);
    }
  });

  test('a force that lasts a while gives its impulse, also between steps', () => {
    const scene = tinyScene({
      gravity: still,
      bodies: [tinyBody()],
      forces: [
        { body: 0, force: [3, 0, 0], torque: [0, 0, 0], point: [0, 0.5, 0], from: 0.1003, until: 0.2007 },
      ],
    });
    const { velocities } = frameAt(scene, 0.5);
    expect(velocities[0]).toBeCloseTo((3 * 0.1004) / 2, 12);
    // −0.5 m × 3 N over the same time about z, where the inertia is 3 kg m²
    expect(velocities[5]).toBeCloseTo((-1.5 * 0.1004) / 3, 4);
  });

  test('fixed directions stay', () => {
    const scene = tinyScene({
      bodies: [
        tinyBody({
          velocity: [1, 1, 1],
          angularVelocity: [1, 2, 3],
          fixed: [false, true, false, true, true, true],
        }),
      ],
      forces: [],
    });
    const { poses } = frameAt(scene, 1);
    expect([...poses]).toEqual([1, 0, 1, 0, 0, 0, 1].map((value) => expect.closeTo(value, 12)));
  });

  test('a scripted body follows its keys and, released, flies on with their speed', () => {
    const path = {
      times: [0, 0.5],
      poses: [
        { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
        { position: [1, 0, 0], orientation: [0, 0, Math.sin(0.5), Math.cos(0.5)] },
      ],
      after: 'release',
    } as const;
    const scene = tinyScene({
      gravity: still,
      bodies: [tinyBody({ motion: 'kinematic', path })],
      forces: [],
    });
    const quarter = frameAt(scene, 0.25);
    expect(quarter.poses[0]).toBeCloseTo(0.5, 12);
    expect(quarter.poses[5]).toBeCloseTo(Math.sin(0.25), 12);
    const later = frameAt(scene, 1);
    expect(later.velocities[0]).toBeCloseTo(2, 12);
    expect(later.velocities[5]).toBeCloseTo(2, 9);
    expect(later.poses[0]).toBeCloseTo(2, 9);
  });

  test('a kinematic body without a path keeps its velocities, whatever pushes it', () => {
    const scene = tinyScene({
      bodies: [
        tinyBody({
          motion: 'kinematic',
          mass: 0,
          velocity: [1, 2, 3],
          angularVelocity: [0, 0, 2],
          force: [9, 9, 9],
        }),
        tinyBody(),
      ],
      forces: [],
    });
    expect(flight.refuse(scene, { timeStep: 1 / 1024 })).toEqual([]);
    const { poses, velocities } = frameAt(scene, 1);
    expect([...velocities.subarray(0, 6)]).toEqual([1, 2, 3, 0, 0, 2]);
    expect([...poses.subarray(0, 7)]).toEqual(
      [1, 2, 3, 0, 0, Math.sin(1), Math.cos(1)].map((value) => expect.closeTo(value, 14)),
    );
    // and the report is about the other body alone
    const simulation = flight.start(scene, { timeStep: 1 / 1024 }, lonelyContext());
    const momentum = columnAt(flight.columns, 'momentumX');
    expect(simulation.advance(1, silent).values[momentum]).toBe(0);
  });

  test('forces from outside push, are recorded, and nonsense is refused', () => {
    const scene = tinyScene({ gravity: still, bodies: [tinyBody()], forces: [], duration: 0.5 });
    const simulation = flight.start(scene, { timeStep: 1 / 1024 }, lonelyContext());
    const push = { time: 0, kind: 'force', target: 0, values: [4, 0, 0, 0, 0, 0] } as const;
    const records = [
      ...run(simulation, {
        scene,
        reportColumns: flight.columns.length,
        inputs: (index) => (index === 1 ? [push] : []),
      }),
    ];
    expect(records[1].inputs).toEqual([push]);
    expect(records[records.length - 1].frame.velocities[0]).toBeCloseTo(1, 12);
    expect(() => simulation.apply({ ...push, kind: 'motor' })).toThrow(/force/);
  });
});

function unrotate([x, y, z, w]: Float64Array, [a, b, c]: Float64Array): number[] {
  // v − 2 w (q × v) + 2 q × (q × v), with q the vector part
  const cross = [y * c - z * b, z * a - x * c, x * b - y * a];
  const twice = [y * cross[2] - z * cross[1], z * cross[0] - x * cross[2], x * cross[1] - y * cross[0]];
  return [a, b, c].map((value, k) => value - 2 * w * cross[k] + 2 * twice[k]);
}
