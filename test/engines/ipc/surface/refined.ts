// Meshes of the same surface, cut into other triangles.

import type { Mesh } from '../../../../src/geometry/index.ts';
import type { Random } from '../../../../src/num/index.ts';

type Vector = [number, number, number];

/** Cuts triangles at points inside and edges at points on them, and turns diagonals of flat quadrilaterals, so many times. */
export function refined(mesh: Mesh, random: Random, times: number): Mesh {
  const x: Vector[] = [];
  for (let k = 0; k < mesh.positions.length; k += 3) x.push([...mesh.positions.subarray(k, k + 3)] as Vector);
  const faces: Vector[] = [];
  for (let k = 0; k < mesh.faces.length; k += 3) faces.push([...mesh.faces.subarray(k, k + 3)] as Vector);
  for (let i = 0; i < times; i++) {
    const f = random.integer(faces.length);
    const what = random.integer(3);
    if (what === 0) cutInside(x, faces, f, random);
    else if (what === 1) cutEdge(x, faces, f, random);
    else turnDiagonal(x, faces, f);
  }
  return { ...mesh, positions: Float64Array.from(x.flat()), faces: Uint32Array.from(faces.flat()) };
}

function mix(x: readonly Vector[], corners: readonly number[], weights: readonly number[]): Vector {
  return [0, 1, 2].map((k) => corners.reduce((sum, v, i) => sum + weights[i] * x[v][k], 0)) as Vector;
}

function cutInside(x: Vector[], faces: Vector[], f: number, random: Random): void {
  const [a, b, c] = faces[f];
  const raw = [0, 1, 2].map(() => random.between(0.2, 1));
  const sum = raw[0] + raw[1] + raw[2];
  const p =
    x.push(
      mix(
        x,
        [a, b, c],
        raw.map((w) => w / sum),
      ),
    ) - 1;
  faces[f] = [a, b, p];
  faces.push([b, c, p], [c, a, p]);
}

/** The face on the other side of the edge from p to q, and its third corner. */
function beyond(faces: readonly Vector[], p: number, q: number): [face: number, corner: number] {
  const g = faces.findIndex((face) => [0, 1, 2].some((k) => face[k] === q && face[(k + 1) % 3] === p));
  return [g, g < 0 ? -1 : (faces[g].find((v) => v !== p && v !== q) as number)];
}

function cutEdge(x: Vector[], faces: Vector[], f: number, random: Random): void {
  const [a, b, c] = faces[f];
  const [g, d] = beyond(faces, a, b);
  const w = random.between(0.2, 0.8);
  const p = x.push(mix(x, [a, b], [w, 1 - w])) - 1;
  faces[f] = [a, p, c];
  faces.push([p, b, c]);
  if (g < 0) return;
  faces[g] = [p, a, d];
  faces.push([b, p, d]);
}

function turnDiagonal(x: Vector[], faces: Vector[], f: number): void {
  const [a, b, c] = faces[f];
  const [g, d] = beyond(faces, a, b);
  if (g < 0 || faces.some((face) => face.includes(c) && face.includes(d))) return;
  // both new triangles must lie in the old ones' plane, the same way round and not thin
  const old = [area(x, a, b, c), area(x, a, d, b)];
  const size = Math.hypot(...old[0]) + Math.hypot(...old[1]);
  const isFlat = dot(old[0], old[1]) > (1 - 1e-12) * Math.hypot(...old[0]) * Math.hypot(...old[1]);
  const fine = [area(x, c, a, d), area(x, c, d, b)].every(
    (n) => dot(n, old[0]) > 0.1 * size * Math.hypot(...old[0]),
  );
  if (!isFlat || !fine) return;
  faces[f] = [c, a, d];
  faces[g] = [c, d, b];
}

function area(x: readonly Vector[], a: number, b: number, c: number): Vector {
  const u = x[b].map((t, k) => t - x[a][k]);
  const v = x[c].map((t, k) => t - x[a][k]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
