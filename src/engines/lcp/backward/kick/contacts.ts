// The contacts of an island as the backward kick sees them: their rows, what each did after the kick, which case it is in,
// and what is wished before it.

import { norm3 } from '../../../../num/index.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import { Members } from '../../forward/members.ts';
import { Rows } from '../../forward/rows.ts';
import type { Islands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import type { Motion } from '../../motion.ts';
import { JointKick } from './joint-kick.ts';
import type { Wishes } from './wishes.ts';

export const BOUNCE = 1;
export const NOTHING = 2;
export const REST = 3;
export const PULL = 4;

/** What friction and rolling friction do after the kick. */
export const SLIDES = 1;
export const STICKS = 2;

export class KickContacts {
  readonly members = new Members();
  protected readonly rows = new Rows();
  protected readonly joints = new JointKick();
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
  protected sliding = new Uint8Array(0);
  protected spinning = new Uint8Array(0);
  protected goal = new Float64Array(0);
  protected tangentialGoal = new Float64Array(0);
  protected spinGoal = new Float64Array(0);
  protected firstRow = new Int32Array(0);
  protected diagonal = new Float64Array(0);
  /** Normal impulses of the last solve [N s]. */
  impulse = new Float64Array(0);
  protected tangential = new Float64Array(0);
  protected torque = new Float64Array(0);
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
    if (this.rolling[k] > 0) this.loadRolling(model, c, k, slotA, slotB, wishes);
    this.mode[k] = un > model.stillSpeed ? BOUNCE : wishes.pull[c] === 1 ? PULL : REST;
  }

  /** Rows of rolling friction of contact c, the k-th of the island, whose arms are known. */
  private loadRolling(
    model: Model,
    c: number,
    k: number,
    slotA: number,
    slotB: number,
    wishes: Wishes,
  ): void {
    const v = this.members.before;
    const i = 6 * slotA;
    const j = 6 * slotB;
    const wx = v[i + 3] - v[j + 3];
    const wy = v[i + 4] - v[j + 4];
    const wz = v[i + 5] - v[j + 5];
    const spin = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const size = Math.max(1e-12, norm3(this.arms, 0));
    if (spin * size > model.stillSpeed) {
      this.spinning[k] = SLIDES;
      this.addAngularRow(slotA, slotB, wx / spin, wy / spin, wz / spin);
      return;
    }
    this.spinning[k] = STICKS;
    this.addAngularRow(slotA, slotB, 1, 0, 0);
    this.addAngularRow(slotA, slotB, 0, 1, 0);
    this.addAngularRow(slotA, slotB, 0, 0, 1);
    for (let m = 0; m < 3; m++) this.spinGoal[3 * k + m] = wishes.spin[3 * c + m];
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
