// Which tilts share a node: on a grid whose diagonals alternate, such as meet no others.

import { expect, test } from 'vitest';
import { planSoft } from '../../../../src/engines/ipc/soft/plan.ts';
import { predictedFill, patternFromPairs } from '../../../../src/num/sparse/index.ts';
import { resolveScene } from '../../../../src/scene/index.ts';

/** What elements of a sheet of so many cells couple. */
function sheet(cells: number, diagonals?: 'same') {
  const shape = {
    kind: 'grid' as const,
    size: [1, 1] as [number, number],
    cells: [cells, cells] as [number, number],
  };
  const { scene } = resolveScene({
    name: 'sheet',
    deformables: [
      {
        kind: 'cloth',
        shape: diagonals ? { ...shape, diagonals } : shape,
        thickness: 0.001,
        stretchStiffness: 1000,
        bendStiffness: 1e-5,
      },
    ],
  });
  const plan = planSoft(scene, 0.01)[0];
  if (!plan) throw new Error('nothing deforms');
  return { plan, nodes: scene.deformables[0].masses.length + plan.hidden.length };
}

test('every tilt has a place of its own in a hidden node', () => {
  const { plan, nodes } = sheet(4);
  const seen = new Set<number>();
  for (const elements of plan.elements) for (const node of elements.nodes) if (node >= 25) seen.add(node);
  expect(seen.size).toBe(nodes - 25);
  expect(plan.hidden.every(({ mass }) => mass > 0)).toBe(true);
});

test('tilts of a grid with alternating diagonals less than double the factorisation', () => {
  const operations = [sheet(30), sheet(30, 'same')].map(({ plan, nodes }) => {
    const rows: number[] = [];
    const columns: number[] = [];
    for (const { nodes: own, width, count } of plan.elements)
      for (let e = 0; e < count; e++)
        for (let a = width * e; a < width * (e + 1); a++)
          for (let b = width * e; b < a; b++)
            if (own[a] !== own[b]) {
              rows.push(own[a]);
              columns.push(own[b]);
            }
    return predictedFill(patternFromPairs(nodes, 3, rows, columns).pattern).operations;
  });
  expect(operations[0]).toBeLessThan(2 * operations[1]);
});
