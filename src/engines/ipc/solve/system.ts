// The Newton system of an island of bodies (of one with particles: mixed-system.ts): one 6×6 block a body and one for each pair of unknown bodies. Its pattern is
// the graph of bodies, analysed when the island is formed; contacts come and go without changing it.

import type { Arena } from '../../../num/kernels/index.ts';
import { analyse, LdlFactor, patternFromPairs, type SymmetricPattern } from '../../../num/sparse/index.ts';
import type { Parts } from './islands.ts';

/** What the solver does with an island's matrix. Owners have six numbers each, particles those of a turn only to be left out. */
export interface Matrix {
  clear(): void;
  /** Adds the 12×12 block (upper triangle) of the island's pair i. */
  addPair(i: number, block: Float64Array, at: number): void;
  /** Adds the 12×12 block (upper triangle) of joint j between the bodies at places a and b, -1 where there is none. */
  addLink(j: number, a: number, b: number, block: Float64Array): void;
  /** Adds a body's own 6×6 block (upper triangle, rows of 6). */
  addBody(k: number, block: Float64Array): void;
  /** Adds to the diagonal: three translations, three rotations. */
  addDiagonal(k: number, translation: number, rotation: number): void;
  /** Takes fixed degrees of freedom of body k out: their rows and columns become those of the identity. */
  fix(k: number, fixed: Uint8Array, at: number): void;
  /** Factors; false where the matrix is not positive definite. */
  factor(): boolean;
  solve(x: Float64Array): void;
}

export class System implements Matrix {
  private readonly ldl: LdlFactor;
  /** Slot of each body's own block. */
  private readonly own: Int32Array;
  /** Places of each pair's bodies, -1 where a body is no unknown, and the slot of its off-diagonal block. */
  private readonly placeA: Int32Array;
  private readonly placeB: Int32Array;
  private readonly slots: Int32Array;
  /** Slot of each joint's off-diagonal block, where both its bodies are here. */
  private readonly linkSlots = new Map<number, number>();
  /** Of each body the blocks of its row in earlier columns; found when they are first asked for. */
  private left: number[][] | undefined;
  /** 1 for pairs that have no block. */
  private readonly idle: Uint8Array;

  constructor(parts: Parts, joints: Int32Array, links: Int32Array, arena: Arena, place: Int32Array) {
    const { bodies, pairs } = parts;
    this.placeA = parts.placeA;
    this.placeB = parts.placeB;
    this.idle = parts.idle;
    const rows: number[] = [];
    const columns: number[] = [];
    const pairOf: number[] = [];
    for (let i = 0; i < pairs.length; i++) {
      if (this.placeA[i] < 0 || this.placeB[i] < 0 || this.idle[i]) continue;
      rows.push(this.placeA[i]);
      columns.push(this.placeB[i]);
      pairOf.push(i);
    }
    const linkOf: number[] = [];
    for (const j of joints) {
      const a = links[2 * j];
      const b = links[2 * j + 1];
      if (!(a >= 0 && b >= 0 && place[a] >= 0 && place[b] >= 0)) continue;
      rows.push(place[a]);
      columns.push(place[b]);
      linkOf.push(j);
    }
    const { pattern, slots } = patternFromPairs(bodies.length, 6, rows, columns);
    this.slots = new Int32Array(pairs.length);
    pairOf.forEach((i, e) => {
      this.slots[i] = slots[e];
    });
    linkOf.forEach((j, e) => {
      this.linkSlots.set(j, slots[pairOf.length + e]);
    });
    this.own = pattern.starts;
    this.ldl = new LdlFactor(analyse(pattern), arena);
  }

  clear(): void {
    this.ldl.values.fill(0);
  }

  addPair(i: number, block: Float64Array, at: number): void {
    const a = this.placeA[i];
    const b = this.placeB[i];
    if (this.idle[i]) return;
    if (a >= 0) this.addUpper(this.own[a], block, at);
    if (b >= 0) this.addUpper(this.own[b], block, at + 13 * 6);
    if (a >= 0 && b >= 0) this.addOffDiagonal(this.slots[i], block, at);
  }

  addLink(j: number, a: number, b: number, block: Float64Array): void {
    if (a >= 0) this.addUpper(this.own[a], block, 0);
    if (b >= 0) this.addUpper(this.own[b], block, 13 * 6);
    if (a >= 0 && b >= 0) this.addOffDiagonal(this.linkSlots.get(j) as number, block, 0);
  }

  private addOffDiagonal(slot: number, block: Float64Array, at: number): void {
    const { values } = this.ldl;
    const to = 36 * (slot >= 0 ? slot : ~slot);
    for (let r = 0; r < 6; r++) {
      for (let c = 0; c < 6; c++) {
        values[slot >= 0 ? to + 6 * r + c : to + 6 * c + r] += block[at + 12 * r + 6 + c];
      }
    }
  }

  /** The upper triangle of a 6×6 part of a 12×12 block goes to the lower triangle of a diagonal block. */
  private addUpper(slot: number, block: Float64Array, at: number): void {
    const { values } = this.ldl;
    const to = 36 * slot;
    for (let r = 0; r < 6; r++) for (let c = r; c < 6; c++) values[to + 6 * c + r] += block[at + 12 * r + c];
  }

  addBody(k: number, block: Float64Array): void {
    const { values } = this.ldl;
    const to = 36 * this.own[k];
    for (let r = 0; r < 6; r++) for (let c = r; c < 6; c++) values[to + 6 * c + r] += block[6 * r + c];
  }

  addDiagonal(k: number, translation: number, rotation: number): void {
    const to = 36 * this.own[k];
    for (let r = 0; r < 6; r++) this.ldl.values[to + 7 * r] += r < 3 ? translation : rotation;
  }

  fix(k: number, fixed: Uint8Array, at: number): void {
    const { values, symbolic } = this.ldl;
    const { starts } = symbolic.pattern;
    const own = 36 * this.own[k];
    for (let f = 0; f < 6; f++) {
      if (!fixed[at + f]) continue;
      for (let c = 0; c < 6; c++) {
        values[own + 6 * f + c] = 0;
        values[own + 6 * c + f] = 0;
      }
      values[own + 7 * f] = 1;
      // blocks below the diagonal in its own column, then blocks of its row in earlier columns
      for (let e = starts[k] + 1; e < starts[k + 1]; e++)
        for (let r = 0; r < 6; r++) values[36 * e + 6 * r + f] = 0;
      for (const e of this.leftOf(k)) for (let c = 0; c < 6; c++) values[36 * e + 6 * f + c] = 0;
    }
  }

  /** Blocks of row k in earlier columns. */
  private leftOf(k: number): number[] {
    this.left ??= blocksOfRows(this.ldl.symbolic.pattern);
    return this.left[k];
  }

  factor(): boolean {
    return this.ldl.factor({ definite: true }).complete;
  }

  solve(x: Float64Array): void {
    this.ldl.solve(x);
  }
}

/** Of each row its blocks in earlier columns. */
export function blocksOfRows({ starts, rows }: SymmetricPattern): number[][] {
  const blocks: number[][] = Array.from({ length: starts.length - 1 }, () => []);
  for (let column = 0; column + 1 < starts.length; column++)
    for (let e = starts[column] + 1; e < starts[column + 1]; e++) blocks[rows[e]].push(e);
  return blocks;
}
