// The eigenpairs of a body of revolution, one angular order at a time: small problems on its profile.

import { MeshError } from '../../geometry/index.ts';
import { innerProduct, lanczos } from '../../num/eigen/index.ts';
import { createArena } from '../../num/kernels/index.ts';
import {
  addBlock,
  analyse as analyseFactor,
  graphOf,
  LdlFactor,
  minimumDegreeOrdering,
  multiplySymmetric,
  patternFromPairs,
  type SymmetricPattern,
} from '../../num/sparse/index.ts';
import { addMass, multiplyMass } from '../elements/assemble.ts';
import type { Profile } from './profile.ts';
import { RingElement } from './triangle.ts';

export interface OrderPairs {
  /** ω², ascending. */
  readonly values: readonly number[];
  /** M-orthonormal over the nodes of the profile, three each: u, v and w; 0 where held. */
  readonly vectors: readonly Float64Array[];
  readonly residuals: readonly number[];
  /** Largest |xᵢᵀ M xⱼ − δᵢⱼ|. */
  readonly orthogonality: number;
}

/** Vectors a Lanczos step: no order has equal eigenvalues but by chance. */
const BLOCK = 2;
/** Where rigid motions make K singular it is moved by this part of its mean diagonal over the mass. */
const POLE = 1e-9;
/** What may not move on the axis is held by this many times its own stiffness. */
const HELD_ON_AXIS = 1e6;

export class Orders {
  readonly factorBytes: number;
  solves = 0;
  factorisations = 0;
  private readonly profile: Profile;
  private readonly poissonRatio: number;
  private readonly free: Int32Array;
  private readonly count: number;
  private readonly isHeld: boolean;
  private readonly pattern: SymmetricPattern;
  /** Block of each pair i ≥ j of nodes of each triangle. */
  private readonly slots: Int32Array;
  private readonly ldl: LdlFactor;
  private mass = new Float64Array(0);
  /** K without any mass, kept as the factor's values move. */
  private shift = 0;
  private order = -1;

  constructor(profile: Profile, poissonRatio: number) {
    this.profile = profile;
    this.poissonRatio = poissonRatio;
    const { triangles, held } = profile;
    this.isHeld = held.includes(1);
    const first = numbered(held);
    const order = minimumDegreeOrdering(graphOf(pairsOf(triangles, first.free, first.count).pattern));
    const position = new Int32Array(order.length);
    order.forEach((node, k) => {
      position[node] = k;
    });
    this.free = first.free.map((f) => (f < 0 ? -1 : position[f]));
    this.count = first.count;
    const { pattern, slots } = pairsOf(triangles, this.free, this.count);
    this.pattern = pattern;
    this.slots = slots;
    const symbolic = analyseFactor(pattern, { ordering: 'natural' });
    this.factorBytes = symbolic.fill.bytes;
    this.ldl = new LdlFactor(symbolic, createArena({ maximumBytes: symbolic.fill.bytes + 0x400000 }));
  }

  get unknowns(): number {
    return 3 * this.count;
  }

  /** Motions of this order that do not deform. */
  rigidCount(order: number): number {
    return order < 2 && !this.isHeld ? 2 : 0;
  }

  /** How many vibrations of this order lie below ω² = c. */
  countBelow(order: number, c: number): number {
    this.assemble(order);
    for (let nudge = 0; nudge < 5; nudge++) {
      const { complete, negative, zero } = this.factorAt(-c * (1 + 1e-7 * nudge), false);
      if (complete && zero === 0) return negative - this.rigidCount(order);
    }
    throw unfit('modes cannot be counted');
  }

  /** The lowest pairs, without rigid motions; fewer where there are no more. */
  lowest(order: number, wanted: number): OrderPairs {
    this.assemble(order);
    const n = this.unknowns;
    const { pattern, mass, ldl } = this;
    const rigid = this.rigidMotions(order);
    const pole = rigid.length > 0 ? this.pole() : 0;
    if (!this.factorAt(pole, true).complete) throw unfit('the stiffness of this body is not positive');
    const found = lanczos(
      {
        order: n,
        multiplyMass: (x, xAt, y, yAt) => multiplyMass(pattern, mass, x, xAt, y, yAt),
        solve: (x, several) => ldl.solve(x, several),
      },
      { count: wanted, block: BLOCK, locked: rigid, seed: 1 + order, basis: 2 * wanted + 20 },
    );
    this.solves += found.solves;
    if (!found.converged) throw unfit(`only some of ${wanted} modes converged`);
    this.shiftTo(0);
    const values = Array.from(found.values, (theta) => 1 / theta - pole);
    const solved = values.map((_, k) => found.vectors.slice(k * n, (k + 1) * n));
    const { residuals, orthogonality } = this.measure(values, solved);
    return { values, vectors: solved.map((x) => this.spread(x)), residuals, orthogonality };
  }

  private assemble(order: number): void {
    const { ldl, profile, slots, free } = this;
    if (order === this.order) {
      this.shiftTo(0);
      return;
    }
    this.order = order;
    this.shift = 0;
    const { points, triangles } = profile;
    const element = new RingElement(this.poissonRatio, order);
    ldl.values.fill(0);
    this.mass = new Float64Array(this.pattern.rows.length);
    for (let t = 0, slot = 0; t < triangles.length; t += 6) {
      element.compute(points, triangles, t);
      for (let i = 0; i < 6; i++)
        for (let j = 0; j <= i; j++) {
          if (free[triangles[t + i]] < 0 || free[triangles[t + j]] < 0) continue;
          const block = slots[slot++];
          addBlock(ldl.values, 3, block, element.stiffness, 9 * (6 * i + j));
          this.mass[block < 0 ? ~block : block] += element.mass[6 * i + j];
        }
    }
    // displacements are single-valued on the axis: along it for n = 0, across it for n = 1, none beyond
    const held = order === 0 ? [0, 1] : order === 1 ? [2] : [0, 1, 2];
    for (let p = 0; p < free.length; p++) {
      if (free[p] < 0 || points[2 * p] > 0) continue;
      const at = 9 * this.pattern.starts[free[p]];
      for (const c of held) ldl.values[at + 4 * c] *= HELD_ON_AXIS;
    }
  }

  private shiftTo(shift: number): void {
    addMass(this.ldl.values, this.mass, shift - this.shift);
    this.shift = shift;
  }

  private factorAt(shift: number, definite: boolean): ReturnType<LdlFactor['factor']> {
    this.shiftTo(shift);
    this.factorisations++;
    return this.ldl.factor({ definite });
  }

  private pole(): number {
    const { starts } = this.pattern;
    let [stiffness, mass] = [0, 0];
    for (let j = 0; j < this.count; j++) {
      stiffness += this.ldl.values[9 * starts[j] + 4];
      mass += this.mass[starts[j]];
    }
    return (POLE * stiffness) / mass;
  }

  /** M-orthonormal, one after another. */
  private rigidMotions(order: number): Float64Array {
    if (this.rigidCount(order) === 0) return new Float64Array(0);
    const { free, mass, pattern } = this;
    const { points } = this.profile;
    const n = this.unknowns;
    const motions = new Float64Array(2 * n);
    const weighed = new Float64Array(n);
    let [low, high] = [Infinity, -Infinity];
    for (let p = 1; p < points.length; p += 2) {
      low = Math.min(low, points[p]);
      high = Math.max(high, points[p]);
    }
    for (let p = 0; p < free.length; p++) {
      if (free[p] < 0) continue;
      const [r, z] = [points[2 * p], points[2 * p + 1] - 0.5 * (low + high)];
      motions.set(order === 0 ? [0, 0, 1] : [1, -1, 0], 3 * free[p]);
      motions.set(order === 0 ? [0, r, 0] : [z, -z, -r], n + 3 * free[p]);
    }
    for (let pass = 0; pass < 2; pass++)
      for (let m = 0; m < 2; m++) {
        multiplyMass(pattern, mass, motions, m * n, weighed, 0);
        if (m === 1) {
          const part = innerProduct(motions, 0, weighed, 0, n);
          for (let i = 0; i < n; i++) motions[n + i] -= part * motions[i];
          multiplyMass(pattern, mass, motions, n, weighed, 0);
        }
        const length = Math.sqrt(innerProduct(motions, m * n, weighed, 0, n));
        for (let i = 0; i < n; i++) motions[m * n + i] /= length;
      }
    return motions;
  }

  private measure(
    values: readonly number[],
    vectors: readonly Float64Array[],
  ): { residuals: number[]; orthogonality: number } {
    const n = this.unknowns;
    const [kx, mx] = [new Float64Array(n), new Float64Array(n)];
    const residuals: number[] = [];
    let orthogonality = 0;
    vectors.forEach((x, k) => {
      multiplySymmetric(this.pattern, this.ldl.values, x, kx);
      multiplyMass(this.pattern, this.mass, x, 0, mx, 0);
      let [residual, size] = [0, 0];
      for (let i = 0; i < n; i++) {
        const left = kx[i] - values[k] * mx[i];
        residual += left * left;
        size += kx[i] * kx[i];
      }
      residuals.push(Math.sqrt(residual / size));
      for (let j = 0; j <= k; j++) {
        const product = innerProduct(vectors[j], 0, mx, 0, n) - (j === k ? 1 : 0);
        orthogonality = Math.max(orthogonality, Math.abs(product));
      }
    });
    return { residuals, orthogonality };
  }

  /** From unknowns to nodes. */
  private spread(x: Float64Array): Float64Array {
    const out = new Float64Array(3 * this.free.length);
    this.free.forEach((f, p) => {
      if (f >= 0) out.set(x.subarray(3 * f, 3 * f + 3), 3 * p);
    });
    return out;
  }
}

function numbered(held: Uint8Array): { readonly free: Int32Array; readonly count: number } {
  let count = 0;
  return { free: Int32Array.from(held, (h) => (h === 1 ? -1 : count++)), count };
}

function pairsOf(
  triangles: Uint32Array,
  free: Int32Array,
  count: number,
): { readonly pattern: SymmetricPattern; readonly slots: Int32Array } {
  const rows: number[] = [];
  const columns: number[] = [];
  for (let t = 0; t < triangles.length; t += 6)
    for (let i = 0; i < 6; i++)
      for (let j = 0; j <= i; j++) {
        const [row, column] = [free[triangles[t + i]], free[triangles[t + j]]];
        if (row < 0 || column < 0) continue;
        rows.push(row);
        columns.push(column);
      }
  return patternFromPairs(count, 3, rows, columns);
}

function unfit(what: string): MeshError {
  return new MeshError(
    what,
    'profile',
    undefined,
    'ask for fewer modes, or give the body another resolution',
  );
}
