// How the mass of a body moves with its modes: what a frame that moves and turns does to them, and they to it.
//
//   Γ_m = ∫ρ U_m,   P_m = ∫ρ x U_mᵀ,   C_mn = ∫ρ U_m U_nᵀ
//
// taken with the mass of the elements, inside as well as on the surface. x and U are quadratic in each element, so both follow
// from its mass matrix without another quadrature. Free modes have Γ = 0 and a symmetric P, as they are orthogonal to rigid
// motions; tr C_mn = δ_mn. Shabana 2013, "Dynamics of Multibody Systems", §5.

import type { TetraMesh } from '../geometry/tetra/index.ts';
import { multiplyMass, type System } from './elements/assemble.ts';
import { Element } from './elements/element.ts';

/** How mass moves with modes. */
export interface ModeInertia {
  /** Γ, three a mode [√kg]. */
  readonly totals: Float64Array;
  /** P row by row, nine a mode [m√kg]; x from the origin of body coordinates. */
  readonly moments: Float64Array;
  /** C row by row, nine a pair m ≤ n, at 9 (n (n + 1) / 2 + m): those of the first modes come first. */
  readonly pairs: Float64Array;
  /** How spin stiffens them (stiffening.ts), six a pair. */
  readonly stiffening: Float64Array;
}

/**
 * @param vectors  M-orthonormal displacements over the unknowns of the system, for ρ = 1
 */
export function inertiaOf(
  mesh: TetraMesh,
  system: System,
  vectors: readonly Float64Array[],
): Omit<ModeInertia, 'stiffening'> {
  const count = vectors.length;
  const { pattern, mass } = system;
  const n = 3 * pattern.count;
  const { ones, places } = massOfPlaces(mesh, system);
  const totals = new Float64Array(3 * count);
  const moments = new Float64Array(9 * count);
  const pairs = new Float64Array(9 * sizeOf(count));
  const weighed = new Float64Array(n);
  vectors.forEach((vector, m) => {
    for (let f = 0; f < pattern.count; f++) {
      for (let j = 0; j < 3; j++) {
        const u = vector[3 * f + j];
        totals[3 * m + j] += ones[f] * u;
        for (let i = 0; i < 3; i++) moments[9 * m + 3 * i + j] += places[3 * f + i] * u;
      }
    }
    multiplyMass(pattern, mass, vector, 0, weighed, 0);
    for (let k = 0; k <= m; k++) addProducts(pairs, 9 * (sizeOf(m) + k), vectors[k], weighed);
  });
  return { totals, moments, pairs };
}

/** How many pairs so many modes make. */
export function sizeOf(count: number): number {
  return (count * (count + 1)) / 2;
}

export function firstInertia(
  { totals, moments, pairs, stiffening }: ModeInertia,
  count: number,
): ModeInertia {
  return {
    totals: totals.slice(0, 3 * count),
    moments: moments.slice(0, 9 * count),
    pairs: pairs.slice(0, 9 * sizeOf(count)),
    stiffening: stiffening.slice(0, 6 * sizeOf(count)),
  };
}

/** Of modes whose U is `shape` times as large, in a body `length` times as large and `density` times as dense. */
export function scaledInertia(
  { totals, moments, pairs, stiffening }: ModeInertia,
  shape: number,
  length: number,
  density: number,
): ModeInertia {
  const total = density * length * length * length * shape;
  return {
    totals: totals.map((value) => value * total),
    moments: moments.map((value) => value * total * length),
    pairs,
    stiffening,
  };
}

/** ∫N_f and ∫N_f x of every unknown node, clamped neighbours included. */
export function massOfPlaces(
  { positions, elements }: TetraMesh,
  { freeOf, nodeOf }: System,
): { readonly ones: Float64Array; readonly places: Float64Array } {
  const ones = new Float64Array(nodeOf.length);
  const places = new Float64Array(3 * nodeOf.length);
  // a mass does not depend on Poisson's ratio
  const element = new Element(0);
  const add = (node: number, other: number, mass: number): void => {
    const f = freeOf[node];
    if (f < 0) return;
    ones[f] += mass;
    for (let k = 0; k < 3; k++) places[3 * f + k] += mass * positions[3 * other + k];
  };
  for (let t = 0; t < elements.length / 10; t++) {
    element.compute(positions, elements, t);
    for (let a = 0, pair = 0; a < 10; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        const one = elements[10 * t + a];
        const two = elements[10 * t + b];
        add(one, two, element.mass[pair]);
        if (a !== b) add(two, one, element.mass[pair]);
      }
    }
  }
  return { ones, places };
}

/** Adds Σ x yᵀ over nodes. */
function addProducts(out: Float64Array, at: number, x: Float64Array, y: Float64Array): void {
  let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i += 3) {
    const a = x[i];
    const b = x[i + 1];
    const c = x[i + 2];
    const d = y[i];
    const e = y[i + 1];
    const f = y[i + 2];
    xx += a * d;
    xy += a * e;
    xz += a * f;
    yx += b * d;
    yy += b * e;
    yz += b * f;
    zx += c * d;
    zy += c * e;
    zz += c * f;
  }
  out.set([xx, xy, xz, yx, yy, yz, zx, zy, zz], at);
}
