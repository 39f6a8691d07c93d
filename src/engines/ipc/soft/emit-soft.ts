// Contacts of what is soft as they are told: between owners, at the vertices that are nearest.

import { CANDIDATE_STRIDE, firstCount, vertexTotal } from '../../../geometry/ccd/index.ts';
import { blankContact, type StepSink } from '../../../record/index.ts';
import { addPointVelocity, writeSlip } from '../../../sim/index.ts';
import { barrierSlope } from '../contact/barrier.ts';
import { recordSize } from '../contact/contact-set.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { turnToBody } from '../step/axes.ts';
import type { Work } from '../step/work.ts';
import { stiffnessOf } from './hardness.ts';
import { softFrictionForce, softFrictionNormal } from './soft-friction.ts';
import type { SoftIsland } from './soft-island.ts';
import type { Soft } from './soft.ts';

const row = blankContact();
const normal = new Float64Array(3);
const rub = new Float64Array(3);
const slip = new Float64Array(3);
const motion = new Float64Array(6);
const arm = new Float64Array(3);
const inBody = new Float64Array(3);

/** Where a contact is on one of its sides: an owner, and a point of it in the world. */
interface Side {
  owner: number;
  /** The vertex that carries most of it. */
  vertex: number;
  readonly point: Float64Array;
}
const sides: readonly [Side, Side] = [
  { owner: 0, vertex: 0, point: new Float64Array(3) },
  { owner: 0, vertex: 0, point: new Float64Array(3) },
];

/** Tells those of an island, numbered from `number` on; returns the number that is next. */
export function emitSoft(
  work: Work,
  soft: Soft,
  state: IpcState,
  { contacts, applied: friction }: SoftIsland,
  sink: Pick<StepSink, 'contact'>,
  number: number,
): number {
  const { h, begin } = work.span;
  const rubs = new Map<string, number>();
  for (let f = 0; f < friction.count; f++) rubs.set(keyOf(friction.list, f), f);
  let next = number;
  row.start = begin;
  row.duration = h;
  for (let c = 0; c < contacts.count; c++) {
    const rule = soft.rules[contacts.rule[c]];
    const push =
      -stiffnessOf(work, contacts.rule[c]) * contacts.mollifier[c] * barrierSlope(contacts.gap[c], rule.dHat);
    const key = keyOf(contacts.list, c);
    const f = rubs.get(key);
    rubs.delete(key);
    rub.fill(0);
    if (f !== undefined) softFrictionForce(friction, f, work.poses.x, rub);
    if (!(push > 0) && rub.every((x) => x === 0)) continue;
    const distance = Math.sqrt(contacts.record[recordSize * c + 7]);
    for (let k = 0; k < 3; k++) normal[k] = contacts.record[recordSize * c + 4 + k] / distance;
    place(work, soft, contacts.list, CANDIDATE_STRIDE * c, contacts.record, recordSize * c);
    row.pair = next++;
    row.friction = rule.friction;
    row.gap = contacts.gap[c];
    row.normalImpulse = push / h;
    setSlip(work, state);
    tell(work, sink, sides[0], sides[1], 1, h);
    tell(work, sink, sides[1], sides[0], -1, h);
  }
  // where nothing pushes any more, but something did when friction was lagged
  for (const f of rubs.values()) {
    softFrictionForce(friction, f, work.poses.x, rub);
    if (rub.every((x) => x === 0)) continue;
    softFrictionNormal(friction, f, normal);
    place(work, soft, friction.list, CANDIDATE_STRIDE * f, friction.weights, 4 * f);
    setAcross();
    row.pair = next++;
    const rule = soft.rules[soft.ruleOf(...itemsOf(work))];
    row.friction = rule.friction;
    row.gap = Math.max(0, across - rule.separation);
    row.normalImpulse = 0;
    setSlip(work, state);
    tell(work, sink, sides[0], sides[1], 1, h);
    tell(work, sink, sides[1], sides[0], -1, h);
  }
  return next;
}

function itemsOf({ model }: Work): [number, number] {
  return [model.itemOf[sides[0].owner], model.itemOf[sides[1].owner]];
}

/** How far both sides are apart along the normal, which is turned from the second to the first. */
function setAcross(): void {
  across = 0;
  for (let k = 0; k < 3; k++) across += normal[k] * (sides[0].point[k] - sides[1].point[k]);
  if (across < 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  across = Math.abs(across);
}
let across = 0;

function keyOf(list: Int32Array, c: number): string {
  const at = CANDIDATE_STRIDE * c;
  return `${list[at]} ${list[at + 1]} ${list[at + 2]} ${list[at + 3]} ${list[at + 4]}`;
}

/** Where a stencil is on both sides. @param weights  of its vertices, at weights[from…] */
function place(
  { poses }: Work,
  { ownerOf }: Soft,
  list: Int32Array,
  at: number,
  weights: Float64Array,
  from: number,
): void {
  const first = firstCount(list[at]);
  const total = vertexTotal(list[at]);
  for (const side of sides) side.point.fill(0);
  const most = [-1, -1];
  for (let n = 0; n < total; n++) {
    const w = weights[from + n];
    const v = list[at + 1 + n];
    // the first primitive's weights are positive, the second's negative: zero may be of either
    const which = n < first ? 0 : 1;
    const side = sides[which];
    const size = Math.abs(w);
    for (let k = 0; k < 3; k++) side.point[k] += size * poses.x[3 * v + k];
    if (size <= most[which]) continue;
    most[which] = size;
    side.vertex = v;
    side.owner = ownerOf[v];
  }
}

function setSlip(work: Work, state: IpcState): void {
  slip.fill(0);
  sides.forEach(({ owner, point }, which) => {
    for (let k = 0; k < 3; k++) {
      motion[k] = state.velocity[3 * owner + k];
      arm[k] = point[k] - state.position[3 * owner + k];
    }
    if (owner < work.model.bodies)
      writeSpin(work.model, state.orientation, 4 * owner, owner, state.angularMomentum, 3 * owner, motion, 3);
    else motion.fill(0, 3, 6);
    addPointVelocity(slip, which === 0 ? 1 : -1, motion, 0, arm, 0);
  });
}

/** @param sign  1 for the first primitive's side */
function tell(
  { model, poses }: Work,
  sink: Pick<StepSink, 'contact'>,
  { owner, vertex, point }: Side,
  other: Side,
  sign: number,
  h: number,
): void {
  const { itemOf, bodies, firstOf } = model;
  const item = itemOf[owner];
  row.body = item;
  row.other = itemOf[other.owner];
  row.nx = sign * normal[0];
  row.ny = sign * normal[1];
  row.nz = sign * normal[2];
  row.tx = (sign * rub[0]) / h;
  row.ty = (sign * rub[1]) / h;
  row.tz = (sign * rub[2]) / h;
  if (owner < bodies) {
    row.feature = 4 * (vertex - model.vertexStart[owner]);
    for (let k = 0; k < 3; k++) arm[k] = point[k] - poses.q[3 * owner + k];
    turnToBody(inBody, poses.r, 9 * owner, arm[0], arm[1], arm[2]);
    [row.px, row.py, row.pz] = inBody;
  } else {
    row.feature = 4 * (owner - firstOf[item - bodies]);
    [row.px, row.py, row.pz] = point;
  }
  writeSlip(row, slip, sign);
  sink.contact(row);
}
