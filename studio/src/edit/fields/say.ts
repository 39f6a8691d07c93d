// Small things that fields of bodies and of deformables have in common.

import type { Vec3 } from '../../../../src/scene/index.ts';

type Triple = [number, number, number];

/** A vector with one part replaced. */
export function replaced(vector: Vec3, axis: number, value: number): Triple {
  const out: Triple = [vector[0], vector[1], vector[2]];
  out[axis] = value;
  return out;
}

/** A mass in words, in a unit that suits it. */
export function sayMass(kg: number): string {
  const digits = (x: number) => String(Number(x.toPrecision(3)));
  if (!(kg > 0)) return '';
  if (kg < 1e-3) return `${digits(kg * 1e6)} mg`;
  return kg < 1 ? `${digits(kg * 1e3)} g` : kg < 1e4 ? `${digits(kg)} kg` : `${digits(kg / 1e3)} t`;
}
