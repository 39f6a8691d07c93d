// Sets that are united step by step: union–find with path halving.
//
// The smaller index is always the root, so that numbering by root is numbering by first appearance.

/** Every one a set of its own. */
export function singles(count: number): Uint32Array {
  const parents = new Uint32Array(count);
  for (let i = 0; i < count; i++) parents[i] = i;
  return parents;
}

/** The smallest of the set that i belongs to. */
export function rootOf(parents: Int32Array | Uint32Array, i: number): number {
  let at = i;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]];
    at = parents[at];
  }
  return at;
}

export function unite(parents: Int32Array | Uint32Array, a: number, b: number): void {
  const p = rootOf(parents, a);
  const q = rootOf(parents, b);
  if (p < q) parents[q] = p;
  else parents[p] = q;
}
