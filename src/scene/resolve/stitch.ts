// Stitches of a scene: whose vertices are sewn to whose.

import type { Mesh } from '../../geometry/index.ts';
import type { Collector } from '../fault/collector.ts';
import type { StitchFile } from '../schema/scene.ts';
import type { Deformable, Stitch } from '../types.ts';

/** @param deformable  index of what is named, undefined with a fault where that is none */
export function resolveStitch(
  { a, b = a, vertices, closing = 0, stiffness }: StitchFile,
  where: string,
  deformables: readonly Deformable[],
  meshes: readonly Mesh[],
  deformable: (name: string, where: string) => number | undefined,
  collector: Collector,
): Stitch | undefined {
  const sides = [deformable(a, `${where}.a`), deformable(b, `${where}.b`)];
  const before = collector.faults.length;
  sides.forEach((side, s) => {
    if (side === undefined) return;
    const { kind, mesh } = deformables[side];
    if (kind === 'particles')
      collector.add(
        'grains are not sewn',
        `${where}.${s === 0 ? 'a' : 'b'}`,
        kind,
        'name a sheet, a rod or a solid',
      );
    const count = meshes[mesh].positions.length / 3;
    vertices.forEach((pair, k) => {
      if (pair[s] >= count)
        collector.add(
          'there is no such vertex',
          `${where}.vertices[${k}][${s}]`,
          pair[s],
          `there are ${count}, counted from 0`,
        );
    });
  });
  vertices.forEach(([v, w], k) => {
    if (a === b && v === w)
      collector.add('a vertex is sewn to itself', `${where}.vertices[${k}]`, v, 'give two vertices');
  });
  if (sides[0] === undefined || sides[1] === undefined || collector.faults.length > before) return undefined;
  return {
    a: sides[0],
    b: sides[1],
    vertices: vertices.flat(),
    closing,
    ...(stiffness === undefined ? {} : { stiffness }),
  };
}
