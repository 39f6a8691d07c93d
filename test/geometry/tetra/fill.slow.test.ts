import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convexHull } from '../../../src/geometry/surface/hull.ts';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { makeMesh, type Mesh } from '../../../src/geometry/mesh.ts';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { capsule } from '../../../src/geometry/primitives/capsule.ts';
import { cone } from '../../../src/geometry/primitives/cone.ts';
import { cylinder } from '../../../src/geometry/primitives/cylinder.ts';
import { gear } from '../../../src/geometry/primitives/machines/gear.ts';
import { lathe } from '../../../src/geometry/primitives/lathe.ts';
import { letters } from '../../../src/geometry/primitives/letters.ts';
import { plane } from '../../../src/geometry/primitives/plane.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { tetrahedron } from '../../../src/geometry/primitives/tetrahedron.ts';
import { torus } from '../../../src/geometry/primitives/torus.ts';
import { fill } from '../../../src/geometry/tetra/fill.ts';
import { joinMeshes, moveMesh, reversedFaces, translateMesh } from '../../../src/geometry/transform.ts';
import { expectSound, faceConnected } from './sound.ts';

type Turn = [number, number, number, number];
const turns = fc
  .tuple(
    ...([0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })) as Parameters<typeof fc.tuple>),
  )
  .filter((q) => Math.hypot(...(q as Turn)) > 0.3)
  .map((q) => (q as Turn).map((x) => x / Math.hypot(...(q as Turn))) as Turn);
const length = fc.double({ min: 0.3, max: 2, noNaN: true });
const tilted: Turn = [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214];

function mug(thickness: number, segments = 64): Mesh {
  const inner = 0.04 - thickness;
  return lathe([0, 0, 0.04, 0, 0.04, 0.1, inner, 0.1, inner, thickness, 0, thickness], segments);
}

describe('mapped', () => {
  test('boxes of any size in any pose have their volume to rounding', () => {
    fc.assert(
      fc.property(length, length, length, turns, (x, y, z, turn) => {
        const mesh = moveMesh(box.make({ size: [x, y, z] }), turn, [1, 2, 3]);
        const filled = fill(mesh, undefined);
        expect(Math.abs(expectSound(filled.mesh) / (x * y * z) - 1)).toBeLessThan(1e-9);
        expect(filled.quality.method).not.toBe('stuffing');
        expect(filled.quality.worstAspect).toBeLessThan(8);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('a box by its shape is the same volume, and a card is not cut into too many', () => {
    const filled = fill(makeMesh([]), { kind: 'box', size: [0.06, 0.09, 0.0003] });
    expect(expectSound(filled.mesh)).toBeCloseTo(0.06 * 0.09 * 0.0003, 15);
    expect(filled.quality.elements).toBeLessThan(40_000);
    const sheet = fill(makeMesh([]), { kind: 'box', size: [1, 1, 0.0003] });
    expect(expectSound(sheet.mesh)).toBeCloseTo(0.0003, 12);
    expect(() => fill(makeMesh([]), { kind: 'box', size: [1, 1, 0.0001] })).toThrow(/too little/);
  });

  test.each([
    ['sphere', { kind: 'sphere', radius: 0.05 }, (4 / 3) * Math.PI * 0.05 ** 3],
    [
      'cylinder',
      { kind: 'cylinder', radius: 0.02, length: 0.1, axis: [1, 0, 0] as const },
      Math.PI * 0.02 ** 2 * 0.1,
    ],
    [
      'coin',
      { kind: 'cylinder', radius: 0.02, length: 0.002, axis: [0, 1, 0] as const },
      Math.PI * 0.02 ** 2 * 0.002,
    ],
  ])('%s, its boundary on the true surface', (_, shape, volume) => {
    const { mesh, quality } = fill(makeMesh([]), shape);
    expect(Math.abs(expectSound(mesh) / volume - 1)).toBeLessThan(5e-4);
    expect(quality.volumeError).toBeLessThan(5e-4);
    expect(quality.elements).toBeGreaterThan(1000);
  });

  test.each([
    ['gear', gear.make()],
    ['letter', letters.make({ text: 'R' })],
    ['letter with holes', letters.make({ text: 'B' })],
    ['torus', torus.make()],
    ['tube', lathe([0, 0], 3)],
  ])('%s', (name, given) => {
    const mesh = name === 'tube' ? tube(0.02, 0.018, 0.1) : given;
    const turned = moveMesh(mesh, tilted, [0.1, 0, 0]);
    const { mesh: made, quality } = fill(turned, undefined);
    expect(['mapped', 'walls']).toContain(quality.method);
    expect(Math.abs(expectSound(made) / signedVolume(mesh) - 1)).toBeLessThan(1e-9);
    expect(quality.volumeError).toBeLessThan(1e-3);
    // acute corners of an outline stay as they are
    expect(quality.worstAspect).toBeLessThan(name === 'letter' ? 15 : 8);
  });
});

describe('walls', () => {
  test('a mug of 3 mm and a glass of 1 mm get one layer', () => {
    for (const [thickness, most] of [
      [0.003, 20_000],
      [0.001, 40_000],
    ]) {
      const mesh = mug(thickness);
      const { mesh: made, quality } = fill(mesh, undefined);
      expect(quality.method).toBe('walls');
      expect(quality.elements).toBeLessThan(most);
      expect(quality.volumeError).toBeLessThan(1e-3);
      expect(Math.abs(expectSound(made) / signedVolume(mesh) - 1)).toBeLessThan(1e-9);
    }
  });

  test('a plate is longer than thick by no more than the limit', () => {
    const { quality, mesh } = fill(box.make({ size: [0.2, 0.3, 0.004] }), undefined);
    expectSound(mesh);
    expect(quality.method).toBe('walls');
    expect(quality.worstAspect).toBeLessThan(8);
  });
});

describe('stuffing', () => {
  test.each([
    ['box', box.make({ size: [1, 1.3, 0.7] }), 1e-3],
    ['tilted box', moveMesh(box.make({ size: [1, 1.3, 0.7] }), tilted, [0, 0, 0]), 1e-3],
    ['tetrahedron', tetrahedron.make(), 1e-3],
    ['ball', sphere.make(), 1e-3],
    ['capsule', capsule.make(), 1e-3],
    ['cone', cone.make(), 1e-3],
    ['cylinder', cylinder.make(), 1e-3],
    ['torus', torus.make(), 1e-3],
    ['letter', letters.make({ text: 'S' }), 2e-3],
  ])('%s', (_, mesh, error) => {
    const { mesh: made, quality } = fill(mesh, undefined, { method: 'stuffing' });
    expect(quality.method).toBe('stuffing');
    expect(Math.abs(expectSound(made) / signedVolume(mesh) - 1)).toBeLessThan(1e-9);
    expect(quality.volumeError).toBeLessThan(error);
    expect(quality.smallestDihedral).toBeGreaterThan(0.12);
    expect(quality.worstAspect).toBeLessThan(10);
  });

  test('hulls of any pose', () => {
    fc.assert(
      fc.property(length, length, turns, (x, y, turn) => {
        const mesh = moveMesh(box.make({ size: [x, y, 1] }), turn, [0, 0, 0]);
        const { mesh: made, quality } = fill(mesh, undefined, { method: 'stuffing' });
        expectSound(made);
        expect(quality.volumeError).toBeLessThan(2e-3);
      }),
      { numRuns: 4, endOnFailure: true, seed: 11 },
    );
  });

  test('hulls of random points and rough balls', () => {
    const points = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 24, maxLength: 60 });
    const hulls = points.map((list) =>
      convexHull(Float64Array.from(list.slice(0, list.length - (list.length % 3)))),
    );
    const ball = sphere.make({ subdivisions: 2 });
    const rough = fc
      .array(fc.double({ min: 0.8, max: 1.2, noNaN: true }), {
        minLength: ball.positions.length / 3,
        maxLength: ball.positions.length / 3,
      })
      .map((scales) => ({ ...ball, positions: ball.positions.map((x, i) => x * scales[Math.floor(i / 3)]) }));
    fc.assert(
      fc.property(fc.oneof(hulls, rough), (mesh) => {
        fc.pre(mesh !== undefined && signedVolume(mesh) > 0.02);
        const { mesh: made, quality } = fill(mesh!, undefined, { method: 'stuffing' });
        expect(Math.abs(expectSound(made) / signedVolume(mesh!) - 1)).toBeLessThan(1e-9);
        expect(faceConnected(made)).toBe(true);
        expect(quality.volumeError).toBeLessThan(0.04);
        expect(quality.worstAspect).toBeLessThan(40);
      }),
      { numRuns: 4, endOnFailure: true, seed: 11 },
    );
  });

  test('cavities stay empty', () => {
    const hole = sphere.make({ radius: 0.3 });
    const mesh = joinMeshes([box.make(), { ...hole, faces: reversedFaces(hole.faces) }]);
    const { mesh: made, quality } = fill(mesh, undefined);
    expect(quality.method).toBe('stuffing');
    expect(quality.volumeError).toBeLessThan(2e-3);
    expect(expectSound(made)).toBeCloseTo(signedVolume(mesh), 9);
    for (let i = 0; i < made.positions.length; i += 3)
      expect(Math.hypot(...made.positions.subarray(i, i + 3))).toBeGreaterThan(0.29);
  });

  test('edges and corners of a box are met', () => {
    const { mesh: made } = fill(box.make(), undefined, { method: 'stuffing' });
    for (let corner = 0; corner < 8; corner++) {
      let nearest = Infinity;
      for (let i = 0; i < made.positions.length; i += 3)
        nearest = Math.min(
          nearest,
          Math.hypot(...[0, 1, 2].map((k) => made.positions[i + k] - ((corner >> k) & 1 ? 0.5 : -0.5))),
        );
      expect(nearest).toBeLessThan(1e-9);
    }
  });

  test('a wall as thin as the lattice has no holes', () => {
    const mesh = moveMesh(box.make({ size: [0.2, 0.15, 0.02] }), tilted, [0, 0, 0]);
    const { mesh: made, quality } = fill(mesh, undefined, { method: 'stuffing', resolution: 1 });
    expect(quality.volumeError).toBeLessThan(0.02);
    expectSound(made);
  });

  test('spikes leave nothing that hangs in a corner only', () => {
    // a needle: its tip is thinner than any lattice
    const mesh = makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 8], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
    const { mesh: made } = fill(mesh, undefined);
    expectSound(made);
    expect(faceConnected(made)).toBe(true);
  });

  test('never more than allowed', () => {
    for (const mostElements of [3000, 8000]) {
      const { quality } = fill(tetrahedron.make(), undefined, { mostElements, resolution: 3 });
      expect(quality.elements).toBeLessThanOrEqual(mostElements);
    }
  });

  test('a capsule has the volume of its shape, not of its flats', () => {
    const shape = { kind: 'capsule', radius: 0.25, length: 0.5, axis: [0, 0, 1] as const };
    const { mesh: made } = fill(capsule.make({ segments: 16 }), shape);
    expect(expectSound(made)).toBeCloseTo(Math.PI * 0.0625 * (0.5 + 1 / 3), 12);
  });

  test('the same surface gives the same bits', () => {
    const [one, other] = [0, 1].map(() => fill(cone.make(), undefined).mesh);
    expect(one).toEqual(other);
  });
});

describe('refused', () => {
  const cube = box.make();
  test.each<[string, Mesh, RegExp]>([
    ['nothing', makeMesh([]), /no faces/],
    ['an open sheet', plane.make(), /open/],
    ['a box without a face', { ...cube, faces: cube.faces.slice(3) }, /vertices \d+ and \d+.*open/],
    ['inside out', { ...cube, faces: reversedFaces(cube.faces) }, /inside out/],
    ['crossing parts', joinMeshes([cube, translateMesh(cube, [0.5, 0.3, 0.2])]), /passes through itself/],
    ['two bodies', joinMeshes([cube, translateMesh(cube, [3, 0, 0])]), /hang together \(2 parts\)/],
    ['a body in a cavity', joinMeshes([nested(1, 1), nested(0.8, -1), nested(0.3, 1)]), /hang together/],
    ['a face turned over', turnedFace(cube), /different sides/],
    ['two sheets in one place', folded(), /no volume|no thickness/],
    [
      'not a number',
      { ...cube, positions: cube.positions.map((x, i) => (i === 4 ? Number.NaN : x)) },
      /no number/,
    ],
  ])('%s', (_, mesh, message) => {
    expect(() => fill(mesh, undefined)).toThrow(MeshError);
    expect(() => fill(mesh, undefined)).toThrow(message);
  });

  test('walls too thin for the budget, with how much it would take', () => {
    expect(() => fill(mug(0.00002), undefined)).toThrow(/too thin.*it needs about \d+.*thicken it/);
    expect(() => fill(cube, undefined, { method: 'mapped', resolution: 0 })).toThrow(/no resolution/);
  });
});

function tube(outer: number, inner: number, height: number): Mesh {
  const positions: number[] = [];
  const n = 48;
  for (const [r, z] of [
    [outer, 0],
    [outer, height],
    [inner, height],
    [inner, 0],
  ])
    for (let s = 0; s < n; s++)
      positions.push(r * Math.cos((2 * Math.PI * s) / n), r * Math.sin((2 * Math.PI * s) / n), z);
  const faces: number[] = [];
  for (let ring = 0; ring < 4; ring++)
    for (let s = 0; s < n; s++) {
      const [a, b] = [ring * n + s, ring * n + ((s + 1) % n)];
      const [d, e] = [((ring + 1) % 4) * n + s, ((ring + 1) % 4) * n + ((s + 1) % n)];
      faces.push(a, b, e, a, e, d);
    }
  return makeMesh(positions, faces);
}

function turnedFace(mesh: Mesh): Mesh {
  const faces = mesh.faces.slice();
  [faces[0], faces[1]] = [faces[1], faces[0]];
  return { ...mesh, faces };
}

function nested(size: number, side: number): Mesh {
  const mesh = box.make({ size: [size, size, size] });
  return side > 0 ? mesh : { ...mesh, faces: reversedFaces(mesh.faces) };
}

function folded(): Mesh {
  return makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]);
}
