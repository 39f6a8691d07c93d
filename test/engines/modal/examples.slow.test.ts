// Small versions of the examples in which bodies vibrate: they run, are heard, and do what the large ones say.

import { describe, expect, test } from 'vitest';
import { scene as slabScene } from '../../../examples/modal/curved-slab.ts';
import { bumpyCart } from '../../../examples/modal/parts/cart.ts';
import { feeder } from '../../../examples/modal/parts/feeder.ts';
import { handedBall, handedMarbles } from '../../../examples/modal/parts/handed.ts';
import { laid, laidTable } from '../../../examples/modal/parts/laid-table.ts';
import type { Handed } from '../../../examples/modal/parts/machine.ts';
import { marbleRun } from '../../../examples/modal/parts/marble-run.ts';
import { letGo, rulerOverEdge } from '../../../examples/modal/parts/ruler.ts';
import { table } from '../../../examples/modal/parts/table.ts';
import { modal } from '../../../src/engines/modal/engine.ts';
import { requireSolid } from '../../../src/geometry/tetra/index.ts';
import { type Frame, type StepSink, columnAt } from '../../../src/record/index.ts';
import { resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { parseOptions } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { optionsOf } from './harness.ts';

const silent: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

describe('the scenes', () => {
  const files: readonly SceneFile[] = [
    slabScene,
    laidTable('table', laid),
    rulerOverEdge('ruler', 1, { overhang: [0.15, 0.05], from: 0.3, until: 0.9 }),
    feeder('feeder', 1, 3),
    marbleRun('run', 1, handedMarbles),
    bumpyCart('cart', 1, handedBall),
  ];
  test.each(files.map((file) => [file.name, file] as const))(
    '%s is accepted and made of solids',
    (_, file) => {
      const { scene, notes } = resolveScene(file);
      expect(notes).toEqual([]);
      for (const { mesh, shape, name } of scene.bodies) {
        if (shape.kind !== 'mesh') continue;
        expect(() => requireSolid(scene.meshes[mesh]), name).not.toThrow();
      }
      expect(modal.refuse(scene, parseOptions(modal, scene.options).options)).toEqual([]);
    },
  );

  test('the table has the volume of a top and four legs', () => {
    const size = { long: 1, wide: 0.7, high: 0.45, thick: 0.03, leg: 0.06 };
    const volume = 1 * 0.7 * 0.03 + 4 * 0.06 * 0.06 * 0.42;
    expect(requireSolid(table(size)).volume).toBeCloseTo(volume, 12);
  });
});

/** As `carom run` starts it, modes and all. */
function started(file: SceneFile): Run {
  const { scene } = resolveScene(file);
  const simulation = modal.start(scene, optionsOf(scene), lonelyContext());
  const count = scene.bodies.length;
  const frame: Frame = {
    time: 0,
    poses: new Float64Array(7 * count),
    velocities: new Float64Array(6 * count),
    vertices: new Float64Array(0),
  };
  return {
    to: (time) => {
      const { values } = simulation.advance(time, silent);
      expect(values[columnOf('residual')]).toBeLessThan(1e-8);
      simulation.writeFrame(frame);
      return (name) => values[columnOf(name)];
    },
    place: (name) => {
      const at = 7 * scene.bodies.findIndex((body) => body.name === name);
      return [...frame.poses.subarray(at, at + 3)];
    },
  };
}

interface Run {
  /** The report since the last call, by column. */
  to(time: number): (column: string) => number;
  place(body: string): number[];
}

const columnOf = (name: string): number => columnAt(modal.columns, name);

test('a ruler strikes the edge after it is let go, and loses energy', () => {
  const pull = { overhang: [0.15, 0.05], from: 0.16, until: 0.66 } as const;
  const run = started(rulerOverEdge('ruler', 1, pull, { mostModes: 6 }));
  let before = run.to(letGo + 0.005)('vibration');
  let problems = 0;
  for (let time = letGo + 0.01; time < 0.16; time += 0.01) {
    const report = run.to(time);
    expect(report('vibration')).toBeLessThan(before * (1 + 1e-9));
    before = report('vibration');
    problems += report('problems');
  }
  expect(before).toBeGreaterThan(1e-3);
  expect(problems).toBeGreaterThan(20);
  // drawn in by 2.5 cm: nothing of the table catches its underside
  expect(run.to(0.285)('vibration')).toBeLessThan(1.2 * before);
});

test('the arched slab comes to rest on all its feet, and no mode is raised again', () => {
  const run = started(slabScene);
  let raised = run.to(0.1)('raised') + run.to(0.2)('raised');
  expect(raised).toBeGreaterThan(0);
  for (let i = 3; i <= 5; i++) {
    const report = run.to(0.1 * i);
    raised += report('raised');
    expect(report('modes')).toBe(0);
    expect(report('kineticEnergy')).toBeLessThan(1e-20);
    // all places of both feet; as a rigid body it could as well stand on two opposite corners
    expect(report('active')).toBe(10);
  }
  // forces that the solver picked among equal ones raised them three thousand times a second
  expect(raised).toBeLessThan(20);
});

test('dishes on a rigid table do not notice the weight that falls beside them', () => {
  const small = { ...laid, plates: 2, bowls: 1, cups: 1, segments: 12, fall: 0.02 };
  const run = started(laidTable('rigid', small, { flexible: 'none' }));
  const names = ['plate-1', 'plate-2', 'bowl-1', 'cup-1'];
  run.to(0.05);
  const heights = names.map((name) => run.place(name)[1]);
  run.to(0.1);
  names.forEach((name, i) => {
    expect(Math.abs(run.place(name)[1] - heights[i]), name).toBeLessThan(1e-5);
  });
});

test('a marble rolls down a chute of the double helix', () => {
  const above: Handed = { position: [-0.14, 0, 0.55], velocity: [0, 0, -0.8], angularVelocity: [0, 0, 0] };
  const run = started(marbleRun('run', 1, [above], { flexible: 'none' }));
  run.to(0.5);
  const [x, y, z] = run.place('marble-1');
  const fromAxis = Math.sqrt(x * x + y * y);
  expect(fromAxis).toBeGreaterThan(0.13);
  expect(fromAxis).toBeLessThan(0.15);
  expect(z).toBeLessThan(0.465);
  expect(z).toBeGreaterThan(0.44);
});
