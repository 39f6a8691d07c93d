// Regions of starts: how far outside a place is, and places drawn within.

import { cbrt } from '../../../../num/elementary/index.ts';
import type { Random } from '../../../../num/index.ts';
import type { GoalRegion } from '../../../../scene/index.ts';

/** From the region [m]; 0 within. */
export function outsideOf(region: GoalRegion, place: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const beside = Math.abs(place[k] - region.center[k]) - ('size' in region ? 0.5 * region.size[k] : 0);
    if (beside > 0) square += beside * beside;
  }
  return Math.max(0, Math.sqrt(square) - ('radius' in region ? region.radius : 0));
}

/** A place within, each as likely as any other; it takes three numbers of chance, whatever the region. */
export function drawWithin(region: GoalRegion, random: Random, out: Float64Array): void {
  if ('size' in region) {
    for (let k = 0; k < 3; k++) out[k] = region.center[k] + region.size[k] * random.between(-0.5, 0.5);
    return;
  }
  random.unitVector(out, 0);
  const distance = region.radius * cbrt(random.uniform());
  for (let k = 0; k < 3; k++) out[k] = region.center[k] + distance * out[k];
}
