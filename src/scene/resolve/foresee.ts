// How many vertices the shapes of a scene file would make, before any of them is made.

import { Budget } from '../../geometry/files/index.ts';
import { MeshError } from '../../geometry/index.ts';
import type { Collector } from '../fault/collector.ts';
import { findPrimitive } from '../primitives.ts';
import { limits } from '../read/limits.ts';
import type { SceneFile } from '../schema/scene.ts';
import type { CompoundFile, DeformableShapeFile } from '../schema/shape.ts';
import { generatedVertices } from '../shape.ts';

type AnyShape = DeformableShapeFile | CompoundFile;

/** False where they would not fit, which is a fault; what files hold is counted when they are read. */
export function foresee(file: SceneFile, collector: Collector): boolean {
  const budget = new Budget();
  const counts = new Counts();
  const take = (list: 'bodies' | 'deformables', shape: AnyShape | undefined, i: number) => {
    if (shape === undefined) return;
    budget.take('vertices', counts.of(shape), `${list}[${i}].shape`);
  };
  const fits = collector.attempt('the scene', () => {
    file.bodies?.forEach((body, i) => {
      take('bodies', body?.shape, i);
    });
    file.deformables?.forEach((deformable, i) => {
      take('deformables', deformable?.shape, i);
      if (deformable?.rest !== 'straight') take('deformables', deformable?.rest, i);
    });
    return true;
  });
  return fits === true;
}

class Counts {
  private readonly known = new Map<string, number>();

  of(shape: AnyShape): number {
    switch (shape.kind) {
      case 'file':
        return 0;
      case 'inline':
        return shape.vertices.length;
      case 'compound':
        return shape.parts.reduce((sum, part) => sum + this.of(part.shape), 0);
      case 'grid':
      case 'strip':
      case 'lattice': {
        // One that is too large by itself is named when it comes to it.
        const count = generatedVertices(shape);
        return count > limits.generated ? 0 : count;
      }
      default:
        return this.ofPrimitive(shape);
    }
  }

  private ofPrimitive({ kind, ...given }: { readonly kind: string }): number {
    const key = JSON.stringify([kind, given]);
    let count = this.known.get(key);
    if (count === undefined) {
      try {
        count = findPrimitive(kind).countVertices(given);
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        // What is wrong with it is said when it is made.
        count = 0;
      }
      this.known.set(key, count);
    }
    return count;
  }
}
