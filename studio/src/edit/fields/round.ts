// Numbers that the mouse gives have digits nobody meant.

/** To a tenth of a micrometre. [m] */
export function roundLength(value: number): number {
  return Number((Math.round(value * 1e7) / 1e7).toPrecision(15));
}

/** To a millionth of a degree. */
export function roundDegrees(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}
