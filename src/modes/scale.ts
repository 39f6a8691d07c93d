// Modes of another material or size, without computing them again.
//
//   K = E K₁(ν), M = ρ M₁   ⇒   ω = ω₁ √(E/ρ),   U = U₁ / √ρ
//   x = s x₁                ⇒   ω = ω₁ / s,      U = U₁ / √s³
//
// A material changes what cannot be scaled only by its Poisson ratio ν.

import { firstInertia, scaledInertia } from './inertia.ts';
import type { Modes } from './modes.ts';

/** From modes for E = 1 Pa and ρ = 1 kg/m³ to those of a material of the same ν. */
export function withMaterial(
  modes: Modes,
  { youngsModulus, density }: { readonly youngsModulus: number; readonly density: number },
): Modes {
  return scaled(modes, Math.sqrt(youngsModulus / density), 1 / Math.sqrt(density), 1, density);
}

/** Of the same body `factor` times as large. */
export function withSize(modes: Modes, factor: number): Modes {
  return scaled(modes, 1 / factor, 1 / Math.sqrt(factor * factor * factor), factor, 1);
}

/** The first `count` of them. */
export function firstModes(modes: Modes, count: number): Modes {
  if (count >= modes.count) return modes;
  return {
    ...modes,
    count,
    omegas: modes.omegas.slice(0, count),
    residuals: modes.residuals.slice(0, count),
    ...(modes.errors ? { errors: modes.errors.slice(0, count) } : {}),
    shapes: modes.shapes.slice(0, count * modes.positions.length),
    ...(modes.inertia ? { inertia: firstInertia(modes.inertia, count) } : {}),
  };
}

function scaled(modes: Modes, frequency: number, shape: number, length: number, density: number): Modes {
  return {
    ...modes,
    omegas: modes.omegas.map((omega) => omega * frequency),
    shapes: modes.shapes.map((u) => u * shape),
    ...(modes.inertia ? { inertia: scaledInertia(modes.inertia, shape, length, density) } : {}),
    positions: length === 1 ? modes.positions : modes.positions.map((x) => x * length),
  };
}
