// An axis of a plot: which values it spans, where a value lies on it, and where its ticks are.

import { tickTimes } from '../timeline/ticks.ts';
import { numberAt, type NumberColumn } from './row-table.ts';

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly isLog: boolean;
}

/** What the values span, with a little room; a logarithm sees those above zero only. */
export function axisOf(column: NumberColumn, rows: Uint32Array, isLog: boolean): Axis {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = numberAt(column, row);
    if (Number.isNaN(value) || (isLog && value <= 0)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return { from: isLog ? 0.1 : 0, to: 1, isLog };
  if (isLog) {
    const room = least === most ? 2 : (most / least) ** 0.04;
    return { from: least / room, to: most * room, isLog };
  }
  const room = least === most ? 0.1 * Math.abs(least) || 1 : 0.04 * (most - least);
  return { from: least - room, to: most + room, isLog };
}

/** From 0 to 1; NaN where the axis has no place for it. */
export function placeOn({ from, to, isLog }: Axis, value: number): number {
  if (!isLog) return (value - from) / (to - from);
  return value > 0 ? Math.log(value / from) / Math.log(to / from) : Number.NaN;
}

/** @param room  between ticks, at least [px] */
export function ticksOf({ from, to, isLog }: Axis, length: number, room: number): number[] {
  // as wide as numbers are
  if (!Number.isFinite((to - from) * room)) return [];
  if (!isLog) return tickTimes(from, to, length, room);
  const decades = Math.log10(to / from);
  if (decades < 1) return tickTimes(from, to, length, room);
  const every = Math.max(1, Math.ceil((decades * room) / length));
  const within = (length / decades) * Math.log10(2) >= room ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++)
    if (power % every === 0)
      ticks.push(
        ...within.map((digit) => Number(`${digit}e${power}`)).filter((at) => at >= from && at <= to),
      );
  return ticks;
}
