// Wires that are seen as thick as they are: closed tubes of the right volume, that do not spin as they move.

import { expect, test } from 'vitest';
import { closednessOf, ThickRod } from '../../../src/geometry/surface/index.ts';
import { signedVolume } from '../../../src/geometry/index.ts';

const THICKNESS = 0.02;
/** Of an octagon in a circle of that thickness [m²]. */
const AREA = 2 * Math.SQRT2 * (THICKNESS / 2) ** 2;

function tubeOf(wires: number[], vertices: number[]) {
  const rod = new ThickRod(wires, THICKNESS);
  rod.write(vertices);
  const none = new Uint32Array(0);
  return { positions: rod.positions, faces: rod.faces, wires: none, points: none };
}

test('a straight wire is a closed tube of its thickness, and so is a bent one, as long as its middle', () => {
  const straight = tubeOf([0, 1, 1, 2], [0, 0, 0, 0.5, 0, 0, 1, 0, 0]);
  expect(closednessOf(straight)).toMatchObject({ rimEdges: 0, nonManifoldEdges: 0, flippedEdges: 0 });
  expect(signedVolume(straight)).toBeCloseTo(AREA, 12);
  // two right angles, in two planes; said in no order
  const bent = tubeOf([2, 1, 0, 1, 3, 2], [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1]);
  expect(closednessOf(bent)).toMatchObject({ rimEdges: 0, nonManifoldEdges: 0, flippedEdges: 0 });
  expect(signedVolume(bent)).toBeCloseTo(3 * AREA, 12);
});

test('a ring and a cross of four arms are as large as their wires are long', () => {
  const ring = Array.from({ length: 40 }, (_, i) => (2 * Math.PI * i) / 40);
  const round = tubeOf(
    ring.flatMap((_, i) => [i, (i + 1) % 40]),
    ring.flatMap((angle) => [Math.cos(angle), 0, Math.sin(angle)]),
  );
  expect(signedVolume(round) / (AREA * 80 * Math.sin(Math.PI / 40))).toBeCloseTo(1, 3);
  const cross = tubeOf([0, 1, 0, 2, 3, 0, 4, 0], [0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0]);
  expect(signedVolume(cross)).toBeCloseTo(4 * AREA, 12);
});

test('turned with its vertices, no ring spins about its wire', () => {
  const rod = new ThickRod([0, 1, 1, 2], THICKNESS);
  const at = (angle: number): Float64Array => {
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    rod.write([0, 0, 0, x, y, 0, 2 * x, 2 * y, 0.5]);
    return rod.positions.slice();
  };
  let before = at(0);
  for (let i = 1; i <= 48; i++) {
    const now = at((i * Math.PI) / 24);
    // as far as the wire itself goes, at 2.1 m from where it turns, and no further
    for (let k = 0; k < now.length; k += 3)
      expect(
        Math.hypot(now[k] - before[k], now[k + 1] - before[k + 1], now[k + 2] - before[k + 2]),
      ).toBeLessThan(2.1 * (Math.PI / 24));
    for (let k = 0; k < 24; k += 3)
      expect(
        Math.hypot(now[k] - before[k], now[k + 1] - before[k + 1], now[k + 2] - before[k + 2]),
      ).toBeLessThan(0.6 * THICKNESS * (Math.PI / 24));
    before = now;
  }
});
