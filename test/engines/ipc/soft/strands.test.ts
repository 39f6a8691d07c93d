// Which wires go on as one rod.

import { describe, expect, test } from 'vitest';
import { strandsOf } from '../../../../src/engines/ipc/soft/strands.ts';

type Edge = [number, number];

/** Vertices of each strand, and whether it is closed, of a mesh in the plane z = 0. */
function strands(points: [number, number][], edges: Edge[]): [number[], boolean][] {
  const positions = Float64Array.from(points.flatMap(([x, y]) => [x, y, 0]));
  return strandsOf(edges.flat(), positions).map(({ vertices, isClosed }) => [[...vertices], isClosed]);
}

describe('strands', () => {
  test('run through wires whichever way these are written', () => {
    const points: [number, number][] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const edges: Edge[] = [
      [1, 0],
      [1, 2],
      [3, 2],
    ];
    expect(strands(points, edges)).toEqual([[[0, 1, 2, 3], false]]);
    expect(strands(points, [...edges, [0, 3]])).toEqual([[[1, 0, 3, 2], true]]);
  });

  test('cross at the knots of a net', () => {
    const points: [number, number][] = [
      [-1, 0],
      [0, 0],
      [1, 0.1],
      [0, -1],
      [0.1, 1],
    ];
    const edges: Edge[] = [
      [0, 1],
      [1, 2],
      [3, 1],
      [1, 4],
    ];
    expect(strands(points, edges)).toEqual([
      [[0, 1, 2], false],
      [[3, 1, 4], false],
    ]);
  });

  test('end where they meet another from its side: an eye is closed by itself', () => {
    const loop = Array.from({ length: 6 }, (_, i): [number, number] => [
      Math.sin((Math.PI * i) / 3),
      Math.cos((Math.PI * i) / 3),
    ]);
    const edges: Edge[] = loop.map((_, i) => [i, (i + 1) % 6]);
    expect(strands([...loop, [0, 2]], [...edges, [6, 0]])).toEqual([
      [[6, 0], false],
      [[0, 1, 2, 3, 4, 5], true],
    ]);
  });
});
