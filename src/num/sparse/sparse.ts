// Sparse symmetric matrices made of square blocks.
//
// The matrix has `count` × `count` blocks of `blockSize` × `blockSize` numbers (1 for plain matrices, 3 for
// vertices, 6 for rigid bodies). Its pattern says once which blocks may be nonzero: the lower triangle, column by
// column, rows ascending, the diagonal block always present and first. The values are one flat array, a block
// after another, each row-major; of a diagonal block only the lower triangle is read.
//
// While the pattern stays, only values change: `patternFromPairs` also tells the slot of each pair of block
// indices, so that an engine adds its contributions with `addBlock` at known places, and a factorisation is
// analysed once for many values.

export interface SymmetricPattern {
  /** How many block rows and block columns. */
  readonly count: number;
  readonly blockSize: number;
  /** Blocks starts[j] … starts[j + 1] - 1 are those of block column j. */
  readonly starts: Int32Array;
  /** Block row of each block, ascending within a column, from the diagonal on. */
  readonly rows: Int32Array;
}

export interface SlottedPattern {
  readonly pattern: SymmetricPattern;
  /** For each pair the number of its block, or its complement ~block where the block is stored transposed. */
  readonly slots: Int32Array;
}

/** How many unknowns. */
export function orderOf(pattern: SymmetricPattern): number {
  return pattern.count * pattern.blockSize;
}

/**
 * The pattern that holds a block at each pair (rows[e], columns[e]) and on the diagonal.
 * A pair off the diagonal stands for itself and its mirror image; it may come in either order, and repeatedly.
 */
export function patternFromPairs(
  count: number,
  blockSize: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
): SlottedPattern {
  checkPairs(count, blockSize, rows, columns);
  const pairs = rows.length;

  // Sorted by row, then stably by column: two counting passes leave each column's rows ascending.
  const total = pairs + count;
  const low = (e: number) => (e < pairs ? Math.min(rows[e], columns[e]) : e - pairs);
  const high = (e: number) => (e < pairs ? Math.max(rows[e], columns[e]) : e - pairs);
  const byRow = countingSort(total, count, high, (e) => e);
  const sorted = countingSort(total, count, low, (e) => byRow[e]);

  const starts = new Int32Array(count + 1);
  const blockRows = new Int32Array(total);
  const slots = new Int32Array(pairs);
  let blocks = 0;
  let lastColumn = -1;
  for (let s = 0; s < total; s++) {
    const e = sorted[s];
    const column = low(e);
    const row = high(e);
    if (column !== lastColumn || blockRows[blocks - 1] !== row) {
      blockRows[blocks++] = row;
      starts[column + 1] = blocks;
      lastColumn = column;
    }
    if (e < pairs) slots[e] = rows[e] >= columns[e] ? blocks - 1 : ~(blocks - 1);
  }
  return { pattern: { count, blockSize, starts, rows: blockRows.slice(0, blocks) }, slots };
}

/** Adds a row-major block at its slot, transposing it where the slot says so. */
export function addBlock(
  values: Float64Array,
  blockSize: number,
  slot: number,
  block: Float64Array,
  blockAt: number,
): void {
  if (slot >= 0) {
    const at = slot * blockSize * blockSize;
    for (let k = 0; k < blockSize * blockSize; k++) values[at + k] += block[blockAt + k];
    return;
  }
  const at = ~slot * blockSize * blockSize;
  for (let r = 0; r < blockSize; r++) {
    for (let c = 0; c < blockSize; c++) values[at + c * blockSize + r] += block[blockAt + r * blockSize + c];
  }
}

/** y = A x. Each block is read once and used for both triangles; its row sum is the even terms plus the odd ones. */
export function multiplySymmetric(
  pattern: SymmetricPattern,
  values: Float64Array,
  x: Float64Array,
  y: Float64Array,
): void {
  const { count, blockSize: b, starts, rows } = pattern;
  for (let i = 0; i < count * b; i++) y[i] = 0;
  for (let column = 0; column < count; column++) {
    const j = column * b;
    for (let r = 0; r < b; r++) addRow(values, starts[column] * b * b + r * b, r, x, y, j, j + r);
    for (let r = 0; r < b; r++) y[j + r] += values[starts[column] * b * b + r * (b + 1)] * x[j + r];
    for (let e = starts[column] + 1; e < starts[column + 1]; e++) {
      for (let r = 0; r < b; r++) addRow(values, (e * b + r) * b, b, x, y, j, rows[e] * b + r);
    }
  }
}

/** Row i of a block, `length` numbers long: y_i += Σ a_c x_{j+c}, and its mirror image y_{j+c} += a_c x_i. */
function addRow(
  values: Float64Array,
  at: number,
  length: number,
  x: Float64Array,
  y: Float64Array,
  j: number,
  i: number,
): void {
  const xi = x[i];
  let even = 0;
  let odd = 0;
  let c = 0;
  for (; c + 2 <= length; c += 2) {
    even += values[at + c] * x[j + c];
    odd += values[at + c + 1] * x[j + c + 1];
    y[j + c] += values[at + c] * xi;
    y[j + c + 1] += values[at + c + 1] * xi;
  }
  let sum = even + odd;
  if (c < length) {
    sum += values[at + c] * x[j + c];
    y[j + c] += values[at + c] * xi;
  }
  y[i] += sum;
}

function countingSort(
  total: number,
  keys: number,
  key: (item: number) => number,
  item: (position: number) => number,
): Int32Array {
  const next = new Int32Array(keys + 1);
  for (let e = 0; e < total; e++) next[key(e) + 1]++;
  for (let k = 0; k < keys; k++) next[k + 1] += next[k];
  const sorted = new Int32Array(total);
  for (let p = 0; p < total; p++) {
    const e = item(p);
    sorted[next[key(e)]++] = e;
  }
  return sorted;
}

function checkPairs(
  count: number,
  blockSize: number,
  rows: ArrayLike<number>,
  columns: ArrayLike<number>,
): void {
  if (!(Number.isInteger(count) && count >= 0 && Number.isInteger(blockSize) && blockSize >= 1)) {
    throw new RangeError(`a matrix of ${count} blocks of size ${blockSize}; both are whole numbers`);
  }
  if (rows.length !== columns.length) {
    throw new RangeError(`${rows.length} row indices but ${columns.length} column indices`);
  }
  for (let e = 0; e < rows.length; e++) {
    const inside = rows[e] >= 0 && rows[e] < count && columns[e] >= 0 && columns[e] < count;
    if (!(inside && Number.isInteger(rows[e]) && Number.isInteger(columns[e]))) {
      throw new RangeError(
        `entry ${e} is at (${rows[e]}, ${columns[e]}); indices run from 0 to ${count - 1}`,
      );
    }
  }
}
