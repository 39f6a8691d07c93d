// A point inside a solid element: from places of nodes to F, from stress to forces, from dP/dF to a second derivative. Portable.
//
//   F = Σ x_a ⊗ ∇N_a,   ∂V/∂x_a = w P ∇N_a,   ∂²V/∂x_a∂x_b = w ∇N_aᵀ (∂P/∂F) ∇N_b
//
// over the nodes of the element, with gradients of their shape functions at rest, ∇N, and the volume w that the point stands for.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';

// A point in memory.
/** w [m³]. */
export const POINT_VOLUME: i32 = 0;
/** ∇N of each node [1/m]. */
const POINT_GRADIENTS: i32 = 1;

// What is computed at a point: F, P and ∂P/∂F row by row, and what only one function needs.
export const POINT_F: i32 = 0;
/** P. */
export const POINT_P: i32 = 9;
export const POINT_H: i32 = 18;
export const POINT_SCRATCH: i32 = 99;
/** So many reals. */
export const POINT_ROOM: i32 = POINT_SCRATCH + 90;

/** F to `at`. @param x  places of n nodes */
export function pointDeformation(x: i32, n: i32, point: i32, at: i32): void {
  for (let k: i32 = 0; k < 9; k++) putReal(at + POINT_F + k, 0);
  for (let a: i32 = 0; a < n; a++) {
    const from: i32 = point + POINT_GRADIENTS + 3 * a;
    const gx: f64 = realAt(from);
    const gy: f64 = realAt(from + 1);
    const gz: f64 = realAt(from + 2);
    for (let i: i32 = 0; i < 3; i++) {
      const to: i32 = at + POINT_F + 3 * i;
      const place: f64 = realAt(x + 3 * a + i);
      putReal(to, realAt(to) + place * gx);
      putReal(to + 1, realAt(to + 1) + place * gy);
      putReal(to + 2, realAt(to + 2) + place * gz);
    }
  }
}

/** Adds to ∂V/∂x of n nodes what the stress at `at` makes. */
export function addPointGradient(n: i32, point: i32, at: i32, out: i32): void {
  const volume: f64 = realAt(point + POINT_VOLUME);
  for (let a: i32 = 0; a < n; a++) {
    const from: i32 = point + POINT_GRADIENTS + 3 * a;
    const gx: f64 = volume * realAt(from);
    const gy: f64 = volume * realAt(from + 1);
    const gz: f64 = volume * realAt(from + 2);
    for (let i: i32 = 0; i < 3; i++) {
      const p: i32 = at + POINT_P + 3 * i;
      const to: i32 = out + 3 * a + i;
      putReal(to, realAt(to) + realAt(p) * gx + realAt(p + 1) * gy + realAt(p + 2) * gz);
    }
  }
}

/** Adds to ∂²V/∂x² of n nodes, 3n rows of 3n reals, what ∂P/∂F at `at` makes. */
export function addPointHessian(n: i32, point: i32, at: i32, out: i32): void {
  const volume: f64 = realAt(point + POINT_VOLUME);
  const side: i32 = 3 * n;
  const moved: i32 = at + POINT_SCRATCH;
  for (let b: i32 = 0; b < n; b++) {
    const ofB: i32 = point + POINT_GRADIENTS + 3 * b;
    const bx: f64 = volume * realAt(ofB);
    const by: f64 = volume * realAt(ofB + 1);
    const bz: f64 = volume * realAt(ofB + 2);
    // dP for node b moving along each axis
    for (let ij: i32 = 0; ij < 9; ij++)
      for (let k: i32 = 0; k < 3; k++) {
        const h: i32 = at + POINT_H + 9 * ij + 3 * k;
        putReal(moved + 3 * ij + k, realAt(h) * bx + realAt(h + 1) * by + realAt(h + 2) * bz);
      }
    for (let a: i32 = 0; a <= b; a++) {
      const ofA: i32 = point + POINT_GRADIENTS + 3 * a;
      const ax: f64 = realAt(ofA);
      const ay: f64 = realAt(ofA + 1);
      const az: f64 = realAt(ofA + 2);
      for (let i: i32 = 0; i < 3; i++)
        for (let k: i32 = 0; k < 3; k++) {
          const p: i32 = moved + 9 * i + k;
          const value: f64 = ax * realAt(p) + ay * realAt(p + 3) + az * realAt(p + 6);
          const to: i32 = out + side * (3 * a + i) + 3 * b + k;
          const value2: f64 = realAt(to) + value;
          putReal(to, value2);
          if (a !== b) putReal(out + side * (3 * b + k) + 3 * a + i, value2);
        }
    }
  }
}
