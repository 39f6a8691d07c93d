// Rows of force and moment over many contacts replaced by orthonormal ones of the same span.
//
// Six rows, stored as columns: an entry of each for every impulse. The largest row is taken first and the others are made
// perpendicular to it, then the largest that is left (Gram and Schmidt, with the largest first and twice, as once leaves
// rows that are nearly dependent askew: Giraud et al. 2005). Rows that are left with nothing are none.

/** Between the columns of two contacts. */
const STRIDE = 18;
/** Squared, beside the largest row: rows shorter than this are none. */
const NONE = 1e-12;

/**
 * Makes the rows perpendicular in place and returns how many there are; what is behind them is zero.
 * @param first   where the six entries of the first contact begin
 * @param blocks  how many impulses of a contact take part, six entries each
 */
export function orthonormalRows(rows: Float64Array, count: number, first: number, blocks: number): number {
  let most = 0;
  for (let found = 0; found < 6; found++) {
    let pivot = found;
    let longest = 0;
    for (let r = found; r < 6; r++) {
      const squared = dot(rows, count, first, blocks, r, r);
      if (squared > longest) {
        longest = squared;
        pivot = r;
      }
    }
    most = Math.max(most, longest);
    if (!(longest > NONE * most)) {
      for (let r = found; r < 6; r++) scale(rows, count, first, blocks, r, 0);
      return found;
    }
    if (pivot !== found) swap(rows, count, first, blocks, pivot, found);
    for (let r = 0; r < found; r++) {
      const along = dot(rows, count, first, blocks, r, found);
      subtract(rows, count, first, blocks, found, r, along);
    }
    scale(rows, count, first, blocks, found, 1 / Math.sqrt(dot(rows, count, first, blocks, found, found)));
    for (let r = found + 1; r < 6; r++)
      subtract(rows, count, first, blocks, r, found, dot(rows, count, first, blocks, r, found));
  }
  return 6;
}

function dot(rows: Float64Array, count: number, first: number, blocks: number, r: number, s: number): number {
  let sum = 0;
  for (let c = 0; c < count; c++)
    for (let k = 0; k < blocks; k++) {
      const at = STRIDE * c + first + 6 * k;
      sum += rows[at + r] * rows[at + s];
    }
  return sum;
}

/** row r −= along × row s */
function subtract(
  rows: Float64Array,
  count: number,
  first: number,
  blocks: number,
  r: number,
  s: number,
  along: number,
): void {
  for (let c = 0; c < count; c++)
    for (let k = 0; k < blocks; k++) {
      const at = STRIDE * c + first + 6 * k;
      rows[at + r] -= along * rows[at + s];
    }
}

function scale(
  rows: Float64Array,
  count: number,
  first: number,
  blocks: number,
  r: number,
  by: number,
): void {
  for (let c = 0; c < count; c++) for (let k = 0; k < blocks; k++) rows[STRIDE * c + first + 6 * k + r] *= by;
}

function swap(rows: Float64Array, count: number, first: number, blocks: number, r: number, s: number): void {
  for (let c = 0; c < count; c++)
    for (let k = 0; k < blocks; k++) {
      const at = STRIDE * c + first + 6 * k;
      const kept = rows[at + r];
      rows[at + r] = rows[at + s];
      rows[at + s] = kept;
    }
}
