// Colours as a specification writes them, #rgb, #rrggbb or a name, to sRGB 0…1.

import type { Vec3 } from '../../scene/index.ts';

/** A Map, so that a name such as `constructor` is not found. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    black: '#1a1a1a',
    white: '#f5f5f2',
    gray: '#8a8d91',
    grey: '#8a8d91',
    silver: '#c0c4c8',
    red: '#c8402f',
    crimson: '#a4243b',
    orange: '#f28f3b',
    gold: '#d8a531',
    yellow: '#f2cc4d',
    green: '#4f9d69',
    olive: '#7d8c3a',
    teal: '#2f7f79',
    cyan: '#4fb3bf',
    blue: '#2f6db5',
    navy: '#26406b',
    purple: '#7a4d8f',
    violet: '#8f6bb5',
    pink: '#e39aa5',
    brown: '#7b5236',
    tan: '#cdaa7d',
    ivory: '#f1ead8',
  }),
);

/** Colours that specifications may name. */
export const colorNames: readonly string[] = [...named.keys()];

/** Undefined where there is no such colour. */
export function parseColor(text: string): Vec3 | undefined {
  const hex = text.startsWith('#') ? text : named.get(text);
  if (hex === undefined || !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(hex)) return undefined;
  const long = hex.length === 4 ? `#${hex.replace(/[^#]/g, '$&$&').slice(1)}` : hex;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}
