import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ladderStep, secondsAt } from '../../../../src/engines/async/clock.ts';
import { buildModel } from '../../../../src/engines/async/model/model.ts';
import { Motion, writeBodyPose } from '../../../../src/engines/async/motion.ts';
import { box, cloth, defineScene, type SceneFile } from '../../../../src/scene/index.ts';
import { optionsOf, sceneOf } from '../harness.ts';

function modelOf(file: SceneFile, given = {}) {
  const scene = sceneOf(defineScene(file));
  return buildModel(scene, optionsOf(scene, given));
}

const sheet = cloth({
  size: [0.4, 0.2],
  cells: [4, 2],
  thickness: 0.002,
  stretchStiffness: 50,
  bendStiffness: 0.01,
});

test('steps are rounded down to a ladder, by less than an eighth', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e15, noNaN: true }), (ticks) => {
      const step = ladderStep(ticks);
      expect(step).toBeLessThanOrEqual(ticks);
      expect(step).toBeGreaterThan(ticks < 8 ? ticks - 1 : (ticks * 8) / 9);
      expect(Number.isInteger(step)).toBe(true);
      expect(ladderStep(step)).toBe(step);
    }),
  );
  expect(ladderStep(0.5)).toBe(0);
});

describe('elements', () => {
  test('a stretched grid holds what an elastic sheet of its stiffness holds', () => {
    const { elements, positions } = modelOf({ name: 's', deformables: [sheet] });
    const { springs } = elements;
    const strain = 0.01;
    // uniaxial strain along x: energy of the springs against that of a sheet with Poisson ratio 1/3
    let energy = 0;
    for (let e = 0; e < springs.count; e++) {
      const [a, b] = [3 * springs.vertices[2 * e], 3 * springs.vertices[2 * e + 1]];
      const rest = springs.reals[4 * e];
      const dx = positions[a] - positions[b];
      const stretch = (strain * dx * dx) / (rest * rest);
      energy += 0.5 * springs.reals[4 * e + 1] * (stretch * rest) * (stretch * rest);
    }
    const plate = (0.5 * 50 * strain * strain * 0.4 * 0.2) / (1 - 1 / 9);
    expect(energy / plate).toBeGreaterThan(0.8);
    expect(energy / plate).toBeLessThan(1.35);
  });

  test('a grid bent along its lines has the energy of a plate', () => {
    const cells = 20;
    const strip = cloth({
      size: [1, 0.1],
      cells: [cells, 2],
      thickness: 0.002,
      stretchStiffness: 50,
      bendStiffness: 0.01,
      diagonals: 'same',
    });
    const { elements, positions } = modelOf({ name: 's', deformables: [strip] }, { bending: 'hinges' });
    const { hinges } = elements;
    const turn = 0.01; // between neighbouring columns [rad]
    let energy = 0;
    for (let e = 0; e < hinges.count; e++) {
      const [a, b] = [3 * hinges.vertices[4 * e], 3 * hinges.vertices[4 * e + 1]];
      const isAcross = Math.abs(positions[a] - positions[b]) < 1e-12;
      if (isAcross) energy += 0.5 * hinges.reals[4 * e + 1] * turn * turn;
    }
    const curvature = turn * cells;
    const plate = 0.5 * 0.01 * curvature * curvature * 0.1 * (1 - 1 / cells);
    expect(energy / plate).toBeCloseTo(1, 9);
  });

  test('nothing acts between vertices that are all held', () => {
    const held = { ...sheet, pins: [{ within: { min: [-1, -1, -1] as const, max: [1, 1, 1] as const } }] };
    const { elements, inverseMasses } = modelOf({ name: 's', deformables: [held as never] });
    expect(elements.springs.count + elements.hinges.count + elements.edgeRest.length).toBe(0);
    expect(inverseMasses.every((w) => w === 0)).toBe(true);
  });

  test('triangles may stand in for springs', () => {
    const { elements } = modelOf({ name: 's', deformables: [sheet] }, { membrane: 'triangles' });
    expect(elements.springs.count).toBe(0);
    expect(elements.triangles.count).toBe(16);
    expect(elements.triangles.steps.every((step) => step > 0)).toBe(true);
  });
});

describe('rules', () => {
  test('groups and pair rules keep items apart from contact; a body is not its own obstacle', () => {
    const file: SceneFile = {
      name: 'r',
      bodies: [{ ...box({ size: [1, 1, 1] }), name: 'b', motion: 'static', position: [0, -3, 0] }],
      deformables: [
        { ...sheet, name: 'p', group: 1 },
        { ...sheet, name: 'q', group: 1, position: [0, 1, 0] },
        { ...sheet, name: 'r', position: [0, 2, 0], thickness: 0.004 },
      ],
      pairs: [{ a: 'r', b: 'b', collide: false }],
    };
    const { rules, items } = modelOf(file);
    const collide = (a: number, b: number) => rules.collide[a * items + b];
    expect(collide(0, 0)).toBe(0);
    expect(collide(1, 2)).toBe(0);
    expect(collide(1, 1)).toBe(1);
    expect(collide(1, 3)).toBe(1);
    expect(collide(3, 0)).toBe(0);
    expect(rules.thickness[1 * items + 3]).toBeCloseTo(0.003, 15);
  });
});

describe('prescribed motion', () => {
  const file: SceneFile = {
    name: 'm',
    bodies: [
      {
        ...box({ size: [0.2, 0.2, 0.2] }),
        name: 'arm',
        position: [0, 0, 0],
        path: {
          keys: [
            { time: 0 },
            { time: 0.3, position: [0.1, 0, 0], rotation: { axis: 'z', degrees: 90 } },
            { time: 0.7 },
          ],
          after: 'repeat',
        },
      },
    ],
    deformables: [
      {
        ...sheet,
        position: [0, 2, 0],
        pins: [{ vertices: [0, 1], path: { keys: [{ time: 0 }, { time: 0.25, position: [0, 0, 1] }] } }],
      },
    ],
  };

  test('driven vertices are where their script has them at every motion tick, and never far from it between', () => {
    const model = modelOf(file);
    const motion = new Motion(model);
    const x = model.positions.slice();
    const v = new Float64Array(x.length);
    const pose = new Float64Array(7);
    const velocity = new Float64Array(6);
    const farthest = { key: 0, between: 0 };
    let tick = 0;
    for (let step = 0; step < 3000 && secondsAt(tick) < 1.6; step++) {
      motion.steer(
        tick,
        (i, out) => out.set(x.subarray(3 * i, 3 * i + 3)),
        (i, ...speed) => v.set(speed, 3 * i),
      );
      const next = motion.nextTick(tick);
      for (const s of [0.5, 1]) {
        const time = secondsAt(tick + s * (next - tick));
        writeBodyPose(model.scene.bodies[0], time, pose, 0, velocity, 0);
        const local = model.scene.meshes[model.scene.bodies[0].mesh].positions;
        // a turn about z: its sine and cosine
        const [sine, cosine] = [2 * pose[5] * pose[6], 1 - 2 * pose[5] * pose[5]];
        for (let i = 0; i < 8; i++) {
          const want = [
            pose[0] + cosine * local[3 * i] - sine * local[3 * i + 1],
            pose[1] + sine * local[3 * i] + cosine * local[3 * i + 1],
          ];
          const dt = s * secondsAt(next - tick);
          const off = Math.max(...want.map((w, k) => Math.abs(x[3 * i + k] + v[3 * i + k] * dt - w)));
          if (s === 1) farthest.key = Math.max(farthest.key, off);
          else farthest.between = Math.max(farthest.between, off);
        }
      }
      const dt = secondsAt(next - tick);
      for (let i = 0; i < x.length; i++) x[i] += v[i] * dt;
      tick = next;
    }
    expect(farthest.key).toBeLessThan(1e-11);
    expect(farthest.between).toBeLessThanOrEqual(motion.arcError * 1.01 + 1e-12);
    expect(motion.arcError).toBeLessThan(1.1e-3 * model.rules.thinnest);
    // the pin has arrived and stays
    const pinned = 3 * model.firstVertex[1];
    expect(x[pinned + 2] - model.positions[pinned + 2]).toBeCloseTo(1, 9);
  });

  test('straight motion needs ticks at its keys only', () => {
    const model = modelOf({
      name: 'm',
      bodies: [{ ...box(), name: 'b', path: { keys: [{ time: 0 }, { time: 0.5, position: [1, 0, 0] }] } }],
      deformables: [{ ...sheet, position: [0, 3, 0] }],
    });
    const motion = new Motion(model);
    expect(secondsAt(motion.nextTick(0))).toBe(0.5);
    expect(motion.nextTick(motion.nextTick(0))).toBe(Number.POSITIVE_INFINITY);
    expect(motion.arcError).toBe(0);
  });
});
