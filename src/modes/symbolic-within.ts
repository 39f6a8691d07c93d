// The structure of a body's factor, ordered as takes the least work, if it fits into the memory that it may take.

import { MeshError } from '../geometry/index.ts';
import type { TetraMesh } from '../geometry/tetra/index.ts';
import { analyse as analyseFactor, predictedFill, type Symbolic } from '../num/sparse/index.ts';
import type { System } from './elements/assemble.ts';

/**
 * @param poll  called between its parts; what it throws ends the work
 * @throws MeshError where it does not
 */
export function symbolicWithin(
  { pattern }: Omit<System, 'mass'>,
  mesh: TetraMesh,
  memoryBytes: number,
  poll: () => void,
): Symbolic {
  // dissected by planes already (assemble.ts); for thin walls and wires minimum degree may do better
  const own = predictedFill(pattern, { ordering: 'natural' });
  poll();
  const byDegree = predictedFill(pattern, { ordering: 'degree' });
  poll();
  const ordering = byDegree.operations < 0.9 * own.operations ? 'degree' : 'natural';
  const fill = ordering === 'natural' ? own : byDegree;
  if (fill.bytes > memoryBytes) {
    throw new MeshError(
      `the factorisation of ${3 * pattern.count} unknowns would take ${gigabytes(fill.bytes)}`,
      `mesh of ${mesh.elements.length / 10} tetrahedra`,
      `limit ${gigabytes(memoryBytes)}`,
      'use fewer tetrahedra: a lower resolution, or a simpler shape',
    );
  }
  return analyseFactor(pattern, { ordering });
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toPrecision(2)} GB`;
}
