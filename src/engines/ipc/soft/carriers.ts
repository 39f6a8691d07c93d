// How the points of a stencil hang on unknowns: δ = Σ w x moves by Σ J y over the nodes that carry it.
//
// A vertex of something soft is a node of its own, J = w 1. All vertices of one body hang on its two: by its translation J = (Σ w) 1, by
// its turn about the centre δ = ω × Σ w r.

import { vertexTotal } from '../../../geometry/ccd/index.ts';
import type { Island } from '../solve/islands.ts';
import { isTurning } from '../owners/owners.ts';
import type { MixedSystem } from '../solve/mixed-system.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';
import type { Soft } from './soft.ts';

const MOST = 8;

export class Carriers {
  count = 0;
  /** Numbers of nodes in the island's matrix, and where their numbers begin in its gradient. */
  readonly nodes = new Int32Array(MOST);
  readonly places = new Int32Array(MOST);
  /** J of each, nine numbers row by row. */
  readonly jacobians = new Float64Array(9 * MOST);

  /** Which carries each of the stencil's vertices: -1 none, -2 the body. */
  private readonly ofVertex = new Int32Array(4);
  /** That of the body’s turn, -1 none. */
  private turn = -1;
  /** Σ w r of the body's vertices. */
  private readonly arm = new Float64Array(3);

  /**
   * Those of a stencil that the island solves for.
   * @param list     its kind and vertices at list[at…]
   * @param weights  of its vertices, at weights[from…]
   */
  load(
    work: Work,
    soft: Soft,
    island: Island,
    { x, q }: Poses,
    list: Int32Array,
    at: number,
    weights: Float64Array,
    from: number,
  ): void {
    const { place, of, list: islands } = work.islands;
    const system = systemOf(island);
    const total = vertexTotal(list[at]);
    const { arm, ofVertex } = this;
    this.count = 0;
    this.turn = -1;
    let body = -1;
    let sum = 0;
    arm.fill(0);
    for (let n = 0; n < total; n++) {
      const w = weights[from + n];
      const v = list[at + 1 + n];
      const i = soft.ownerOf[v];
      ofVertex[n] = -1;
      if (of[i] < 0 || islands[of[i]] !== island) continue;
      if (isTurning(work.model, i)) {
        // two bodies never share a stencil
        body = i;
        ofVertex[n] = -2;
        sum += w;
        for (let k = 0; k < 3; k++) arm[k] += w * (x[3 * v + k] - q[3 * i + k]);
      } else if (w !== 0) {
        ofVertex[n] = this.count;
        this.addScaled(system.nodeOf(place[i]), 6 * place[i], w);
      }
    }
    if (body < 0) return;
    const node = system.nodeOf(place[body]);
    // also where its weights sum to nothing, since its vertices' own places matter (addSliding)
    this.addScaled(node, 6 * place[body], sum);
    this.turn = this.count;
    const to = 9 * this.count;
    const { jacobians: j } = this;
    j.fill(0, to, to + 9);
    j[to + 1] = arm[2];
    j[to + 2] = -arm[1];
    j[to + 3] = -arm[2];
    j[to + 5] = arm[0];
    j[to + 6] = arm[1];
    j[to + 7] = -arm[0];
    this.nodes[this.count] = node + 1;
    this.places[this.count++] = 6 * place[body] + 3;
  }

  private addScaled(node: number, place: number, w: number): void {
    const to = 9 * this.count;
    const { jacobians: j } = this;
    j.fill(0, to, to + 9);
    j[to] = j[to + 4] = j[to + 8] = w;
    this.nodes[this.count] = node;
    this.places[this.count++] = place;
  }

  /** gradient += Jᵀ f */
  addForce(gradient: Float64Array, x: number, y: number, z: number): void {
    const { jacobians: j } = this;
    for (let c = 0; c < this.count; c++) {
      const o = 9 * c;
      const to = this.places[c];
      for (let k = 0; k < 3; k++) gradient[to + k] += j[o + k] * x + j[o + 3 + k] * y + j[o + 6 + k] * z;
    }
  }

  /**
   * Writes Z = Jᵀ e + s (D at vertex j − D at vertex i) of an edge from i to j, e = s (x_j − x_i), along which the nearest point of
   * its primitive may slide: s is 1 for the first primitive, −1 for the second.
   * @param apart  D, from the second primitive's nearest point to the first's
   */
  writeSliding(
    z: Float64Array,
    e: Float64Array,
    apart: Float64Array,
    i: number,
    j: number,
    sign: number,
  ): void {
    const { jacobians, ofVertex } = this;
    for (let c = 0; c < this.count; c++) {
      const o = 9 * c;
      for (let k = 0; k < 3; k++)
        z[3 * c + k] = jacobians[o + k] * e[0] + jacobians[o + 3 + k] * e[1] + jacobians[o + 6 + k] * e[2];
    }
    if (ofVertex[i] === -2) {
      // both ends are the body's: it is turned by e × D
      const to = 3 * this.turn;
      z[to] += e[1] * apart[2] - e[2] * apart[1];
      z[to + 1] += e[2] * apart[0] - e[0] * apart[2];
      z[to + 2] += e[0] * apart[1] - e[1] * apart[0];
      return;
    }
    for (let k = 0; k < 3; k++) {
      if (ofVertex[j] >= 0) z[3 * ofVertex[j] + k] += sign * apart[k];
      if (ofVertex[i] >= 0) z[3 * ofVertex[i] + k] -= sign * apart[k];
    }
  }

  /** Adds s z zᵀ. */
  addOuter(island: Island, z: Float64Array, s: number): void {
    const system = systemOf(island);
    for (let b = 0; b < this.count; b++)
      for (let a = 0; a <= b; a++) {
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++) block[3 * r + c] = s * z[3 * a + r] * z[3 * b + c];
        system.addNodes(this.nodes[a], this.nodes[b], block, 0, 3);
      }
  }

  /** Adds what a force (x, y, z) on the stencil has of second order in the body's turn: ½ (r fᵀ + f rᵀ) − (r·f) 1. */
  addTurning(island: Island, x: number, y: number, z: number): void {
    if (this.turn < 0) return;
    const { arm: r } = this;
    const f = [x, y, z];
    const along = r[0] * x + r[1] * y + r[2] * z;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        block[3 * i + j] = 0.5 * (r[i] * f[j] + f[i] * r[j]) - (i === j ? along : 0);
    systemOf(island).addNodes(this.nodes[this.turn], this.nodes[this.turn], block, 0, 3);
  }

  /** Adds Jᵀ M J, M being six numbers: xx xy xz yy yz zz. */
  addCurvature(island: Island, m: Float64Array): void {
    const system = systemOf(island);
    const { jacobians: j, nodes } = this;
    for (let b = 0; b < this.count; b++) {
      const o = 9 * b;
      for (let c = 0; c < 3; c++) {
        const [x, y, z] = [j[o + c], j[o + 3 + c], j[o + 6 + c]];
        moved[c] = m[0] * x + m[1] * y + m[2] * z;
        moved[3 + c] = m[1] * x + m[3] * y + m[4] * z;
        moved[6 + c] = m[2] * x + m[4] * y + m[5] * z;
      }
      for (let a = 0; a <= b; a++) {
        const p = 9 * a;
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++)
            block[3 * r + c] =
              j[p + r] * moved[c] + j[p + 3 + r] * moved[3 + c] + j[p + 6 + r] * moved[6 + c];
        system.addNodes(nodes[a], nodes[b], block, 0, 3);
      }
    }
  }
}

function systemOf({ soft }: Island): MixedSystem {
  if (!soft) throw new Error('nothing in this island is soft');
  return soft.system;
}

const moved = new Float64Array(9);
const block = new Float64Array(9);
