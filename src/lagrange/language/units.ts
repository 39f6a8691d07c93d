// Units a number may carry: `90 deg`, `5 mm`. Without one, numbers are in SI units and angles in radians.
//
// A word right behind a number is always a unit, never a name, so a constant may be called `mm` without harm. Units of
// one letter are left out on purpose: `2 g` or `2 m` would silently mean grams or metres where a reader expects a
// product with the constant g or the mass m. Written so, they are a fault that says so.

export interface Unit {
  readonly name: string;
  /** SI value of one of it. */
  readonly factor: number;
  readonly doc: string;
}

export const units: readonly Unit[] = [
  { name: 'deg', factor: Math.PI / 180, doc: 'degree, π/180 rad' },
  { name: 'rad', factor: 1, doc: 'radian' },
  { name: 'rpm', factor: Math.PI / 30, doc: 'turns per minute, π/30 rad/s' },
  { name: 'mm', factor: 1e-3, doc: 'millimetre' },
  { name: 'cm', factor: 1e-2, doc: 'centimetre' },
  { name: 'km', factor: 1e3, doc: 'kilometre' },
  { name: 'gram', factor: 1e-3, doc: 'gram, 0.001 kg' },
  { name: 'kg', factor: 1, doc: 'kilogram' },
  { name: 'ms', factor: 1e-3, doc: 'millisecond' },
  { name: 'kN', factor: 1e3, doc: 'kilonewton' },
];

/** A Map, so that a word such as `constructor` is no unit. */
export const unitByName: ReadonlyMap<string, Unit> = new Map(units.map((unit) => [unit.name, unit]));
