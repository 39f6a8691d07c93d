// The equations of Burton and Miller for sound outside of a closed surface, one row a panel.
//
//   (D + βH − ½) p = S q + β(D' + ½) q,     q = ∂p/∂n,   β = i·min(1/k, R/2)
//
//   S = ∫G,  D = ∫∂G/∂n_y,  D' = ∫∂G/∂n_x,  H = ∫∂²G/∂n_x∂n_y,     G = e^(ikr)/4πr,   sounds are e^(−iωt)
//
// The first equation alone has no unique solution where k is a resonance of the *inside* with silent walls (a sphere:
// ka = π, 4.493 …), and hardly tells both sides of a thin wall apart; its normal derivative, added with an imaginary
// factor, cures both. At low frequencies 1/k would drown the first equation, hence the bound by the radius R.
//
// Near panels: the static part of each kernel in closed form (static-integrals.ts), of H also its part k²/2 n·n/r,
// and what is left, which is smooth, by six points. Far ones: the value at the centroid times 1 − ½k² r̂·C r̂, which is
// how a wave cancels itself over a panel with second moments C; pairs share their exponential.
//
// D' of near panels is the transpose of D, A_i D'_ij = A_j D_ji, as it is in the mean over both panels: at the centroid
// of a flat panel of a curved surface D' itself has an error of first order (measured: 2% of a sphere of 1,280 panels).
//
// Burton & Miller 1971; constant elements with collocation converge here (measured): see docs/radiation.md.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Panels } from './panels.ts';
import { ANGLE_GRADIENT, POTENTIAL, SOLID_ANGLE, STATIC_SIZE, staticIntegrals } from './static-integrals.ts';

const FOUR_PI = 4 * Math.PI;
/** Panels nearer than this many sizes are near. */
const NEAR = 3;

/** Six points of degree four (Dunavant 1985): barycentric coordinates and weights. */
const A = 0.445948490915965;
const B = 0.091576213509771;
const RULE_WEIGHTS = [
  0.223381589678011, 0.223381589678011, 0.223381589678011, 0.109951743655322, 0.109951743655322,
  0.109951743655322,
];
const RULE_POINTS = [
  [1 - 2 * A, A, A],
  [A, 1 - 2 * A, A],
  [A, A, 1 - 2 * A],
  [1 - 2 * B, B, B],
  [B, 1 - 2 * B, B],
  [B, B, 1 - 2 * B],
];

export interface System {
  /** Row-major, rows `stride` apart. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly stride: number;
  /** Right side, real and imaginary part. */
  readonly bRe: Float64Array;
  readonly bIm: Float64Array;
}

/** Imaginary part of β [m]. */
function couplingOf(k: number, radius: number): number {
  return Math.min(1 / k, radius / 2);
}

/**
 * @param k   wave number [1/m], > 0
 * @param qRe normal derivative of the pressure [Pa/m] on each panel, and its imaginary part
 */
export function assemble(
  system: System,
  panels: Panels,
  k: number,
  qRe: Float64Array,
  qIm: Float64Array,
): void {
  const { count } = panels;
  const { re, im, stride, bRe, bIm } = system;
  const beta = couplingOf(k, panels.radius);
  for (let i = 0; i < count; i++) {
    // ½βq of a coupling iβ
    bRe[i] = -0.5 * beta * qIm[i];
    bIm[i] = 0.5 * beta * qRe[i];
  }
  for (let i = 0; i < count; i++) {
    nearRow(system, panels, k, beta, i, i, qRe, qIm);
    re[i * stride + i] -= 0.5;
    farPairs(system, panels, k, beta, i, qRe, qIm);
  }
  for (let i = 0; i < count; i++)
    for (let j = count; j < stride; j++) re[i * stride + j] = im[i * stride + j] = 0;
}

/** All pairs of panel i with later ones; near pairs are passed on. */
function farPairs(
  system: System,
  panels: Panels,
  k: number,
  beta: number,
  i: number,
  qRe: Float64Array,
  qIm: Float64Array,
): void {
  const { count, centroids, normals, areas, sizes, moments } = panels;
  const { re, im, stride, bRe, bIm } = system;
  const xi = centroids[3 * i];
  const yi = centroids[3 * i + 1];
  const zi = centroids[3 * i + 2];
  const nxi = normals[3 * i];
  const nyi = normals[3 * i + 1];
  const nzi = normals[3 * i + 2];
  const mi = 6 * i;
  const xx = moments[mi];
  const yy = moments[mi + 1];
  const zz = moments[mi + 2];
  const xy = moments[mi + 3];
  const xz = moments[mi + 4];
  const yz = moments[mi + 5];
  const halfSquared = 0.5 * k * k;
  let bi = 0;
  let bj = 0;
  for (let j = i + 1; j < count; j++) {
    const dx = centroids[3 * j] - xi;
    const dy = centroids[3 * j + 1] - yi;
    const dz = centroids[3 * j + 2] - zi;
    const squared = dx * dx + dy * dy + dz * dz;
    const reach = NEAR * Math.max(sizes[i], sizes[j]);
    if (squared < reach * reach) {
      nearRow(system, panels, k, beta, i, j, qRe, qIm);
      nearRow(system, panels, k, beta, j, i, qRe, qIm);
      continue;
    }
    const r = Math.sqrt(squared);
    const inverse = 1 / r;
    const scale = inverse / FOUR_PI;
    const gr = cos(k * r) * scale;
    const gi = sin(k * r) * scale;
    const nxj = normals[3 * j];
    const nyj = normals[3 * j + 1];
    const nzj = normals[3 * j + 2];
    const di = (dx * nxi + dy * nyi + dz * nzi) * inverse;
    const dj = (dx * nxj + dy * nyj + dz * nzj) * inverse;
    const nn = nxi * nxj + nyi * nyj + nzi * nzj;
    const mj = 6 * j;
    const s = halfSquared * inverse * inverse;
    const wi =
      areas[i] *
      (1 -
        s * (dx * dx * xx + dy * dy * yy + dz * dz * zz + 2 * (dx * dy * xy + dx * dz * xz + dy * dz * yz)));
    const wj =
      areas[j] *
      (1 -
        s *
          (dx * dx * moments[mj] +
            dy * dy * moments[mj + 1] +
            dz * dz * moments[mj + 2] +
            2 * (dx * dy * moments[mj + 3] + dx * dz * moments[mj + 4] + dy * dz * moments[mj + 5])));
    // g' = (ik − 1/r) g and g'' = (2/r² − 2ik/r − k²) g
    const fr = -gr * inverse - k * gi;
    const fi = -gi * inverse + k * gr;
    const ar = 2 * inverse * inverse - k * k;
    const ai = -2 * k * inverse;
    const cross = di * dj;
    const rest = (nn - cross) * inverse;
    const hr = -((ar * gr - ai * gi) * cross + fr * rest);
    const hi = -((ar * gi + ai * gr) * cross + fi * rest);
    const ij = i * stride + j;
    const ji = j * stride + i;
    re[ij] = wj * (fr * dj - beta * hi);
    im[ij] = wj * (fi * dj + beta * hr);
    re[ji] = wi * (-fr * di - beta * hi);
    im[ji] = wi * (-fi * di + beta * hr);
    // S + iβD'
    const sijr = wj * (gr + beta * fi * di);
    const siji = wj * (gi - beta * fr * di);
    bi += sijr * qRe[j] - siji * qIm[j];
    bj += sijr * qIm[j] + siji * qRe[j];
    const sjir = wi * (gr - beta * fi * dj);
    const sjii = wi * (gi + beta * fr * dj);
    bRe[j] += sjir * qRe[i] - sjii * qIm[i];
    bIm[j] += sjir * qIm[i] + sjii * qRe[i];
  }
  bRe[i] += bi;
  bIm[i] += bj;
}

const statics = new Float64Array(STATIC_SIZE);

/** Panel j as seen from panel i. */
function nearRow(
  system: System,
  panels: Panels,
  k: number,
  beta: number,
  i: number,
  j: number,
  qRe: Float64Array,
  qIm: Float64Array,
): void {
  const { corners, centroids, normals, areas } = panels;
  const x = centroids[3 * i];
  const y = centroids[3 * i + 1];
  const z = centroids[3 * i + 2];
  const nxi = normals[3 * i];
  const nyi = normals[3 * i + 1];
  const nzi = normals[3 * i + 2];
  const nxj = normals[3 * j];
  const nyj = normals[3 * j + 1];
  const nzj = normals[3 * j + 2];
  const nn = nxi * nxj + nyi * nyj + nzi * nzj;
  const halfSquared = 0.5 * k * k;
  staticIntegrals(statics, panels, j, x, y, z, i === j);
  let sr = statics[POTENTIAL];
  let si = 0;
  let dr = -statics[SOLID_ANGLE];
  let dim = 0;
  const a = ANGLE_GRADIENT;
  let hr = -(nxi * statics[a] + nyi * statics[a + 1] + nzi * statics[a + 2]) + halfSquared * nn * sr;
  let hi = 0;
  for (let point = 0; point < 6; point++) {
    const [u, v, w] = RULE_POINTS[point];
    const weight = RULE_WEIGHTS[point] * areas[j];
    const c = 9 * j;
    const dx = u * corners[c] + v * corners[c + 3] + w * corners[c + 6] - x;
    const dy = u * corners[c + 1] + v * corners[c + 4] + w * corners[c + 7] - y;
    const dz = u * corners[c + 2] + v * corners[c + 5] + w * corners[c + 8] - z;
    const r = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const inverse = 1 / r;
    const kr = k * r;
    const gr = cos(kr);
    const gi = sin(kr);
    const di = (dx * nxi + dy * nyi + dz * nzi) * inverse;
    const dj = (dx * nxj + dy * nyj + dz * nzj) * inverse;
    // r g, r² g' and r³ g'', each without its static part
    const w1 = weight * inverse;
    const w2 = w1 * inverse;
    const w3 = w2 * inverse;
    const fr = -gr - kr * gi + 1;
    const fi = -gi + kr * gr;
    const c2 = 2 - kr * kr;
    const tr = c2 * gr + 2 * kr * gi - 2;
    const ti = c2 * gi - 2 * kr * gr;
    const cross = di * dj;
    sr += w1 * (gr - 1);
    si += w1 * gi;
    dr += w2 * fr * dj;
    dim += w2 * fi * dj;
    hr -= w3 * (tr * cross + fr * (nn - cross)) + w1 * halfSquared * nn;
    hi -= w3 * (ti * cross + fi * (nn - cross));
  }
  const at = i * system.stride + j;
  system.re[at] = (dr - beta * hi) / FOUR_PI;
  system.im[at] = (dim + beta * hr) / FOUR_PI;
  system.bRe[i] += (sr * qRe[j] - si * qIm[j]) / FOUR_PI;
  system.bIm[i] += (sr * qIm[j] + si * qRe[j]) / FOUR_PI;
  // iβD' of the other row
  const weight = (beta * areas[i]) / (areas[j] * FOUR_PI);
  system.bRe[j] -= weight * (dr * qIm[i] + dim * qRe[i]);
  system.bIm[j] += weight * (dr * qRe[i] - dim * qIm[i]);
}
