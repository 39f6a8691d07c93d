// The backward kick of one island: velocities before a step's contacts from those after them.
//
//   v⁻ = v⁺ − h M⁻¹ f₀ − M⁻¹ Jᵀ f                                              eq. (13) of Twigg, James 2008
//
// Each contact is in one of these cases, by its normal speed after the kick (HANDLE-CONTACT, §3.3):
//
//   BOUNCE   0 ≥ u_n⁻ + u_n⁺/α  ⊥  f_n ≥ 0      (7), where u_n⁺ > δ and something bounced here
//   NOTHING  f_n = 0                            the case that the seed discards: others parted the two
//   REST     0 ≥ u_n⁻ + goal    ⊥  f_n ≥ 0      (8), where u_n⁺ ≤ δ
//   PULL     u_n⁻ = 0, any f_n                  §4's attraction, between constrained bodies only
//
// Friction that slides afterwards is maximal and known: f_t = −μ f_n û_t⁺ is folded into the column of f_n, so that its
// matrix is A_nn − μ A_nw. Friction that sticks afterwards lies anywhere in its cone and strives for a wished velocity
// (9), (10). Rolling friction is treated alike: folded along −ω̂⁺, or free below its bound. Joints are equations.
//
// Solved by sweeps over blocks (a single contact of a ball is exact after one), which reach rounding for what is small.
// Whether the answer is right is not decided here: closure.ts asks the forward kick.

import type { ContactSet } from '../collide/contact-set.ts';
import type { Impulses } from '../forward/impulses.ts';
import { Members } from '../forward/members.ts';
import { Rows } from '../forward/rows.ts';
import { JointKick } from './joint-kick.ts';
import type { Islands } from '../islands.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import type { Wishes } from './wishes.ts';

export const BOUNCE = 1;
export const NOTHING = 2;
export const REST = 3;
export const PULL = 4;

const SLIDES = 1;
const STICKS = 2;

const MAX_SWEEPS = 1500;
/** Sweeps end where none changes a velocity by more than this share of the largest. */
const STILL = 4e-16;

export class ReverseKick {
  readonly members = new Members();
  private readonly rows = new Rows();
  private readonly joints = new JointKick();
  count = 0;
  /** Number of each contact in the set. */
  contact = new Int32Array(0);
  /** After the kick: normal speed and sliding speed [m/s]. */
  normalSpeed = new Float64Array(0);
  slidingSpeed = new Float64Array(0);
  /** Laws of the pair, and what stands in their place. */
  restitution = new Float64Array(0);
  friction = new Float64Array(0);
  rolling = new Float64Array(0);
  /** BOUNCE, NOTHING, REST or PULL; set by `classify`, changed by whoever tries other cases. */
  mode = new Uint8Array(0);
  /** 1 where a contact bounces however slowly; cleared by `load`. */
  isForced = new Uint8Array(0);
  private sliding = new Uint8Array(0);
  private spinning = new Uint8Array(0);
  private goal = new Float64Array(0);
  private tangentialGoal = new Float64Array(0);
  private spinGoal = new Float64Array(0);
  private firstRow = new Int32Array(0);
  private diagonal = new Float64Array(0);
  /** Normal impulses of the last solve [N s]. */
  impulse = new Float64Array(0);
  private tangential = new Float64Array(0);
  private torque = new Float64Array(0);
  /** Largest change of a velocity in the last sweep, as a share of the largest velocity. */
  residual = 0;

  /** Takes an island at its midpoint with the velocities after the kick, and says what each contact is. */
  load(
    model: Model,
    mid: Float64Array,
    contacts: ContactSet,
    islands: Islands,
    island: number,
    time: number,
    after: Motion,
    wishes: Wishes,
  ): void {
    const { members, rows } = this;
    members.load(model, mid, islands, island, time, after);
    // Forces are taken back: what `load` adds to the velocities is subtracted here.
    for (let i = 0; i < 6 * members.count; i++) members.free[i] = 2 * members.before[i] - members.free[i];
    for (let i = 0; i < members.count; i++) {
      const body = islands.bodies[islands.bodyStart[island] + i];
      for (let k = 0; k < 3; k++) {
        const at = 3 * i + k;
        members.freeMomenta[at] = 2 * after.momenta[3 * body + k] - members.freeMomenta[at];
      }
    }
    this.joints.load(model, mid, islands, island, time, members);
    const first = islands.contactStart[island];
    this.count = islands.contactStart[island + 1] - first;
    this.reserve(this.count);
    rows.reserve(6 * this.count);
    rows.count = 0;
    for (let k = 0; k < this.count; k++) {
      const c = islands.contacts[first + k];
      this.contact[k] = c;
      this.isForced[k] = 0;
      this.loadContact(model, mid, contacts, c, k, wishes);
    }
  }

  private loadContact(
    model: Model,
    mid: Float64Array,
    contacts: ContactSet,
    c: number,
    k: number,
    wishes: Wishes,
  ): void {
    const { members, rows } = this;
    const a = contacts.a[c];
    const b = contacts.b[c];
    const slotA = members.slot(model, a);
    const slotB = members.slot(model, b);
    this.friction[k] = model.friction(a, b);
    this.restitution[k] = Number.isNaN(wishes.restitution[c])
      ? model.restitution(a, b)
      : wishes.restitution[c];
    this.rolling[k] = model.rolling(a, b);

    const nx = contacts.normals[3 * c];
    const ny = contacts.normals[3 * c + 1];
    const nz = contacts.normals[3 * c + 2];
    const px = contacts.points[3 * c];
    const py = contacts.points[3 * c + 1];
    const pz = contacts.points[3 * c + 2];
    const ax = px - mid[7 * a];
    const ay = py - mid[7 * a + 1];
    const az = pz - mid[7 * a + 2];
    const bx = px - mid[7 * b];
    const by = py - mid[7 * b + 1];
    const bz = pz - mid[7 * b + 2];

    // Velocity of a relative to b at the point, after the kick.
    const v = members.before;
    const i = 6 * slotA;
    const j = 6 * slotB;
    const ux = v[i] + v[i + 4] * az - v[i + 5] * ay - (v[j] + v[j + 4] * bz - v[j + 5] * by);
    const uy = v[i + 1] + v[i + 5] * ax - v[i + 3] * az - (v[j + 1] + v[j + 5] * bx - v[j + 3] * bz);
    const uz = v[i + 2] + v[i + 3] * ay - v[i + 4] * ax - (v[j + 2] + v[j + 3] * by - v[j + 4] * bx);
    const un = ux * nx + uy * ny + uz * nz;
    let tx = ux - un * nx;
    let ty = uy - un * ny;
    let tz = uz - un * nz;
    const speed = Math.sqrt(tx * tx + ty * ty + tz * tz);
    this.normalSpeed[k] = un;
    this.slidingSpeed[k] = speed;
    const slides = speed > model.stillSpeed;
    this.sliding[k] = this.friction[k] === 0 ? 0 : slides ? SLIDES : STICKS;
    if (slides) {
      tx /= speed;
      ty /= speed;
      tz /= speed;
    } else {
      // Any tangent: the axis least along the normal, made perpendicular to it.
      const x = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz);
      const y = !x && Math.abs(ny) <= Math.abs(nz);
      const along = x ? nx : y ? ny : nz;
      tx = (x ? 1 : 0) - along * nx;
      ty = (y ? 1 : 0) - along * ny;
      tz = (!x && !y ? 1 : 0) - along * nz;
      const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
      tx /= length;
      ty /= length;
      tz /= length;
    }
    const sx = ny * tz - nz * ty;
    const sy = nz * tx - nx * tz;
    const sz = nx * ty - ny * tx;
    this.firstRow[k] = rows.count;
    const arms = this.arms;
    arms[0] = ax;
    arms[1] = ay;
    arms[2] = az;
    arms[3] = bx;
    arms[4] = by;
    arms[5] = bz;
    this.addLinearRow(slotA, slotB, nx, ny, nz);
    this.addLinearRow(slotA, slotB, tx, ty, tz);
    this.addLinearRow(slotA, slotB, sx, sy, sz);

    this.goal[k] = wishes.normal[c];
    const wx = wishes.tangential[3 * c];
    const wy = wishes.tangential[3 * c + 1];
    const wz = wishes.tangential[3 * c + 2];
    this.tangentialGoal[2 * k] = wx * tx + wy * ty + wz * tz;
    this.tangentialGoal[2 * k + 1] = wx * sx + wy * sy + wz * sz;

    this.spinning[k] = 0;
    if (this.rolling[k] > 0) {
      const wx = v[i + 3] - v[j + 3];
      const wy = v[i + 4] - v[j + 4];
      const wz = v[i + 5] - v[j + 5];
      const spin = Math.sqrt(wx * wx + wy * wy + wz * wz);
      const size = Math.max(1e-12, Math.sqrt(ax * ax + ay * ay + az * az));
      if (spin * size > model.stillSpeed) {
        this.spinning[k] = SLIDES;
        this.addAngularRow(slotA, slotB, wx / spin, wy / spin, wz / spin);
      } else {
        this.spinning[k] = STICKS;
        this.addAngularRow(slotA, slotB, 1, 0, 0);
        this.addAngularRow(slotA, slotB, 0, 1, 0);
        this.addAngularRow(slotA, slotB, 0, 0, 1);
        for (let m = 0; m < 3; m++) this.spinGoal[3 * k + m] = wishes.spin[3 * c + m];
      }
    }
    this.mode[k] = un > model.stillSpeed ? BOUNCE : wishes.pull[c] === 1 ? PULL : REST;
  }

  /** Wishes a tangential velocity before for a contact that sticks afterwards. */
  wishTangential(k: number, x: number, y: number, z: number): void {
    const { jacobian } = this.rows;
    for (let i = 0; i < 2; i++) {
      const at = 9 * (this.firstRow[k] + 1 + i);
      this.tangentialGoal[2 * k + i] = jacobian[at] * x + jacobian[at + 1] * y + jacobian[at + 2] * z;
    }
  }

  /** The first row of a contact: its normal's; those of its two tangents follow. */
  rowOf(k: number): number {
    return this.firstRow[k];
  }

  /** A velocity along the i-th row of a contact. */
  along(k: number, i: number, u: Float64Array): number {
    const { jacobian } = this.rows;
    const at = 9 * (this.firstRow[k] + i);
    return jacobian[at] * u[0] + jacobian[at + 1] * u[1] + jacobian[at + 2] * u[2];
  }

  /** Moves the members' velocities v by the impulse along a row that gives it a speed; returns what was missing [m/s]. */
  nudge(v: Float64Array, row: number, speed: number): number {
    const { rows, members } = this;
    const missing = speed - rows.speed(v, row);
    if (rows.diagonal[row] > 0) rows.push(members, v, row, missing / rows.diagonal[row]);
    return Math.abs(missing);
  }

  /** Takes over an answer that was found otherwise, for a body alone: its velocities before, and the forward kick's impulses. */
  take(twist: Float64Array, impulses: Impulses): void {
    for (let i = 0; i < 6; i++) this.members.now[i] = twist[i];
    for (let k = 0; k < this.count; k++) this.impulse[k] = impulses.normal[this.contact[k]];
  }

  /** Moves v by what the kick's friction at a contact that slides differs from −μ f_n û_t⁺; false where it does not slide. */
  straighten(v: Float64Array, k: number, impulses: Impulses): boolean {
    if (this.sliding[k] !== SLIDES) return false;
    const { rows, members } = this;
    const c = this.contact[k];
    const row = this.firstRow[k];
    for (let i = 1; i < 3; i++) {
      const at = 9 * (row + i);
      let along = i === 1 ? this.friction[k] * impulses.normal[c] : 0;
      for (let m = 0; m < 3; m++) along += rows.jacobian[at + m] * impulses.tangential[3 * c + m];
      rows.push(members, v, row + i, along);
    }
    return true;
  }

  speedAlong(v: Float64Array, row: number): number {
    return this.rows.speed(v, row);
  }

  hasTangentialWish(k: number): boolean {
    return this.tangentialGoal[2 * k] !== 0 || this.tangentialGoal[2 * k + 1] !== 0;
  }

  /** Whether friction at a contact is not at its bound afterwards. */
  sticks(k: number): boolean {
    return this.sliding[k] === STICKS;
  }

  /** Whether the first body of a contact turns. */
  turns(k: number): boolean {
    const at = 6 * this.rows.a[this.firstRow[k]] + 3;
    const { before } = this.members;
    return before[at] !== 0 || before[at + 1] !== 0 || before[at + 2] !== 0;
  }

  private readonly arms = new Float64Array(6);

  private addLinearRow(slotA: number, slotB: number, x: number, y: number, z: number): void {
    const { rows, arms, members } = this;
    const row = rows.count++;
    const at = 9 * row;
    rows.a[row] = slotA;
    rows.b[row] = slotB;
    const { jacobian } = rows;
    jacobian[at] = x;
    jacobian[at + 1] = y;
    jacobian[at + 2] = z;
    jacobian[at + 3] = arms[1] * z - arms[2] * y;
    jacobian[at + 4] = arms[2] * x - arms[0] * z;
    jacobian[at + 5] = arms[0] * y - arms[1] * x;
    jacobian[at + 6] = -(arms[4] * z - arms[5] * y);
    jacobian[at + 7] = -(arms[5] * x - arms[3] * z);
    jacobian[at + 8] = -(arms[3] * y - arms[4] * x);
    rows.soft[row] = 0;
    rows.finish(members, row);
  }

  private addAngularRow(slotA: number, slotB: number, x: number, y: number, z: number): void {
    const { rows, members } = this;
    const row = rows.count++;
    const at = 9 * row;
    rows.a[row] = slotA;
    rows.b[row] = slotB;
    const { jacobian } = rows;
    jacobian[at] = jacobian[at + 1] = jacobian[at + 2] = 0;
    jacobian[at + 3] = x;
    jacobian[at + 4] = y;
    jacobian[at + 5] = z;
    jacobian[at + 6] = -x;
    jacobian[at + 7] = -y;
    jacobian[at + 8] = -z;
    rows.soft[row] = 0;
    rows.finish(members, row);
  }

  /** Solves for the modes as they stand; members.now are the velocities before. False where a column cannot push. */
  solve(): boolean {
    const { members, rows, count, mode, impulse } = this;
    const v = members.now;
    v.set(members.free.subarray(0, 6 * (members.count + 1)));
    impulse.fill(0, 0, count);
    this.tangential.fill(0, 0, 2 * count);
    this.torque.fill(0, 0, 3 * count);
    let bounces = false;
    for (let k = 0; k < count; k++) {
      const row = this.firstRow[k];
      // What the column of f_n does at its own normal: A_nn − μ A_nw − ρ A_nω.
      let d = rows.diagonal[row];
      if (this.sliding[k] === SLIDES) d -= this.friction[k] * rows.entry(members, row, row + 1);
      if (this.spinning[k] === SLIDES) d -= this.rolling[k] * rows.entry(members, row, row + 3);
      this.diagonal[k] = d;
      if (mode[k] === NOTHING) continue;
      if (!(d > 1e-9 * rows.diagonal[row])) return false;
      if (mode[k] === BOUNCE) {
        if (!(this.restitution[k] > 0)) return false;
        bounces = true;
      }
    }
    this.residual = 0;
    this.joints.clear();
    const isJoined = this.joints.count > 0;
    if (count === 0 && !isJoined) return true;
    if (members.count === 1 && !isJoined) this.shareEvenly();
    let largest = bounces ? 0 : 1e-3;
    for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(this.normalSpeed[k]));
    for (let i = 0; i < 6 * members.count; i++) largest = Math.max(largest, Math.abs(v[i]));
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      let change = isJoined ? this.joints.relax(members) : 0;
      for (let k = 0; k < count; k++) if (mode[k] !== NOTHING) change = Math.max(change, this.relax(k));
      this.residual = change / largest;
      if (this.residual <= STILL) break;
    }
    return this.residual < 1e-7;
  }

  /** Begins with all contacts of one body pushing alike: of all ways to share a load, sweeps end near where they began. */
  private shareEvenly(): void {
    const { members, rows, count, impulse } = this;
    if (count < 2) return;
    for (let k = 0; k < count; k++) {
      if (this.mode[k] !== REST) continue;
      const row = this.firstRow[k];
      const needed = (rows.speed(members.free, row) + this.goal[k]) / this.diagonal[k];
      impulse[k] = Math.max(0, needed) / count;
    }
    for (let k = 0; k < count; k++) {
      const f = impulse[k];
      if (f === 0) continue;
      const row = this.firstRow[k];
      rows.push(members, members.now, row, -f);
      if (this.sliding[k] === SLIDES) rows.push(members, members.now, row + 1, this.friction[k] * f);
      if (this.spinning[k] === SLIDES) rows.push(members, members.now, row + 3, this.rolling[k] * f);
    }
  }

  /** One block: normal with everything folded into it, then free friction, then free rolling. Returns the change [m/s]. */
  private relax(k: number): number {
    const { members, rows, impulse, tangential, torque } = this;
    const v = members.now;
    const row = this.firstRow[k];
    const mode = this.mode[k];
    const goal =
      mode === BOUNCE ? this.normalSpeed[k] / this.restitution[k] : mode === PULL ? 0 : this.goal[k];
    const before = impulse[k];
    let next = before + (rows.speed(v, row) + goal) / this.diagonal[k];
    if (mode !== PULL && next < 0) next = 0;
    impulse[k] = next;
    const step = next - before;
    if (step !== 0) {
      rows.push(members, v, row, -step);
      if (this.sliding[k] === SLIDES) rows.push(members, v, row + 1, this.friction[k] * step);
      if (this.spinning[k] === SLIDES) rows.push(members, v, row + 3, this.rolling[k] * step);
    }
    let change = Math.abs(step) * this.diagonal[k];
    const pressure = Math.max(0, next);
    if (this.sliding[k] === STICKS) {
      const a = tangential[2 * k];
      const b = tangential[2 * k + 1];
      // The same for both tangents, so that friction at its bound points where it is wished to.
      const wanting = Math.max(rows.diagonal[row + 1], rows.diagonal[row + 2]);
      let f = a + (rows.speed(v, row + 1) - this.tangentialGoal[2 * k]) / wanting;
      let g = b + (rows.speed(v, row + 2) - this.tangentialGoal[2 * k + 1]) / wanting;
      const bound = this.friction[k] * pressure;
      const size = Math.sqrt(f * f + g * g);
      if (size > bound) {
        f *= bound / size;
        g *= bound / size;
      }
      tangential[2 * k] = f;
      tangential[2 * k + 1] = g;
      if (f !== a) rows.push(members, v, row + 1, a - f);
      if (g !== b) rows.push(members, v, row + 2, b - g);
      change = Math.max(change, (Math.abs(f - a) + Math.abs(g - b)) * wanting);
    }
    if (this.spinning[k] === STICKS) {
      let size = 0;
      for (let m = 0; m < 3; m++) {
        const at = row + 3 + m;
        // A body that cannot turn has nothing to roll.
        const inverse = rows.diagonal[at] > 0 ? 1 / rows.diagonal[at] : 0;
        this.trial[m] = torque[3 * k + m] + (rows.speed(v, at) - this.spinGoal[3 * k + m]) * inverse;
        size += this.trial[m] * this.trial[m];
      }
      size = Math.sqrt(size);
      const bound = this.rolling[k] * pressure;
      const scale = size > bound ? bound / size : 1;
      for (let m = 0; m < 3; m++) {
        const to = scale * this.trial[m];
        const by = to - torque[3 * k + m];
        if (by === 0) continue;
        torque[3 * k + m] = to;
        rows.push(members, v, row + 3 + m, -by);
        change = Math.max(change, Math.abs(by) * rows.diagonal[row + 3 + m]);
      }
    }
    return change;
  }

  private readonly trial = new Float64Array(3);

  /** Normal speed of a contact before the kick, by the last solve [m/s]. */
  normalSpeedBefore(k: number): number {
    return this.rows.speed(this.members.now, this.firstRow[k]);
  }

  /** Writes the impulses of the last solve where the forward kick looks for its first guess. */
  guess(model: Model, islands: Islands, island: number, impulses: Impulses): void {
    const { jacobian } = this.rows;
    this.joints.guess(model, islands, island, impulses);
    for (let k = 0; k < this.count; k++) {
      const c = this.contact[k];
      const row = this.firstRow[k];
      const f = this.mode[k] === NOTHING ? 0 : this.impulse[k];
      const slides = this.sliding[k] === SLIDES;
      const first = slides ? -this.friction[k] * f : this.tangential[2 * k];
      const second = slides ? 0 : this.tangential[2 * k + 1];
      const rolls = this.spinning[k] === SLIDES;
      impulses.normal[c] = f;
      for (let m = 0; m < 3; m++) {
        impulses.tangential[3 * c + m] =
          first * jacobian[9 * (row + 1) + m] + second * jacobian[9 * (row + 2) + m];
        impulses.rolling[3 * c + m] = rolls
          ? -this.rolling[k] * f * jacobian[9 * (row + 3) + 3 + m]
          : this.torque[3 * k + m];
      }
    }
  }

  /** Writes the velocities before into `before` for the island's bodies. */
  store(islands: Islands, island: number, before: Motion): void {
    const { members } = this;
    const first = islands.bodyStart[island];
    for (let i = 0; i < members.count; i++) {
      const body = islands.bodies[first + i];
      for (let k = 0; k < 3; k++) before.velocities[3 * body + k] = members.now[6 * i + k];
      this.writeMomentum(i, before.momenta, 3 * body);
    }
  }

  /** L⁻ = L − Σ r × f of one member, from the impulses: no inertia is inverted twice. */
  private writeMomentum(slot: number, out: Float64Array, at: number): void {
    const { members, count, joints } = this;
    for (let k = 0; k < 3; k++) out[at + k] = members.freeMomenta[3 * slot + k];
    if (members.inverseInertias[6 * slot] === 0) return;
    for (let k = 0; k < count; k++) {
      if (this.mode[k] === NOTHING) continue;
      const row = this.firstRow[k];
      const f = this.impulse[k];
      this.twist(this.rows, row, f, slot, out, at);
      if (this.sliding[k] === SLIDES) this.twist(this.rows, row + 1, -this.friction[k] * f, slot, out, at);
      else if (this.sliding[k] === STICKS) {
        this.twist(this.rows, row + 1, this.tangential[2 * k], slot, out, at);
        this.twist(this.rows, row + 2, this.tangential[2 * k + 1], slot, out, at);
      }
      if (this.spinning[k] === SLIDES) this.twist(this.rows, row + 3, -this.rolling[k] * f, slot, out, at);
      else if (this.spinning[k] === STICKS)
        for (let m = 0; m < 3; m++) this.twist(this.rows, row + 3 + m, this.torque[3 * k + m], slot, out, at);
    }
    for (let r = 0; r < joints.count; r++) this.twist(joints.rows, r, joints.impulseOf(r), slot, out, at);
  }

  private twist(rows: Rows, row: number, z: number, slot: number, out: Float64Array, at: number): void {
    if (z === 0) return;
    const from = rows.a[row] === slot ? 3 : rows.b[row] === slot ? 6 : 0;
    if (from === 0) return;
    for (let k = 0; k < 3; k++) out[at + k] -= rows.jacobian[9 * row + from + k] * z;
  }

  /** Takes friction away from all contacts: what then parts can always be solved. */
  dropFriction(): void {
    this.sliding.fill(0, 0, this.count);
    this.spinning.fill(0, 0, this.count);
  }

  private reserve(contacts: number): void {
    if (this.contact.length >= contacts) return;
    const room = Math.max(16, 2 * contacts);
    this.contact = new Int32Array(room);
    this.normalSpeed = new Float64Array(room);
    this.slidingSpeed = new Float64Array(room);
    this.restitution = new Float64Array(room);
    this.friction = new Float64Array(room);
    this.rolling = new Float64Array(room);
    this.mode = new Uint8Array(room);
    this.isForced = new Uint8Array(room);
    this.sliding = new Uint8Array(room);
    this.spinning = new Uint8Array(room);
    this.goal = new Float64Array(room);
    this.tangentialGoal = new Float64Array(2 * room);
    this.spinGoal = new Float64Array(3 * room);
    this.firstRow = new Int32Array(room);
    this.diagonal = new Float64Array(room);
    this.impulse = new Float64Array(room);
    this.tangential = new Float64Array(2 * room);
    this.torque = new Float64Array(3 * room);
  }
}
