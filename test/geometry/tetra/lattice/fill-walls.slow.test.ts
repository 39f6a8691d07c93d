// Thin walls that are neither extruded nor turned: filled soundly by few tetrahedra, or refused with reason and place.

import { describe, expect, test } from 'vitest';
import { signedVolume } from '../../../../src/geometry/mass.ts';
import type { Mesh } from '../../../../src/geometry/mesh.ts';
import { MeshError } from '../../../../src/geometry/mesh-error.ts';
import { box } from '../../../../src/geometry/primitives/box.ts';
import { eulerCharacteristic } from '../../../../src/geometry/tetra/euler.ts';
import { fill } from '../../../../src/geometry/tetra/fill.ts';
import type { TetraMesh } from '../../../../src/geometry/tetra/tetra-mesh.ts';
import { moveMesh } from '../../../../src/geometry/transform.ts';
import { analyse } from '../../../../src/modes/index.ts';
import { expectSound, faceConnected } from '../sound.ts';
import { hollowBall, mugWithHandle, openBox } from '../thin-shapes.ts';

const material = { density: 2700, youngsModulus: 70e9, poissonRatio: 0.3 };
const tilted = [0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214] as const;

/** The boundary's corners, three a face. */
function boundaryOf({ surface }: TetraMesh): number[] {
  return [...surface].filter((_, i) => i % 6 < 3);
}

/** Every corner of a box of sheet is a corner of its tetrahedra, but for the scaling to its volume. */
function expectMet({ positions: x }: TetraMesh, { positions: corners }: Mesh): void {
  for (let c = 0; c < corners.length; c += 3) {
    let nearest = Infinity;
    for (let i = 0; i < x.length; i += 3)
      nearest = Math.min(
        nearest,
        Math.hypot(x[i] - corners[c], x[i + 1] - corners[c + 1], x[i + 2] - corners[c + 2]),
      );
    expect(nearest).toBeLessThan(5e-5);
  }
}

describe('filled', () => {
  test.each<[string, Mesh, number]>([
    ['a mug with its handle', mugWithHandle({ wall: 0.005, handle: 0.01, height: 0.07 }), 15_000],
    [
      'an open box of sheet, askew',
      moveMesh(openBox([0.06, 0.05, 0.03], 0.002), tilted, [0.1, 0, 0]),
      15_000,
    ],
    ['a hollow ball of uneven wall', hollowBall(0.03, 0.003, 0.001, 3), 15_000],
  ])('%s', (_, surface, most) => {
    const { mesh, quality } = fill(surface, undefined);
    expect(quality.method).toBe('walls');
    expect(quality.note).toBeUndefined();
    expect(quality.elements).toBeLessThan(most);
    expect(quality.worstAspect).toBeLessThan(9);
    expect(quality.volumeError).toBeLessThan(2e-3);
    expect(Math.abs(expectSound(mesh) / signedVolume(surface) - 1)).toBeLessThan(1e-9);
    expect(faceConnected(mesh)).toBe(true);
    // no wall has a hole, no gap is closed
    expect(eulerCharacteristic(boundaryOf(mesh))).toBe(eulerCharacteristic(surface.faces));
    if (surface.positions.length === 48) expectMet(mesh, surface);
  });

  test('the same surface gives the same bits', () => {
    const [one, other] = [0, 1].map(() => fill(hollowBall(0.03, 0.0032, 0, 2), undefined).mesh);
    expect(one).toEqual(other);
  });
});

describe('refused', () => {
  test('walls too thin, with the place and how many it would take', () => {
    const attempt = (): unknown => fill(openBox([0.3, 0.3, 0.2], 0.0002), undefined);
    expect(attempt).toThrow(MeshError);
    expect(attempt).toThrow(/near \(.*0\.0002 m is too thin.*made of \d+ small/);
  });

  test('a thin thing spread wide takes no memory first', () => {
    const attempt = (): unknown => fill(openBox([30, 30, 20], 0.001), undefined);
    expect(attempt).toThrow(/too thin/);
  });
});

describe('pitch', () => {
  test('a plate sounds as if mapped', () => {
    const surface = moveMesh(box.make({ size: [0.05, 0.07, 0.002] }), tilted, [0, 0, 0]);
    const [mapped, walls] = [fill(surface, undefined), fill(surface, undefined, { method: 'stuffing' })];
    expect(walls.quality.method).toBe('walls');
    const [a, b] = [mapped, walls].map(({ mesh }) => analyse(mesh, material, { count: 3 }).modes.omegas);
    for (let m = 0; m < 3; m++) expect(Math.abs(b[m] / a[m] - 1)).toBeLessThan(3e-3);
  });

  test('a hollow ball squeezes as shell theory says', () => {
    const [radius, wall, nu] = [0.03, 0.003, material.poissonRatio];
    const { mesh } = fill(hollowBall(radius, wall, 0, 4), undefined);
    const { omegas } = analyse(mesh, material, { count: 5 }).modes;
    // Junger, Feit, "Sound, Structures, and Their Interaction", the lower branch for n = 2, bending included
    const a = radius - wall / 2;
    const [l, beta] = [6, (wall * wall) / (12 * a * a)];
    const p = 1 + 3 * nu + l - beta * (1 - nu - l * l - nu * l);
    const q = (l - 2) * (1 - nu * nu) + beta * (l ** 3 - 4 * l * l + l * (5 - nu * nu) - 2 * (1 - nu * nu));
    const squared = (p - Math.sqrt(p * p - 4 * q)) / 2;
    const theory = Math.sqrt((squared * material.youngsModulus) / material.density / (1 - nu * nu)) / a;
    for (let m = 0; m < 5; m++) expect(Math.abs(omegas[m] / theory - 1)).toBeLessThan(5e-3);
    expect(omegas[4] / omegas[0] - 1).toBeLessThan(5e-3);
  });
});
