// The tree over everything that can collide: leaves are faces, wires (edges of no face) and points, the rest is
// halves of halves by the median of their middles along the longest side, first within each item (points of all
// items together), then of items.
//
// Its shape is constant and decides speed only. Every vertex and edge, but those inside flat faces, is owned by one leaf, the first that has it:
// loop/layout/kinetic.ts says what for.

export interface TreeInput {
  /** [m], xyz a vertex. */
  readonly positions: Float64Array;
  readonly inverseMasses: Float64Array;
  /** The item of each vertex. */
  readonly classes: Int32Array;
  /** Three vertices a face; two an edge, the smaller first. */
  readonly faces: Int32Array;
  readonly edges: Int32Array;
  /** Vertices of no edge. */
  readonly points: Int32Array;
  /** 1 for vertices and edges that no leaf is to own: they never touch anything. */
  readonly flatVertices?: Uint8Array;
  readonly flatEdges?: Uint8Array;
  /** Half the thickness of each item [m]. */
  readonly radii: Float64Array;
}

/** The constant tables of loop/layout/kinetic.ts, under the same names. */
export interface Tree {
  readonly leaves: number;
  readonly nodes: number;
  readonly leafVertex: Int32Array;
  readonly leafIds: Int32Array;
  readonly leafOwns: Int32Array;
  readonly leafRadius: Float64Array;
  readonly leafNode: Int32Array;
  readonly nodeChild: Int32Array;
  readonly nodeParent: Int32Array;
  readonly nodeClass: Int32Array;
  readonly nodeFixed: Int32Array;
  readonly vertexLeaves: Int32Array;
  readonly vertexLeaf: Int32Array;
  readonly nearStart: Int32Array;
  readonly near: Int32Array;
}

type Leaves = Pick<Tree, 'leaves' | 'leafVertex' | 'leafIds' | 'leafOwns' | 'leafRadius'>;

export function buildTree(input: TreeInput): Tree {
  const leaves = findLeaves(input);
  const ofVertices = leavesOfVertices(leaves, input.classes.length);
  return { ...leaves, ...halve(leaves, input), ...ofVertices, ...nearVertices(leaves, ofVertices) };
}

/** Of each vertex those that are in one leaf with it. */
function nearVertices(
  { leafVertex }: Leaves,
  { vertexLeaves, vertexLeaf }: Pick<Tree, 'vertexLeaves' | 'vertexLeaf'>,
): Pick<Tree, 'nearStart' | 'near'> {
  const nearStart = new Int32Array(vertexLeaves.length);
  const near: number[] = [];
  for (let v = 0; v < vertexLeaves.length - 1; v++) {
    const found = new Set<number>();
    for (const leaf of vertexLeaf.subarray(vertexLeaves[v], vertexLeaves[v + 1]))
      for (const other of leafVertex.subarray(3 * leaf, 3 * leaf + 3)) if (other >= 0) found.add(other);
    near.push(...found);
    nearStart[v + 1] = near.length;
  }
  return { nearStart, near: Int32Array.from(near) };
}

function findLeaves(input: TreeInput): Leaves {
  const { faces, edges, points, classes, radii } = input;
  const vertices = classes.length;
  const edgeOf = new Map<number, number>();
  for (let e = 0; e < edges.length / 2; e++) edgeOf.set(edges[2 * e] * vertices + edges[2 * e + 1], e);
  const edgeBetween = (a: number, b: number): number => {
    const edge = edgeOf.get(Math.min(a, b) * vertices + Math.max(a, b));
    if (edge === undefined) throw new Error(`no edge joins vertices ${a} and ${b} of a face`);
    return edge;
  };
  const ownedVertex = input.flatVertices?.slice() ?? new Uint8Array(vertices);
  const ownedEdge = input.flatEdges?.slice() ?? new Uint8Array(edges.length / 2);
  const vertex: number[] = [];
  const ids: number[] = [];
  const owns: number[] = [];
  const add = (corners: readonly number[], edgeIds: readonly number[], face: number): void => {
    let bits = 0;
    for (let j = 0; j < 3; j++) {
      const v = corners[j] ?? -1;
      vertex.push(v);
      if (v < 0 || ownedVertex[v]) continue;
      ownedVertex[v] = 1;
      bits |= 1 << j;
    }
    for (let j = 0; j < 3; j++) {
      const e = edgeIds[j] ?? -1;
      ids.push(e);
      if (e < 0 || ownedEdge[e]) continue;
      ownedEdge[e] = 1;
      bits |= 8 << j;
    }
    ids.push(face);
    owns.push(bits);
  };
  const inFace = new Uint8Array(edges.length / 2);
  for (let f = 0; f < faces.length / 3; f++) {
    const [a, b, c] = faces.subarray(3 * f, 3 * f + 3);
    const edgeIds = [edgeBetween(a, b), edgeBetween(b, c), edgeBetween(c, a)];
    for (const e of edgeIds) inFace[e] = 1;
    add([a, b, c], edgeIds, f);
  }
  for (let e = 0; e < edges.length / 2; e++) {
    if (!inFace[e]) add([edges[2 * e], edges[2 * e + 1]], [e], -1);
  }
  for (const v of points) add([v], [], -1);

  const leaves = owns.length;
  const leafRadius = new Float64Array(leaves);
  for (let leaf = 0; leaf < leaves; leaf++) leafRadius[leaf] = radii[classes[vertex[3 * leaf]]];
  return {
    leaves,
    leafVertex: Int32Array.from(vertex),
    leafIds: Int32Array.from(ids),
    leafOwns: Int32Array.from(owns),
    leafRadius,
  };
}

function leavesOfVertices(
  { leafVertex }: Leaves,
  vertices: number,
): Pick<Tree, 'vertexLeaves' | 'vertexLeaf'> {
  const vertexLeaves = new Int32Array(vertices + 1);
  for (const v of leafVertex) if (v >= 0) vertexLeaves[v + 1]++;
  for (let v = 0; v < vertices; v++) vertexLeaves[v + 1] += vertexLeaves[v];
  const next = vertexLeaves.slice(0, vertices);
  const vertexLeaf = new Int32Array(vertexLeaves[vertices]);
  leafVertex.forEach((v, i) => {
    if (v >= 0) vertexLeaf[next[v]++] = Math.floor(i / 3);
  });
  return { vertexLeaves, vertexLeaf };
}

type Nodes = Pick<Tree, 'nodes' | 'leafNode' | 'nodeChild' | 'nodeParent' | 'nodeClass' | 'nodeFixed'>;

/** Numbers nodes so that children come before their parent, and near leaves near each other. */
function halve(
  { leaves, leafVertex }: Leaves,
  { positions, classes, inverseMasses, radii }: TreeInput,
): Nodes {
  const nodes = Math.max(0, 2 * leaves - 1);
  const tree = {
    nodes,
    leafNode: new Int32Array(leaves),
    nodeChild: new Int32Array(2 * nodes),
    nodeParent: new Int32Array(nodes).fill(-1),
    nodeClass: new Int32Array(nodes),
    nodeFixed: new Int32Array(nodes),
  };
  const middles = new Float64Array(3 * nodes);
  /** Leaves below. */
  const counts = new Int32Array(nodes);
  let used = 0;

  const middle = new Float64Array(3 * leaves);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const corners = [...leafVertex.subarray(3 * leaf, 3 * leaf + 3)].filter((v) => v >= 0);
    for (const v of corners) {
      for (let k = 0; k < 3; k++) middle[3 * leaf + k] += positions[3 * v + k] / corners.length;
    }
  }
  const addLeaf = (leaf: number): number => {
    const node = used++;
    const corners = [...leafVertex.subarray(3 * leaf, 3 * leaf + 3)].filter((v) => v >= 0);
    tree.nodeChild[2 * node] = -1;
    tree.nodeChild[2 * node + 1] = leaf;
    tree.nodeClass[node] = classes[corners[0]];
    tree.nodeFixed[node] = corners.every((v) => inverseMasses[v] === 0) ? 1 : 0;
    counts[node] = 1;
    tree.leafNode[leaf] = node;
    middles.set(middle.subarray(3 * leaf, 3 * leaf + 3), 3 * node);
    return node;
  };
  const join = (a: number, b: number): number => {
    const node = used++;
    tree.nodeChild[2 * node] = a;
    tree.nodeChild[2 * node + 1] = b;
    tree.nodeParent[a] = node;
    tree.nodeParent[b] = node;
    tree.nodeClass[node] = tree.nodeClass[a] === tree.nodeClass[b] ? tree.nodeClass[a] : -1;
    tree.nodeFixed[node] = tree.nodeFixed[a] & tree.nodeFixed[b];
    const count = counts[a] + counts[b];
    counts[node] = count;
    for (let k = 0; k < 3; k++) {
      middles[3 * node + k] = (counts[a] * middles[3 * a + k] + counts[b] * middles[3 * b + k]) / count;
    }
    return node;
  };

  // points of all items as if they were of one: clouds may fill the same space
  const leavesOf: number[][] = Array.from({ length: radii.length + 1 }, () => []);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const isPoint = leafVertex[3 * leaf + 1] < 0;
    leavesOf[isPoint ? radii.length : classes[leafVertex[3 * leaf]]].push(leaf);
  }
  const items = leavesOf.filter((own) => own.length > 0).map((own) => split(own, middle, addLeaf, join));
  if (items.length > 0) split(items, middles, (node) => node, join);
  return tree;
}

/** Halves a list by the median along its longest side, until single ones are left, and joins them upwards. */
function split(
  list: readonly number[],
  middles: Float64Array,
  single: (one: number) => number,
  join: (a: number, b: number) => number,
): number {
  if (list.length === 1) return single(list[0]);
  let axis = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const one of list) {
      low = Math.min(low, middles[3 * one + k]);
      high = Math.max(high, middles[3 * one + k]);
    }
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  const sorted = [...list].sort((a, b) => middles[3 * a + axis] - middles[3 * b + axis] || a - b);
  const half = sorted.length >> 1;
  const first = split(sorted.slice(0, half), middles, single, join);
  return join(first, split(sorted.slice(half), middles, single, join));
}

/** Unit vectors of the k / 2 axes of a k-DOP, xyz each: axes, then corners (14, 26), then edges (18, 26) of a cube. */
export function dopAxes(k: 6 | 14 | 18 | 26): Float64Array {
  const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const c = Math.sqrt(1 / 3);
  const e = Math.sqrt(1 / 2);
  if (k === 14 || k === 26) axes.push(c, c, c, c, c, -c, c, -c, c, -c, c, c);
  if (k === 18 || k === 26) axes.push(e, e, 0, e, -e, 0, e, 0, e, e, 0, -e, 0, e, e, 0, e, -e);
  return Float64Array.from(axes);
}
