// What a body radiates, as outgoing spherical waves about its origin.
//
//   p(x) = Σ_lm a_lm h_l(kr) Y_lm(x/r),   a_lm = ik ∫ p ∂(j_l Y_lm)/∂n − q j_l Y_lm dS
//
// exact outside of the smallest sphere around the body, so coefficients are integrals and no fit is needed. Waves of
// degree l ≫ kR die away before they are heard; degree ≈ kR + 8 leaves out less than a thousandth from 1.5 R on.
// Coefficients are kept times h_l(kR): j_l and h_l alone leave the range of numbers.

import { cos, sin } from '../../num/elementary/index.ts';
import type { SurfaceSound } from './exterior.ts';
import { harmonics, harmonicsAndSlopes, MOST_DEGREE } from './harmonics.ts';
import type { Panels } from './panels.ts';
import { besselJ, besselSlopes, besselY } from './spherical-bessel.ts';

export interface Multipoles {
  /** Wave number [1/m]. */
  readonly k: number;
  /** Highest l. */
  readonly degree: number;
  /** Of the sphere outside of which they hold [m]. */
  readonly radius: number;
  /** a_lm h_l(kR) [Pa], at l² + l + m. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Waves of a body of this size that can be heard. */
function degreeOf(k: number, radius: number): number {
  const x = k * radius;
  return Math.min(MOST_DEGREE, Math.ceil(x + 8 + Math.sqrt(x)));
}

const POINTS = [
  [2 / 3, 1 / 6, 1 / 6],
  [1 / 6, 2 / 3, 1 / 6],
  [1 / 6, 1 / 6, 2 / 3],
];
const SIZE = (MOST_DEGREE + 1) * (MOST_DEGREE + 1);
const values = new Float64Array(SIZE);
const slopes = new Float64Array(SIZE);
const bessel = new Float64Array(MOST_DEGREE + 2);
const besselDerivative = new Float64Array(MOST_DEGREE + 2);
const second = new Float64Array(MOST_DEGREE + 2);

export function multipolesOf(
  panels: Panels,
  sound: SurfaceSound,
  degree = degreeOf(sound.k, panels.radius),
): Multipoles {
  const { k, pRe, pIm, qRe, qIm } = sound;
  const { corners, normals, areas, radius } = panels;
  const re = new Float64Array((degree + 1) * (degree + 1));
  const im = new Float64Array(re.length);
  for (let j = 0; j < panels.count; j++) {
    const c = 9 * j;
    const nx = normals[3 * j];
    const ny = normals[3 * j + 1];
    const nz = normals[3 * j + 2];
    const weight = areas[j] / 3;
    for (const [u, v, w] of POINTS) {
      const x = u * corners[c] + v * corners[c + 3] + w * corners[c + 6];
      const y = u * corners[c + 1] + v * corners[c + 4] + w * corners[c + 7];
      const z = u * corners[c + 2] + v * corners[c + 5] + w * corners[c + 8];
      const r = Math.max(Math.sqrt(x * x + y * y + z * z), 1e-9 * radius);
      const place = [x / r, y / r, z / r];
      const out = nx * place[0] + ny * place[1] + nz * place[2];
      const tangent = [nx - out * place[0], ny - out * place[1], nz - out * place[2]];
      harmonicsAndSlopes(degree, place, tangent, values, slopes);
      besselJ(degree + 1, k * r, bessel);
      besselSlopes(degree, k * r, bessel, besselDerivative);
      for (let l = 0; l <= degree; l++) {
        const value = weight * bessel[l];
        const radial = weight * k * besselDerivative[l] * out;
        const along = value / r;
        for (let i = l * l; i < (l + 1) * (l + 1); i++) {
          const normal = radial * values[i] + along * slopes[i];
          const plain = value * values[i];
          re[i] += pRe[j] * normal - qRe[j] * plain;
          im[i] += pIm[j] * normal - qIm[j] * plain;
        }
      }
    }
  }
  // times ik h_l(kR)
  besselJ(degree, k * radius, bessel);
  besselY(degree, k * radius, second);
  for (let l = 0; l <= degree; l++) {
    const hr = -k * second[l];
    const hi = k * bessel[l];
    for (let i = l * l; i < (l + 1) * (l + 1); i++) {
      const x = re[i];
      re[i] = hr * x - hi * im[i];
      im[i] = hr * im[i] + hi * x;
    }
  }
  return { k, degree, radius, re, im };
}

/** Where the waves of several modes are wanted: the harmonics of one direction, up to a degree. */
export interface Direction {
  degree: number;
  x: number;
  y: number;
  z: number;
  readonly values: Float64Array;
}

export function makeDirection(): Direction {
  return { degree: -1, x: 0, y: 0, z: 0, values: new Float64Array(SIZE) };
}

const first = new Float64Array(MOST_DEGREE + 2);
const far = new Float64Array(MOST_DEGREE + 2);

/** Writes p e^(−ikr) at a point outside of the sphere: real and imaginary part [Pa]. */
export function evaluateMultipoles(
  { k, degree, radius, re, im }: Multipoles,
  direction: Direction,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const r = Math.sqrt(x * x + y * y + z * z);
  const same = direction.x === x && direction.y === y && direction.z === z;
  if (!(same && direction.degree >= degree)) {
    harmonics(degree, x / r, y / r, z / r, direction.values);
    Object.assign(direction, { degree, x, y, z });
  }
  besselJ(degree, k * radius, bessel);
  besselY(degree, k * radius, second);
  besselJ(degree, k * r, first);
  besselY(degree, k * r, far);
  let sumRe = 0;
  let sumIm = 0;
  for (let l = 0; l <= degree; l++) {
    let partRe = 0;
    let partIm = 0;
    for (let i = l * l; i < (l + 1) * (l + 1); i++) {
      partRe += re[i] * direction.values[i];
      partIm += im[i] * direction.values[i];
    }
    // h_l(kr) / h_l(kR)
    const norm = bessel[l] * bessel[l] + second[l] * second[l];
    const ratioRe = (first[l] * bessel[l] + far[l] * second[l]) / norm;
    const ratioIm = (far[l] * bessel[l] - first[l] * second[l]) / norm;
    sumRe += partRe * ratioRe - partIm * ratioIm;
    sumIm += partRe * ratioIm + partIm * ratioRe;
  }
  const c = cos(k * r);
  const s = sin(k * r);
  out[0] = sumRe * c + sumIm * s;
  out[1] = sumIm * c - sumRe * s;
}
