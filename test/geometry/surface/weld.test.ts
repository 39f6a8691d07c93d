import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { type Mesh, makeMesh } from '../../../src/geometry/mesh.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { weldMesh } from '../../../src/geometry/surface/weld.ts';
import { Random } from '../../../src/num/index.ts';

/** Every face with three vertices of its own, each moved a little. */
function loosened(mesh: Mesh, by: number, seed: number): Mesh {
  const random = new Random(seed);
  const positions: number[] = [];
  for (const v of mesh.faces)
    for (let k = 0; k < 3; k++) positions.push(mesh.positions[3 * v + k] + by * random.between(-1, 1));
  return makeMesh(
    positions,
    Array.from(mesh.faces, (_, i) => i),
  );
}

test('loose faces become a closed surface again, exactly and within a tolerance', () => {
  const ball = sphere.make({ subdivisions: 2 });
  for (const [by, tolerance] of [
    [0, 0],
    [1e-7, 1e-5],
  ] as const) {
    const { mesh, joined } = weldMesh(loosened(ball, by, 3), tolerance);
    expect(mesh.positions).toHaveLength(ball.positions.length);
    expect(closednessOf(mesh).closed).toBe(true);
    expect(joined).toBe(ball.faces.length - ball.positions.length / 3);
  }
});

test('agrees with trying all pairs', () => {
  const coordinate = fc.integer({ min: -4, max: 4 }).map((i) => i * 0.25);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0, 0.1, 0.25, 0.3, 0.6, 5),
      (points, tolerance) => {
        const kept: number[][] = [];
        let joined = 0;
        for (const p of points) {
          const near = kept.some(
            (q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2 <= tolerance * tolerance,
          );
          if (near) joined++;
          else kept.push(p);
        }
        const welded = weldMesh(
          makeMesh(
            points.flat(),
            [],
            [],
            points.map((_, i) => i),
          ),
          tolerance,
        );
        expect(welded.joined).toBe(joined);
        expect([...welded.mesh.positions]).toEqual(kept.flat().map((x) => x + 0));
      },
    ),
  );
});

test('0 and -0 are one place, the smallest difference is not', () => {
  const points = makeMesh([], [], [], [0, 1, 2]);
  const mesh = { ...points, positions: Float64Array.of(0, 0, 0, -0, 0, 0, 5e-324, 0, 0) };
  expect(weldMesh(mesh, 0).joined).toBe(1);
});

test('what collapses is dropped with a note', () => {
  const { mesh, notes } = weldMesh(
    makeMesh([0, 0, 0, 1e-9, 0, 0, 0, 1, 0, 1, 1, 1], [0, 1, 2, 0, 2, 3]),
    1e-6,
  );
  expect(mesh.faces).toHaveLength(3);
  expect(notes.join()).toMatch('dropped 1 face');
});

test('many vertices in one place and one far away take no quadratic time', () => {
  const random = new Random(1);
  const positions = Float64Array.from({ length: 300_000 }, (_, i) => (i < 3 ? 1e30 : random.uniform()));
  const points = Uint32Array.from({ length: 100_000 }, (_, i) => i);
  expect(weldMesh({ ...makeMesh([]), positions, points }, 0).joined).toBe(0);
});

test('a tolerance that is no length is refused', () => {
  expect(() => weldMesh(sphere.make(), -1)).toThrow('tolerance');
  expect(() => weldMesh(sphere.make(), Number.NaN)).toThrow('tolerance');
});
