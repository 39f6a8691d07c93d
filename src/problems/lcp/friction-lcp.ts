// Contact with friction as one complementarity problem: Stewart and Trinkle's pyramid.
//
// Contact i has a normal impulse n_i ≥ 0 and impulses β_ik ≥ 0 along k unit directions d_ik of its tangent plane, which
// span it positively; σ_i is the speed at which it slides. With u = W r + b the relative velocity (normal first):
//
//   0 ≤ n_i  ⊥  u_n                  ≥ 0      it does not penetrate
//   0 ≤ β_ik ⊥  d_ik·u_t + σ_i       ≥ 0      friction acts against sliding
//   0 ≤ σ_i  ⊥  μ_i n_i − Σ_k β_ik   ≥ 0      and is bounded by the normal impulse
//
//       ⎡ W_nn  W_nd  0 ⎤
//   M = ⎢ W_dn  W_dd  E ⎥   z = (n, β, σ).  The bound is a row of the problem, not a number guessed beforehand.
//       ⎣  μ    −Eᵀ   0 ⎦
//
// M is copositive where W is positive semidefinite, and Lemke's method finds a solution where there is one for the
// motion without contact (Anitescu and Potra 1997). A pyramid with k directions is weaker than the cone by at most
// 1 − cos(π/k) between its edges; point one edge along the sliding velocity and there it is exact.
//
// Stewart and Trinkle 1996, "An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and
// Coulomb friction".

import { cos, sin } from '../../num/elementary/index.ts';

export interface PyramidProblem {
  readonly contacts: number;
  /** W, row-major of order 3·contacts: normal, tangent, tangent of each contact. */
  readonly w: Float64Array;
  /** b: the relative velocities without contact impulses [m/s]. */
  readonly b: Float64Array;
  /** μ of each contact. */
  readonly friction: Float64Array;
  /** Unit directions in the tangent plane, two numbers each, those of contact 0 first. */
  readonly directions: Float64Array;
  /** Directions of each contact, at least 3. */
  readonly perContact: number;
}

export interface PlainLcp {
  readonly n: number;
  readonly m: Float64Array;
  readonly q: Float64Array;
}

/** `perContact` directions at equal angles, the first of contact i at angle `first[i]` from its first tangent [rad]. */
export function evenDirections(contacts: number, perContact: number, first?: Float64Array): Float64Array {
  const directions = new Float64Array(2 * contacts * perContact);
  for (let i = 0; i < contacts; i++) {
    for (let k = 0; k < perContact; k++) {
      const angle = (first ? first[i] : 0) + (2 * Math.PI * k) / perContact;
      const at = 2 * (i * perContact + k);
      directions[at] = cos(angle);
      directions[at + 1] = sin(angle);
    }
  }
  return directions;
}

export function frictionLcp(problem: PyramidProblem): PlainLcp {
  const { contacts, w, b, friction, directions, perContact } = problem;
  const edges = contacts * perContact;
  const n = 2 * contacts + edges;
  const m = new Float64Array(n * n);
  const q = new Float64Array(n);
  const order = 3 * contacts;

  // Unknown j of (n, β) acts along axis (x, y, z) of contact c: M_ij = axis_iᵀ W axis_j
  const forces = contacts + edges;
  const contactOf = (j: number): number => (j < contacts ? j : Math.floor((j - contacts) / perContact));
  const axis = (j: number, k: number): number => {
    if (j < contacts) return k === 0 ? 1 : 0;
    return k === 0 ? 0 : directions[2 * (j - contacts) + k - 1];
  };
  for (let i = 0; i < forces; i++) {
    const row = 3 * contactOf(i);
    for (let k = 0; k < 3; k++) q[i] += axis(i, k) * b[row + k];
    for (let j = 0; j < forces; j++) {
      const column = 3 * contactOf(j);
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const left = axis(i, k);
        if (left === 0) continue;
        for (let l = 0; l < 3; l++) sum += left * w[(row + k) * order + column + l] * axis(j, l);
      }
      m[i * n + j] = sum;
    }
  }
  for (let i = 0; i < contacts; i++) {
    const slide = forces + i;
    m[slide * n + i] = friction[i];
    for (let k = 0; k < perContact; k++) {
      const edge = contacts + i * perContact + k;
      m[edge * n + slide] = 1;
      m[slide * n + edge] = -1;
    }
  }
  return { n, m, q };
}

/** The impulses (normal, tangent, tangent of each contact) of a solution z. */
export function reactionsOf(problem: PyramidProblem, z: Float64Array, reactions: Float64Array): void {
  const { contacts, directions, perContact } = problem;
  for (let i = 0; i < contacts; i++) {
    reactions[3 * i] = z[i];
    reactions[3 * i + 1] = 0;
    reactions[3 * i + 2] = 0;
    for (let k = 0; k < perContact; k++) {
      const edge = i * perContact + k;
      reactions[3 * i + 1] += z[contacts + edge] * directions[2 * edge];
      reactions[3 * i + 2] += z[contacts + edge] * directions[2 * edge + 1];
    }
  }
}
