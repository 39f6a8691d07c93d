// The parts of a model that kernels read, laid into their arena, and the kernels over them.
//
// TypeScript reads arrays in WebAssembly memory as fast as any, so a placed model serves both. One that is not placed
// (before a scene is accepted, in tests) is searched by the TypeScript twins, to the same bits.

import { rigidAdvance, RigidCollision } from '../../geometry/ccd/index.ts';
import { placeTree, TreeSearch } from '../../geometry/tree/index.ts';
import type { Arena } from '../../num/kernels/index.ts';
import type { WorkPool } from '../../sim/index.ts';
import type { Model } from './model.ts';
import type { Primitives, Shape } from './contact/shape.ts';

export interface Native {
  readonly trees: TreeSearch;
  readonly collision: RigidCollision;
}

/** The model with its vertices and trees in the arena; `pool` takes part in long lists of collision queries. */
export function placeModel(model: Model, arena: Arena, pool: WorkPool): Model {
  let deepest = 0;
  let largest = 0;
  const placed = new Map<Shape, Shape>();
  const place = ({ indices, tree }: Primitives): Primitives => {
    deepest = Math.max(deepest, tree.depth);
    largest = Math.max(largest, tree.count);
    return { indices, tree: placeTree(arena, tree) };
  };
  for (const shape of new Set(model.shapes)) {
    placed.set(shape, {
      ...shape,
      vertices: place(shape.vertices),
      edges: place(shape.edges),
      faces: place(shape.faces),
      wires: place(shape.wires),
      points: place(shape.points),
    });
  }
  const vertices = arena.f64(model.vertices.length);
  vertices.set(model.vertices);
  return {
    ...model,
    vertices,
    shapes: model.shapes.map((shape) => placed.get(shape) as Shape),
    native: {
      trees: new TreeSearch(arena, deepest, largest),
      collision: new RigidCollision(arena, pool, vertices),
    },
  };
}

/** rigidAdvance over candidates of the model; `motions` holds those of both bodies, one after the other. */
export function advanceCandidates(
  { native, vertices }: Model,
  motions: Float64Array,
  list: Int32Array,
  count: number,
  separation: number,
  keep: number,
  reach: number,
  until: number,
): number {
  if (native) return native.collision.advance(motions, list, count, separation, keep, reach, until);
  return rigidAdvance(vertices, motions, list, count, separation, keep, reach, until);
}
