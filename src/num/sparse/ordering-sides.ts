// What a separator is told by: a graph whose vertices weigh, and on which side each of them is.

import type { Graph } from './ordering.ts';

export interface WeightedGraph extends Graph {
  /** How many vertices of the original graph this one stands for. */
  readonly weights: Int32Array;
  /** How many edges each entry of `neighbours` stands for. */
  readonly multiplicities: Int32Array;
}

/** Vertices are on side 0, on side 1, or here. */
export const SEPARATOR = 2;
