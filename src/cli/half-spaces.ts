// Regions given on the command line by simple conditions, such as "x<0.001" or "z>2cm,x<0": data, never code.

import { InvalidArgumentError } from 'commander';

export type Region = (x: number, y: number, z: number) => boolean;

const UNITS: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001, '': 1 };
const CONDITION = /^\s*([xyz])\s*(<=|>=|<|>)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(mm|cm|m)?\s*$/i;

/** Conditions separated by commas must all hold; a flag given again adds a region. */
export function regionArgument(text: string, before?: Region): Region {
  const conditions = text.split(',').map((part) => {
    const match = CONDITION.exec(part);
    if (!match)
      throw new InvalidArgumentError(
        `Give conditions on x, y or z such as "x<0.001" or "z>2cm,y<0" (not "${part.trim().slice(0, 40)}").`,
      );
    return {
      axis: 'xyz'.indexOf(match[1].toLowerCase()),
      operator: match[2],
      bound: Number(match[3]) * UNITS[(match[4] ?? '').toLowerCase()],
    };
  });
  return (x, y, z) => {
    if (before?.(x, y, z)) return true;
    return conditions.every(({ axis, operator, bound }) => {
      const value = axis === 0 ? x : axis === 1 ? y : z;
      if (operator === '<') return value < bound;
      if (operator === '<=') return value <= bound;
      return operator === '>' ? value > bound : value >= bound;
    });
  };
}
