// The eigenpairs of one body for E = 1 and ρ = 1, found, measured and counted.

import { MeshError } from '../geometry/index.ts';
import type { TetraMesh } from '../geometry/tetra/index.ts';
import { createArena } from '../num/kernels/index.ts';
import { innerProduct, lanczos, type RitzPairs } from '../num/eigen/index.ts';
import { LdlFactor, multiplySymmetric } from '../num/sparse/index.ts';
import { addMass, assembleMatrices, multiplyMass, type System } from './elements/assemble.ts';
import { errorsOf } from './elements/errors.ts';
import { boundaryOf } from './boundary.ts';
import { estimateFirst } from './estimate.ts';
import { inertiaOf, type ModeInertia } from './inertia.ts';
import type { ModesReport } from './modes.ts';
import { rigidMotions } from './rigid.ts';
import { stiffeningOf } from './elements/stiffening.ts';
import { symbolicWithin } from './symbolic-within.ts';

export interface Request {
  readonly count: number;
  /** ω [rad/s] for E = ρ = 1; Infinity for none. */
  readonly upTo: number;
  readonly poissonRatio: number;
  /** Whether the integrals of inertia.ts are wanted. */
  readonly inertia: boolean;
}

export interface FindOptions {
  readonly clamped: boolean;
  /** Whether more modes below `upTo` than `count` are refused rather than left out. */
  readonly strict: boolean;
  readonly memoryBytes: number;
  readonly progress?: (fraction: number, doing: string) => void;
}

/** Vectors a Lanczos step. */
const BLOCK = 4;

/** Blocks that the basis has room for beyond twice the pairs: fewer restarts, more memory. */
const BASIS_MORE = 10;

/** Restarts after which the pole is looked at again, and after which there is no hope. */
const FEW_RESTARTS = 3;
const MANY_RESTARTS = 80;

/** Pairs looked for besides the wanted ones, to have a gap to count in. */
const BEYOND = 2;

/** Taking the pole out of a deflection leaves a tenth of the first mode in it each time; squared. */
const REFINED = 1e-16;
const MOST_REFINEMENTS = 40;

/** Modes whose ω² is this far below the estimate are no vibrations: parts hang together by an edge or a corner. */
const LOOSE = 1e-11;

export function findModes(
  mesh: TetraMesh,
  prepared: Omit<System, 'mass'>,
  request: Request,
  options: FindOptions,
): ModesReport {
  return new Finder(mesh, prepared, request, options).run();
}

/** The integrals of inertia.ts of modes that were found otherwise: displacements of every node, three each. */
export function inertiaOfModes(
  mesh: TetraMesh,
  prepared: Omit<System, 'mass'>,
  request: Request,
  options: FindOptions,
  displacements: readonly Float64Array[],
): ModeInertia {
  return new Finder(mesh, prepared, request, options).inertiaOfShown(displacements);
}

class Finder {
  private readonly mesh: TetraMesh;
  private readonly system: System;
  private readonly request: Request;
  private readonly options: FindOptions;
  private readonly ldl: LdlFactor;
  private readonly bytes: number;
  private readonly n: number;
  private readonly rigid: Float64Array;
  /** K + shift M is in the factor's values. */
  private shift = 0;
  /** The search factors K + pole M. */
  private pole = 0;
  private estimate = 1;
  private factorisations = 0;
  private solves = 0;
  /** ω² and vectors found so far, ascending. */
  private values: number[] = [];
  private vectors: Float64Array[] = [];

  constructor(mesh: TetraMesh, prepared: Omit<System, 'mass'>, request: Request, options: FindOptions) {
    this.mesh = mesh;
    this.request = request;
    this.options = options;
    options.progress?.(0, 'ordering');
    const symbolic = symbolicWithin(prepared, mesh, options.memoryBytes, () =>
      options.progress?.(0, 'ordering'),
    );
    this.bytes = symbolic.fill.bytes;
    // alignment and staggering of some thirty arrays
    this.ldl = new LdlFactor(symbolic, createArena({ maximumBytes: this.bytes + 0x400000 }));
    options.progress?.(0, 'assembling');
    const mass = assembleMatrices(mesh, prepared, request.poissonRatio, this.ldl.values);
    this.system = { ...prepared, mass };
    this.n = 3 * prepared.nodeOf.length;
    this.rigid = rigidMotions(mesh, this.system);
  }

  run(): ModesReport {
    const { rigid, n } = this;
    const rigidCount = rigid.length / n;
    this.options.progress?.(0, 'estimating');
    const estimate = estimateFirst(this.mesh, this.system, this.ldl.values);
    const space = n - rigidCount;
    let wanted = Math.min(this.request.count, space);
    let cut = 0;
    let counted = -1;
    if (this.request.upTo < Infinity) {
      cut = this.request.upTo * this.request.upTo;
      counted = this.countBelow(cut) - rigidCount;
      if (counted > wanted && this.options.strict) throw tooMany(counted, wanted);
      if (counted <= wanted) wanted = counted;
      else counted = -1;
    }
    // a clamped body has a definite K and needs no shift
    this.pole = rigidCount === 0 ? 0 : 0.09 * (estimate || 1);
    this.estimate = estimate || 1;
    if (wanted > 0) {
      this.search(wanted + (counted < 0 ? BEYOND : 0));
      if (counted < 0) {
        cut = gapNear(this.values, wanted);
        counted = this.countBelow(cut) - rigidCount;
      }
      // equal eigenvalues beyond the block may hide one of them: look again beside those found
      for (let again = 0; again < 4 && this.foundBelow(cut) < counted; again++) {
        this.search(counted - this.foundBelow(cut));
      }
      if (this.values[0] < LOOSE * estimate) throw loose();
    }
    const complete = this.foundBelow(cut) === counted;
    return this.report(Math.min(wanted, this.values.length), rigidCount, complete, Math.sqrt(cut));
  }

  /** How many eigenvalues, rigid ones among them, lie below c. */
  private countBelow(c: number): number {
    for (let nudge = 0; ; nudge++) {
      this.factorAt(-c * (1 + 1e-7 * nudge), false);
      const { complete, negative, zero } = this.last;
      if (complete && zero === 0) return negative;
      if (nudge === 4)
        throw new MeshError(
          'modes cannot be counted',
          'factorisation',
          undefined,
          'the mesh has elements that are nearly flat; mesh it with another resolution',
        );
    }
  }

  private last = { complete: false, negative: 0, zero: 0 };

  private factorAt(shift: number, definite: boolean): void {
    addMass(this.ldl.values, this.system.mass, shift - this.shift);
    this.shift = shift;
    this.factorisations++;
    this.last = this.ldl.factor({
      definite,
      progress: (fraction) => this.options.progress?.(fraction, 'factorising'),
    });
  }

  /** K + pole M factored, the pole raised while rounding makes it indefinite: thin sheets of long elements do. */
  private factorDefinite(): void {
    for (let raise = 0; ; raise++) {
      if (this.factorisations === 0 || this.shift !== this.pole) this.factorAt(this.pole, true);
      if (this.last.complete) return;
      if (raise === 4)
        throw new MeshError(
          'the stiffness of this body is not positive',
          'factorisation',
          undefined,
          'the mesh has elements that are nearly flat; mesh it with another resolution',
        );
      this.pole = 10 * (this.pole || 0.09 * this.estimate);
    }
  }

  /** Finds `count` more pairs beside those there are. */
  private search(count: number): void {
    const { n } = this;
    this.factorDefinite();
    let pairs = this.iterate(count, FEW_RESTARTS);
    if (!pairs.converged) {
      // far below the estimate, as coils vibrate: modes are told apart only by a pole that is as low
      const lowest = 1 / pairs.values[0] - this.pole;
      if (lowest > 0 && 0.09 * lowest < this.pole) {
        this.pole = 0.09 * lowest;
        this.factorDefinite();
      }
      pairs = this.iterate(count, MANY_RESTARTS);
    }
    if (!pairs.converged)
      throw new MeshError(
        `only some of ${count} modes converged`,
        'iteration',
        undefined,
        'ask for fewer modes, or mesh the body with another resolution',
      );
    const found = this.values.map((value, k) => ({ value, vector: this.vectors[k] }));
    for (let k = 0; k < pairs.count; k++) {
      found.push({
        value: 1 / pairs.values[k] - this.pole,
        vector: pairs.vectors.slice(k * n, (k + 1) * n),
      });
    }
    found.sort((a, b) => a.value - b.value);
    this.values = found.map(({ value }) => value);
    this.vectors = found.map(({ vector }) => vector);
  }

  private iterate(count: number, restarts: number): RitzPairs {
    const { n, ldl, options } = this;
    const { pattern, mass } = this.system;
    const locked = new Float64Array(this.rigid.length + this.vectors.length * n);
    locked.set(this.rigid);
    this.vectors.forEach((vector, k) => {
      locked.set(vector, this.rigid.length + k * n);
    });
    const pairs = lanczos(
      {
        order: n,
        multiplyMass: (x, xAt, y, yAt) => multiplyMass(pattern, mass, x, xAt, y, yAt),
        solve: (x, several) => ldl.solve(x, several),
      },
      {
        count,
        block: BLOCK,
        locked,
        basis: 2 * (count + this.vectors.length) + BASIS_MORE * BLOCK,
        restarts,
        seed: 1 + this.solves,
        progress: (converged) => options.progress?.(converged / count, 'iterating'),
      },
    );
    this.solves += pairs.solves;
    return pairs;
  }

  private foundBelow(cut: number): number {
    return this.values.filter((value) => value < cut).length;
  }

  private report(count: number, rigid: number, complete: boolean, completeBelow: number): ModesReport {
    const { mesh, system, values, vectors } = this;
    const boundary = boundaryOf(mesh);
    const size = boundary.positions.length;
    const shapes = new Float64Array(count * size);
    for (let m = 0; m < count; m++) {
      for (let v = 0; v < boundary.nodes.length; v++) {
        const free = system.freeOf[boundary.nodes[v]];
        if (free < 0) continue;
        for (let k = 0; k < 3; k++) shapes[m * size + 3 * v + k] = vectors[m][3 * free + k];
      }
    }
    // first, while the factor's shift is known
    const inertia = this.request.inertia ? this.inertia(vectors.slice(0, count)) : undefined;
    const { residuals, orthogonality } = this.measure(count);
    const errors = errorsOf(mesh, system, this.request.poissonRatio, vectors.slice(0, count), values, () =>
      this.options.progress?.(1, 'checking'),
    );
    return {
      modes: {
        count,
        omegas: Float64Array.from(values.slice(0, count), (value) => Math.sqrt(Math.max(0, value))),
        residuals,
        errors,
        positions: boundary.positions,
        faces: boundary.faces,
        shapes,
        ...(inertia ? { inertia } : {}),
        clamped: this.options.clamped,
        tetrahedra: mesh.elements.length / 10,
        unknowns: this.n,
      },
      orthogonality,
      rigid,
      complete,
      completeBelow,
      factorBytes: this.bytes,
      solves: this.solves,
      factorisations: this.factorisations,
    };
  }

  inertiaOfShown(displacements: readonly Float64Array[]): ModeInertia {
    const { mesh, system, rigid, n } = this;
    this.estimate = estimateFirst(mesh, system, this.ldl.values) || 1;
    this.pole = rigid.length === 0 ? 0 : 0.09 * this.estimate;
    const weighed = new Float64Array(n);
    const vectors = displacements.map((u) => {
      const x = new Float64Array(n);
      system.nodeOf.forEach((node, f) => {
        for (let k = 0; k < 3; k++) x[3 * f + k] = u[3 * node + k];
      });
      // the mass of tetrahedra is not that of the profile to the last digits, and what vibrates keeps its momenta
      multiplyMass(system.pattern, system.mass, x, 0, weighed, 0);
      for (let at = 0; at < rigid.length; at += n) {
        const part = innerProduct(rigid, at, weighed, 0, n);
        for (let i = 0; i < n; i++) x[i] -= part * rigid[at + i];
      }
      return x;
    });
    return this.inertia(vectors);
  }

  /** Of vectors that are no longer looked for; leaves K itself in the factor's values. */
  private inertia(vectors: readonly Float64Array[]): ModeInertia {
    const { mesh, system, request, rigid } = this;
    const shown = inertiaOf(mesh, system, vectors);
    if (vectors.length === 0) return { ...shown, stiffening: new Float64Array(0) };
    this.factorDefinite();
    addMass(this.ldl.values, system.mass, -this.shift);
    this.shift = 0;
    const stiffening = stiffeningOf(mesh, system, request.poissonRatio, vectors, rigid, {
      solve: (load) => this.deflection(load),
      poll: () => this.options.progress?.(1, 'weighing'),
    });
    return { ...shown, stiffening };
  }

  /** K⁻¹ load by the factor of K + pole M, K in the factor's values. */
  private deflection(load: Float64Array): Float64Array {
    const u = new Float64Array(this.n);
    const left = load.slice();
    const ku = new Float64Array(this.n);
    for (let round = 0; round < MOST_REFINEMENTS; round++) {
      this.options.progress?.(1, 'weighing');
      this.ldl.solve(left);
      this.solves++;
      let added = 0;
      let size = 0;
      for (let i = 0; i < this.n; i++) {
        u[i] += left[i];
        added += left[i] * left[i];
        size += u[i] * u[i];
      }
      if (added <= REFINED * size) break;
      multiplySymmetric(this.system.pattern, this.ldl.values, u, ku);
      for (let i = 0; i < this.n; i++) left[i] = load[i] - ku[i];
    }
    return u;
  }

  /** From K and M themselves, apart from how the pairs were found. */
  private measure(count: number): { residuals: Float64Array; orthogonality: number } {
    const { n, system, values, vectors, rigid } = this;
    const { pattern, mass } = system;
    addMass(this.ldl.values, mass, -this.shift);
    this.shift = 0;
    const residuals = new Float64Array(count);
    const kx = new Float64Array(n);
    const mx = new Float64Array(n);
    let orthogonality = 0;
    for (let m = 0; m < count; m++) {
      this.options.progress?.(1, 'checking');
      multiplySymmetric(pattern, this.ldl.values, vectors[m], kx);
      multiplyMass(pattern, mass, vectors[m], 0, mx, 0);
      let residual = 0;
      let size = 0;
      for (let i = 0; i < n; i++) {
        const r = kx[i] - values[m] * mx[i];
        residual += r * r;
        size += kx[i] * kx[i];
      }
      residuals[m] = Math.sqrt(residual / size);
      for (let k = 0; k <= m; k++) {
        const product = innerProduct(vectors[k], 0, mx, 0, n) - (k === m ? 1 : 0);
        orthogonality = Math.max(orthogonality, Math.abs(product));
      }
      for (let k = 0; k < rigid.length; k += n) {
        orthogonality = Math.max(orthogonality, Math.abs(innerProduct(rigid, k, mx, 0, n)));
      }
    }
    return { residuals, orthogonality };
  }
}

/** Neighbours that differ by this share or more: counting between them is sure. */
const GAP = 1e-7;

/**
 * Where to count: in the widest gap between the wanted pairs and those beyond. Where all of these are equal, in the
 * next gap below them; then the count proves what lies below only.
 */
function gapNear(values: readonly number[], wanted: number): number {
  const gap = (i: number): number => (values[i + 1] - values[i]) / values[i + 1];
  const middle = (i: number): number => 0.5 * (values[i] + values[i + 1]);
  let best = -1;
  for (let i = wanted - 1; i + 1 < values.length; i++) if (gap(i) > (best < 0 ? GAP : gap(best))) best = i;
  for (let i = Math.min(wanted, values.length) - 2; best < 0 && i >= 0; i--) if (gap(i) > GAP) best = i;
  // every pair that there is was found, or all of them are equal
  return best < 0 ? 1.5 * values[values.length - 1] : middle(best);
}

export function tooMany(counted: number, most: number): MeshError {
  return new MeshError(
    `there are ${counted} modes up to this frequency`,
    'upToHz',
    undefined,
    `lower it, or give a count up to ${most}`,
  );
}

function loose(): MeshError {
  return new MeshError(
    'the body is a mechanism: parts of it move without deforming',
    'mesh',
    undefined,
    'join parts that meet in an edge or a corner only, or leave them apart',
  );
}
