// Gauss and Seidel, contact by contact, which finds most states at little cost.

import type { Delassus } from './delassus.ts';
import { nearestOfPolygon, type Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';

/**
 * Sweeps over the allowed contacts, each of which solves for its own normal impulse and then its friction.
 * @param x  room for three numbers a contact
 */
export function relaxContacts(
  scaled: ScaledContacts,
  { w, stride, members, count }: Delassus,
  polygon: Polygon,
  allowed: Uint8Array,
  r: Float64Array,
  x: Float64Array,
  sweeps: number,
): void {
  const size = 3 * count;
  for (let slot = 0; slot < count; slot++) {
    const at = 3 * members[slot];
    const acts = allowed[members[slot]] === 1;
    for (let e = 0; e < 3; e++) x[3 * slot + e] = acts ? r[at + e] : 0;
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let slot = 0; slot < count; slot++) {
      const i = members[slot];
      if (allowed[i] === 0) continue;
      const at = 3 * slot;
      const row = at * stride;
      let n = scaled.q[3 * i];
      let ux = scaled.q[3 * i + 1];
      let uy = scaled.q[3 * i + 2];
      for (let k = 0; k < size; k++) {
        const value = x[k];
        n += w[row + k] * value;
        ux += w[row + stride + k] * value;
        uy += w[row + 2 * stride + k] * value;
      }
      const normal = Math.max(0, x[at] - n);
      ux += w[row + stride + at] * (normal - x[at]);
      uy += w[row + 2 * stride + at] * (normal - x[at]);
      x[at] = normal;
      if (scaled.mu[i] === 0) continue;
      const xx = w[row + stride + at + 1];
      const yy = w[row + 2 * stride + at + 2];
      const xy = w[row + stride + at + 2];
      const stiff = 0.5 * (xx + yy) + Math.sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy) || 1;
      nearestOfPolygon(
        polygon,
        scaled.mu[i] * normal,
        x[at + 1] - ux / stiff,
        x[at + 2] - uy / stiff,
        x,
        at + 1,
      );
    }
  }
  for (let slot = 0; slot < count; slot++) {
    for (let e = 0; e < 3; e++) r[3 * members[slot] + e] = x[3 * slot + e];
  }
}
