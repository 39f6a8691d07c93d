// The values of a parameter: of a step of its grid, or at a fraction of its range.

import { exp, log } from '../../num/elementary/index.ts';
import type { Source } from '../sweep.ts';

type Own = Exclude<Source, { readonly kind: 'is' }>;

/** How many steps a grid takes through it. */
export function stepsOf(from: Own): number {
  return from.kind === 'values' ? from.values.length : from.count;
}

/** Both ends of a range are steps of it. */
export function valueAtStep(from: Own, step: number): number {
  if (from.kind === 'values') return from.values[step];
  return step === 0 ? from.range[0] : onRange(from, step / (from.count - 1));
}

/** A list is as many strata as it has entries. */
export function valueAtFraction(from: Own, fraction: number): number {
  if (from.kind === 'values')
    return from.values[Math.min(from.values.length - 1, Math.floor(fraction * from.values.length))];
  return onRange(from, fraction);
}

function onRange({ range: [a, b], scale }: Extract<Own, { kind: 'range' }>, u: number): number {
  if (u <= 0) return a;
  if (u >= 1) return b;
  const value = scale === 'log' ? exp(log(a) + u * (log(b) - log(a))) : a + u * (b - a);
  return Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));
}
