// Where bodies rest before the last step: at the end that was asked for, but for a fraction of the millimetre and the degree
// that certificate A allows, so that they can have come to rest there.
//
//   deep       the forward engine stops a body in the first step that finds it touching. Slower than ε it is then no deeper
//              than ε h − margin; what lies deeper (thrown hard, or pressed by what has left since) is lifted to that
//   beside     two that merely stand side by side count as touching from a margin on, and from there on may not come nearer:
//              they are set a margin apart, so that each can come down beside the other without pushing it
//
// The rows of all such contacts are corrected one after the other, over and over (Kaczmarz), which moves bodies by as little as it
// takes. What does not rest where that leaves it stays where it was asked for. The last step of a replay takes it all back.

import { multiplyQuaternions } from '../../../num/index.ts';
import { findContacts } from '../collide/collider.ts';
import { ContactSet } from '../collide/contact-set.ts';
import { clearImpulses, makeImpulses } from '../forward/impulses.ts';
import { kickIsland } from '../forward/kick.ts';
import { findIslands, makeIslands } from '../islands.ts';
import type { Model } from '../model.ts';
import { makeMotion } from '../motion.ts';
import { CARRIES } from './alone/pile.ts';
import { bodySpeed } from './body-speed.ts';
import { isBall } from './is-ball.ts';
import { NEAR, NEAR_ANGLE } from './refine/miss.ts';

/** How much of what certificate A allows may be used. */
const USED = 0.75;
/** Of the deepest that a body can come to rest. */
const DEEP = 0.8;
/** Gap of those that stand side by side, in margins. */
const APART = 1.25;
const MOST_ROUNDS = 12;
const SWEEPS = 60;
/** What moves faster than this after a step does not rest [m/s]. */
const RESTS = 1e-6;

/** Poses at rest, eased. */
export function ease(model: Model, end: Float64Array, up: Float64Array): Float64Array {
  const isAllowed = new Uint8Array(model.isDynamic);
  for (;;) {
    const eased = moved(model, end, up, isAllowed);
    const restless = whoMoves(model, eased, isAllowed);
    if (restless.length === 0) return eased;
    for (const body of restless) isAllowed[body] = 0;
  }
}

/** What rests deeper than it can have come, or side by side too near, is moved: of those bodies that may be. */
function moved(model: Model, end: Float64Array, up: Float64Array, isAllowed: Uint8Array): Float64Array {
  const poses = end.slice();
  const contacts = new ContactSet();
  const shift = new Float64Array(6 * model.bodies);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    findContacts(model.collider, poses, contacts);
    const rows = rowsOf(model, poses, contacts, up, isAllowed);
    if (rows.length === 0) break;
    shift.fill(0);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let worst = 0;
      for (const row of rows) worst = Math.max(worst, correct(row, shift));
      if (worst < 1e-3 * NEAR) break;
    }
    apply(model, end, poses, shift);
  }
  return poses;
}

interface Row {
  /** Bodies that move, and whether each stands first. */
  readonly sides: readonly { readonly body: number; readonly jacobian: readonly number[] }[];
  readonly weight: number;
  readonly lift: number;
}

function rowsOf(
  model: Model,
  poses: Float64Array,
  contacts: ContactSet,
  up: Float64Array,
  isAllowed: Uint8Array,
): Row[] {
  const { margins } = model.collider;
  const reach = model.bounceSpeed * model.timeStep;
  const rows: Row[] = [];
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    const margin = Math.min(margins[a] || Number.POSITIVE_INFINITY, margins[b] || Number.POSITIVE_INFINITY);
    const [nx, ny, nz] = contacts.normals.subarray(3 * c, 3 * c + 3);
    const rise = nx * up[0] + ny * up[1] + nz * up[2];
    const isBeside = Math.abs(rise) <= CARRIES && model.isDynamic[b] === 1;
    const wanted = isBeside ? APART * margin : margin - DEEP * reach * Math.max(Math.abs(rise), 0.2);
    if (contacts.gaps[c] >= wanted) continue;
    const sides = [a, b]
      .filter((body) => isAllowed[body] === 1)
      .map((body) => {
        const sign = body === a ? 1 : -1;
        const arm = [0, 1, 2].map((k) => contacts.points[3 * c + k] - poses[7 * body + k]);
        const turn = isBall(model, body)
          ? [0, 0, 0]
          : [arm[1] * nz - arm[2] * ny, arm[2] * nx - arm[0] * nz, arm[0] * ny - arm[1] * nx];
        const size = margins[body] / Math.max(model.options.contactMargin, 1e-300);
        // turns are measured by how far they carry the surface
        return { body, jacobian: [nx, ny, nz, ...turn.map((t) => t / size)].map((j) => sign * j) };
      });
    const weight = sides.reduce((sum, { jacobian }) => sum + jacobian.reduce((s, j) => s + j * j, 0), 0);
    if (weight > 0) rows.push({ sides, weight, lift: wanted - contacts.gaps[c] });
  }
  return rows;
}

/** Moves the bodies of a row until it is lifted; returns by how much it was short [m]. */
function correct({ sides, weight, lift }: Row, shift: Float64Array): number {
  let now = 0;
  for (const { body, jacobian } of sides)
    for (let k = 0; k < 6; k++) now += jacobian[k] * shift[6 * body + k];
  const short = lift - now;
  if (short <= 0) return 0;
  for (const { body, jacobian } of sides)
    for (let k = 0; k < 6; k++) shift[6 * body + k] += (jacobian[k] * short) / weight;
  return short;
}

/** Moves bodies, as far as they remain near the end. */
function apply(model: Model, end: Float64Array, poses: Float64Array, shift: Float64Array): void {
  const turn = new Float64Array(4);
  for (let body = 0; body < model.bodies; body++) {
    const at = 7 * body;
    const size = model.collider.margins[body] / Math.max(model.options.contactMargin, 1e-300);
    const mine = shift.subarray(6 * body, 6 * body + 6);
    if (mine.every((s) => s === 0)) continue;
    let far = 0;
    for (let k = 0; k < 3; k++) {
      poses[at + k] += mine[k];
      far += (poses[at + k] - end[at + k]) * (poses[at + k] - end[at + k]);
    }
    const share = Math.min(1, (USED * NEAR) / Math.sqrt(far));
    for (let k = 0; k < 3; k++) poses[at + k] = end[at + k] + share * (poses[at + k] - end[at + k]);
    for (let k = 0; k < 3; k++) turn[k] = (0.5 * mine[3 + k]) / size;
    const half = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if (half === 0) continue;
    const most = 0.5 * USED * NEAR_ANGLE;
    for (let k = 0; k < 3; k++) turn[k] *= Math.min(1, most / half);
    turn[3] = Math.sqrt(1 - turn[0] * turn[0] - turn[1] * turn[1] - turn[2] * turn[2]);
    multiplyQuaternions(poses, at + 3, turn, 0, poses, at + 3);
  }
}

/** Bodies of groups that do not rest there, of those that were moved. */
function whoMoves(model: Model, poses: Float64Array, isAllowed: Uint8Array): number[] {
  const contacts = new ContactSet();
  findContacts(model.collider, poses, contacts);
  const islands = makeIslands();
  findIslands(model, contacts, islands);
  const impulses = makeImpulses(Math.max(64, contacts.count), model.jointRows);
  clearImpulses(impulses, contacts.count);
  const motion = makeMotion(model.bodies);
  const found: number[] = [];
  for (let island = 0; island < islands.count; island++) {
    const bodies = [...islands.bodies.subarray(islands.bodyStart[island], islands.bodyStart[island + 1])];
    if (!bodies.some((body) => isAllowed[body] === 1)) continue;
    kickIsland({ model, mid: poses, contacts, islands, time: 0, motion, impulses }, island);
    if (bodies.some((body) => bodySpeed(model, motion, body) > RESTS)) found.push(...bodies);
  }
  return found.filter((body) => isAllowed[body] === 1);
}
