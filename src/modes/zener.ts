// What bending of a metal loses to heat: the side that is pressed together is warmer than the one that is stretched.
//
//   η = Δ ωτ/(1 + ω²τ²),   Δ = E a² T/(ρ c_p),   τ = h² ρ c_p/(π² κ)
//
// a is the thermal expansion, κ the conductivity, c_p the heat capacity, T room temperature, h the thickness. Slow bending
// has time to even out, fast bending none: most is lost at 1/2πτ, for aluminium of 1 mm at 150 Hz with η = 2e-3, twenty times
// what the metal loses by itself. Zener 1937. All modes are taken as bending: a body that stretches or twists loses less,
// but it is thick, and there little is left at tones that are heard.

import type { Material, Thermal } from '../scene/index.ts';
import type { Modes } from './modes.ts';

/** [K] */
const ROOM = 293;

/** η of bending at ω [rad/s]. */
export function zenerLoss(
  omega: number,
  thickness: number,
  { youngsModulus, density }: Pick<Material, 'youngsModulus' | 'density'>,
  { expansion, conductivity, heatCapacity }: Thermal,
): number {
  const heat = density * heatCapacity;
  const strength = (youngsModulus * expansion * expansion * ROOM) / heat;
  const x = (omega * thickness * thickness * heat) / (Math.PI * Math.PI * conductivity);
  return (strength * x) / (1 + x * x);
}

/** Of a plate with the volume and the surface of the body: 2 V/S [m]. */
export function plateThickness({ positions, faces }: Pick<Modes, 'positions' | 'faces'>): number {
  let volume = 0;
  let surface = 0;
  for (let t = 0; t < faces.length; t += 3) {
    const [a, b, c] = [3 * faces[t], 3 * faces[t + 1], 3 * faces[t + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    surface += 0.5 * Math.sqrt(nx * nx + ny * ny + nz * nz);
    volume += (nx * positions[a] + ny * positions[a + 1] + nz * positions[a + 2]) / 6;
  }
  return surface > 0 ? (2 * Math.abs(volume)) / surface : 0;
}
