// The distance of a pair at a tick, its normal and its weights: d = ‖Σ wᵢ xᵢ‖, n = Σ wᵢ xᵢ / d, ∂d/∂xᵢ = wᵢ n.
//
// The stencil's places at the tick are left in SCRATCH (12 doubles), DIST, NX, NY, NZ and W0 … W3 (weights.ts) are
// globals that the caller reads at once. The pairs that are no contacts fit the same form: an edge that may not lengthen has
// d = ℓ_most - ℓ and n = -(x₀ - x₁)/ℓ, one that may not shorten d = ℓ - ℓ_least and n = (x₀ - x₁)/ℓ.

import { closestOfEdges } from './closest-edges.ts';
import { closestOfTriangle } from './closest-triangle.ts';
import { SCRATCH } from '../layout/layout.ts';
import {
  EDGE_EDGE,
  NOT_LONGER,
  PAIR_KIND,
  PAIR_REST,
  PAIR_STENCIL,
  VERTEX_FACE,
  VERTEX_VERTEX,
  pairAt,
  pairRealsAt,
} from '../layout/contact.ts';
import { type f64, type i32, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { placeTo } from '../vertices.ts';
import { W2, W3, W0, W1, setWeights } from './weights.ts';

export let DIST: f64 = 0;
export let NX: f64 = 0;
export let NY: f64 = 0;
export let NZ: f64 = 0;

/** How many vertices a pair of this kind has. */
export function stencilOf(kind: i32): i32 {
  return kind < VERTEX_VERTEX ? 4 : 2;
}

/** Distance [m] of a pair at a tick, also in DIST, with normal and weights. */
export function distanceOf(pair: i32, tick: f64): f64 {
  const record: i32 = pairAt(pair);
  const kind: i32 = wholeAt(record + PAIR_KIND);
  const count: i32 = stencilOf(kind);
  for (let k: i32 = 0; k < count; k++) {
    placeTo(wholeAt(record + PAIR_STENCIL + k), tick, SCRATCH + 3 * k);
  }
  const rest: f64 = kind > VERTEX_VERTEX ? realAt(pairRealsAt(pair) + PAIR_REST) : 0;
  return distanceAt(kind, rest, SCRATCH);
}

/** The same for a stencil that stands at doubles from `at`; `rest` [m] for kinds 3 and 4. */
export function distanceAt(kind: i32, rest: f64, at: i32): f64 {
  if (kind === VERTEX_FACE) {
    closestOfTriangle(at);
  } else if (kind === EDGE_EDGE) {
    closestOfEdges(at);
  } else {
    setWeights(1, -1, 0, 0);
  }
  const count: i32 = stencilOf(kind);
  let x: f64 = W0 * realAt(at) + W1 * realAt(at + 3);
  let y: f64 = W0 * realAt(at + 1) + W1 * realAt(at + 4);
  let z: f64 = W0 * realAt(at + 2) + W1 * realAt(at + 5);
  if (count === 4) {
    x += W2 * realAt(at + 6) + W3 * realAt(at + 9);
    y += W2 * realAt(at + 7) + W3 * realAt(at + 10);
    z += W2 * realAt(at + 8) + W3 * realAt(at + 11);
  }
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  const scale: f64 = length > 0 ? 1 / length : 0;
  NX = x * scale;
  NY = y * scale;
  NZ = z * scale;
  DIST = length;
  if (kind > VERTEX_VERTEX) {
    DIST = kind === NOT_LONGER ? rest - length : length - rest;
    if (kind === NOT_LONGER) {
      NX = -NX;
      NY = -NY;
      NZ = -NZ;
    }
  }
  return DIST;
}
