// Stiffness and mass of a whole body, sparse, without the nodes that are clamped.
//
// Both have the pattern of nodes that share an element. K has a 3×3 block there, M a number times the identity, so
// that M costs a ninth. K and M are for E = 1 and ρ = 1: the frequencies of a material follow by scaling (scale.ts).

import { MeshError } from '../../geometry/index.ts';
import type { TetraMesh } from '../../geometry/tetra/index.ts';
import { addBlock, graphOf, patternFromPairs, type SymmetricPattern } from '../../num/sparse/index.ts';
import { dissect } from './dissect.ts';
import { Element } from './element.ts';

export interface System {
  readonly pattern: SymmetricPattern;
  /** One number a block of the pattern. */
  readonly mass: Float64Array;
  /** Unknown node of each node of the mesh, -1 where it is clamped. */
  readonly freeOf: Int32Array;
  /** Node of the mesh of each unknown node, in the order of elimination. */
  readonly nodeOf: Int32Array;
  /** Block of the pattern for each pair of nodes of each element; see `assembleStiffness`. */
  readonly slots: Int32Array;
}

/** A pair whose block does not exist because one of its nodes is clamped. */
export const NO_SLOT = 0x7fffffff;

/** @param clamped  1 for each node that cannot move */
export function prepareSystem(mesh: TetraMesh, clamped?: Uint8Array): Omit<System, 'mass'> {
  const { elements } = mesh;
  const nodes = mesh.positions.length / 3;
  const used = new Uint8Array(nodes);
  for (const node of elements) used[node] = 1;
  const freeOf = new Int32Array(nodes).fill(-1);
  const nodeOf: number[] = [];
  for (let i = 0; i < nodes; i++) {
    if (clamped?.[i] || !used[i]) continue;
    freeOf[i] = nodeOf.length;
    nodeOf.push(i);
  }
  if (nodeOf.length === 0) {
    throw new MeshError('nothing can vibrate', 'clamped nodes', nodes, 'clamp less of the body');
  }
  const first = pairBlocks(elements, freeOf, nodeOf.length);
  const positions = new Float64Array(3 * nodeOf.length);
  nodeOf.forEach((node, f) => {
    for (let k = 0; k < 3; k++) positions[3 * f + k] = mesh.positions[3 * node + k];
  });
  // numbered in the order of elimination
  const order = dissect(graphOf(first.pattern), positions);
  const ordered = order.map((f) => nodeOf[f]);
  ordered.forEach((node, f) => {
    freeOf[node] = f;
  });
  const { pattern, slots } = pairBlocks(elements, freeOf, ordered.length);
  return { pattern, freeOf, nodeOf: ordered, slots };
}

/** The pattern of nodes that share an element, and the block of each pair of nodes of each element. */
function pairBlocks(
  elements: Uint32Array,
  freeOf: Int32Array,
  nodes: number,
): { readonly pattern: SymmetricPattern; readonly slots: Int32Array } {
  const count = elements.length / 10;
  const rows = new Int32Array(55 * count);
  const columns = new Int32Array(55 * count);
  let pairs = 0;
  for (let t = 0; t < count; t++) {
    for (let a = 0; a < 10; a++) {
      const row = freeOf[elements[10 * t + a]];
      if (row < 0) continue;
      for (let b = 0; b <= a; b++) {
        const column = freeOf[elements[10 * t + b]];
        if (column < 0) continue;
        rows[pairs] = row;
        columns[pairs++] = column;
      }
    }
  }
  const { pattern, slots: found } = patternFromPairs(
    nodes,
    3,
    rows.subarray(0, pairs),
    columns.subarray(0, pairs),
  );
  const slots = new Int32Array(55 * count).fill(NO_SLOT);
  pairs = 0;
  for (let t = 0; t < count; t++) {
    for (let a = 0, pair = 55 * t; a < 10; a++) {
      const isFree = freeOf[elements[10 * t + a]] >= 0;
      for (let b = 0; b <= a; b++, pair++) {
        if (isFree && freeOf[elements[10 * t + b]] >= 0) slots[pair] = found[pairs++];
      }
    }
  }
  return { pattern, slots };
}

/** Adds K to the blocks `stiffness`, and returns M. */
export function assembleMatrices(
  mesh: TetraMesh,
  { pattern, slots }: Omit<System, 'mass'>,
  poissonRatio: number,
  stiffness: Float64Array,
): Float64Array {
  const element = new Element(poissonRatio);
  const mass = new Float64Array(pattern.rows.length);
  const count = mesh.elements.length / 10;
  for (let t = 0; t < count; t++) {
    element.compute(mesh.positions, mesh.elements, t);
    for (let pair = 0; pair < 55; pair++) {
      const slot = slots[55 * t + pair];
      if (slot === NO_SLOT) continue;
      addBlock(stiffness, 3, slot, element.stiffness, 9 * pair);
      mass[slot < 0 ? ~slot : slot] += element.mass[pair];
    }
  }
  return mass;
}

/** Adds factor · M to the blocks of K. */
export function addMass(stiffness: Float64Array, mass: Float64Array, factor: number): void {
  for (let e = 0; e < mass.length; e++) {
    const m = factor * mass[e];
    stiffness[9 * e] += m;
    stiffness[9 * e + 4] += m;
    stiffness[9 * e + 8] += m;
  }
}

/** y = M x for one vector of xyz a node, at its place in each array. */
export function multiplyMass(
  { count, starts, rows }: SymmetricPattern,
  mass: Float64Array,
  x: Float64Array,
  xAt: number,
  y: Float64Array,
  yAt: number,
): void {
  for (let i = yAt; i < yAt + 3 * count; i++) y[i] = 0;
  for (let column = 0; column < count; column++) {
    const j = 3 * column;
    const x0 = x[xAt + j];
    const x1 = x[xAt + j + 1];
    const x2 = x[xAt + j + 2];
    const diagonal = mass[starts[column]];
    let y0 = diagonal * x0;
    let y1 = diagonal * x1;
    let y2 = diagonal * x2;
    for (let e = starts[column] + 1; e < starts[column + 1]; e++) {
      const m = mass[e];
      const i = 3 * rows[e];
      y0 += m * x[xAt + i];
      y1 += m * x[xAt + i + 1];
      y2 += m * x[xAt + i + 2];
      y[yAt + i] += m * x0;
      y[yAt + i + 1] += m * x1;
      y[yAt + i + 2] += m * x2;
    }
    y[yAt + j] += y0;
    y[yAt + j + 1] += y1;
    y[yAt + j + 2] += y2;
  }
}
