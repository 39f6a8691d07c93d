// What layers remember, by identity and in an order of its own, so that snapshots do not know of slots.
//
// A row: kind, both ids, layer, gap at the previous tick [m], where the stencil was (12) [m], anchor (3) [m].
// Pairs without friction remember no places.

import {
  EDGE_EDGE,
  HEAD_LAYER_END,
  LAYER_ANCHOR,
  LAYER_BELOW,
  LAYER_GAP,
  LAYER_HAS,
  LAYER_INDEX,
  LAYER_PAIR,
  LAYER_REALS_SIZE,
  LAYER_WAS,
  LAYER_WHOLES_SIZE,
  PAIR_FRICTION,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_REALS_SIZE,
  PAIR_TOP,
  PAIR_WHOLES_SIZE,
  VERTEX_FACE,
  VERTEX_VERTEX,
} from '../loop/layout/contact.ts';
import type { Model } from '../model/model.ts';
import type { Tables } from '../model/tables.ts';

export const ROW = 20;

export function readHistory(tables: Tables): Float64Array {
  const { layerWholes, layerReals, pairWholes, pairReals, header } = tables;
  const rows: Float64Array[] = [];
  for (let layer = 0; layer < header[HEAD_LAYER_END]; layer++) {
    const w = LAYER_WHOLES_SIZE * layer;
    const pair = layerWholes[w + LAYER_PAIR];
    if (pair < 0 || layerWholes[w + LAYER_HAS] === 0) continue;
    const p = PAIR_WHOLES_SIZE * pair;
    const r = LAYER_REALS_SIZE * layer;
    const row = new Float64Array(ROW);
    row[0] = pairWholes[p + PAIR_KIND];
    row[1] = pairWholes[p + PAIR_IDS];
    row[2] = pairWholes[p + PAIR_IDS + 1];
    row[3] = layerWholes[w + LAYER_INDEX];
    row[4] = layerReals[r + LAYER_GAP];
    if (pairReals[PAIR_REALS_SIZE * pair + PAIR_FRICTION] > 0) {
      const places = row[0] < VERTEX_VERTEX ? 12 : 6;
      for (let k = 0; k < places; k++) row[5 + k] = layerReals[r + LAYER_WAS + k];
      for (let k = 0; k < 3; k++) row[17 + k] = layerReals[r + LAYER_ANCHOR + k];
    }
    rows.push(row);
  }
  rows.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
  const out = new Float64Array(ROW * rows.length);
  rows.forEach((row, i) => {
    out.set(row, ROW * i);
  });
  return out;
}

/** The stencil of a pair by its identity; kinds 3 and 4 are edges of the model's elements. */
export function stencilOf(
  model: Model,
  kind: number,
  idA: number,
  idB: number,
): [number, number, number, number] {
  const { faces, edges, elements } = model;
  if (kind === VERTEX_FACE) return [idA, faces[3 * idB], faces[3 * idB + 1], faces[3 * idB + 2]];
  if (kind === EDGE_EDGE) return [edges[2 * idA], edges[2 * idA + 1], edges[2 * idB], edges[2 * idB + 1]];
  if (kind === VERTEX_VERTEX) return [idA, idB, -1, -1];
  return [elements.edges[2 * idA], elements.edges[2 * idA + 1], -1, -1];
}

/** Gives layer `l` of a pair, which is on, what a row remembers. */
export function writeHistory(tables: Tables, pair: number, rows: Float64Array, at: number): void {
  const { layerWholes, layerReals, pairWholes } = tables;
  let layer = pairWholes[PAIR_WHOLES_SIZE * pair + PAIR_TOP];
  while (layerWholes[LAYER_WHOLES_SIZE * layer + LAYER_INDEX] !== rows[at + 3])
    layer = layerWholes[LAYER_WHOLES_SIZE * layer + LAYER_BELOW];
  layerWholes[LAYER_WHOLES_SIZE * layer + LAYER_HAS] = 1;
  const r = LAYER_REALS_SIZE * layer;
  layerReals[r + LAYER_GAP] = rows[at + 4];
  for (let k = 0; k < 12; k++) layerReals[r + LAYER_WAS + k] = rows[at + 5 + k];
  for (let k = 0; k < 3; k++) layerReals[r + LAYER_ANCHOR + k] = rows[at + 17 + k];
}
