// Strongly connected components of a directed graph (Tarjan's), in an order in which every component comes after those
// it has edges to.

/** @param edges  successors of each vertex */
export function strongComponents(edges: readonly (readonly number[])[]): number[][] {
  const n = edges.length;
  const index = new Int32Array(n).fill(-1);
  const low = new Int32Array(n);
  const onStack = new Uint8Array(n);
  const stack: number[] = [];
  const out: number[][] = [];
  let counter = 0;
  for (let root = 0; root < n; root++) {
    if (index[root] >= 0) continue;
    const path: number[] = [root];
    const at: number[] = [0];
    while (path.length > 0) {
      const v = path[path.length - 1];
      if (at[at.length - 1] === 0 && index[v] < 0) {
        index[v] = low[v] = counter++;
        stack.push(v);
        onStack[v] = 1;
      }
      const k = at[at.length - 1]++;
      if (k < edges[v].length) {
        const w = edges[v][k];
        if (index[w] < 0) {
          path.push(w);
          at.push(0);
        } else if (onStack[w]) low[v] = Math.min(low[v], index[w]);
        continue;
      }
      path.pop();
      at.pop();
      if (path.length > 0) {
        const parent = path[path.length - 1];
        low[parent] = Math.min(low[parent], low[v]);
      }
      if (low[v] !== index[v]) continue;
      const component: number[] = [];
      for (;;) {
        const w = stack.pop() as number;
        onStack[w] = 0;
        component.push(w);
        if (w === v) break;
      }
      out.push(component.sort((a, b) => a - b));
    }
  }
  return out;
}
