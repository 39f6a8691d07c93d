// Friction at stencils, lagged as between bodies (friction/friction.ts): smoothed Coulomb friction of the slip since the step began,
// between the points of both sides that were nearest when it was lagged, in the plane that was across then.

import { CANDIDATE_STRIDE, vertexTotal } from '../../../geometry/ccd/index.ts';
import { CLOSEST_VECTOR, writeTangents } from '../../../geometry/distance/index.ts';
import { cross3 } from '../../../num/index.ts';
import { barrierSlope } from '../contact/barrier.ts';
import { recordSize } from '../contact/contact-set.ts';
import type { Island } from '../solve/islands.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';
import { Carriers } from './carriers.ts';
import { moved } from './elements.ts';
import { stiffnessOf } from './hardness.ts';
import type { Soft } from './soft.ts';

/** μλ, ε, Σ w x₀ (3), tangents (6). */
const STRIDE = 11;

export class SoftFriction {
  count = 0;
  list = new Int32Array(64 * CANDIDATE_STRIDE);
  weights = new Float64Array(64 * 4);
  data = new Float64Array(64 * STRIDE);
  /** Normal forces of all contacts that rub, summed by their rules, as the last pass had them. */
  normal = new Float64Array(0);

  clear(): void {
    this.count = 0;
  }

  add(): number {
    if (this.count === this.data.length / STRIDE) {
      const size = 2 * this.count;
      this.list = moved(this.list, new Int32Array(size * CANDIDATE_STRIDE));
      this.weights = moved(this.weights, new Float64Array(4 * size));
      this.data = moved(this.data, new Float64Array(STRIDE * size));
    }
    return this.count++;
  }

  /** Makes the slip below which contacts stick so many times as large. */
  soften(factor: number): void {
    if (factor !== 1) for (let c = 0; c < this.count; c++) this.data[STRIDE * c + 1] *= factor;
  }
}

/** Lags friction at the present contacts. @returns by how much normal forces changed, of the largest */
export function lagSoft(work: Work, soft: Soft, island: Island): number {
  const own = island.soft;
  if (!own) return 0;
  const { contacts, friction: applied, applied: friction } = own;
  own.friction = friction;
  own.applied = applied;
  const normal = new Float64Array(soft.rules.length);
  friction.clear();
  for (let c = 0; c < contacts.count; c++) {
    const rule = soft.rules[contacts.rule[c]];
    const force =
      -stiffnessOf(work, contacts.rule[c]) * contacts.mollifier[c] * barrierSlope(contacts.gap[c], rule.dHat);
    normal[contacts.rule[c]] += force;
    if (rule.friction === 0 || work.model.options.frictionPasses === 0 || force === 0) continue;
    const to = friction.add();
    const at = CANDIDATE_STRIDE * c;
    const { data, list, weights } = friction;
    for (let k = 0; k < CANDIDATE_STRIDE; k++) list[CANDIDATE_STRIDE * to + k] = contacts.list[at + k];
    for (let n = 0; n < 4; n++) weights[4 * to + n] = contacts.record[recordSize * c + n];
    const d = STRIDE * to;
    data[d] = rule.friction * force;
    data[d + 1] = rule.stickSpeed * work.span.h * island.passes.softness;
    writeStart(work, soft, list, CANDIDATE_STRIDE * to, weights, 4 * to);
    for (let k = 0; k < 3; k++) data[d + 2 + k] = sum[k];
    writeTangents(data, d + 5, contacts.record, recordSize * c + CLOSEST_VECTOR);
  }
  const change = changeOf(soft, applied.normal, normal);
  friction.normal = normal;
  return change;
}

/** By how much normal forces have changed since friction was lagged, of the largest. */
export function softNormalChange(work: Work, soft: Soft, { soft: own }: Island): number {
  if (!own) return 0;
  const { contacts } = own;
  const normal = new Float64Array(soft.rules.length);
  for (let c = 0; c < contacts.count; c++)
    normal[contacts.rule[c]] -=
      stiffnessOf(work, contacts.rule[c]) *
      contacts.mollifier[c] *
      barrierSlope(contacts.gap[c], soft.rules[contacts.rule[c]].dHat);
  return changeOf(soft, own.friction.normal, normal);
}

function changeOf({ rules }: Soft, before: Float64Array, now: Float64Array): number {
  let change = 0;
  let largest = 0;
  for (let r = 0; r < now.length; r++) {
    if (rules[r].friction === 0) continue;
    const was = before[r] ?? 0;
    change = Math.max(change, Math.abs(now[r] - was));
    largest = Math.max(largest, now[r], was);
  }
  return largest > 0 ? change / largest : 0;
}

const sum = new Float64Array(3);
const slip = new Float64Array(3);

/** Σ w x where the step's slip is measured from, into `sum`. */
function writeStart(
  { model, slipStart }: Work,
  { ownerOf }: Soft,
  list: Int32Array,
  at: number,
  weights: Float64Array,
  from: number,
): void {
  const { q, r } = slipStart;
  sum.fill(0);
  const total = vertexTotal(list[at]);
  for (let n = 0; n < total; n++) {
    const v = 3 * list[at + 1 + n];
    const i = ownerOf[list[at + 1 + n]];
    const w = weights[from + n];
    for (let k = 0; k < 3; k++) {
      const m = 9 * i + 3 * k;
      const turned =
        r[m] * model.vertices[v] + r[m + 1] * model.vertices[v + 1] + r[m + 2] * model.vertices[v + 2];
      sum[k] += w * (q[3 * i + k] + turned);
    }
  }
}

/** Slip of contact c along its two tangents and its length, into `slip`. */
function measureSlip(friction: SoftFriction, c: number, x: Float64Array): void {
  const { list, weights, data } = friction;
  const at = CANDIDATE_STRIDE * c;
  const d = STRIDE * c;
  let dx = -data[d + 2];
  let dy = -data[d + 3];
  let dz = -data[d + 4];
  const total = vertexTotal(list[at]);
  for (let n = 0; n < total; n++) {
    const v = 3 * list[at + 1 + n];
    const w = weights[4 * c + n];
    dx += w * x[v];
    dy += w * x[v + 1];
    dz += w * x[v + 2];
  }
  const u = data[d + 5] * dx + data[d + 6] * dy + data[d + 7] * dz;
  const v = data[d + 8] * dx + data[d + 9] * dy + data[d + 10] * dz;
  slip[0] = u;
  slip[1] = v;
  slip[2] = Math.sqrt(u * u + v * v);
}

export function softFrictionEnergy(friction: SoftFriction, x: Float64Array): number {
  let energy = 0;
  for (let c = 0; c < friction.count; c++) {
    measureSlip(friction, c, x);
    const epsilon = friction.data[STRIDE * c + 1];
    const y = slip[2];
    const t = y / epsilon;
    energy += friction.data[STRIDE * c] * (t < 1 ? y * t * (1 - t / 3) : y - epsilon / 3);
  }
  return energy;
}

/** Friction on the first primitive of contact c, times h² [kg m], to out. */
export function softFrictionForce(
  friction: SoftFriction,
  c: number,
  x: Float64Array,
  out: Float64Array,
): void {
  const { data } = friction;
  const d = STRIDE * c;
  measureSlip(friction, c, x);
  const epsilon = data[d + 1];
  const y = slip[2];
  const ratio = data[d] * (y < epsilon ? (2 - y / epsilon) / epsilon : 1 / y);
  for (let k = 0; k < 3; k++) out[k] = -ratio * (slip[0] * data[d + 5 + k] + slip[1] * data[d + 8 + k]);
}

/** Across the plane in which contact c rubs, to out. */
export function softFrictionNormal({ data }: SoftFriction, c: number, out: Float64Array): void {
  const d = STRIDE * c;
  cross3(out, 0, data, d + 5, data, d + 8);
}

const carriers = new Carriers();
const m = new Float64Array(6);

/** Adds forces, and where wanted curvature, which is never negative. */
export function addSoftFriction(
  work: Work,
  soft: Soft,
  island: Island,
  poses: Poses,
  withHessian: boolean,
): void {
  if (!island.soft) return;
  const { friction } = island.soft;
  const { data } = friction;
  for (let c = 0; c < friction.count; c++) {
    const d = STRIDE * c;
    measureSlip(friction, c, poses.x);
    const epsilon = data[d + 1];
    const y = slip[2];
    const sticks = y < epsilon;
    const ratio = data[d] * (sticks ? (2 - y / epsilon) / epsilon : 1 / y);
    const [tx, ty, tz, sx, sy, sz] = [
      data[d + 5],
      data[d + 6],
      data[d + 7],
      data[d + 8],
      data[d + 9],
      data[d + 10],
    ];
    carriers.load(work, soft, island, poses, friction.list, CANDIDATE_STRIDE * c, friction.weights, 4 * c);
    carriers.addForce(
      island.gradient,
      ratio * (slip[0] * tx + slip[1] * sx),
      ratio * (slip[0] * ty + slip[1] * sy),
      ratio * (slip[0] * tz + slip[1] * sz),
    );
    if (!withHessian) continue;
    // f₁/|u| (1 − ûûᵀ) + f₁' ûûᵀ: where it slips f₁' is nothing, where it sticks 2/ε (1 − y/ε)
    const bend = y > 0 ? (ratio - data[d] * (sticks ? (2 / epsilon) * (1 - y / epsilon) : 0)) / (y * y) : 0;
    const tt = ratio - bend * slip[0] * slip[0];
    const ss = ratio - bend * slip[1] * slip[1];
    const ts = -bend * slip[0] * slip[1];
    m[0] = tt * tx * tx + 2 * ts * tx * sx + ss * sx * sx;
    m[1] = tt * tx * ty + ts * (tx * sy + sx * ty) + ss * sx * sy;
    m[2] = tt * tx * tz + ts * (tx * sz + sx * tz) + ss * sx * sz;
    m[3] = tt * ty * ty + 2 * ts * ty * sy + ss * sy * sy;
    m[4] = tt * ty * tz + ts * (ty * sz + sy * tz) + ss * sy * sz;
    m[5] = tt * tz * tz + 2 * ts * tz * sz + ss * sz * sz;
    carriers.addCurvature(island, m);
  }
}
