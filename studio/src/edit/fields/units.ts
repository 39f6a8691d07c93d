// Numbers with units as people type and read them. Scene files are in SI units; the page shows what reads best.

export const lengthUnits = { m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, in: 0.0254, ft: 0.3048 } as const;
export type LengthUnit = keyof typeof lengthUnits;

type UnitTable = Readonly<Record<string, number>>;

/** What may be typed behind a number, by the SI unit that it becomes. */
const tables: Readonly<Record<string, UnitTable>> = {
  m: { ...lengthUnits, km: 1e3, µm: 1e-6, μm: 1e-6, nm: 1e-9, '"': 0.0254, "'": 0.3048 },
  s: { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, min: 60, h: 3600 },
  kg: { kg: 1, g: 1e-3, mg: 1e-6, t: 1e3, lb: 0.45359237, oz: 0.028349523125 },
  'm/s': { 'm/s': 1, 'mm/s': 1e-3, 'cm/s': 1e-2, 'km/h': 1 / 3.6, mph: 0.44704 },
  'm/s²': { 'm/s²': 1, 'm/s2': 1, g: 9.80665 },
  'kg/m³': { 'kg/m³': 1, 'kg/m3': 1, 'g/cm³': 1e3, 'g/cm3': 1e3 },
  'rad/s': { 'rad/s': 1, 'deg/s': Math.PI / 180, '°/s': Math.PI / 180, rpm: Math.PI / 30, hz: 2 * Math.PI },
  rad: { rad: 1, deg: Math.PI / 180, '°': Math.PI / 180 },
  '°': { '°': 1, deg: 1, rad: 180 / Math.PI },
  Hz: { hz: 1, khz: 1e3, fps: 1 },
};

/**
 * Reads what was typed: a number, perhaps with a unit, in SI.
 * @param unit   the SI unit wanted
 * @param shown  what a number without a unit is in; `unit` itself unless said
 * @returns undefined where it is no such number
 */
export function parseQuantity(text: string, unit: string, shown: string = unit): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\S*)\s*$/i.exec(
    text.replace(',', '.').replace('−', '-'),
  );
  if (match === null) return undefined;
  const table = Object.hasOwn(tables, unit) ? tables[unit] : { [unit]: 1 };
  const named = match[2] === '' ? shown : match[2];
  const scale = table[named] ?? table[named.toLowerCase()];
  if (scale === undefined) return undefined;
  // Through digits, so that 12 mm is 0.012 and not its neighbour.
  const value = Number((Number(match[1]) * scale).toPrecision(15));
  return Number.isFinite(value) ? value : undefined;
}

/** A number of SI in the unit that is shown, without the unit, with no digits that only rounding put there. */
export function formatQuantity(value: number, unit: string, shown: string = unit): string {
  const scale = (Object.hasOwn(tables, unit) ? tables[unit] : {})[shown] ?? 1;
  const number = Number((value / scale).toPrecision(12));
  const size = Math.abs(number);
  if (size !== 0 && (size >= 1e9 || size < 1e-6)) return number.toExponential().replace('e+', 'e');
  return String(number);
}

/** The unit in which the sizes of a scene are best written. @param size  of its bodies, typically [m] */
export function unitFor(size: number): LengthUnit {
  return size > 0 && size < 0.2 ? 'mm' : 'm';
}

/** [m] with the unit that reads best. */
export function sayLength(value: number): string {
  const size = Math.abs(value);
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (size === 0) return '0 m';
  if (size < 1e-6) return `${digits(value * 1e9)} nm`;
  if (size < 1e-3) return `${digits(value * 1e6)} µm`;
  if (size < 0.1) return `${digits(value * 1e3)} mm`;
  return `${digits(value)} m`;
}

export function sayBytes(count: number): string {
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (count < 1e3) return `${count} bytes`;
  if (count < 1e6) return `${digits(count / 1e3)} kB`;
  if (count < 1e9) return `${digits(count / 1e6)} MB`;
  return `${digits(count / 1e9)} GB`;
}
