// The kernel of solids gives what its readable twin gives, one tetrahedron after another, bit for bit.

import { expect, test } from 'vitest';
import type { Elements } from '../../../../src/engines/ipc/soft/elements.ts';
import { planSoft } from '../../../../src/engines/ipc/soft/plan.ts';
import { enterRoom, GRADIENT, HESSIAN, room } from '../../../../src/engines/ipc/soft/room.ts';
import { ENERGY, FULL, PROJECTED } from '../../../../src/engines/ipc/soft/sheet-layout.ts';
import { createSheetRoom, isTabled, SheetTable } from '../../../../src/engines/ipc/soft/sheet-table.ts';
import { Random } from '../../../../src/num/index.ts';
import { createArena, loadKernels } from '../../../../src/num/kernels/index.ts';
import { resolveScene } from '../../../../src/scene/index.ts';

await loadKernels();

/** A box at rest, and where its nodes have been pushed to. */
function pushedBox(elements: 'linear' | 'quadratic', stretchDamping: number) {
  const { scene } = resolveScene({
    name: 'box',
    deformables: [
      {
        kind: 'solid',
        shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
        elements,
        resolution: 1,
        youngsModulus: 1e4,
        density: 1000,
        material: { poissonRatio: 0.4 },
        stretchDamping,
      },
    ],
  });
  const plan = planSoft(scene, 0.01)[0];
  if (!plan) throw new Error('nothing deforms');
  const nodes = 1 + Math.max(...plan.elements.flatMap((kind) => [...kind.nodes]));
  const random = new Random(7);
  const q = Float64Array.from({ length: 3 * nodes }, () => random.between(-0.05, 0.05));
  return { kinds: plan.elements, nodes, q, random };
}

/** What the readable twin gives: gradient of each node, and the blocks of each element beside each other. */
function readable(kind: Elements, q: Float64Array, projected: boolean) {
  const { width, nodes, count } = kind;
  const force = new Float64Array(q.length);
  const values = new Float64Array(9 * width * width * count);
  enterRoom();
  for (let e = 0; e < count; e++) {
    kind.gather(e, q);
    kind.writeGradient(e);
    for (let k = 0; k < 3 * width; k++)
      force[3 * nodes[width * e + Math.floor(k / 3)] + (k % 3)] += room[GRADIENT + k];
    kind.writeHessian(e, projected);
    for (let a = 0; a < width; a++)
      for (let b = a; b < width; b++)
        for (let k = 0; k < 9; k++)
          values[9 * (width * (width * e + a) + b) + k] =
            room[HESSIAN + 3 * width * (3 * a + Math.floor(k / 3)) + 3 * b + (k % 3)];
  }
  return { force, values };
}

test.each([
  ['linear', 0],
  ['linear', 0.01],
  ['quadratic', 0],
  ['quadratic', 0.01],
] as const)('%s tetrahedra damped by %f', (elements, damping) => {
  const { kinds, nodes, q, random } = pushedBox(elements, damping);
  const arena = createArena();
  const shared = createSheetRoom(arena, nodes);
  for (const kind of kinds) {
    if (!isTabled(kind)) throw new Error('these have no kernel');
    const table = new SheetTable(shared, kind);
    kind.begin(q, 0.01);
    const moved = q.map((x) => x + random.between(-0.02, 0.02));
    shared.q.set(moved);
    expect(table.run(ENERGY, 1)).toBe(kind.energyAt(moved));
    const blocks = kind.width * kind.width * kind.count;
    const values = arena.f64(9 * blocks);
    const slots = arena.i32(blocks);
    for (let k = 0; k < blocks; k++) slots[k] = k;
    for (const part of [FULL, PROJECTED]) {
      shared.force.fill(0);
      values.fill(0);
      table.run(part, 1, values, slots);
      const wanted = readable(kind, moved, part === PROJECTED);
      expect(wanted.values.some((v) => v !== 0)).toBe(true);
      expect([...shared.force]).toEqual([...wanted.force]);
      // zeros have either sign
      expect(values.every((v, k) => v === wanted.values[k])).toBe(true);
    }
  }
});
