// From pascal to full scale: 10 Pa, so that 1 Pa (94 dB SPL) is −20 dBFS, whatever is rendered.

import { pow } from '../num/elementary/index.ts';

/** The pressure that a full-scale sample stands for [Pa]. */
export const FULL_SCALE_PASCAL = 10;

/** The factor of decibels. */
export function fullScaleOf(decibels: number): number {
  return pow(10, decibels / 20);
}
