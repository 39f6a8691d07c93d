// What of the slip between two material points is rolling and no slip.
//
// Friction follows the material points that touched when it was lagged. On a round surface such a point is lifted while the body
// rolls on, and after a turn φ it is r sin φ behind, not r φ: a ball that rolls would be told that it slips, and settle at a speed that is
// wrong by φ²/6. Where the surfaces touch they slip by θ × ρ, θ the turn of the step and ρ the arm from the core to the surface, so
//
//   c = (R − R₀) Rᵀρ − θ × ρ        of a, less that of b
//
// is taken from the slip in the tangent plane. It is lagged as the points are: while nothing has turned yet, θ is what the
// present spin gives.

import { multiply3x3, rotationFromVector, vectorFromRotation } from '../../../num/index.ts';
import type { ContactPoint } from '../contact/contact-point.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Work } from '../step/work.ts';

/** Turns beyond this [rad] are not told from shorter ones the other way round. */
const longest = 2;

const turn = new Float64Array(3);
const turned = new Float64Array(9);
const transposed = new Float64Array(9);
const rolled = new Float64Array(3);
const normal = new Float64Array(3);

/**
 * Writes what is to be taken from the slip of a on b at a contact, along the two tangents.
 * @param isAhead  nothing of the step has been solved yet
 */
export function writeRolled(
  out: Float64Array,
  work: Work,
  { a, b, roundA, roundB }: Pair,
  p: ContactPoint,
  tangents: Float64Array,
  isAhead: boolean,
): void {
  out[0] = 0;
  out[1] = 0;
  if (roundA === 0 && roundB === 0) return;
  const towardsA = p.first === 0 ? 1 : -1;
  normal[0] = towardsA * p.nx;
  normal[1] = towardsA * p.ny;
  normal[2] = towardsA * p.nz;
  rolled.fill(0);
  if (roundA > 0) addRolled(work, a, -roundA, isAhead, 1);
  if (roundB > 0) addRolled(work, b, roundB, isAhead, -1);
  for (let k = 0; k < 2; k++)
    out[k] = tangents[3 * k] * rolled[0] + tangents[3 * k + 1] * rolled[1] + tangents[3 * k + 2] * rolled[2];
}

/** rolled += sign c of a body whose arm is `round` times the normal. */
function addRolled(
  { motions, poses, start }: Work,
  body: number,
  round: number,
  isAhead: boolean,
  sign: number,
): void {
  const { coasting } = motions;
  const n = normal;
  const at = 6 * body + 3;
  for (let k = 0; k < 3; k++) turn[k] = coasting[at + k];
  if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > longest * longest) return;
  if (isAhead) rotationFromVector(turned, 0, turn, 0);
  else {
    for (let k = 0; k < 9; k++) transposed[k] = start.r[9 * body + 3 * (k % 3) + Math.floor(k / 3)];
    multiply3x3(turned, 0, poses.r, 9 * body, transposed, 0);
    vectorFromRotation(turn, 0, turned, 0);
  }
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    // (E − I)ρ where nothing has turned yet, (I − Eᵀ)ρ where it has
    const moved = isAhead
      ? turned[3 * k] * n[0] + turned[3 * k + 1] * n[1] + turned[3 * k + 2] * n[2] - n[k]
      : n[k] - (turned[k] * n[0] + turned[3 + k] * n[1] + turned[6 + k] * n[2]);
    rolled[k] += sign * round * (moved - (turn[i] * n[j] - turn[j] * n[i]));
  }
}
