// Which columns of a factor are kept together as one dense panel.
//
// Columns whose rows are nested exactly, each the parent of the one before, form a supernode. A small one is merged
// with the one that follows it in the tree, at the price of zeros in the panel (Ashcraft and Grimes 1989, "relaxed
// supernodes"); a wide one is split, so that an update by it works on matrices that fit the cache.

/** Widest panel, in numbers. */
const MAX_WIDTH = 128;

/**
 * First column of each supernode, and the number of columns at the end.
 * @param counts  nonzeros of each column of L, in blocks of size b
 */
export function supernodes(parent: Int32Array, counts: Int32Array, b: number): Int32Array {
  const n = parent.length;
  // a stack of finished supernodes; `zeros` are those stored by mergers so far
  const first: number[] = [];
  const zeros: number[] = [];
  for (let j = 0; j < n; j++) {
    const chained = j > 0 && parent[j - 1] === j && counts[j - 1] === counts[j] + 1;
    if (!chained) {
      first.push(j);
      zeros.push(0);
    }
    // a supernode is complete when the next column does not continue it: then try to merge it backwards
    const complete = j === n - 1 || parent[j] !== j + 1 || counts[j] !== counts[j + 1] + 1;
    while (complete && first.length > 1) {
      const top = first.length - 1;
      const middle = first[top];
      // each column the parent of the one before: so any part of a supernode is one itself
      if (parent[middle - 1] !== middle) break;
      const childWidth = middle - first[top - 1];
      const width = j + 1 - middle;
      const below = counts[j] - 1;
      // every column of the child gets all rows of the parent
      const added = childWidth * (width + below - (counts[middle - 1] - 1));
      const total = zeros[top - 1] + zeros[top] + added;
      const merged = childWidth + width;
      const size = (merged * (merged + 1)) / 2 + merged * below;
      if (!worthMerging(merged * b, total / size)) break;
      first.pop();
      zeros.pop();
      zeros[top - 1] = total;
    }
  }
  return splitWide(first, n, Math.max(1, Math.floor(MAX_WIDTH / b)));
}

/** Narrow panels cost more in bookkeeping than zeros do in arithmetic. */
function worthMerging(width: number, zeroShare: number): boolean {
  if (zeroShare === 0) return true;
  if (width <= 6) return true;
  if (width <= 16) return zeroShare < 0.5;
  if (width <= 48) return zeroShare < 0.15;
  return zeroShare < 0.05;
}

function splitWide(first: number[], n: number, widest: number): Int32Array {
  const split: number[] = [];
  for (let s = 0; s < first.length; s++) {
    const end = s + 1 < first.length ? first[s + 1] : n;
    const parts = Math.ceil((end - first[s]) / widest);
    for (let k = 0; k < parts; k++) split.push(first[s] + Math.floor((k * (end - first[s])) / parts));
  }
  split.push(n);
  return Int32Array.from(split);
}
