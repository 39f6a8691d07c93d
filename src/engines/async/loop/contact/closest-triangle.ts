// The point of a triangle closest to a vertex, by the region the vertex projects to: weights 1, -b₀, -b₁, -b₂ for
// distance.ts, where b are the point's barycentric coordinates.
//
// Each of the three corner and edge regions is decided by dot products with the edges. A flat triangle (no
// area) has no inner region: then the closest point of its three edges is taken.

import { type f64, type i32, least, most, realAt } from '../../../../num/kernels/machine.ts';
import { setWeights } from './weights.ts';

/** sin² of the angle between two edges below which a triangle counts as flat. */
const FLAT: f64 = 1e-14;

/** The vertex stands at doubles from `at`, the corners after it. */
export function closestOfTriangle(at: i32): void {
  const ax: f64 = realAt(at + 3);
  const ay: f64 = realAt(at + 4);
  const az: f64 = realAt(at + 5);
  const abx: f64 = realAt(at + 6) - ax;
  const aby: f64 = realAt(at + 7) - ay;
  const abz: f64 = realAt(at + 8) - az;
  const acx: f64 = realAt(at + 9) - ax;
  const acy: f64 = realAt(at + 10) - ay;
  const acz: f64 = realAt(at + 11) - az;
  const apx: f64 = realAt(at) - ax;
  const apy: f64 = realAt(at + 1) - ay;
  const apz: f64 = realAt(at + 2) - az;

  const abab: f64 = abx * abx + aby * aby + abz * abz;
  const acac: f64 = acx * acx + acy * acy + acz * acz;
  const abac: f64 = abx * acx + aby * acy + abz * acz;
  if (!(abab * acac - abac * abac > FLAT * (abab * acac))) {
    closestOfFlat(at);
    return;
  }

  // d₁ d₂: the edges from a along a → p; d₃ d₄ along b → p; d₅ d₆ along c → p
  const d1: f64 = abx * apx + aby * apy + abz * apz;
  const d2: f64 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) {
    setWeights(1, -1, 0, 0);
    return;
  }
  const d3: f64 = d1 - abab;
  const d4: f64 = d2 - abac;
  if (d3 >= 0 && d4 <= d3) {
    setWeights(1, 0, -1, 0);
    return;
  }
  const d5: f64 = d1 - abac;
  const d6: f64 = d2 - acac;
  if (d6 >= 0 && d5 <= d6) {
    setWeights(1, 0, 0, -1);
    return;
  }
  const vc: f64 = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const t: f64 = d1 / abab;
    setWeights(1, t - 1, -t, 0);
    return;
  }
  const vb: f64 = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const t: f64 = d2 / acac;
    setWeights(1, t - 1, 0, -t);
    return;
  }
  const va: f64 = d3 * d6 - d5 * d4;
  const e: f64 = d4 - d3;
  const f: f64 = d5 - d6;
  if (va <= 0 && e >= 0 && f >= 0) {
    const t: f64 = e + f > 0 ? e / (e + f) : 0;
    setWeights(1, 0, t - 1, -t);
    return;
  }
  const all: f64 = 1 / (va + vb + vc);
  const v: f64 = vb * all;
  const w: f64 = vc * all;
  setWeights(1, -1 + v + w, -v, -w);
}

let alongEdge: f64 = 0;

/** Distance² of the vertex from the edge between corners i and j, which lie 3 i and 3 j doubles on. */
function squareToEdge(at: i32, i: i32, j: i32): f64 {
  let uu: f64 = 0;
  let up: f64 = 0;
  for (let k: i32 = 0; k < 3; k++) {
    const u: f64 = realAt(at + 3 * j + k) - realAt(at + 3 * i + k);
    uu += u * u;
    up += u * (realAt(at + k) - realAt(at + 3 * i + k));
  }
  alongEdge = uu > 0 ? most(0, least(1, up / uu)) : 0;
  let squared: f64 = 0;
  for (let k: i32 = 0; k < 3; k++) {
    const u: f64 = realAt(at + 3 * j + k) - realAt(at + 3 * i + k);
    const off: f64 = realAt(at + k) - realAt(at + 3 * i + k) - alongEdge * u;
    squared += off * off;
  }
  return squared;
}

function closestOfFlat(at: i32): void {
  let nearest: f64 = squareToEdge(at, 1, 2);
  setWeights(1, alongEdge - 1, -alongEdge, 0);
  let squared: f64 = squareToEdge(at, 2, 3);
  if (squared < nearest) {
    nearest = squared;
    setWeights(1, 0, alongEdge - 1, -alongEdge);
  }
  squared = squareToEdge(at, 3, 1);
  if (squared < nearest) setWeights(1, -alongEdge, 0, alongEdge - 1);
}
