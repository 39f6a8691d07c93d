// Round shapes judged as what they are, not as the meshes that draw them: planted faults, each next to the same without it.

import { describe, expect, test } from 'vitest';
import type { Guarantee } from '../../src/record/index.ts';
import type { Scene, Shape } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, mesh, pose, recordingOf, sceneOf } from './motions.ts';

const round: Guarantee = { kind: 'never intersects', round: true };
const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };
/** What draws them does not matter. */
const speck = mesh([0, 0, 0, 1e-3, 0, 0, 0, 1e-3, 0], [0, 1, 2]);

function roundScene(...shapes: (Shape | 'box' | 'plate')[]): Scene {
  const scene = sceneOf(
    shapes.map((shape) => ({
      mesh: shape === 'box' ? boxMesh(1, 1, 1) : shape === 'plate' ? boxMesh(4, 4, 0.01) : speck,
    })),
  );
  const bodies = scene.bodies.map((body, i) => {
    const shape = shapes[i];
    return { ...body, shape: typeof shape === 'string' ? ({ kind: 'mesh' } as const) : shape };
  });
  return { ...scene, bodies };
}

const ball: Shape = { kind: 'sphere', radius: 0.5 };
const rod: Shape = { kind: 'capsule', radius: 0.25, length: 1, axis: [1, 0, 0] };
const ring: Shape = { kind: 'torus', radius: 0.5, tubeRadius: 0.1, axis: [0, 0, 1] };
const rounded: Shape = { kind: 'rounded-box', size: [1, 1, 1], radius: 0.2 };
const flat: Shape = { kind: 'rounded-box', size: [1, 1, 0.4], radius: 0.2 };

const drum: Shape = { kind: 'cylinder', radius: 0.5, length: 1, axis: [0, 1, 0] };
const post: Shape = { kind: 'cylinder', radius: 0.5, length: 1, axis: [0, 0, 1] };
/** Its tip is 0.75 m above its centre of mass. */
const spike: Shape = { kind: 'cone', radius: 0.5, topRadius: 0, height: 1, axis: [0, 0, 1] };
const stump: Shape = { kind: 'cone', radius: 1, topRadius: 0.5, height: 1, axis: [0, 0, 1] };

describe('at an instant', () => {
  /** Two shapes, and at what distance along z they touch. */
  const pairs: readonly (readonly [string, Shape | 'box', Shape | 'box', number])[] = [
    ['ball and ball', ball, ball, 1],
    ['ball and box', 'box', ball, 1],
    ['rod and ball', rod, ball, 0.75],
    ['rod and rod', rod, rod, 0.5],
    ['rounded box and ball', rounded, ball, 1],
    ['flat rounded box and rod', flat, rod, 0.45],
    ['ring and box', ring, 'box', 0.6],
    ['drum and box', drum, 'box', 1],
    ['post and box', post, 'box', 1],
    ['drum and ball', drum, ball, 1],
    ['drums along each other', drum, drum, 1],
    ['spike and ball', spike, ball, 1.25],
    ['stump and box', stump, 'box', 0.5 + 1 - 11 / 28],
  ];
  for (const [name, a, b, touch] of pairs) {
    test(`${name} 1e-6 in each other are found, 1e-6 apart they are not`, async () => {
      const scene = roundScene(a, b);
      const at = (z: number) => ({ poses: [pose(0, 0, 0), pose(0, 0, z)] });
      const into = await verify(recordingOf(scene, [at(touch + 0.1), at(touch - 1e-6)], round));
      expect(into).toMatchObject({ intersections: 1, tunnelled: 0, kept: false, smallestGap: 0 });
      expect(into.deepest).toBeCloseTo(1e-6, 9);
      expect(into.faults[0]).toMatchObject({ kind: 'intersection', time: 1, a: 0, b: 1 });
      const above = await verify(recordingOf(scene, [at(touch + 0.1), at(touch + 1e-6)], round));
      expect(above).toMatchObject(clean);
      expect(above.smallestGap).toBeCloseTo(1e-6, 9);
      const thorough = await verify(recordingOf(scene, [at(touch + 0.1), at(touch + 1e-6)], round), {
        thorough: true,
      });
      expect(thorough).toMatchObject(clean);
    });
  }

  test('without a promise about round shapes the meshes are judged', async () => {
    const scene = roundScene(ball, ball);
    const near = [{ poses: [pose(0, 0, 0), pose(0, 0, 0.9)] }];
    expect(await verify(recordingOf(scene, near))).toMatchObject(clean);
    expect(await verify(recordingOf(scene, near, round))).toMatchObject({ intersections: 1 });
  });

  test('a ball that is put into a box is found, though it is far from its sides', async () => {
    const small: Shape = { kind: 'sphere', radius: 0.1 };
    const inside = [{ poses: [pose(0, 0, 0), pose(0.1, 0, 0)] }];
    const verdict = await verify(recordingOf(roundScene('box', small), inside, round));
    expect(verdict).toMatchObject({ intersections: 1, kept: false });
    expect(verdict.faults[0].what).toMatch(/inside/);
  });

  test('a promised separation is one between surfaces', async () => {
    const scene = roundScene(ball, ball);
    const at = (z: number) => ({ poses: [pose(0, 0, 0), pose(0, 0, z)] });
    const apart: Guarantee = { kind: 'separation', least: 0.01, round: true };
    const kept = await verify(recordingOf(scene, [at(1.1), at(1.0101)], apart));
    expect(kept).toMatchObject(clean);
    expect(kept.separation?.smallest).toBeCloseTo(0.0101, 6);
    const near = await verify(recordingOf(scene, [at(1.1), at(1.0099)], apart));
    expect(near).toMatchObject({ kept: false, intersections: 0 });
    expect(near.separation).toMatchObject({ nearer: 1 });
  });
});

describe('on the way', () => {
  test('a ball that goes through a plate between two frames is found, one that turns back is not', async () => {
    const scene = roundScene('plate', ball);
    const at = (z: number) => ({ poses: [pose(0, 0, 0), pose(0.1, 0.2, z)] });
    const through = await verify(recordingOf(scene, [at(0.6), at(-0.6)], round));
    expect(through).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
    const back = await verify(recordingOf(scene, [at(0.6), at(0.506), at(0.6)], round));
    expect(back).toMatchObject(clean);
  });

  test('balls that pass each other 1e-6 too near are found, 1e-6 apart they are not', async () => {
    const scene = roundScene(ball, ball);
    const past = (y: number) =>
      [-2, 2].map((x) => ({ poses: [pose(0, 0, 0), pose(x, y, 0, 0, 0, 1 + 0.1 * x)] }));
    expect(await verify(recordingOf(scene, past(1 - 1e-6), round))).toMatchObject({
      intersections: 0,
      tunnelled: 1,
    });
    expect(await verify(recordingOf(scene, past(1 + 1e-6), round))).toMatchObject(clean);
  });

  test('a ball that goes through a ring touches it where it is too large', async () => {
    const through = (radius: number) =>
      verify(
        recordingOf(
          roundScene(ring, { kind: 'sphere', radius }),
          [-1, 1].map((z) => ({ poses: [pose(0, 0, 0), pose(0, 0, z)] })),
          round,
        ),
      );
    expect(await through(0.399)).toMatchObject(clean);
    expect(await through(0.401)).toMatchObject({ tunnelled: 1, kept: false });
  });

  test('a rod that turns into a box and out again is found', async () => {
    const turning = (x: number) =>
      verify(
        recordingOf(
          roundScene('box', rod),
          [-1.2, 1.2].map((angle) => ({ poses: [pose(0, 0, 0), pose(x, 0, 0, 0, 0, angle)] })),
          round,
        ),
      );
    // it reaches 0.75 m towards the box where it lies along x
    expect(await turning(1.26)).toMatchObject(clean);
    expect(await turning(1.24)).toMatchObject({ tunnelled: 1, intersections: 0 });
  });
});
