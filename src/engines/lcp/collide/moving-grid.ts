// Which moving pieces are near each other: a grid of cells for each size of piece.
//
// A piece stands in the one cell of its centre, in the grid of its size; cells are as wide as the largest two pieces of
// that size reach together, so that neighbours are at most one cell away. Sizes are told apart by powers of two: a boulder
// among pebbles does not make the pebbles' cells large. Cells live in a hash table of linked lists, and a piece is
// touched only when it comes into another cell. A piece carries the key of its cell, which tells it from others that
// fell into the same list.

/** Half of the 26 neighbours, so that each pair of cells is looked at once. */
const HALF = [
  [1, 0, 0],
  [-1, 1, 0],
  [0, 1, 0],
  [1, 1, 0],
  [-1, -1, 1],
  [0, -1, 1],
  [1, -1, 1],
  [-1, 0, 1],
  [0, 0, 1],
  [1, 0, 1],
  [-1, 1, 1],
  [0, 1, 1],
  [1, 1, 1],
];

/** Cells of one axis; beyond, everything is in the outermost one. */
const SPAN = 131072;
/** Keys and places in the table are linear in the cell, so neighbours are steps away from it. */
const KEY_STEPS = Float64Array.from(HALF, ([i, j, k]) => keyOf(i, j, k));
const BUCKET_STEPS = Int32Array.from(HALF, ([i, j, k]) => bucketOf(i, j, k));

class Level {
  /** Width of a cell, and its inverse. */
  readonly width: number;
  readonly inverse: number;
  readonly heads: Int32Array;
  readonly mask: number;
  readonly members: Int32Array;

  constructor(width: number, members: number[]) {
    this.width = width;
    this.inverse = 1 / width;
    let size = 16;
    // Mostly empty lists: looking into one that only fell into the same place costs more than the memory.
    while (size < 4 * members.length) size *= 2;
    this.heads = new Int32Array(size).fill(-1);
    this.mask = size - 1;
    this.members = Int32Array.from(members);
  }
}

export class MovingGrid {
  /** From small pieces to large. */
  private readonly levels: Level[] = [];
  private readonly levelOf: Uint8Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly keys: Float64Array;
  private readonly buckets: Int32Array;
  private readonly reaches: Float64Array;

  /** @param reaches  of each piece [m], half the margin included */
  constructor(reaches: Float64Array) {
    const count = reaches.length;
    this.reaches = reaches.map((reach) => reach * (1 + 1e-12));
    this.levelOf = new Uint8Array(count);
    this.next = new Int32Array(count).fill(-1);
    this.previous = new Int32Array(count).fill(-1);
    this.keys = new Float64Array(count).fill(-1);
    this.buckets = new Int32Array(count).fill(-1);
    const order = Array.from(reaches.keys()).sort((i, j) => reaches[i] - reaches[j] || i - j);
    for (let at = 0; at < count; ) {
      const members: number[] = [];
      const least = reaches[order[at]];
      // Twice the size, and a little more: sizes that are meant to be equal stay together.
      while (at < count && reaches[order[at]] <= 2.1 * least) members.push(order[at++]);
      for (const p of members) this.levelOf[p] = this.levels.length;
      const width = 2 * reaches[order[at - 1]] * (1 + 1e-9);
      this.levels.push(new Level(width > 0 ? width : 1, members));
    }
  }

  /** Takes the piece to the cell of its centre. */
  put(p: number, x: number, y: number, z: number): void {
    const level = this.levels[this.levelOf[p]];
    const { inverse } = level;
    const i = cellOf(x * inverse);
    const j = cellOf(y * inverse);
    const k = cellOf(z * inverse);
    const key = keyOf(i, j, k);
    if (key === this.keys[p]) return;
    const { next, previous } = this;
    if (this.buckets[p] >= 0) {
      const before = previous[p];
      const after = next[p];
      if (before >= 0) next[before] = after;
      else level.heads[this.buckets[p]] = after;
      if (after >= 0) previous[after] = before;
    }
    const bucket = bucketOf(i, j, k) & level.mask;
    const head = level.heads[bucket];
    next[p] = head;
    previous[p] = -1;
    if (head >= 0) previous[head] = p;
    level.heads[bucket] = p;
    this.buckets[p] = bucket;
    this.keys[p] = key;
  }

  /** Visits every pair of pieces that can be near each other once, and some that are not. */
  pairs(centres: Float64Array, visit: (p: number, q: number) => void): void {
    const { next, keys, buckets, levels, reaches } = this;
    for (let l = 0; l < levels.length; l++) {
      const { members, heads, mask } = levels[l];
      for (let m = 0; m < members.length; m++) {
        const p = members[m];
        const own = keys[p];
        const bucket = buckets[p];
        const x = centres[3 * p];
        const y = centres[3 * p + 1];
        const z = centres[3 * p + 2];
        const reach = reaches[p];
        for (let q = next[p]; q >= 0; q = next[q]) if (keys[q] === own) visit(p, q);
        for (let o = 0; o < KEY_STEPS.length; o++) {
          let q = heads[(bucket + BUCKET_STEPS[o]) & mask];
          if (q < 0) continue;
          const key = own + KEY_STEPS[o];
          for (; q >= 0; q = next[q]) {
            if (keys[q] !== key) continue;
            const dx = x - centres[3 * q];
            const dy = y - centres[3 * q + 1];
            const dz = z - centres[3 * q + 2];
            const range = reach + reaches[q];
            if (dx * dx + dy * dy + dz * dz <= range * range) visit(p, q);
          }
        }
        for (let c = l + 1; c < levels.length; c++) this.around(c, x, y, z, levels[c].width, p, visit);
      }
    }
  }

  /** Visits every piece that can be near piece p. @param reach  of p [m], half the margin included */
  near(p: number, reach: number, centres: Float64Array, visit: (p: number, q: number) => void): void {
    const { levels } = this;
    for (let l = 0; l < levels.length; l++) {
      const range = reach + 0.5 * levels[l].width;
      this.around(l, centres[3 * p], centres[3 * p + 1], centres[3 * p + 2], range, p, visit);
    }
  }

  private around(
    l: number,
    x: number,
    y: number,
    z: number,
    range: number,
    p: number,
    visit: (p: number, q: number) => void,
  ): void {
    const { next, keys } = this;
    const { inverse, heads, mask, members } = this.levels[l];
    const i0 = cellOf((x - range) * inverse);
    const i1 = cellOf((x + range) * inverse);
    const j0 = cellOf((y - range) * inverse);
    const j1 = cellOf((y + range) * inverse);
    const k0 = cellOf((z - range) * inverse);
    const k1 = cellOf((z + range) * inverse);
    if ((i1 - i0 + 1) * (j1 - j0 + 1) * (k1 - k0 + 1) > members.length) {
      for (let m = 0; m < members.length; m++) if (members[m] !== p) visit(p, members[m]);
      return;
    }
    for (let k = k0; k <= k1; k++)
      for (let j = j0; j <= j1; j++)
        for (let i = i0; i <= i1; i++) {
          const key = keyOf(i, j, k);
          for (let q = heads[bucketOf(i, j, k) & mask]; q >= 0; q = next[q])
            if (keys[q] === key && q !== p) visit(p, q);
        }
  }
}

/** The number of a cell along an axis, 1 … SPAN - 2; whatever is no number is in the first. */
function cellOf(x: number): number {
  const cell = Math.floor(x) + SPAN / 2;
  return cell > 1 ? Math.min(cell, SPAN - 2) : 1;
}

function keyOf(i: number, j: number, k: number): number {
  return i + SPAN * (j + SPAN * k);
}

/** Neighbours along x lie side by side in the table. */
function bucketOf(i: number, j: number, k: number): number {
  return (i + Math.imul(j, 0x9e3779b1) + Math.imul(k, 0x85ebca6b)) | 0;
}
