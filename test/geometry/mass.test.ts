import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { massProperties, signedVolume } from '../../src/geometry/mass.ts';
import { type Mesh, makeMesh } from '../../src/geometry/mesh.ts';
import { MeshError } from '../../src/geometry/mesh-error.ts';
import { box } from '../../src/geometry/primitives/box.ts';
import { plane } from '../../src/geometry/primitives/plane.ts';
import { sphere } from '../../src/geometry/primitives/sphere.ts';
import { torus } from '../../src/geometry/primitives/torus.ts';
import { principalFrame } from '../../src/geometry/principal.ts';
import {
  joinMeshes,
  meshInFrame,
  moveMesh,
  reversedFaces,
  translateMesh,
} from '../../src/geometry/transform.ts';

const relative = (a: number, b: number, size = Math.abs(b)) => Math.abs(a - b) / size;

function expectInertia(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  const size = Math.max(...expected.map(Math.abs));
  for (let i = 0; i < 9; i++)
    expect(relative(actual[i], expected[i], size), `entry ${i}`).toBeLessThan(tolerance);
}

const boxInertia = (m: number, x: number, y: number, z: number) =>
  [y * y + z * z, 0, 0, 0, x * x + z * z, 0, 0, 0, x * x + y * y].map((s) => (m * s) / 12);

describe('solids', () => {
  test('a box has its closed-form mass, centre and inertia, also far from the origin', () => {
    for (const [tolerance, offset] of [
      [1e-14, [0, 0, 0]],
      [1e-12, [3, -5, 7]],
      [1e-10, [4096, -8192, 2048]],
    ] as const) {
      const mesh = translateMesh(box.make({ size: [0.5, 1.25, 3] }), offset);
      const p = massProperties(mesh, { density: 800 });
      expect(relative(p.mass, 1500)).toBeLessThan(tolerance);
      for (let k = 0; k < 3; k++) expect(Math.abs(p.center[k] - offset[k])).toBeLessThan(1e-10);
      expectInertia(p.inertia, boxInertia(1500, 0.5, 1.25, 3), tolerance);
    }
  });

  test('a tetrahedron has its closed-form inertia', () => {
    // Corner tetrahedron with legs a: V = a³/6, centre a/4, I_xx = ρ a⁵/30 - …; see Tonon 2004.
    const a = 2;
    const mesh = makeMesh([0, 0, 0, a, 0, 0, 0, a, 0, 0, 0, a], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    const p = massProperties(mesh, { density: 3 });
    const mass = (3 * a * a * a) / 6;
    expect(relative(p.mass, mass)).toBeLessThan(1e-14);
    for (const c of p.center) expect(relative(c, a / 4)).toBeLessThan(1e-14);
    // ∫x² = m a²/10, ∫xy = m a²/20; about the centre subtract m a²/16
    const xx = mass * a * a * (1 / 10 - 1 / 16);
    const xy = mass * a * a * (1 / 20 - 1 / 16);
    expectInertia(p.inertia, [2 * xx, -xy, -xy, -xy, 2 * xx, -xy, -xy, -xy, 2 * xx], 1e-13);
  });

  test('an icosphere converges to the ball', () => {
    const errors = [2, 3, 4, 5].map((subdivisions) => {
      const p = massProperties(sphere.make({ radius: 2, subdivisions }), { density: 1 });
      const mass = (4 / 3) * Math.PI * 8;
      return [relative(p.mass, mass), relative(p.inertia[0], 0.4 * mass * 4)];
    });
    for (let i = 1; i < errors.length; i++) {
      // Inscribed triangles: the error falls fourfold with every halving.
      expect(errors[i - 1][0] / errors[i][0]).toBeGreaterThan(3.8);
      expect(errors[i - 1][1] / errors[i][1]).toBeGreaterThan(3.8);
    }
  });

  test('a polyhedral torus agrees with a sum over thin slices', () => {
    const mesh = torus.make({ radius: 1, tubeRadius: 0.3, segments: 12, tubeSegments: 8 });
    const p = massProperties(mesh, { density: 1 });
    // The polygon swept by the tube between two ring positions is a prism-like wedge; integrate
    // the cross-section areas at many heights instead: V = ∫A(z) dz with exact polygon areas.
    const slices = 4000;
    let volume = 0;
    let second = 0;
    for (let i = 0; i < slices; i++) {
      const z = -0.3 + (0.6 * (i + 0.5)) / slices;
      const area = sliceArea(mesh, z);
      volume += (area * 0.6) / slices;
      second += (area * z * z * 0.6) / slices;
    }
    expect(relative(p.volume, volume)).toBeLessThan(1e-5);
    const zz = (p.inertia[0] + p.inertia[4] - p.inertia[8]) / 2;
    expect(relative(zz, second)).toBeLessThan(1e-5);
  });

  test('turning and moving a solid turns its tensor and moves its centre', () => {
    fc.assert(
      fc.property(unitQuaternion(), fc.tuple(coordinate(), coordinate(), coordinate()), (q, t) => {
        const mesh = joinMeshes([
          box.make({ size: [1, 2, 3] }),
          translateMesh(box.make({ size: [0.5, 0.5, 0.5] }), [2, 1, 0]),
        ]);
        const before = massProperties(mesh, { density: 7 });
        const after = massProperties(moveMesh(mesh, q, t), { density: 7 });
        expect(relative(after.mass, before.mass)).toBeLessThan(1e-12);
        const a = principalFrame(before.inertia).moments.toSorted((x, y) => x - y);
        const b = principalFrame(after.inertia).moments.toSorted((x, y) => x - y);
        for (let k = 0; k < 3; k++) expect(relative(a[k], b[k])).toBeLessThan(1e-11);
      }),
    );
  });

  test('a cavity is subtracted, an inside-out or unoriented solid is refused', () => {
    const outer = box.make({ size: [2, 2, 2] });
    const inner = box.make();
    const hollow = joinMeshes([outer, { ...inner, faces: reversedFaces(inner.faces) }]);
    expect(massProperties(hollow, { density: 1 }).mass).toBeCloseTo(7, 12);
    const wrong = { ...outer, faces: reversedFaces(outer.faces) };
    expect(signedVolume(wrong)).toBeCloseTo(-8, 12);
    expect(() => massProperties(wrong, { density: 1 })).toThrow(MeshError);
    const mixed = Uint32Array.from(outer.faces);
    [mixed[0], mixed[1]] = [mixed[1], mixed[0]];
    expect(() => massProperties({ ...outer, faces: mixed }, { density: 1 })).toThrow('look different ways');
  });
});

describe('sheets, wires and points', () => {
  test('a sheet has the inertia of a thin box', () => {
    const p = massProperties(plane.make({ width: 2, depth: 3 }), { density: 500, thickness: 0.01 });
    expect(relative(p.mass, 30)).toBeLessThan(1e-14);
    expectInertia(p.inertia, boxInertia(30, 2, 3, 0.01), 1e-13);
  });

  test('a straight wire has the inertia of a rod', () => {
    const p = massProperties(makeMesh([1, 0, 0, 3, 0, 0], [], [0, 1]), { density: 1000, thickness: 0.1 });
    const mass = 1000 * 2 * Math.PI * 0.05 * 0.05;
    const across = mass * (4 / 12 + (0.05 * 0.05) / 4);
    expect(relative(p.mass, mass)).toBeLessThan(1e-14);
    expect(p.center[0]).toBeCloseTo(2, 13);
    expectInertia(p.inertia, [(mass * 0.05 * 0.05) / 2, 0, 0, 0, across, 0, 0, 0, across], 1e-13);
  });

  test('a point is a ball, several points swing about their centre', () => {
    const one = massProperties(makeMesh([5, 5, 5], [], [], [0]), {
      density: 1,
      pointMass: 2,
      thickness: 0.2,
    });
    expectInertia(
      one.inertia,
      [1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => x * 0.4 * 2 * 0.01),
      1e-13,
    );
    const two = massProperties(makeMesh([1, 0, 0, -1, 0, 0], [], [], [0, 1]), {
      density: 1,
      pointMass: 2,
      thickness: 0.2,
    });
    expect(two.mass).toBe(4);
    expect(two.inertia[8]).toBeCloseTo(4 + 2 * 0.4 * 2 * 0.01, 13);
  });

  test('mixtures add up', () => {
    const solid = box.make();
    const wire = makeMesh([0, 0, 2, 0, 0, 4], [], [0, 1]);
    const p = massProperties(joinMeshes([solid, wire]), { density: 1, lineDensity: 0.25 });
    expect(p.mass).toBeCloseTo(1.5, 13);
    expect(p.center[2]).toBeCloseTo((0.5 * 3) / 1.5, 13);
    expect(p.volume).toBeCloseTo(1, 13);
  });

  test('nothing has no mass', () => {
    expect(() => massProperties(makeMesh([]), { density: 1 })).toThrow('no mass');
    expect(() => massProperties(box.make(), { density: 0 })).toThrow('no mass');
  });
});

describe('principal frames', () => {
  test('a diagonal tensor keeps the axes of the model', () => {
    const { inertia } = massProperties(translateMesh(box.make(), [100, 200, 300]), { density: 1 });
    expect(principalFrame(inertia).orientation).toEqual([0, 0, 0, 1]);
  });

  test('the mesh in its principal frame has a diagonal tensor and its centre at the origin', () => {
    fc.assert(
      fc.property(unitQuaternion(), (q) => {
        const mesh = moveMesh(box.make({ size: [1, 2, 4] }), q, [9, 8, 7]);
        const p = massProperties(mesh, { density: 1 });
        const { moments, orientation } = principalFrame(p.inertia);
        const body = massProperties(meshInFrame(mesh, orientation, p.center), { density: 1 });
        expectInertia(body.inertia, [moments[0], 0, 0, 0, moments[1], 0, 0, 0, moments[2]], 2e-9); // the threshold below which axes are kept
        for (const c of body.center) expect(Math.abs(c)).toBeLessThan(1e-12);
      }),
    );
  });
});

/** Area of the cut at height z: half the sum of cross products over the directed cut segments of the faces. */
function sliceArea(mesh: Mesh, z: number): number {
  let doubled = 0;
  for (let f = 0; f < mesh.faces.length; f += 3) {
    const ends: number[][] = [];
    for (let k = 0; k < 3; k++) {
      const a = 3 * mesh.faces[f + k];
      const b = 3 * mesh.faces[f + ((k + 1) % 3)];
      const [za, zb] = [mesh.positions[a + 2] - z, mesh.positions[b + 2] - z];
      if (za < 0 === zb < 0) continue;
      const s = za / (za - zb);
      const at = [0, 1].map(
        (i) => mesh.positions[a + i] + s * (mesh.positions[b + i] - mesh.positions[a + i]),
      );
      ends[za < 0 ? 1 : 0] = at;
    }
    if (ends.length === 2) doubled += ends[0][0] * ends[1][1] - ends[1][0] * ends[0][1];
  }
  return Math.abs(doubled) / 2;
}

function coordinate() {
  return fc.double({ min: -10, max: 10, noNaN: true });
}

function unitQuaternion() {
  const part = fc.double({ min: -1, max: 1, noNaN: true });
  return fc
    .tuple(part, part, part, part)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((x) => x / Math.hypot(...q)));
}
