// Exact decisions about points of a plane, x and y by turns.

import { incircle, orient2d } from 'robust-predicates';

/** Twice the area of a b c, positive where they turn left (the predicate's y axis points down). */
export function turn(points: ArrayLike<number>, a: number, b: number, c: number): number {
  return -orient2d(
    points[2 * a],
    points[2 * a + 1],
    points[2 * b],
    points[2 * b + 1],
    points[2 * c],
    points[2 * c + 1],
  );
}

/** Strictly inside the circle through a b c, these counter-clockwise. */
export function insideCircle(points: ArrayLike<number>, a: number, b: number, c: number, d: number): boolean {
  return (
    incircle(
      points[2 * a],
      points[2 * a + 1],
      points[2 * b],
      points[2 * b + 1],
      points[2 * c],
      points[2 * c + 1],
      points[2 * d],
      points[2 * d + 1],
    ) > 0
  );
}
