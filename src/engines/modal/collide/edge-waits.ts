// How far two bodies may move before two of their edges can be a contact.
//
// Most pairs of edges that are near each other are none, and stay none while little moves: they would touch only if the
// normal n ∥ e_a × e_b came to lie between the faces at both edges, or the gap along it closed. In the frame of one body
// no point of the other moves by more than σ, and bending is a part of that. So, with edges and ways d to the corners
// opposite to them, of which none changes by more than 2σ,
//
//   |Δ(e_a × e_b)| ≤ σ (2M + σ),  M the longer edge;   |Δn| ≤ κσ,  κ = ⁴⁄₃ (2M + σ_m) / |e_a × e_b|,  up to |Δn| = ⅔
//   Δ(d·n) ≤ 2σ + (|d| + 2σ) κσ ≤ σ (⁵⁄₃·2 + |d| κ),      Δ(r·n) ≤ σ (1 + |r| κ + ⅔),   r from edge to edge
//
// (Dunkl, Williams 1964: |û − v̂| ≤ 2|u − v| / (|u| + |v|).) Either sign of n has to be excluded, by any of these. Rigid bodies
// only turn, and the smaller one, of radius ρ, by less than σ/ρ: then |Δd| ≤ |d| σ/ρ, |Δ(e_a × e_b)| ≤ |e_a||e_b| σ/ρ, and
// what is parallel stays so for a while.

import { crossEdges } from '../../../num/index.ts';

/** Cosine by which a normal may be outside the range of an edge and still count. */
export const BESIDE = 1e-6;

/** Squared sine of the angle below which edges count as parallel, and are never a contact. */
export const PARALLEL = 1e-4;

const n = new Float64Array(3);

/**
 * At least this far [m], at most `most`; below zero where they may be a contact now.
 * @param x     ends of the edge of a and of b, then corners opposite to them of a and of b: 24 numbers
 * @param r     from the nearest point of a's edge to that of b's [m], at `at`
 * @param gap   contacts have a smaller gap than this [m]
 * @param turn  1/ρ where both bodies are rigid, Infinity where one bends [1/m]
 */
export function waitOfEdges(
  x: Float64Array,
  r: Float64Array,
  at: number,
  gap: number,
  turn: number,
  most: number,
): number {
  crossEdges(n, 0, x, 0, 3, 6, 9);
  const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const lengthA = Math.sqrt(squaredEdge(x, 0));
  const lengthB = Math.sqrt(squaredEdge(x, 6));
  const product = lengthA * lengthB;
  const parallel = (SINE - area / product) / turn;
  if (area === 0 || parallel >= most) return Math.min(parallel, most);
  for (let k = 0; k < 3; k++) n[k] /= area;
  // how much |Δn| is for each σ [1/m]
  const kappa = ((4 / 3) * Math.min(product * turn, 2 * Math.max(lengthA, lengthB) + most)) / area;
  const along = -(n[0] * r[at] + n[1] * r[at + 1] + n[2] * r[at + 2]);
  const apart = Math.sqrt(r[at] * r[at] + r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
  const closing = 5 / 3 + apart * kappa;
  const above = Math.max((along - gap) / closing, awayOfFaces(x, 6, 18, 1, turn, kappa));
  const below = Math.max((-along - gap) / closing, awayOfFaces(x, 6, 18, -1, turn, kappa));
  const wait = Math.min(
    Math.max(above, awayOfFaces(x, 0, 12, -1, turn, kappa)),
    Math.max(below, awayOfFaces(x, 0, 12, 1, turn, kappa)),
  );
  return Math.min(Math.max(parallel, Math.min(wait, 2 / 3 / kappa)), most);
}

/** The squared length of the edge at x[at…]. */
export function squaredEdge(x: Float64Array, at: number): number {
  const dx = x[at + 3] - x[at];
  const dy = x[at + 4] - x[at + 1];
  const dz = x[at + 5] - x[at + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** With room for rounding. */
const SINE = 0.999999 * Math.sqrt(PARALLEL);

/** How far things may move until n, with a sign, is no longer on this side of either face at an edge: the farther of both. */
function awayOfFaces(
  x: Float64Array,
  from: number,
  to: number,
  sign: number,
  turn: number,
  kappa: number,
): number {
  return Math.max(away(x, from, to, sign, turn, kappa), away(x, from, to + 3, sign, turn, kappa));
}

function away(x: Float64Array, from: number, to: number, sign: number, turn: number, kappa: number): number {
  const dx = x[to] - x[from];
  const dy = x[to + 1] - x[from + 1];
  const dz = x[to + 2] - x[from + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const out = sign * (dx * n[0] + dy * n[1] + dz * n[2]) - BESIDE * length;
  // |Δd| for each σ: over |d| where bodies only turn, at most 2
  const bends = Math.min(2, length * turn);
  return out / ((5 / 3 + BESIDE) * bends + length * kappa);
}
