// What queries refuse: numbers that are none, directions without a direction, items that are not there.

import { FaultError } from '../scene/fault/index.ts';

/** Throws a fault about an argument. */
export function refuse(what: string, where: string, value: unknown, remedy: string): never {
  const fault = { what, where, remedy };
  throw new FaultError('this cannot be asked:', [
    value === undefined
      ? fault
      : { ...fault, value: Array.from(value as never[], String).join(' ') || String(value) },
  ]);
}

/** Copies three finite numbers. */
export function takeVector(out: Float64Array, given: ArrayLike<number>, where: string): void {
  for (let k = 0; k < 3; k++) {
    const x = given[k];
    if (!Number.isFinite(x))
      refuse('these are not three finite numbers', where, given, 'give x, y and z [m]');
    out[k] = x;
  }
}

/** Copies a vector and makes its length one. */
export function takeDirection(out: Float64Array, given: ArrayLike<number>, where: string): void {
  takeVector(out, given, where);
  const largest = Math.max(Math.abs(out[0]), Math.abs(out[1]), Math.abs(out[2]));
  if (largest === 0) refuse('the direction has no length', where, given, 'give a vector other than zero');
  for (let k = 0; k < 3; k++) out[k] /= largest;
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let k = 0; k < 3; k++) out[k] /= length;
}

/** How far a query looks [m]: anything but a negative number or none. */
export function takeLimit(limit: number | undefined): number {
  if (limit === undefined) return Number.MAX_VALUE;
  if (!(limit >= 0)) refuse('the limit is no distance', 'limit', [limit], 'give a number ≥ 0 [m], or none');
  return Math.min(limit, Number.MAX_VALUE);
}
