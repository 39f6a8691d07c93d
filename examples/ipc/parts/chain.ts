// Chains of round-bar links and nets of them: links turned by a quarter each, hung with a little play.

import { type BodyFile, primitive, turn } from '../../../src/scene/index.ts';
import { atan2 } from '../../../src/num/elementary/index.ts';
import { distanceBetween, type Outcome } from '../../../src/sim/index.ts';

type Triple = [number, number, number];

export interface ChainShape {
  /** Outer length and width of a link, and diameter of its bar [m]. */
  readonly length: number;
  readonly width: number;
  readonly thickness: number;
}

export const smallChain: ChainShape = { length: 0.06, width: 0.036, thickness: 0.008 };

/** From link to link, drawn tight [m]: the inner length of a link, less one bar. */
export function chainPitch({ length, thickness }: ChainShape): number {
  return length - 2 * thickness;
}

/**
 * Links from `start` on along a direction of the xy plane, every other one turned by a quarter about it.
 * @param slack  part of the pitch by which links start nearer than drawn tight
 */
export function chainLinks(
  count: number,
  shape: ChainShape,
  start: Triple,
  direction: readonly [number, number],
  rest: Omit<BodyFile, 'shape'>,
  slack = 0.01,
): BodyFile[] {
  const step = (1 - slack) * chainPitch(shape);
  // The link's long axis from x to the direction, then every other one a quarter about that axis.
  const tilt = atan2(direction[1], direction[0]);
  return Array.from({ length: count }, (_, i) => ({
    ...primitive('chain-link', { ...shape, segments: 6, barSegments: 8, ...rest }),
    name: `link-${i + 1}`,
    position: [start[0] + i * step * direction[0], start[1] + i * step * direction[1], start[2]] as Triple,
    rotation: i % 2 === 0 ? turn('z', tilt) : quarterAbout(tilt),
  }));
}

/** A turn by `tilt` about z of a link that was first turned by a quarter about x. */
function quarterAbout(tilt: number): { euler: Triple } {
  return { euler: [90, 0, (tilt * 180) / Math.PI] };
}

/** Whether no two neighbours ever drew further apart than a pitch: chained links cannot. */
export function linksHold(r: Outcome, names: readonly string[], pitch: number): boolean {
  return Array.from(r.times).every((t) =>
    names.slice(1).every((name, i) => distanceBetween(r, names[i], name, t) < 1.01 * pitch),
  );
}
