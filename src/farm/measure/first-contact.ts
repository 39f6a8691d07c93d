// When two things first touch: when the first step began whose contacts have both.

import type { ContactRows } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';

/** Bodies, and deformables counted on from them, as contacts name them. */
export function thingsOf({ bodies, deformables }: Scene): readonly string[] {
  return [...bodies, ...deformables].map(({ name }) => name);
}

/** [s]; NaN where they do not touch in these rows. */
export function firstContact(rows: ContactRows, a: number, b: number): number {
  let first = Number.NaN;
  for (let i = 0; i < rows.count; i++) {
    const [one, other] = [rows.body[i], rows.other[i]];
    const meet = (one === a && other === b) || (one === b && other === a);
    if (meet && !(rows.start[i] >= first)) first = rows.start[i];
  }
  return first;
}
