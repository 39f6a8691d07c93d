// Thin-walled bodies that are neither extruded nor turned, closed and outward, for tests.

import { makeMesh, type Mesh } from '../../../src/geometry/mesh.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { joinMeshes, reversedFaces } from '../../../src/geometry/transform.ts';

type Point = readonly [number, number, number];

export interface HandledMug {
  readonly radius?: number;
  readonly height?: number;
  readonly wall: number;
  /** Thickness of the handle [m]; none makes the mug round. */
  readonly handle?: number;
  readonly segments?: number;
}

/** A mug along z whose handle grows out of two windows in its outer wall. */
export function mugWithHandle({
  radius = 0.04,
  height = 0.1,
  wall,
  handle = 0.01,
  segments = 48,
}: HandledMug): Mesh {
  const rows = 20;
  const positions: number[] = [];
  const faces: number[] = [];
  const add = (p: Point): number => positions.push(...p) / 3 - 1;
  const quad = (a: number, b: number, c: number, d: number): void => {
    faces.push(a, b, c, a, c, d);
  };
  const angle = (s: number): number => (2 * Math.PI * s) / segments;
  const ring = (r: number, z: number): number[] =>
    Array.from({ length: segments }, (_, s) => add([r * Math.cos(angle(s)), r * Math.sin(angle(s)), z]));
  // rows of the outer wall; windows of the handle span two columns and the two rows about these
  const outer = Array.from({ length: rows + 1 }, (_, j) => ring(radius, (height * j) / rows));
  const windows = [4, 14].map((j) => [j, j + 2]);
  const columns = [segments - 1, 0];
  const isOpen = (j: number, s: number): boolean =>
    handle > 0 && columns.includes(s) && windows.some(([from, to]) => j >= from && j < to);
  for (let j = 0; j < rows; j++)
    for (let s = 0; s < segments; s++) {
      const n = (s + 1) % segments;
      if (!isOpen(j, s)) quad(outer[j][s], outer[j][n], outer[j + 1][n], outer[j + 1][s]);
    }
  const inner = Array.from({ length: rows + 1 }, (_, j) =>
    ring(radius - wall, wall + ((height - wall) * j) / rows),
  );
  const foot = add([0, 0, 0]);
  const floor = add([0, 0, wall]);
  for (let s = 0; s < segments; s++) {
    const n = (s + 1) % segments;
    for (let j = 0; j < rows; j++) quad(inner[j][n], inner[j][s], inner[j + 1][s], inner[j + 1][n]);
    quad(outer[rows][s], outer[rows][n], inner[rows][n], inner[rows][s]);
    faces.push(foot, outer[0][n], outer[0][s], floor, inner[0][s], inner[0][n]);
  }
  if (handle > 0) {
    // loops of eight vertices, counter-clockwise seen from outside: along y, then up
    const loop = (j: number): number[] => {
      const [l, m, r] = [segments - 1, 0, 1];
      return [
        outer[j][l],
        outer[j][m],
        outer[j][r],
        outer[j + 1][r],
        outer[j + 2][r],
        outer[j + 2][m],
        outer[j + 2][l],
        outer[j + 1][l],
      ];
    };
    const square = [
      [-1, -1],
      [0, -1],
      [1, -1],
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
    ];
    const [low, high] = windows.map(([j]) => (height * (j + 1)) / rows);
    const [middle, reach] = [0.5 * (low + high), 0.5 * (high - low)];
    const steps = 16;
    let before = loop(windows[0][0]);
    for (let i = 1; i < steps; i++) {
      // half an ellipse from the lower window to the upper
      const a = -Math.PI / 2 + (Math.PI * i) / steps;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      // across the way: the direction that turns from up at the lower window to down at the upper
      const [nx, nz] = [-c, -s];
      const now = square.map(([y, up]) =>
        add([
          radius + 0.012 + 0.03 * c + 0.5 * handle * up * nx - (i === 1 || i === steps - 1 ? 0.004 : 0),
          0.5 * handle * y,
          middle + reach * s + 0.5 * handle * up * nz,
        ]),
      );
      bridge(quad, before, now);
      before = now;
    }
    // the upper window is seen upside down from inside the handle
    const last = loop(windows[1][0]);
    bridge(
      quad,
      before,
      [6, 5, 4, 3, 2, 1, 0, 7].map((k) => last[k]),
    );
  }
  return makeMesh(positions, faces);
}

function bridge(
  quad: (a: number, b: number, c: number, d: number) => void,
  from: readonly number[],
  to: readonly number[],
): void {
  for (let k = 0; k < from.length; k++) {
    const n = (k + 1) % from.length;
    quad(from[k], from[n], to[n], to[k]);
  }
}

/** A box without a lid, of sheet. */
export function openBox(size: Point, wall: number): Mesh {
  const positions: number[] = [];
  const [x, y, z] = size;
  for (const [w, bottom] of [
    [0, 0],
    [wall, wall],
  ])
    for (const height of [bottom, z])
      positions.push(w, w, height, x - w, w, height, x - w, y - w, height, w, y - w, height);
  const faces: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => {
    faces.push(a, b, c, a, c, d);
  };
  quad(0, 3, 2, 1);
  quad(8, 9, 10, 11);
  for (let k = 0; k < 4; k++) {
    const n = (k + 1) % 4;
    quad(k, n, 4 + n, 4 + k);
    quad(8 + n, 8 + k, 12 + k, 12 + n);
    quad(4 + k, 4 + n, 12 + n, 12 + k);
  }
  return makeMesh(positions, faces);
}

/** A hollow ball; the hollow may be off centre, so that its wall is uneven. */
export function hollowBall(radius: number, wall: number, shift = 0, subdivisions = 4): Mesh {
  const outer = sphere.make({ radius, subdivisions });
  const hole = sphere.make({ radius: radius - wall, subdivisions });
  const positions = hole.positions.map((p, i) => (i % 3 === 0 ? p + shift : p));
  return joinMeshes([outer, { ...hole, positions, faces: reversedFaces(hole.faces) }]);
}
