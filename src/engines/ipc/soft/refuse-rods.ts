// Rods that cannot be: with segments of no length, or that turn back on themselves, where no bend is as sharp.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Deformable } from '../../../scene/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import { lengthTriple } from '../../../num/index.ts';
import { curvatureOf, tangentsOf } from './rod-frames.ts';
import { type Strand, strandsOf } from './strands.ts';

/** 2 tan of half the largest angle between two segments: about 174°. */
const SHARPEST = 40;

/** @param where  the place of the deformable */
export function refuseRod(deformable: Deformable, mesh: Mesh, where: string): Fault[] {
  if (deformable.kind !== 'rod' || deformable.track) return [];
  const rest = deformable.restPositions ?? mesh.positions;
  const shapes = rest === mesh.positions ? [rest] : [mesh.positions, rest];
  return strandsOf(mesh.wires, rest).flatMap((strand) =>
    shapes.flatMap((positions) => faultsOf(strand, positions, where)),
  );
}

function faultsOf(strand: Strand, positions: Float64Array, where: string): Fault[] {
  const { vertices, isClosed } = strand;
  const tangents = tangentsOf(strand, positions);
  const empty = tangents.findIndex((t) => !(lengthTriple(t) > 0.5));
  if (empty >= 0)
    return [
      {
        what: 'has a segment of no length',
        where: `${where}, vertex ${vertices[empty]}`,
        remedy: 'remove one of its ends, or move them apart',
      },
    ];
  for (let j = isClosed ? 0 : 1; j < tangents.length; j++) {
    const before = tangents[(j + tangents.length - 1) % tangents.length];
    if (lengthTriple(curvatureOf(before, tangents[j])) < SHARPEST) continue;
    return [
      {
        what: 'turns back on itself',
        where: `${where}, vertex ${vertices[j]}`,
        remedy: 'let it turn in several segments',
      },
    ];
  }
  return [];
}
