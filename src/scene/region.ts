// Regions of a body by simple conditions, such as "x<0.001" or "z>2cm,y<0": data, never code.
//
// Conditions on single coordinates that must all hold are a box, open to the sides that nothing is said about; a region
// is one or several boxes. "<" and "<=" mean the same: rounding could not tell them apart.

import type { RegionBox } from './types.ts';

const UNITS: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, '': 1 };
const CONDITION = /^\s*([xyz])\s*(<=?|>=?)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(mm|cm|m)?\s*$/i;

/** What conditions look like, for messages. */
export const CONDITION_HELP = 'conditions on x, y or z such as "x<0.001" or "z>2cm,y<0"';

/** Conditions separated by commas, all of which hold; the first that is none, where there is one. */
export function readConditions(text: string): RegionBox | { readonly wrong: string } {
  const low: (number | null)[] = [null, null, null];
  const high: (number | null)[] = [null, null, null];
  for (const part of text.split(',')) {
    const match = CONDITION.exec(part);
    if (!match) return { wrong: part.trim().slice(0, 40) };
    const axis = 'xyz'.indexOf(match[1].toLowerCase());
    const bound = Number(match[3]) * UNITS[(match[4] ?? '').toLowerCase()];
    if (!Number.isFinite(bound)) return { wrong: part.trim().slice(0, 40) };
    if (match[2][0] === '<') high[axis] = Math.min(high[axis] ?? Infinity, bound);
    else low[axis] = Math.max(low[axis] ?? -Infinity, bound);
  }
  return { low: [low[0], low[1], low[2]], high: [high[0], high[1], high[2]] };
}

/** @param slack  this far outside still counts [m] */
export function isInRegion(
  boxes: readonly RegionBox[],
  slack: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const within = (low: number | null, high: number | null, value: number): boolean =>
    (low === null || value >= low - slack) && (high === null || value <= high + slack);
  return boxes.some(
    ({ low, high }) => within(low[0], high[0], x) && within(low[1], high[1], y) && within(low[2], high[2], z),
  );
}

/** The text that `readConditions` reads as this box. */
export function conditionsOf({ low, high }: RegionBox): string {
  const some = (operator: string, bounds: RegionBox['low']): string[] =>
    bounds.flatMap((bound, k) => (bound === null ? [] : [`${'xyz'[k]}${operator}${bound}`]));
  return [...some('>', low), ...some('<', high)].join(',');
}
