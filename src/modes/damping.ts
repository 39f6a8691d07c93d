// How fast modes die away.
//
//   q̈ + c q̇ + ω² q = f,   c = η ω + γ Σ_k c_k U_kᵀ (μ I + (1 − μ) n nᵀ) U_k   [1/s]
//   ζ = c / 2ω,   ω_d = √(ω² − c²/4),   amplitude e^(−ct/2),   T60 = 2 ln(1000) / c
//
// η is the loss factor of the material: T60 = 2.2/(η f). Metals add what bending loses to heat (zener.ts). A material without
// a loss factor is damped by mass and stiffness (Rayleigh), α + β ω² instead of η ω. The last sum is what contacts take: at contact k, pressed together
// with c_k [N], a mode is damped by how much it moves there, fully along the normal n and by the friction μ across
// it. γ stands once: eq. (20) of the paper repeats it. Contacts also couple modes; that is left out, as in the paper
// (damping.test.ts compares with all of it).
//
// Zheng, James 2011, "Toward High-Quality Modal Contact Sound", eqs. (15)–(20).

import type { Material } from '../scene/index.ts';
import type { Modes } from './modes.ts';
import { plateThickness, zenerLoss } from './zener.ts';

/** 2 ln(1000): T60 = this / c. */
const SIXTY_DECIBELS = 13.815510557964274;

/** What of a material damps vibration. */
export type DampingMaterial = Pick<
  Material,
  'dampingAlpha' | 'dampingBeta' | 'lossFactor' | 'thermal' | 'density' | 'youngsModulus'
>;

/** What the material takes from each mode [1/s]. */
export function materialRates(
  modes: Pick<Modes, 'omegas' | 'positions' | 'faces'>,
  material: DampingMaterial,
): Float64Array {
  const isWarmed = material.lossFactor !== undefined && material.thermal !== undefined;
  return plateRates(modes.omegas, material, isWarmed ? plateThickness(modes) : 0);
}

/** The same, of something so thick [m]. */
export function plateRates(omegas: Float64Array, material: DampingMaterial, thickness: number): Float64Array {
  const { lossFactor, thermal } = material;
  if (lossFactor === undefined) return rayleighRates(omegas, material);
  if (thermal === undefined) return omegas.map((omega) => lossFactor * omega);
  return omegas.map((omega) => (lossFactor + zenerLoss(omega, thickness, material, thermal)) * omega);
}

/** α + β ω² of each mode [1/s]. */
export function rayleighRates(
  omegas: Float64Array,
  { dampingAlpha, dampingBeta }: Pick<Material, 'dampingAlpha' | 'dampingBeta'>,
): Float64Array {
  return omegas.map((omega) => dampingAlpha + dampingBeta * omega * omega);
}

/** ζ; 1 and more does not ring. */
export function dampingRatio(omega: number, rate: number): number {
  return rate / (2 * omega);
}

/** What is heard [rad/s]; 0 where the mode does not ring. */
export function dampedOmega(omega: number, rate: number): number {
  return Math.sqrt(Math.max(0, omega * omega - 0.25 * rate * rate));
}

/** Until the amplitude has fallen by 60 dB [s]. */
export function decayTime(rate: number): number {
  return SIXTY_DECIBELS / rate;
}

/**
 * Adds γ c Uᵀ (μ I + (1 − μ) n nᵀ) U of one contact to the rate of each mode.
 * @param shapes  displacement of each mode at the contact [1/√kg], xyz, as `shapeAt` gives it
 * @param normal  unit vector at `normalAt`, in the coordinates of the shapes
 * @param force   with which the contact is pressed together [N]
 */
export function addContactRates(
  rates: Float64Array,
  shapes: Float64Array,
  normal: Float64Array,
  normalAt: number,
  force: number,
  friction: number,
  gamma: number,
): void {
  const nx = normal[normalAt];
  const ny = normal[normalAt + 1];
  const nz = normal[normalAt + 2];
  const scale = gamma * force;
  for (let m = 0; m < rates.length; m++) {
    const x = shapes[3 * m];
    const y = shapes[3 * m + 1];
    const z = shapes[3 * m + 2];
    const along = nx * x + ny * y + nz * z;
    rates[m] += scale * (friction * (x * x + y * y + z * z) + (1 - friction) * along * along);
  }
}
