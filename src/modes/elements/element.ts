// Stiffness and mass of one quadratic tetrahedron of an isotropic material.
//
//   G_ab = ∫ ∇N_a ⊗ ∇N_b dV,   K_ab = λ G_ab + μ G_abᵀ + μ tr(G_ab) I,   M_ab = ρ ∫ N_a N_b dV
//   N_i = L_i (2 L_i − 1) at corners,   N_ij = 4 L_i L_j at mid nodes
//
// A straight-sided element has a constant Jacobian: four points integrate G exactly, and M is V/420 times the table
// below. A curved one takes fourteen points for both. Lumping the mass by row sums would give corners a negative
// mass. ρ = 1 and E = 1 here; see scale.ts.
//
// Zienkiewicz and Taylor, "The Finite Element Method"; checked in element.test.ts.

import { EDGES } from '../../geometry/tetra/index.ts';
import { MeshError } from '../../geometry/index.ts';
import { degreeFive, degreeTwo, type Quadrature } from './quadrature.ts';

/** Pairs a ≥ b of ten nodes. */
export const PAIRS = 55;

/** A mid node this far off the middle of its edge, relative to the edge's length, makes the element curved. */
const STRAIGHT = 1e-9;

export class Element {
  /** Row-major 3×3 blocks K_ab of the pairs (0,0) (1,0) (1,1) (2,0) … */
  readonly stiffness = new Float64Array(9 * PAIRS);
  /** M_ab, each times the 3×3 identity. */
  readonly mass = new Float64Array(PAIRS);
  private readonly nodes = new Float64Array(30);
  private readonly values = new Float64Array(10);
  /** ∂N/∂L_1 … L_3 with L_0 = 1 − L_1 − L_2 − L_3, then ∇N. */
  private readonly local = new Float64Array(30);
  private readonly gradients = new Float64Array(30);
  private readonly pulled = new Float64Array(30);
  private readonly lambda: number;
  private readonly mu: number;

  /** For Young's modulus 1 and density 1. */
  constructor(poissonRatio: number) {
    this.lambda = poissonRatio / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
    this.mu = 1 / (2 * (1 + poissonRatio));
  }

  /** Computes both matrices of an element; throws where it is turned inside out. */
  compute(positions: Float64Array, elements: Uint32Array, element: number): void {
    const { nodes, stiffness, mass } = this;
    for (let a = 0; a < 10; a++) {
      const from = 3 * elements[10 * element + a];
      for (let k = 0; k < 3; k++) nodes[3 * a + k] = positions[from + k];
    }
    stiffness.fill(0);
    mass.fill(0);
    const straight = isStraight(nodes);
    const volume = this.integrate(straight ? degreeTwo : degreeFive, !straight, element);
    if (straight) straightMass(mass, volume);
    this.blocks();
  }

  /** Takes the nodes of an element, for `stressAt`. */
  take(positions: Float64Array, elements: Uint32Array, element: number): void {
    for (let a = 0; a < 10; a++) {
      const from = 3 * elements[10 * element + a];
      for (let k = 0; k < 3; k++) this.nodes[3 * a + k] = positions[from + k];
    }
  }

  /** Of a node, at the point of the last `stressAt`. */
  shapeValue(node: number): number {
    return this.values[node];
  }

  /** Writes xx yy zz xy xz yz of the stress at a barycentric point; returns the determinant of the Jacobian there. */
  stressAt(points: Float64Array, at: number, u: Float64Array, out: Float64Array, outAt: number): number {
    const { gradients: g, lambda, mu } = this;
    const determinant = this.shapeFunctions(points, at);
    let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
    for (let a = 0; a < 30; a += 3) {
      xx += u[a] * g[a];
      yy += u[a + 1] * g[a + 1];
      zz += u[a + 2] * g[a + 2];
      xy += u[a] * g[a + 1] + u[a + 1] * g[a];
      xz += u[a] * g[a + 2] + u[a + 2] * g[a];
      yz += u[a + 1] * g[a + 2] + u[a + 2] * g[a + 1];
    }
    const trace = lambda * (xx + yy + zz);
    out[outAt] = trace + 2 * mu * xx;
    out[outAt + 1] = trace + 2 * mu * yy;
    out[outAt + 2] = trace + 2 * mu * zz;
    out[outAt + 3] = mu * xy;
    out[outAt + 4] = mu * xz;
    out[outAt + 5] = mu * yz;
    return determinant;
  }

  /**
   * Writes how stress stiffens an element, ∫ ∇N_aᵀ σ ∇N_b dV for the pairs of each displacement: 55 numbers a displacement, each
   * times the 3×3 identity. Stresses are those of displacements of its nodes, thirty numbers each.
   */
  stiffen(
    positions: Float64Array,
    elements: Uint32Array,
    element: number,
    displacements: Float64Array,
    out: Float64Array,
  ): void {
    const { nodes, gradients, pulled } = this;
    for (let a = 0; a < 10; a++) {
      const from = 3 * elements[10 * element + a];
      for (let k = 0; k < 3; k++) nodes[3 * a + k] = positions[from + k];
    }
    out.fill(0);
    // σ is linear, and so are both gradients
    const { points, weights } = degreeFive;
    for (let q = 0; q < weights.length; q++) {
      const weight = (weights[q] * this.shapeFunctions(points, 4 * q)) / 6;
      for (let from = 0, to = 0; from < displacements.length; from += 30, to += PAIRS) {
        this.pull(displacements, from, weight);
        for (let a = 0, pair = to; a < 30; a += 3) {
          for (let b = 0; b <= a; b += 3, pair++)
            out[pair] +=
              gradients[a] * pulled[b] + gradients[a + 1] * pulled[b + 1] + gradients[a + 2] * pulled[b + 2];
        }
      }
    }
  }

  /** σ ∇N of all nodes at the present point, times a weight. */
  private pull(u: Float64Array, from: number, weight: number): void {
    const { gradients, pulled, lambda, mu } = this;
    let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
    for (let a = 0; a < 30; a += 3) {
      const [x, y, z] = [u[from + a], u[from + a + 1], u[from + a + 2]];
      const [gx, gy, gz] = [gradients[a], gradients[a + 1], gradients[a + 2]];
      xx += 2 * x * gx;
      yy += 2 * y * gy;
      zz += 2 * z * gz;
      xy += x * gy + y * gx;
      xz += x * gz + z * gx;
      yz += y * gz + z * gy;
    }
    const shear = weight * mu;
    const trace = 0.5 * weight * lambda * (xx + yy + zz);
    for (let a = 0; a < 30; a += 3) {
      const [gx, gy, gz] = [gradients[a], gradients[a + 1], gradients[a + 2]];
      pulled[a] = trace * gx + shear * (xx * gx + xy * gy + xz * gz);
      pulled[a + 1] = trace * gy + shear * (xy * gx + yy * gy + yz * gz);
      pulled[a + 2] = trace * gz + shear * (xz * gx + yz * gy + zz * gz);
    }
  }

  /** Adds up G, and M where asked; returns the volume. */
  private integrate({ points, weights }: Quadrature, withMass: boolean, element: number): number {
    const { gradients, stiffness, values, mass } = this;
    let volume = 0;
    for (let q = 0; q < weights.length; q++) {
      const determinant = this.shapeFunctions(points, 4 * q);
      if (!(determinant > 0)) throw inverted(element, this.nodes);
      const weight = (weights[q] * determinant) / 6;
      volume += weight;
      for (let a = 0, pair = 0; a < 10; a++) {
        const ax = weight * gradients[3 * a];
        const ay = weight * gradients[3 * a + 1];
        const az = weight * gradients[3 * a + 2];
        for (let b = 0; b <= a; b++, pair++) {
          const bx = gradients[3 * b];
          const by = gradients[3 * b + 1];
          const bz = gradients[3 * b + 2];
          const at = 9 * pair;
          stiffness[at] += ax * bx;
          stiffness[at + 1] += ax * by;
          stiffness[at + 2] += ax * bz;
          stiffness[at + 3] += ay * bx;
          stiffness[at + 4] += ay * by;
          stiffness[at + 5] += ay * bz;
          stiffness[at + 6] += az * bx;
          stiffness[at + 7] += az * by;
          stiffness[at + 8] += az * bz;
          if (withMass) mass[pair] += weight * values[a] * values[b];
        }
      }
    }
    return volume;
  }

  /** Values and gradients at a barycentric point; returns the determinant of the Jacobian. */
  private shapeFunctions(points: Float64Array, at: number): number {
    const { nodes, values, local, gradients } = this;
    for (let i = 0; i < 4; i++) {
      const l = points[at + i];
      values[i] = l * (2 * l - 1);
      const slope = 4 * l - 1;
      for (let k = 0; k < 3; k++) local[3 * i + k] = i === 0 ? -slope : i === k + 1 ? slope : 0;
    }
    for (let e = 0; e < 6; e++) {
      const i = EDGES[2 * e];
      const j = EDGES[2 * e + 1];
      const li = points[at + i];
      const lj = points[at + j];
      values[4 + e] = 4 * li * lj;
      for (let k = 0; k < 3; k++) {
        const di = i === 0 ? -1 : i === k + 1 ? 1 : 0;
        const dj = j === k + 1 ? 1 : 0;
        local[12 + 3 * e + k] = 4 * (li * dj + lj * di);
      }
    }
    // J_rk = ∂x_r/∂L_k
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yx = 0;
    let yy = 0;
    let yz = 0;
    let zx = 0;
    let zy = 0;
    let zz = 0;
    for (let a = 0; a < 30; a += 3) {
      const x = nodes[a];
      const y = nodes[a + 1];
      const z = nodes[a + 2];
      xx += x * local[a];
      xy += x * local[a + 1];
      xz += x * local[a + 2];
      yx += y * local[a];
      yy += y * local[a + 1];
      yz += y * local[a + 2];
      zx += z * local[a];
      zy += z * local[a + 1];
      zz += z * local[a + 2];
    }
    const cx = yy * zz - yz * zy;
    const cy = yz * zx - yx * zz;
    const cz = yx * zy - yy * zx;
    const determinant = xx * cx + xy * cy + xz * cz;
    const scale = 1 / determinant;
    // ∇N = J⁻ᵀ ∂N/∂L
    for (let a = 0; a < 30; a += 3) {
      const d1 = local[a] * scale;
      const d2 = local[a + 1] * scale;
      const d3 = local[a + 2] * scale;
      gradients[a] = cx * d1 + cy * d2 + cz * d3;
      gradients[a + 1] = (xz * zy - xy * zz) * d1 + (xx * zz - xz * zx) * d2 + (xy * zx - xx * zy) * d3;
      gradients[a + 2] = (xy * yz - xz * yy) * d1 + (xz * yx - xx * yz) * d2 + (xx * yy - xy * yx) * d3;
    }
    return determinant;
  }

  /** G becomes K in place. */
  private blocks(): void {
    const { stiffness: g, lambda, mu } = this;
    for (let at = 0; at < 9 * PAIRS; at += 9) {
      const trace = mu * (g[at] + g[at + 4] + g[at + 8]);
      for (let k = 0; k < 3; k++) g[at + 4 * k] = (lambda + mu) * g[at + 4 * k] + trace;
      for (let r = 0; r < 2; r++) {
        for (let c = r + 1; c < 3; c++) {
          const upper = g[at + 3 * r + c];
          const lower = g[at + 3 * c + r];
          g[at + 3 * r + c] = lambda * upper + mu * lower;
          g[at + 3 * c + r] = lambda * lower + mu * upper;
        }
      }
    }
  }
}

function isStraight(nodes: Float64Array): boolean {
  for (let e = 0; e < 6; e++) {
    const i = 3 * EDGES[2 * e];
    const j = 3 * EDGES[2 * e + 1];
    let length = 0;
    let off = 0;
    for (let k = 0; k < 3; k++) {
      length = Math.max(length, Math.abs(nodes[j + k] - nodes[i + k]));
      off = Math.max(off, Math.abs(nodes[12 + 3 * e + k] - 0.5 * (nodes[i + k] + nodes[j + k])));
    }
    if (off > STRAIGHT * length) return false;
  }
  return true;
}

/** 420 ∫ N_a N_b dV / V of a straight-sided element, for the pairs a ≥ b. */
const massTable = straightTable();

function straightTable(): Float64Array {
  const table = new Float64Array(PAIRS);
  for (let a = 0, pair = 0; a < 10; a++) {
    for (let b = 0; b <= a; b++, pair++) {
      if (a < 4) table[pair] = a === b ? 6 : 1;
      else {
        const i = EDGES[2 * (a - 4)];
        const j = EDGES[2 * (a - 4) + 1];
        if (b < 4) table[pair] = b === i || b === j ? -4 : -6;
        else if (a === b) table[pair] = 32;
        else {
          const shares = [i, j].includes(EDGES[2 * (b - 4)]) || [i, j].includes(EDGES[2 * (b - 4) + 1]);
          table[pair] = shares ? 16 : 8;
        }
      }
    }
  }
  return table;
}

function straightMass(mass: Float64Array, volume: number): void {
  const scale = volume / 420;
  for (let pair = 0; pair < PAIRS; pair++) mass[pair] = scale * massTable[pair];
}

function inverted(element: number, nodes: Float64Array): MeshError {
  const centre = [0, 1, 2].map((k) => 0.25 * (nodes[k] + nodes[3 + k] + nodes[6 + k] + nodes[9 + k]));
  return new MeshError(
    'a tetrahedron is flat or turned inside out',
    `tetrahedron ${element} at ${centre.map((x) => x.toPrecision(3)).join(' ')}`,
    undefined,
    'mesh it with another resolution',
  );
}
