// How long two bodies touch when they collide.
//
//   τ = 2.868 (m*² / (R* E*² v))^(1/5),    1/m* = Σ (1/m + (r×n)·I⁻¹(r×n)),   1/R* = Σ 1/R,
//   1/E* = Σ (1 − ν²)/E,                  v = J / (m* (1 + e))
//
// v is the speed of approach [m/s], found from the impulse J and the restitution e. A shorter contact reaches higher
// modes: hard, light and fast is bright. Hertz 1881; Johnson, "Contact Mechanics", §11.4.

import { pow } from '../../num/elementary/index.ts';
import type { Body } from '../../scene/index.ts';

/** 2 (15/16)^(2/5) ∫ dx/√(1 − x^2.5) from 0 to 1. */
const HERTZ = 2.868267;

/** Below and above these [s] the law of elastic spheres no longer says anything about real contacts. */
const SHORTEST = 1e-5;
const LONGEST = 0.02;

/** What of one side enters. */
export interface Side {
  /** 1/m as felt at the contact [1/kg]; 0 where it does not move. */
  readonly inverseMass: number;
  /** 1/R [1/m]. */
  readonly curvature: number;
  /** (1 − ν²)/E [1/Pa]. */
  readonly compliance: number;
}

/** [s] */
export function hertzDuration(a: Side, b: Side, impulse: number, restitution: number): number {
  const inverseMass = a.inverseMass + b.inverseMass;
  const curvature = a.curvature + b.curvature;
  const compliance = a.compliance + b.compliance;
  if (!(inverseMass > 0 && impulse > 0)) return SHORTEST;
  const mass = 1 / inverseMass;
  const speed = impulse / (mass * (1 + restitution));
  const tau = HERTZ * pow((mass * mass * curvature * compliance * compliance) / speed, 0.2);
  return Math.min(LONGEST, Math.max(SHORTEST, tau));
}

/**
 * What is held somewhere yields by bending, at its far end as much as if it were free: a cantilever's first mode moves a quarter of
 * its mass there, and so does a free bar that is struck at its end.
 * @param at  point [m] and normal in body coordinates, at these places of `values`
 */
export function inverseMassAt(body: Body, values: Float64Array, point: number, normal: number): number {
  const yields = body.motion === 'dynamic' || body.clamp !== undefined;
  if (!yields || !(body.mass > 0)) return 0;
  const [x, y, z] = [values[point], values[point + 1], values[point + 2]];
  const [nx, ny, nz] = [values[normal], values[normal + 1], values[normal + 2]];
  const cx = y * nz - z * ny;
  const cy = z * nx - x * nz;
  const cz = x * ny - y * nx;
  const [ix, iy, iz] = body.inertia;
  const turning = (i: number, c: number): number => (i > 0 ? (c * c) / i : 0);
  return 1 / body.mass + turning(ix, cx) + turning(iy, cy) + turning(iz, cz);
}

export function complianceOf({
  youngsModulus,
  poissonRatio,
}: Pick<Body['material'], 'youngsModulus' | 'poissonRatio'>): number {
  return (1 - poissonRatio * poissonRatio) / youngsModulus;
}
