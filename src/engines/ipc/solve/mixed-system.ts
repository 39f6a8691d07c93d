// The Newton system of an island with particles: uniform 3×3 blocks, two of a body (its translation, its turn), one of a particle.
// What is added and solved for has six numbers an owner, as elsewhere (system.ts); those of a particle's turn are left out.
//
// All owners alike have nodes, so whatever else is to be solved for in threes only adds to the pattern.

import type { Arena } from '../../../num/kernels/index.ts';
import { analyse, LdlFactor, patternFromPairs } from '../../../num/sparse/index.ts';
import type { Parts } from './islands.ts';
import { NO_SLOT } from './no-slot.ts';
import { blocksOfRows, type Matrix } from './system.ts';

export class MixedSystem implements Matrix {
  private readonly ldl: LdlFactor;
  /** First node of the owner at each place, and at the end the number of all. */
  private readonly nodes: Int32Array;
  /** Slot of each node's own block, and of each place's block between its two nodes. */
  private readonly own: Int32Array;
  private readonly coupling: Int32Array;
  private readonly placeA: Int32Array;
  private readonly placeB: Int32Array;
  private readonly idle: Uint8Array;
  /** Slots of the four blocks between the nodes of a pair's owners: those of a's first node, then those of its second. */
  private readonly slots: Int32Array;
  /** The same of each joint both of whose bodies are here. */
  private readonly linkSlots = new Map<number, Int32Array>();
  /** Of each node the blocks of its row in earlier columns; found when they are first asked for. */
  private left: number[][] | undefined;
  /** Of nodes that are folded those that they have blocks with. */
  private readonly others = new Map<number, number[]>();
  private readonly packed: Float64Array;

  /**
   * @param turning  owners from this one on do not turn
   * @param couple   tells which places are to have blocks beside those of pairs and joints
   */
  constructor(
    parts: Parts,
    joints: Int32Array,
    links: Int32Array,
    arena: Arena,
    place: Int32Array,
    turning: number,
    couple?: (want: (a: number, b: number) => void) => void,
  ) {
    const { bodies, pairs } = parts;
    this.placeA = parts.placeA;
    this.placeB = parts.placeB;
    this.idle = parts.idle;
    this.nodes = new Int32Array(bodies.length + 1);
    for (let k = 0; k < bodies.length; k++) this.nodes[k + 1] = this.nodes[k] + (bodies[k] < turning ? 2 : 1);
    const rows: number[] = [];
    const columns: number[] = [];
    /** Tells where the slot of a block between two nodes is to go. */
    const wanted: { into: Int32Array; at: number }[] = [];
    const want = (row: number, column: number, into: Int32Array, at: number) => {
      rows.push(row);
      columns.push(column);
      wanted.push({ into, at });
    };
    const wantBetween = (a: number, b: number, into: Int32Array, at: number) => {
      for (let s = 0; s < this.sizeOf(a); s++)
        for (let t = 0; t < this.sizeOf(b); t++)
          want(this.nodes[a] + s, this.nodes[b] + t, into, at + 2 * s + t);
    };
    this.coupling = new Int32Array(bodies.length);
    for (let k = 0; k < bodies.length; k++)
      if (this.sizeOf(k) === 2) want(this.nodes[k], this.nodes[k] + 1, this.coupling, k);
    this.slots = new Int32Array(4 * pairs.length);
    for (let i = 0; i < pairs.length; i++)
      if (this.placeA[i] >= 0 && this.placeB[i] >= 0 && !this.idle[i])
        wantBetween(this.placeA[i], this.placeB[i], this.slots, 4 * i);
    for (const j of joints) {
      const a = links[2 * j];
      const b = links[2 * j + 1];
      if (!(a >= 0 && b >= 0 && place[a] >= 0 && place[b] >= 0)) continue;
      const slots = new Int32Array(4);
      this.linkSlots.set(j, slots);
      wantBetween(place[a], place[b], slots, 0);
    }
    couple?.((a, b) => {
      if (a !== b) wantBetween(a, b, unheeded, 0);
    });
    const { pattern, slots } = patternFromPairs(this.nodes[bodies.length], 3, rows, columns);
    for (let e = 0; e < wanted.length; e++) wanted[e].into[wanted[e].at] = slots[e];
    this.own = pattern.starts;
    this.ldl = new LdlFactor(analyse(pattern), arena);
    this.packed = new Float64Array(3 * this.nodes[bodies.length]);
  }

  clear(): void {
    this.ldl.values.fill(0);
  }

  addPair(i: number, block: Float64Array, at: number): void {
    if (!this.idle[i]) this.addBetween(this.placeA[i], this.placeB[i], this.slots, 4 * i, block, at);
  }

  addLink(j: number, a: number, b: number, block: Float64Array): void {
    this.addBetween(a, b, this.linkSlots.get(j) ?? none, 0, block, 0);
  }

  /** The 12×12 block (upper triangle) of the owners at places a and b, -1 where there is none. */
  private addBetween(
    a: number,
    b: number,
    slots: Int32Array,
    first: number,
    block: Float64Array,
    at: number,
  ): void {
    if (a >= 0) this.addOwn(a, block, at, 12);
    if (b >= 0) this.addOwn(b, block, at + 13 * 6, 12);
    if (a < 0 || b < 0) return;
    for (let s = 0; s < this.sizeOf(a); s++)
      for (let t = 0; t < this.sizeOf(b); t++)
        this.addWhole(slots[first + 2 * s + t], block, at + 36 * s + 6 + 3 * t, 12);
  }

  addBody(k: number, block: Float64Array): void {
    this.addOwn(k, block, 0, 6);
  }

  /** The upper triangle of a 6×6 part of a block whose rows are so wide. */
  private addOwn(k: number, block: Float64Array, at: number, width: number): void {
    this.addUpper(this.own[this.nodes[k]], block, at, width);
    if (this.sizeOf(k) < 2) return;
    this.addUpper(this.own[this.nodes[k] + 1], block, at + 3 * (width + 1), width);
    this.addWhole(this.coupling[k], block, at + 3, width);
  }

  private addUpper(slot: number, block: Float64Array, at: number, width: number): void {
    const { values } = this.ldl;
    const to = 9 * slot;
    for (let r = 0; r < 3; r++)
      for (let c = r; c < 3; c++) values[to + 3 * c + r] += block[at + width * r + c];
  }

  private addWhole(slot: number, block: Float64Array, at: number, width: number): void {
    const { values } = this.ldl;
    const to = 9 * (slot >= 0 ? slot : ~slot);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++)
        values[to + (slot >= 0 ? 3 * r + c : 3 * c + r)] += block[at + width * r + c];
  }

  addDiagonal(k: number, translation: number, rotation: number): void {
    for (let s = 0; s < this.sizeOf(k); s++) {
      const to = 9 * this.own[this.nodes[k] + s];
      for (let r = 0; r < 3; r++) this.ldl.values[to + 4 * r] += s === 0 ? translation : rotation;
    }
  }

  fix(k: number, fixed: Uint8Array, at: number): void {
    for (let f = 0; f < 3 * this.sizeOf(k); f++)
      if (fixed[at + f]) this.fixLane(this.nodes[k] + Math.floor(f / 3), f % 3);
  }

  private fixLane(node: number, lane: number): void {
    const { values, symbolic } = this.ldl;
    const { starts } = symbolic.pattern;
    const own = 9 * this.own[node];
    for (let c = 0; c < 3; c++) values[own + 3 * lane + c] = values[own + 3 * c + lane] = 0;
    values[own + 4 * lane] = 1;
    for (let e = starts[node] + 1; e < starts[node + 1]; e++)
      for (let r = 0; r < 3; r++) values[9 * e + 3 * r + lane] = 0;
    for (const e of this.leftOf(node)) for (let c = 0; c < 3; c++) values[9 * e + 3 * lane + c] = 0;
  }

  private leftOf(node: number): number[] {
    this.left ??= blocksOfRows(this.ldl.symbolic.pattern);
    return this.left[node];
  }

  factor(): boolean {
    return this.ldl.factor({ definite: true }).complete;
  }

  solve(x: Float64Array): void {
    const { nodes, packed } = this;
    const places = nodes.length - 1;
    for (let k = 0; k < places; k++)
      for (let c = 0; c < 3 * this.sizeOf(k); c++) packed[3 * nodes[k] + c] = x[6 * k + c];
    this.ldl.solve(packed);
    for (let k = 0; k < places; k++) {
      const size = 3 * this.sizeOf(k);
      for (let c = 0; c < 6; c++) x[6 * k + c] = c < size ? packed[3 * nodes[k] + c] : 0;
    }
  }

  /** Nine numbers a slot. */
  get values(): Float64Array {
    return this.ldl.values;
  }

  /** The first node of the owner at place k. */
  nodeOf(k: number): number {
    return this.nodes[k];
  }

  /** Where the block of nodes a and b is, as addAt takes it; NO_SLOT where there is none. */
  slotOf(a: number, b: number): number {
    const { starts, rows } = this.ldl.symbolic.pattern;
    const column = Math.min(a, b);
    const row = Math.max(a, b);
    let low = starts[column];
    let high = starts[column + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return rows[low] !== row ? NO_SLOT : a >= b ? low : ~low;
  }

  /** Adds the 3×3 block of nodes a and b, which has rows so wide. */
  addNodes(a: number, b: number, block: Float64Array, at: number, width: number): void {
    this.addAt(this.slotOf(a, b), block, at, width);
  }

  /** The same at a slot that is known. */
  addAt(slot: number, block: Float64Array, at: number, width: number): void {
    this.addWhole(slot, block, at, width);
  }

  /** Adds what a force on a point of the body at place b has of second order in its turn. @param force  at force[at…], of the arm's size */
  addTurning(b: number, arm: Float64Array, force: Float64Array, at: number): void {
    const to = 9 * this.own[this.nodes[b] + 1];
    const { values } = this.ldl;
    let along = 0;
    for (let k = 0; k < 3; k++) along += arm[k] * force[at + k];
    for (let r = 0; r < 3; r++)
      for (let c = 0; c <= r; c++)
        values[to + 3 * r + c] +=
          0.5 * (arm[r] * force[at + c] + force[at + r] * arm[c]) - (r === c ? along : 0);
  }

  /**
   * What is at the node of place k goes to the two nodes of the body at place b that carries it, −1 none: x = u + ω × arm. The node stays,
   * with ones on its diagonal.
   */
  fold(k: number, b: number, arm: Float64Array): void {
    const node = this.nodes[k];
    if (b >= 0) this.foldInto(node, this.nodes[b], arm);
    for (let lane = 0; lane < 3; lane++) this.fixLane(node, lane);
  }

  private foldInto(node: number, body: number, [x, y, z]: Float64Array): void {
    js.set([0, z, -y, -z, 0, x, y, -x, 0]);
    this.read(node, node, own);
    for (let r = 0; r < 3; r++) for (let c = r + 1; c < 3; c++) own[3 * r + c] = own[3 * c + r];
    this.read(node, body, ofMove);
    this.read(node, body + 1, ofTurn);
    for (const other of this.besides(node)) {
      if (other === body || other === body + 1) continue;
      this.read(node, other, part);
      this.addNodes(body, other, part, 0, 3);
      multiplyTransposed(js, part, product);
      this.addNodes(body + 1, other, product, 0, 3);
    }
    // Jᵀ H J + Jᵀ A + Aᵀ J, A being what it had with the body already
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) part[3 * r + c] = own[3 * r + c] + ofMove[3 * r + c] + ofMove[3 * c + r];
    this.addWhole(this.own[body], part, 0, 3);
    multiplyTransposed(js, own, product);
    multiplyTransposed(js, ofMove, part);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) part[3 * r + c] += product[3 * r + c] + ofTurn[3 * c + r];
    this.addNodes(body + 1, body, part, 0, 3);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let n = 0; n < 3; n++)
          sum +=
            product[3 * r + n] * js[3 * n + c] +
            js[3 * n + r] * ofTurn[3 * n + c] +
            ofTurn[3 * n + r] * js[3 * n + c];
        part[3 * r + c] = sum;
      }
    this.addWhole(this.own[body + 1], part, 0, 3);
  }

  /** The block of nodes a and b, nothing where there is none. */
  private read(a: number, b: number, out: Float64Array): void {
    const slot = this.slotOf(a, b);
    const { values } = this.ldl;
    const from = 9 * (slot >= 0 ? slot : ~slot);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++)
        out[3 * r + c] = slot === NO_SLOT ? 0 : values[from + (slot >= 0 ? 3 * r + c : 3 * c + r)];
  }

  /** Nodes that have a block with this one. */
  private besides(node: number): number[] {
    const known = this.others.get(node);
    if (known) return known;
    const { starts, rows } = this.ldl.symbolic.pattern;
    const list = [...rows.subarray(starts[node] + 1, starts[node + 1])];
    for (let column = 0; column < node; column++)
      if (this.slotOf(node, column) !== NO_SLOT) list.push(column);
    this.others.set(node, list);
    return list;
  }

  /** How many nodes the owner at place k has. */
  private sizeOf(k: number): number {
    return this.nodes[k + 1] - this.nodes[k];
  }
}

const none = new Int32Array(4);
const unheeded = new Int32Array(4);

/** How a point moves with the turn of its body, −[arm]×. */
const js = new Float64Array(9);
const own = new Float64Array(9);
const ofMove = new Float64Array(9);
const ofTurn = new Float64Array(9);
const part = new Float64Array(9);
const product = new Float64Array(9);

/** Aᵀ B, to out. */
function multiplyTransposed(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) out[3 * r + c] = a[r] * b[c] + a[3 + r] * b[3 + c] + a[6 + r] * b[6 + c];
}
