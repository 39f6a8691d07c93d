// Between sRGB, in which colours are given, and linear light, in which they add up (IEC 61966-2-1).

import { pow } from '../num/elementary/index.ts';

export function linearFromSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

export function srgbFromLinear(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055;
}
