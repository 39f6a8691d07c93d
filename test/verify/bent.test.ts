// Bodies that bend are judged as they are recorded, bent, and not as they are at rest.

import { expect, test } from 'vitest';
import type { Bending } from '../../src/record/index.ts';
import type { MotionSource } from '../../src/verify/source.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, type Moment, pose, recordingOf, sceneOf } from './motions.ts';

const slab = boxMesh(1, 1, 0.02);

/** A slab whose one mode lifts all of it by its coordinate, and a small box. */
function bentRecording(
  moments: (Moment & { bend: number })[],
  parts: Parameters<typeof sceneOf>[0] = [{ mesh: slab }, { mesh: boxMesh(0.1, 0.1, 0.1) }],
): MotionSource {
  const source = recordingOf(sceneOf(parts), moments);
  const shape = {
    modes: 1,
    positions: slab.positions,
    faces: slab.faces,
    displacements: Float32Array.from(slab.positions, (_, i) => (i % 3 === 2 ? 1 : 0)),
  };
  const bending: Bending = { bodies: [{ body: 0, shape: 0 }], shapes: [shape] };
  return {
    ...source,
    frame: async (i) => ({ ...(await source.frame(i)), bends: Float64Array.of(moments[i].bend) }),
    bending: async () => bending,
  };
}

const at = (z: number) => [pose(0, 0, 0), pose(0, 0, z)];

test('a box that stands where the slab was at rest meets nothing, as the slab is bent away', async () => {
  const verdict = await verify(
    bentRecording([
      { poses: at(0.03), bend: -0.2 },
      { poses: at(0.01), bend: -0.2 },
    ]),
  );
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, kept: true });
});

test('a box that the slab is bent into is found, by the names of both bodies', async () => {
  const verdict = await verify(
    bentRecording([
      { poses: at(0.2), bend: 0 },
      { poses: at(0.2), bend: 0.2 },
    ]),
  );
  expect(verdict.intersections).toBe(1);
  expect(verdict.faults[0]).toMatchObject({ kind: 'intersection', a: 1, b: 0 });
  expect(verdict.faults[0].what).toContain('body 0 "b0"');
  expect(verdict.faults[0].what).not.toContain('deformable');
});

test('a slab that swings through a box between two frames went through it', async () => {
  const verdict = await verify(
    bentRecording([
      { poses: at(0.2), bend: 0 },
      { poses: at(0.2), bend: 0.4 },
    ]),
  );
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 1, kept: false });
});

test('it is moved by the knots of its path as well', async () => {
  const knots = [{ time: 0.5, poses: [pose(0, 0, 1), pose(0, 0, 0.2)] }];
  const verdict = await verify(
    bentRecording([
      { poses: [pose(0, 0, 0), pose(0, 0, 0.2)], bend: 0 },
      { poses: [pose(0, 0, 0), pose(0, 0, 0.2)], bend: 0, knots },
    ]),
  );
  expect(verdict.tunnelled).toBe(2);
});

test('what is held is not judged with what is held, bent or not, nor with itself', async () => {
  const held = [
    { mesh: slab, motion: 'static' as const },
    { mesh: boxMesh(0.1, 0.1, 0.1), motion: 'static' as const },
  ];
  const verdict = await verify(bentRecording([{ poses: at(0), bend: 0 }], held));
  expect(verdict).toMatchObject({ intersections: 0, kept: true });
});
