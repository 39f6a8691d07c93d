// Stiffness and mass of a ring whose section is a triangle of six nodes, for one angular order.
//
//   u = (u cos nθ, v sin nθ, w cos nθ) of radius, angle and height
//   ε = (u_r, (u + n v) / r, w_z, u_z + w_r, v_r − (n u + v) / r, v_z − n w / r)
//
// integrated over the angle: 2π for n = 0, where torsion stands apart from the rest, π otherwise. E = 1 and ρ = 1, as in
// element.ts. Zienkiewicz and Taylor, "The Finite Element Method", on axisymmetric solids with loads that are not.

/** Barycentric places a a 1−2a and weights of a rule of degree four (Dunavant 1985). */
const RULE = [
  [0.445948490915965, 0.223381589678011],
  [0.091576213509771, 0.109951743655322],
];

export class RingElement {
  /** Row-major 3×3 blocks of pairs of nodes, row node first: 36 of them. */
  readonly stiffness = new Float64Array(9 * 36);
  /** Each times the 3×3 identity. */
  readonly mass = new Float64Array(36);
  private readonly lambda: number;
  private readonly mu: number;
  private readonly order: number;
  /** Six strains of each of eighteen unknowns, and the stresses that these make. */
  private readonly strains = new Float64Array(108);
  private readonly stresses = new Float64Array(108);
  private readonly values = new Float64Array(6);
  private readonly slopes = new Float64Array(12);

  constructor(poissonRatio: number, order: number) {
    this.lambda = poissonRatio / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
    this.mu = 1 / (2 * (1 + poissonRatio));
    this.order = order;
  }

  /** @param six  the nodes, at an offset */
  compute(points: Float64Array, six: Uint32Array, at: number): void {
    const { stiffness, mass, values } = this;
    stiffness.fill(0);
    mass.fill(0);
    const around = this.order === 0 ? 2 * Math.PI : Math.PI;
    for (const [a, part] of RULE)
      for (let turn = 0; turn < 3; turn++) {
        const double = this.shapeFunctions(points, six, at, a, turn);
        let r = 0;
        for (let i = 0; i < 6; i++) r += values[i] * points[2 * six[at + i]];
        const weight = 0.5 * double * part * r * around;
        this.strain(r);
        this.add(weight);
      }
  }

  /** Values and slopes at a point; returns twice the area. */
  private shapeFunctions(x: Float64Array, six: Uint32Array, at: number, a: number, turn: number): number {
    const { values, slopes } = this;
    const [i, j, k] = [2 * six[at], 2 * six[at + 1], 2 * six[at + 2]];
    const double = (x[j] - x[i]) * (x[k + 1] - x[i + 1]) - (x[j + 1] - x[i + 1]) * (x[k] - x[i]);
    const lr = [
      (x[j + 1] - x[k + 1]) / double,
      (x[k + 1] - x[i + 1]) / double,
      (x[i + 1] - x[j + 1]) / double,
    ];
    const lz = [(x[k] - x[j]) / double, (x[i] - x[k]) / double, (x[j] - x[i]) / double];
    const l = [a, a, a];
    l[turn] = 1 - 2 * a;
    for (let c = 0; c < 3; c++) {
      const d = (c + 1) % 3;
      values[c] = l[c] * (2 * l[c] - 1);
      slopes[2 * c] = (4 * l[c] - 1) * lr[c];
      slopes[2 * c + 1] = (4 * l[c] - 1) * lz[c];
      values[3 + c] = 4 * l[c] * l[d];
      slopes[6 + 2 * c] = 4 * (l[c] * lr[d] + l[d] * lr[c]);
      slopes[7 + 2 * c] = 4 * (l[c] * lz[d] + l[d] * lz[c]);
    }
    return double;
  }

  private strain(r: number): void {
    const { strains: e, stresses: s, values, slopes, order: n, lambda, mu } = this;
    for (let i = 0; i < 6; i++) {
      const [hoop, dr, dz] = [values[i] / r, slopes[2 * i], slopes[2 * i + 1]];
      e.set([dr, hoop, 0, dz, -n * hoop, 0], 18 * i);
      e.set([0, n * hoop, 0, 0, dr - hoop, dz], 18 * i + 6);
      e.set([0, 0, dz, dr, 0, -n * hoop], 18 * i + 12);
    }
    for (let p = 0; p < 108; p += 6) {
      const trace = lambda * (e[p] + e[p + 1] + e[p + 2]);
      for (let c = 0; c < 3; c++) {
        s[p + c] = trace + 2 * mu * e[p + c];
        s[p + 3 + c] = mu * e[p + 3 + c];
      }
    }
  }

  private add(weight: number): void {
    const { strains: e, stresses: s, stiffness, mass, values } = this;
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) {
        const pair = 6 * i + j;
        mass[pair] += weight * values[i] * values[j];
        for (let a = 0; a < 3; a++)
          for (let b = 0; b < 3; b++) {
            let product = 0;
            for (let c = 0; c < 6; c++) product += e[18 * i + 6 * a + c] * s[18 * j + 6 * b + c];
            stiffness[9 * pair + 3 * a + b] += weight * product;
          }
      }
  }
}
