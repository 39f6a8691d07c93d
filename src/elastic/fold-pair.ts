// Two folds at once, as fold.ts looks at one: in WebAssembly in lanes (fold-pair.part.as.ts), with the same bits. Portable.

import { type i32, wholeAt } from '../num/kernels/machine.ts';
import { foldLook } from './fold.ts';

/**
 * Looks at a fold, as fold.ts does.
 * @param places    three reals a vertex
 * @param vertices  address of the numbers of its four: both ends of the edge, both corners
 */
export function foldLookAt(places: i32, vertices: i32, out: i32): void {
  const a: i32 = places + 3 * wholeAt(vertices);
  const b: i32 = places + 3 * wholeAt(vertices + 1);
  const c: i32 = places + 3 * wholeAt(vertices + 2);
  const d: i32 = places + 3 * wholeAt(vertices + 3);
  foldLook(a, b, c, d, out);
}

/** Looks at two folds, whose vertices stand one after the other. */
export function foldLookTwo(places: i32, vertices: i32, out: i32, second: i32): void {
  foldLookAt(places, vertices, out);
  foldLookAt(places, vertices + 4, second);
}
