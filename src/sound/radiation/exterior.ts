// Pressure on a closed surface that moves, and from it the pressure anywhere outside.
//
//   p(x) = ∫ p ∂G/∂n_y − G q dS,   q = ∂p/∂n = −ρ a_n   (a_n acceleration along the outward normal)

import type { Arena } from '../../num/kernels/index.ts';
import { cos, sin } from '../../num/elementary/index.ts';
import { assemble, type System } from './assemble.ts';
import { factorInArena, luScratch, solveFactored, strideOf } from './complex-lu.ts';
import type { Panels } from './panels.ts';

/** On each panel; pressures [Pa] and their normal derivatives [Pa/m]. */
export interface SurfaceSound {
  /** Wave number [1/m]. */
  readonly k: number;
  readonly pRe: Float64Array;
  readonly pIm: Float64Array;
  readonly qRe: Float64Array;
  readonly qIm: Float64Array;
}

/** Arenas are not made smaller [bytes]. */
const LEAST_ARENA = 1 << 20;

/** Bytes of an arena that so many panels take. */
export function solveBytes(count: number): number {
  const bytes = 8 * (2 * count * strideOf(count) + luScratch(count) + 8 * count) + (1 << 18);
  return Math.max(LEAST_ARENA, bytes);
}

/**
 * Solves for the pressure on the surface; takes `solveBytes` of the arena for as long as it runs.
 * @param poll  called between its parts with how much is done; what it throws ends the work
 */
export function solveSurface(
  arena: Arena,
  panels: Panels,
  k: number,
  qRe: Float64Array,
  qIm: Float64Array,
  poll: (done: number) => void = () => undefined,
): SurfaceSound {
  const n = panels.count;
  const stride = strideOf(n);
  const mark = arena.mark();
  try {
    const system: System = {
      re: arena.f64(n * stride),
      im: arena.f64(n * stride),
      stride,
      bRe: new Float64Array(n),
      bIm: new Float64Array(n),
    };
    const pivots = arena.i32(n);
    assemble(system, panels, k, qRe, qIm);
    poll(0.3);
    const failed = factorInArena(arena, system.re, system.im, n, stride, pivots, arena.f64(luScratch(n)));
    poll(0.7);
    if (failed >= 0)
      throw new Error(`the radiation of this surface has no solution (panel ${failed}); mesh it anew`);
    solveFactored(system.re, system.im, n, stride, pivots, system.bRe, system.bIm);
    return { k, pRe: system.bRe, pIm: system.bIm, qRe, qIm };
  } finally {
    arena.release(mark);
  }
}

/** Locally plane waves, p = q/ik: what is left of the equations where a wave is much shorter than the body. */
export function planeWaves(k: number, qRe: Float64Array, qIm: Float64Array): SurfaceSound {
  return { k, pRe: qIm.map((q) => q / k), pIm: qRe.map((q) => -q / k), qRe, qIm };
}

/** Three points of degree two. */
const POINTS = [
  [2 / 3, 1 / 6, 1 / 6],
  [1 / 6, 2 / 3, 1 / 6],
  [1 / 6, 1 / 6, 2 / 3],
];

/** Writes the real and imaginary pressure [Pa] at a point outside, at least a panel's size away from the surface. */
export function pressureAt(
  panels: Panels,
  sound: SurfaceSound,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const { count, corners, normals, areas } = panels;
  const { k, pRe, pIm, qRe, qIm } = sound;
  let sumRe = 0;
  let sumIm = 0;
  for (let j = 0; j < count; j++) {
    const c = 9 * j;
    const nx = normals[3 * j];
    const ny = normals[3 * j + 1];
    const nz = normals[3 * j + 2];
    for (let point = 0; point < 3; point++) {
      const [u, v, w] = POINTS[point];
      const dx = u * corners[c] + v * corners[c + 3] + w * corners[c + 6] - x;
      const dy = u * corners[c + 1] + v * corners[c + 4] + w * corners[c + 7] - y;
      const dz = u * corners[c + 2] + v * corners[c + 5] + w * corners[c + 8] - z;
      const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const scale = areas[j] / (12 * Math.PI * r);
      const gr = scale * cos(k * r);
      const gi = scale * sin(k * r);
      const along = (dx * nx + dy * ny + dz * nz) / r;
      // p (ik − 1/r) along − q
      const ar = along * (-pRe[j] / r - k * pIm[j]) - qRe[j];
      const ai = along * (-pIm[j] / r + k * pRe[j]) - qIm[j];
      sumRe += gr * ar - gi * ai;
      sumIm += gr * ai + gi * ar;
    }
  }
  out[0] = sumRe;
  out[1] = sumIm;
}
