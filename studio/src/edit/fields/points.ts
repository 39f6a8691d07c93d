// Outlines as a line of text: "0 0, 1 0, 0 1; 0.1 0.1, …", corners apart by commas, outlines by semicolons.

import type { Points } from '../../../../src/geometry/primitives/index.ts';

export function writePoints(outlines: readonly Points[]): string {
  return outlines.map((points) => points.map((point) => point.join(' ')).join(', ')).join('; ');
}

/** Undefined where it is no such text. */
export function readPoints(text: string): Points[] | undefined {
  if (text.trim() === '') return [];
  const outlines = text
    .split(';')
    .map((one) => one.split(',').map((point) => point.trim().split(/\s+/).map(Number)));
  const isGood = outlines.every((points) =>
    points.every((point) => point.length === 2 && point.every(Number.isFinite)),
  );
  return isGood ? (outlines as [number, number][][]) : undefined;
}
