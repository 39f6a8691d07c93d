// What every mesh of tetrahedra must be, whatever filled it.

import { expect } from 'vitest';
import { curvedVolume, leastJacobian } from '../../../src/geometry/tetra/curve.ts';
import { EDGES, FACES, type TetraMesh } from '../../../src/geometry/tetra/tetra-mesh.ts';

/** Positive elements, inner faces shared by two, a closed outward boundary, mid nodes shared; returns the volume [m³]. */
export function expectSound(mesh: TetraMesh): number {
  const { positions, elements, surface } = mesh;
  const middles = new Map<string, number>();
  const faces = new Map<string, { count: number; corners: number[] }>();
  let volume = 0;
  const used = new Set<number>();
  let worst = Infinity;
  for (let t = 0; t < elements.length; t += 10) {
    const straight = straightVolume(positions, elements, t);
    worst = Math.min(worst, straight, leastJacobian(mesh, t));
    volume += curvedVolume(mesh, t);
    for (let c = 0; c < 10; c++) used.add(elements[t + c]);
    for (let e = 0; e < 6; e++) {
      const ends = [elements[t + EDGES[2 * e]], elements[t + EDGES[2 * e + 1]]].sort((a, b) => a - b);
      const node = middles.get(ends.join(' '));
      if (node === undefined) middles.set(ends.join(' '), elements[t + 4 + e]);
      else if (node !== elements[t + 4 + e]) expect.fail(`edge ${ends.join('–')} has two mid nodes`);
    }
    for (let f = 0; f < 12; f += 3) {
      const corners = [0, 1, 2].map((k) => elements[t + FACES[f + k]]);
      const key = [...corners].sort((a, b) => a - b).join(' ');
      const face = faces.get(key);
      if (face === undefined) faces.set(key, { count: 1, corners });
      else face.count++;
    }
  }
  expect(worst).toBeGreaterThan(0);
  expect(used.size).toBe(positions.length / 3);
  expect(positions.every(Number.isFinite)).toBe(true);
  let open = 0;
  for (const { count } of faces.values()) {
    if (count > 2) expect.fail('a face has more than two elements');
    if (count === 1) open++;
  }
  expect(surface.length).toBe(6 * open);
  const edges = new Map<string, number>();
  let enclosed = 0;
  for (let f = 0; f < surface.length; f += 6) {
    const corners = [surface[f], surface[f + 1], surface[f + 2]];
    const face = faces.get([...corners].sort((a, b) => a - b).join(' '));
    expect(face?.count).toBe(1);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]];
      edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + 1);
      expect(surface[f + 3 + k]).toBe(middles.get([a, b].sort((p, q) => p - q).join(' ')));
    }
    enclosed += tripleOf(positions, corners) / 6;
  }
  for (const [edge, count] of edges) {
    const [a, b] = edge.split(' ');
    if (edges.get(`${b} ${a}`) !== count) expect.fail('the boundary is not closed');
  }
  let straight = 0;
  for (let t = 0; t < elements.length; t += 10) straight += straightVolume(positions, elements, t);
  // outward: the boundary encloses what the elements fill
  expect(Math.abs(enclosed / straight - 1)).toBeLessThan(1e-9);
  return volume;
}

/** Can every element be reached over faces? */
export function faceConnected({ elements }: TetraMesh): boolean {
  const byFace = new Map<string, number[]>();
  const keys = (t: number): string[] =>
    [0, 3, 6, 9].map((f) =>
      [0, 1, 2]
        .map((k) => elements[t + FACES[f + k]])
        .sort((a, b) => a - b)
        .join(' '),
    );
  for (let t = 0; t < elements.length; t += 10)
    for (const key of keys(t)) byFace.set(key, [...(byFace.get(key) ?? []), t]);
  const seen = new Set([0]);
  const waiting = [0];
  while (waiting.length > 0)
    for (const key of keys(waiting.pop()!))
      for (const other of byFace.get(key)!)
        if (!seen.has(other)) {
          seen.add(other);
          waiting.push(other);
        }
  return seen.size === elements.length / 10;
}

function straightVolume(x: Float64Array, elements: Uint32Array, t: number): number {
  const a = 3 * elements[t];
  const moved = new Float64Array(9);
  for (let c = 1; c < 4; c++)
    for (let k = 0; k < 3; k++) moved[3 * (c - 1) + k] = x[3 * elements[t + c] + k] - x[a + k];
  return tripleOf(moved, [0, 1, 2]) / 6;
}

function tripleOf(x: Float64Array, [a, b, c]: readonly number[]): number {
  const [p, q, r] = [3 * a, 3 * b, 3 * c];
  return (
    x[p] * (x[q + 1] * x[r + 2] - x[q + 2] * x[r + 1]) +
    x[p + 1] * (x[q + 2] * x[r] - x[q] * x[r + 2]) +
    x[p + 2] * (x[q] * x[r + 1] - x[q + 1] * x[r])
  );
}
