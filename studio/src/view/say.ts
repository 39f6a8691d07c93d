// Numbers for people: a few digits, and the unit with the prefix that reads best.

const PREFIXES: readonly (readonly [number, string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
  [1e-12, 'p'],
];

/** Units that take a prefix; others are written with powers of ten where numbers need them. */
const PREFIXED = new Set(['m', 'g', 's', 'N', 'J', 'm/s', 'N m', 'W', 'Pa', 'Hz']);

export function sayNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
    const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 2)).split('e');
    return minus(`${Number(mantissa)}e${Number(exponent)}`);
  }
  return minus(String(Number(value.toPrecision(digits))));
}

/** Such as "12.5 mm" or "3.2 kN". */
export function say(value: number, unit: string, digits = 4): string {
  const size = Math.abs(value);
  if (unit === 'kg' && size > 0 && size < 1) return say(1000 * value, 'g', digits);
  if (!PREFIXED.has(unit) || !Number.isFinite(value) || size === 0)
    return unit === '' ? sayNumber(value, digits) : `${sayNumber(value, digits)} ${unit}`;
  const rounded = Number(size.toPrecision(digits));
  const [scale, prefix] = PREFIXES.find(([least]) => rounded >= least) ?? PREFIXES[PREFIXES.length - 1];
  return `${minus(String(Number((value / scale).toPrecision(digits))))} ${prefix}${unit}`;
}

export function sayAngle(radians: number): string {
  return `${minus(String(Number(((radians * 180) / Math.PI).toFixed(2))))}°`;
}

function minus(text: string): string {
  return text.replace(/-/g, '−');
}
