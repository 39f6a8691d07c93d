import type { Part, Points } from './part.ts';

/** The smallest box around a part: lower xyz, then upper xyz [m]. */
export function boxOf({ from }: Part, { x }: Points): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const v of from)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], x[3 * v + k]);
      box[3 + k] = Math.max(box[3 + k], x[3 * v + k]);
    }
  return box;
}
