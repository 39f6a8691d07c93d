// Which things come near each other, and what is wanted between them.

import { BroadPhase, IndexList } from '../../geometry/tree/index.ts';
import { meshBounds } from '../../geometry/index.ts';
import { collisionRule } from './movers.ts';
import { standsOut } from '../core.ts';
import { diagonalOf, ItemShapes, meshAboutOrigin, originOf, type PlacedShape } from './shapes.ts';
import type { SeparateChoices } from './separate.ts';
import type { Scene } from '../types.ts';

/** Gaps above this part of the wanted one are left alone. */
const ENOUGH = 0.1;
/** Of the smaller thing's size. */
const DEEPEST = 0.02;

/** How deep two things of these sizes may overlap so that they can be separated [m]. */
export function deepestOverlap(a: number, b: number): number {
  return DEEPEST * Math.min(a, b);
}

export interface NearPair {
  readonly a: number;
  readonly b: number;
  /** Nearer than this they have to be moved apart [m]. */
  readonly least: number;
  /** What there shall be between them then [m]. */
  readonly gap: number;
  /** Overlaps are seen down to this depth [m]. */
  readonly reach: number;
  /** Those deeper than this are left alone [m]. */
  readonly deepest: number;
  /** Motion cannot open it. */
  jammed: boolean;
}

/** Pairs that may not touch and whose boxes come near, with what is wanted between them, and the shapes of all these. */
export function nearPairs(
  scene: Scene,
  { gap, separation = 0, hair }: SeparateChoices,
): { readonly pairs: NearPair[]; readonly shapes: Map<number, PlacedShape> } {
  const collide = collisionRule(scene);
  const count = scene.bodies.length + scene.deformables.length;
  const boxes = new Float64Array(6 * count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const bounds = meshBounds(meshAboutOrigin(scene, i));
    const origin = originOf(scene, i);
    sizes[i] = diagonalOf(bounds);
    // Others may be pushed towards it: stacks grow.
    const grown = 0.1 * sizes[i] + (gap ?? 0) + separation;
    for (let k = 0; k < 6; k++) boxes[6 * i + k] = bounds[k] + origin[k % 3] + (k < 3 ? -grown : grown);
  }
  const deepestOf = hair === undefined ? undefined : hairs(scene, hair);
  const list = new IndexList(256);
  new BroadPhase().findPairs(list, boxes);
  const pairs: NearPair[] = [];
  const shapes = new Map<number, PlacedShape>();
  const made = new ItemShapes(scene);
  for (let k = 0; k < list.length; k += 2) {
    const [a, b] = [list.data[k], list.data[k + 1]];
    if (!collide(a, b)) continue;
    for (const i of [a, b]) if (!shapes.has(i)) shapes.set(i, made.of(i));
    const extra = gap ?? 1e-3 * Math.min(sizes[a], sizes[b]);
    const visible = deepestOverlap(sizes[a], sizes[b]);
    const deepest = deepestOf?.(a, b) ?? visible;
    pairs.push({
      a,
      b,
      least: separation + ENOUGH * extra,
      gap: separation + extra,
      reach: separation + extra + visible,
      deepest,
      jammed: false,
    });
  }
  return { pairs, shapes };
}

/**
 * How deep two things may overlap and be a hair in each other [m]: a part of the thinner one's smallest extent, besides what stands out
 * of true shapes of the cores that are around them.
 */
export function hairs(scene: Scene, part: number): (a: number, b: number) => number {
  const known = new Map<number, { extent: number; out: number }>();
  const of = (i: number): { extent: number; out: number } => {
    const one = known.get(i) ?? {
      extent: extentOf(scene, i),
      out: i < scene.bodies.length ? standsOut(scene.bodies[i].shape) : 0,
    };
    known.set(i, one);
    return one;
  };
  return (a, b) => part * Math.min(of(a).extent, of(b).extent) + of(a).out + of(b).out;
}

/** The smallest extent of a thing along the axes of its own frame [m]; of a sheet the smallest there is. */
function extentOf(scene: Scene, item: number): number {
  const { mesh } =
    item < scene.bodies.length ? scene.bodies[item] : scene.deformables[item - scene.bodies.length];
  const bounds = meshBounds(scene.meshes[mesh]);
  const extents = [0, 1, 2].map((k) => bounds[3 + k] - bounds[k]);
  const largest = Math.max(...extents);
  return Math.min(...extents.filter((extent) => extent > 1e-9 * largest), largest);
}
