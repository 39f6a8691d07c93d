// Faces of sheets of rubber, which keep their volume however far they stretch: incompressible neo-Hookean membranes. Where one is
// stretched by σ₁ and σ₂ it is thinner by as much,
//
//   V = ½ G t A (σ₁² + σ₂² + 1/(σ₁σ₂)² − 3),   3 G t = E t
//
// which for small strains is plane stress with ν = ½ (Treloar 1975, "The physics of rubber elasticity"). Its second derivative by F = σ₁ u₁v₁ᵀ +
// σ₂ u₂v₂ᵀ has six eigenvectors: both stretches together, two of the plane (turned and sheared), and two out of it along n; their
// eigenvalues are known in closed form, and negative ones are left out where nothing else will do.

import { f1x, f1y, f1z, f2x, f2y, f2z, membraneStrain, type Sheet } from '../../../elastic/index.ts';
import { Elements } from './elements.ts';
import { GRADIENT, HESSIAN, NUMBERS, PLACES, room } from './room.ts';

/** Inverse rest edges as of a membrane, and G t A [J]. */
const SIZE = 4;

export class Rubbers extends Elements {
  private readonly numbers: Float64Array;

  constructor(nodes: readonly number[], numbers: readonly number[]) {
    super(3, nodes);
    this.numbers = Float64Array.from(numbers);
  }

  begin(): void {}

  /** Leaves the columns of F, FᵀF and its determinant. */
  private load(e: number): void {
    for (let k = 0; k < 3; k++) room[NUMBERS + k] = this.numbers[SIZE * e + k];
    membraneStrain(PLACES, NUMBERS);
    f.set([f1x, f1y, f1z, f2x, f2y, f2z]);
    c11 = f1x * f1x + f1y * f1y + f1z * f1z;
    c22 = f2x * f2x + f2y * f2y + f2z * f2z;
    c12 = f1x * f2x + f1y * f2y + f1z * f2z;
    squared = c11 * c22 - c12 * c12;
  }

  energy(e: number): number {
    this.load(e);
    // a face without an area would be infinitely thick
    return squared > 0 ? 0.5 * this.numbers[SIZE * e + 3] * (c11 + c22 + 1 / squared - 3) : Infinity;
  }

  writeGradient(e: number): void {
    this.load(e);
    const k = this.numbers[SIZE * e + 3];
    const thin = 1 / (squared * squared);
    for (let i = 0; i < 3; i++) {
      // P = k (F − F C⁻¹/det C)
      const first = k * (f[i] - thin * (c22 * f[i] - c12 * f[3 + i]));
      const second = k * (f[3 + i] - thin * (c11 * f[3 + i] - c12 * f[i]));
      room[GRADIENT + 3 + i] = first * room[NUMBERS] + second * room[NUMBERS + 1];
      room[GRADIENT + 6 + i] = second * room[NUMBERS + 2];
      room[GRADIENT + i] = -room[GRADIENT + 3 + i] - room[GRADIENT + 6 + i];
    }
  }

  writeHessian(e: number, projected: boolean): void {
    this.load(e);
    this.writeModes(this.numbers[SIZE * e + 3]);
    room.fill(0, HESSIAN, HESSIAN + 81);
    for (let m = 0; m < 6; m++) {
      const value = projected ? Math.max(0, values[m]) : values[m];
      if (value === 0) continue;
      for (let i = 0; i < 3; i++) {
        const [first, second] = [modes[6 * m + i], modes[6 * m + 3 + i]];
        g[3 + i] = first * room[NUMBERS] + second * room[NUMBERS + 1];
        g[6 + i] = second * room[NUMBERS + 2];
        g[i] = -g[3 + i] - g[6 + i];
      }
      for (let i = 0; i < 9; i++)
        for (let j = 0; j < 9; j++) room[HESSIAN + 9 * i + j] += value * g[i] * g[j];
    }
  }

  /** Eigenvalues and eigenvectors of the second derivative by F. */
  private writeModes(k: number): void {
    const half = 0.5 * (c11 - c22);
    const root = Math.sqrt(half * half + c12 * c12);
    // C⁻¹ is finite where the energy is
    const large = 0.5 * (c11 + c22) + root;
    const small = squared / large;
    let [x, y] = half > 0 ? [root + half, c12] : [c12, root - half];
    const length = Math.sqrt(x * x + y * y);
    [x, y] = length > 0 ? [x / length, y / length] : [1, 0];
    const [s1, s2] = [Math.sqrt(large), Math.sqrt(small)];
    for (let i = 0; i < 3; i++) {
      u[i] = (f[i] * x + f[3 + i] * y) / s1;
      u[3 + i] = (f[3 + i] * x - f[i] * y) / s2;
    }
    const n = [u[1] * u[5] - u[2] * u[4], u[2] * u[3] - u[0] * u[5], u[0] * u[4] - u[1] * u[3]];
    const both = 1 / (squared * s1 * s2);
    const w11 = k * (1 + 3 / (squared * large));
    const w22 = k * (1 + 3 / (squared * small));
    const w12 = 2 * k * both;
    const mean = 0.5 * (w11 + w22);
    const apart = 0.5 * (w11 - w22);
    const more = Math.sqrt(apart * apart + w12 * w12);
    let [p, q] = apart > 0 ? [more + apart, w12] : [w12, more - apart];
    const size = Math.sqrt(p * p + q * q);
    [p, q] = size > 0 ? [p / size, q / size] : [1, 0];
    const r = Math.SQRT1_2;
    values.set([
      mean + more,
      mean - more,
      k * (1 - both),
      k * (1 + both),
      k * (1 - 1 / (squared * large)),
      k * (1 - 1 / (squared * small)),
    ]);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [u[i], u[3 + i]];
      // times v₁ᵀ = (x, y) and v₂ᵀ = (−y, x)
      put(0, i, p * a, q * b, x, y);
      put(1, i, -q * a, p * b, x, y);
      put(2, i, -r * b, r * a, x, y);
      put(3, i, r * b, r * a, x, y);
      put(4, i, n[i], 0, x, y);
      put(5, i, 0, n[i], x, y);
    }
  }
}

/** Row i of mode m, which is a v₁ᵀ + b v₂ᵀ. */
function put(m: number, i: number, a: number, b: number, x: number, y: number): void {
  modes[6 * m + i] = a * x - b * y;
  modes[6 * m + 3 + i] = a * y + b * x;
}

let c11 = 0;
let c22 = 0;
let c12 = 0;
let squared = 0;
const f = new Float64Array(6);
const u = new Float64Array(6);
const g = new Float64Array(9);
const values = new Float64Array(6);
const modes = new Float64Array(36);

/** Of all faces of a sheet that have an area. @param stiffness  E t [N/m] */
export function rubbersOf(sheet: Sheet, stiffness: number): Rubbers {
  const nodes: number[] = [];
  const numbers: number[] = [];
  for (let face = 0; face < sheet.faces.length / 3; face++) {
    const [x1, x2, y2] = sheet.restShape(face);
    if (!(x1 > 0 && y2 > 0)) continue;
    nodes.push(...sheet.faces.subarray(3 * face, 3 * face + 3));
    numbers.push(1 / x1, -x2 / (x1 * y2), 1 / y2, (0.5 * x1 * y2 * stiffness) / 3);
  }
  return new Rubbers(nodes, numbers);
}
