import { describe, expect, test } from 'vitest';
import {
  addRowCurvature,
  evaluateRow,
  placeJoint,
  rowGradient,
} from '../../../../src/engines/ipc/joints/joint-rows.ts';
import { buildModel, type Model } from '../../../../src/engines/ipc/model.ts';
import { blockSize } from '../../../../src/engines/ipc/solve/blocks.ts';
import { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import { matrixFromQuaternion, Random } from '../../../../src/num/index.ts';
import { resolveScene } from '../../../../src/scene/index.ts';
import type { JointFrame, RowKind } from '../../../../src/sim/index.ts';
import { optionsOf } from '../harness.ts';

describe('a row', () => {
  const { scene } = resolveScene({
    name: 'two',
    bodies: ['a', 'b'].map((name, i) => ({
      name,
      shape: { kind: 'box', size: [1, 0.05, 0.05] },
      position: [0.5, 3 * i, 0],
    })),
  });
  const model: Model = buildModel(scene, optionsOf(scene));
  const random = new Random(7);

  const randomPoses = (): Poses => {
    const poses = new Poses(model);
    for (let i = 0; i < 2; i++) {
      const q = [random.normal(), random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(...q);
      for (let k = 0; k < 4; k++) poses.o[4 * i + k] = q[k] / length;
      for (let k = 0; k < 3; k++) poses.q[3 * i + k] = random.normal();
      poses.update(model, i);
    }
    return poses;
  };
  const randomFrame = (b: number): JointFrame => {
    const axes = (): Float64Array => {
      const q = Float64Array.from({ length: 4 }, () => random.normal());
      const length = Math.hypot(...q);
      const matrix = new Float64Array(9);
      matrixFromQuaternion(
        matrix,
        0,
        q.map((x) => x / length),
        0,
      );
      return matrix;
    };
    const point = (): Float64Array => Float64Array.from({ length: 3 }, () => random.normal());
    return { a: 0, b, pointA: point(), pointB: point(), axesA: axes(), axesB: axes() };
  };
  /** The poses moved by a 12-vector of (u, ω) of both bodies. */
  const moved = (poses: Poses, by: Float64Array): Poses => {
    const trial = new Poses(model);
    for (let i = 0; i < 2; i++) trial.move(model, poses, i, by, 6 * i, 1);
    return trial;
  };
  const kinds: [RowKind, number, number][] = [
    ['point', 0, 0],
    ['point', 2, 0],
    ['along', 0, 0],
    ['along', 1, 0],
    ['axes', 0, 1],
    ['axes', 2, 2],
    ['distance', 0, 0],
    ['twist', 0, 0],
  ];
  for (const [kind, i, j] of kinds) {
    for (const b of [1, -1]) {
      test(`${kind} ${i} ${j} ${b < 0 ? 'to the world' : 'between bodies'} has the derivatives it says`, () => {
        for (let trial = 0; trial < 10; trial++) {
          const poses = randomPoses();
          const frame = randomFrame(b);
          const value = (by: Float64Array): number => {
            placeJoint(frame, moved(poses, by));
            return evaluateRow(kind, i, j);
          };
          placeJoint(frame, poses);
          const here = evaluateRow(kind, i, j);
          const gradient = rowGradient.slice();
          const block = new Float64Array(blockSize);
          addRowCurvature(kind, i, j, 1, block, 0);
          const step = 1e-4;
          const at = (r: number, s: number, c = 0, t = 0): number => {
            const by = new Float64Array(12);
            by[r] += s;
            by[c] += t;
            const there = value(by);
            // an angle may jump by a turn
            return kind === 'twist'
              ? there - 2 * Math.PI * Math.round((there - here) / (2 * Math.PI))
              : there;
          };
          const coordinates = b < 0 ? 6 : 12;
          for (let r = 0; r < coordinates; r++) {
            expect((at(r, step) - at(r, -step)) / (2 * step)).toBeCloseTo(gradient[r], 5);
            for (let c = r; c < coordinates; c++) {
              const second =
                (at(r, step, c, step) -
                  at(r, step, c, -step) -
                  at(r, -step, c, step) +
                  at(r, -step, c, -step)) /
                (4 * step * step);
              const scale = 1 + Math.abs(second);
              expect(Math.abs(second - block[12 * r + c]) / scale).toBeLessThan(3e-5);
            }
          }
        }
      });
    }
  }
});
