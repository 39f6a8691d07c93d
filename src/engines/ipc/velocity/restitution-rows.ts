// Impulses between bodies that meet, by projected Gauss–Seidel: each row in turn is given the impulse that makes it
// right, as far as its bounds allow. Rows are few (the contacts of one island) and start from nothing, so the order of
// the rows decides the bits and nothing else.
//
//   normal   J(v + M⁻¹Jᵀλ) ≥ w,  λ ≥ 0
//   release  J(v + M⁻¹Jᵀλ) ≤ w,  −p ≤ λ ≤ 0: what the barrier gave, p, may be taken back, and no more
//   tangent  J(v + M⁻¹Jᵀλ) = 0 as far as |λ| of both tangents ≤ μ λ of their normal; those of a release
//            J(v + M⁻¹Jᵀλ) = Jv − u, u the slip over the step, as far as the friction of the whole step, T + λ, is
//            at most μP, P = p + λ of the release, or where they hold, max(μP, |T|)
//   both     J M⁻¹Jᵀλ = 0: a joint, whose speed stays as it is
//
// One object serves island after island; its arrays only grow.

import { isFree } from '../model.ts';
import { type IpcState, writeSpin } from '../state.ts';
import type { Work } from '../step/work.ts';

const mostSweeps = 500;
/** Sweeps end when no row's speed is wrong by more than this part of the fastest. */
const accuracy = 1e-10;

const normalKind = 0;
const releaseKind = 1;
const tangentKind = 2;
const bothKind = 3;

/**
 * Numbers of a body: (v, ω) now; 1/m of each direction; inverse inertia in world axes; impulse and moment so far [N s], [N m s];
 * whether masses are there, which most that are asked for speeds alone never need.
 */
const moverSize = 25;
const massAt = 6;
const inertiaAt = 9;
const impulseAt = 18;
const weighedAt = 24;

/**
 * Numbers of a row: J; M⁻¹Jᵀ; J M⁻¹Jᵀ; w, or T of tangents [N s]; p of releases [N s], μ of the first tangent and how much
 * it holds of the second; λ; speed that a tangent keeps [m/s].
 */
const rowSize = 29;
const responseAt = 12;
const complianceAt = 24;
const targetAt = 25;
const limitAt = 26;
const lambdaAt = 27;
const keptAt = 28;
/** Whole numbers of a row: kind; its two movers; the row of a tangent's normal, or the contact of a normal or release. */
const linkSize = 4;

export class ImpulseRows {
  private work!: Work;
  private state!: IpcState;
  /** Body and mover of each other: slots of body i at i + 1, of none at 0, -1 where it has none. */
  private slots = new Int32Array(0);
  private readonly bodies: number[] = [];
  private movers = new Float64Array(8 * moverSize);
  private count = 0;
  private rows = new Float64Array(64 * rowSize);
  private links = new Int32Array(64 * linkSize);

  /** Forgets all rows. */
  begin(work: Work, state: IpcState): void {
    this.work = work;
    this.state = state;
    for (const body of this.bodies) this.slots[body + 1] = -1;
    if (this.slots.length <= work.model.count) this.slots = new Int32Array(work.model.count + 1).fill(-1);
    this.bodies.length = 0;
    this.count = 0;
  }

  /** J(v, ω) at present. */
  speedOf(a: number, b: number, j: Float64Array): number {
    const one = this.moverOf(a);
    return this.speed(one, this.moverOf(b), j, 0);
  }

  /** J M⁻¹Jᵀ [1/kg]. */
  complianceOf(a: number, b: number, j: Float64Array): number {
    const one = this.moverOf(a);
    return this.respond(one, this.moverOf(b), j, 0, unused, 0);
  }

  addNormal(a: number, b: number, j: Float64Array, target: number, contact: number): void {
    const one = this.moverOf(a);
    this.add(one, this.moverOf(b), j, normalKind, target, 0, contact);
  }

  /** Of what contact c was given along j, `given` [N s], so much is taken back that it opens at `target` at most. */
  addRelease(a: number, b: number, j: Float64Array, target: number, given: number, contact: number): void {
    const one = this.moverOf(a);
    this.add(one, this.moverOf(b), j, releaseKind, target, given, contact);
  }

  /**
   * One of the two tangents of the normal or release added last.
   * @param limit  of the first μ, of the second 1 where the contact holds, 0 where it slides
   * @param held   the friction that acts along it already [N s]
   * @param slip   u along it [m/s]
   */
  addTangent(j: Float64Array, limit: number, held: number, slip: number): void {
    let normal = this.count - 1;
    while (this.links[linkSize * normal] === tangentKind) normal--;
    const l = linkSize * normal;
    const a = this.links[l + 1];
    const b = this.links[l + 2];
    const kept = this.links[l] === releaseKind ? this.speed(a, b, j, 0) - slip : 0;
    this.add(a, b, j, tangentKind, held, limit, normal);
    this.rows[rowSize * (this.count - 1) + keptAt] = kept;
  }

  addBoth(a: number, b: number, j: Float64Array): void {
    const one = this.moverOf(a);
    const two = this.moverOf(b);
    this.add(one, two, j, bothKind, this.speed(one, two, j, 0), 0, -1);
  }

  /** @param slack  sweeps also end when no row's speed is wrong by more than this [m/s] */
  solve(slack = 0, sweeps = mostSweeps): void {
    const { rows, links, count } = this;
    let fastest = 0;
    for (let r = 0; r < count; r++)
      if (links[linkSize * r] !== tangentKind)
        fastest = Math.max(fastest, Math.abs(rows[rowSize * r + targetAt]));
    const enough = Math.max(accuracy * fastest, slack);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      let change = 0;
      for (let r = 0; r < count; r++) {
        const at = rowSize * r;
        const compliance = rows[at + complianceAt];
        if (compliance === 0) continue;
        const kind = links[linkSize * r];
        if (kind === tangentKind) {
          change = Math.max(change, this.rub(r));
          r++;
          continue;
        }
        const lambda = rows[at + lambdaAt];
        let next = lambda + (rows[at + targetAt] - this.rowSpeed(r)) / compliance;
        if (kind === normalKind) next = Math.max(0, next);
        else if (kind === releaseKind) next = Math.max(-rows[at + limitAt], Math.min(0, next));
        if (next === lambda) continue;
        change = Math.max(change, Math.abs(next - lambda) * compliance);
        this.push(r, next - lambda);
      }
      if (change <= enough) break;
    }
  }

  /** Rows r and r + 1, the two tangents of one contact. */
  private rub(r: number): number {
    const { rows } = this;
    const one = rowSize * r;
    const two = one + rowSize;
    const normal = this.links[linkSize * r + 3];
    const compliance = Math.max(rows[one + complianceAt], rows[two + complianceAt]);
    const heldX = rows[one + targetAt];
    const heldY = rows[two + targetAt];
    let limit = rows[one + limitAt] * rows[rowSize * normal + lambdaAt];
    if (this.links[linkSize * normal] === releaseKind) {
      limit += rows[one + limitAt] * rows[rowSize * normal + limitAt];
      const more = Math.sqrt(heldX * heldX + heldY * heldY) - limit;
      limit += rows[two + limitAt] * Math.max(0, more);
    }
    let x = heldX + rows[one + lambdaAt] - (this.rowSpeed(r) - rows[one + keptAt]) / compliance;
    let y = heldY + rows[two + lambdaAt] - (this.rowSpeed(r + 1) - rows[two + keptAt]) / compliance;
    const length = Math.sqrt(x * x + y * y);
    if (length > limit) {
      x *= limit / length;
      y *= limit / length;
    }
    const dx = x - heldX - rows[one + lambdaAt];
    const dy = y - heldY - rows[two + lambdaAt];
    if (dx !== 0) this.push(r, dx);
    if (dy !== 0) this.push(r + 1, dy);
    return Math.max(Math.abs(dx), Math.abs(dy)) * compliance;
  }

  /** Free bodies that impulses reached. */
  reached(): number[] {
    return this.bodies.filter((_, slot) => this.isReached(slot));
  }

  private isReached(slot: number): boolean {
    const body = this.bodies[slot];
    if (body < 0 || this.work.role[body] !== isFree) return false;
    const at = moverSize * slot + impulseAt;
    for (let k = 0; k < 6; k++) if (this.movers[at + k] !== 0) return true;
    return false;
  }

  /**
   * Writes the new velocities to the state, with all impulses scaled so that the kinetic energy of the bodies they
   * reached is at most `allowed` [J].
   * @returns four numbers a contact: normal impulse, and the tangential one on the pair's a [N s]
   */
  finish(contacts: number, allowed: number): Float64Array {
    const scale = this.scaleFor(allowed);
    const { rows, links, movers } = this;
    const { velocity, angularMomentum } = this.state;
    this.bodies.forEach((body, slot) => {
      if (!this.isReached(slot)) return;
      const at = moverSize * slot;
      for (let k = 0; k < 3; k++) {
        velocity[3 * body + k] += scale * movers[at + massAt + k] * movers[at + impulseAt + k];
        angularMomentum[3 * body + k] += scale * movers[at + impulseAt + 3 + k];
      }
    });
    const impulses = new Float64Array(4 * contacts);
    for (let r = 0; r < this.count; r++) {
      const kind = links[linkSize * r];
      const link = links[linkSize * r + 3];
      const lambda = scale * rows[rowSize * r + lambdaAt];
      if (kind === normalKind || kind === releaseKind) impulses[4 * link] = lambda;
      else if (kind === tangentKind) {
        const contact = 4 * links[linkSize * link + 3];
        for (let k = 0; k < 3; k++) impulses[contact + 1 + k] += lambda * rows[rowSize * r + k];
      }
    }
    return impulses;
  }

  /** Largest s ≤ 1 with ½(v + sΔ)ᵀM(v + sΔ) ≤ allowed. */
  private scaleFor(allowed: number): number {
    if (allowed === Infinity) return 1;
    let constant = -allowed;
    let linear = 0;
    let square = 0;
    const { velocity, angularMomentum } = this.state;
    const m = this.movers;
    this.bodies.forEach((body, slot) => {
      if (!this.isReached(slot)) return;
      const at = moverSize * slot;
      const impulse = at + impulseAt;
      for (let k = 0; k < 3; k++) {
        const v = velocity[3 * body + k];
        const w = at + inertiaAt + 3 * k;
        const turn = m[w] * m[impulse + 3] + m[w + 1] * m[impulse + 4] + m[w + 2] * m[impulse + 5];
        const before = m[at + 3 + k] - turn;
        constant += 0.5 * (this.work.model.mass[body] * v * v + before * angularMomentum[3 * body + k]);
        linear += m[impulse + k] * v + m[impulse + 3 + k] * before;
        square += 0.5 * (m[at + massAt + k] * m[impulse + k] * m[impulse + k] + turn * m[impulse + 3 + k]);
      }
    });
    if (constant + linear + square <= 0) return 1;
    if (constant >= 0 || square === 0) return linear < 0 ? Math.min(1, -linear / (2 * square)) : 0;
    return Math.min(1, (-linear + Math.sqrt(linear * linear - 4 * square * constant)) / (2 * square));
  }

  private add(
    a: number,
    b: number,
    j: Float64Array,
    kind: number,
    target: number,
    limit: number,
    link: number,
  ): void {
    if ((this.count + 1) * rowSize > this.rows.length) {
      this.rows = grown(this.rows, new Float64Array(2 * this.rows.length));
      this.links = grown(this.links, new Int32Array(2 * this.links.length));
    }
    const at = rowSize * this.count;
    const { rows, links } = this;
    for (let k = 0; k < 12; k++) rows[at + k] = j[k];
    rows[at + complianceAt] = this.respond(a, b, rows, at, rows, at + responseAt);
    rows[at + targetAt] = target;
    rows[at + limitAt] = limit;
    rows[at + lambdaAt] = 0;
    const l = linkSize * this.count++;
    links[l] = kind;
    links[l + 1] = a;
    links[l + 2] = b;
    links[l + 3] = link;
  }

  private moverOf(body: number): number {
    const known = this.slots[body + 1];
    if (known >= 0) return known;
    const slot = this.bodies.length;
    this.slots[body + 1] = slot;
    this.bodies.push(body);
    if ((slot + 1) * moverSize > this.movers.length)
      this.movers = grown(this.movers, new Float64Array(2 * this.movers.length));
    const { movers, work, state } = this;
    const at = moverSize * slot;
    for (let k = at; k < at + moverSize; k++) movers[k] = 0;
    if (body < 0) return slot;
    writeSpin(work.model, state.orientation, 4 * body, body, state.angularMomentum, 3 * body, movers, at + 3);
    for (let k = 0; k < 3; k++) movers[at + k] = state.velocity[3 * body + k];
    return slot;
  }

  /** Writes masses of a mover; those of what is not free stay without end. */
  private weigh(slot: number): void {
    const { movers, work, state } = this;
    const at = moverSize * slot;
    const body = this.bodies[slot];
    movers[at + weighedAt] = 1;
    if (body < 0 || work.role[body] !== isFree) return;
    const { model } = work;
    const { orientation } = state;
    for (let k = 0; k < 3; k++) {
      movers[at + massAt + k] = model.fixed[6 * body + k] ? 0 : 1 / model.mass[body];
      unit.fill(0);
      unit[k] = 1;
      // the inverse is symmetric: a column is a row
      writeSpin(model, orientation, 4 * body, body, unit, 0, movers, at + inertiaAt + 3 * k);
    }
  }

  /** Writes M⁻¹Jᵀ and returns J M⁻¹Jᵀ. */
  private respond(a: number, b: number, j: Float64Array, from: number, out: Float64Array, o: number): number {
    const m = this.movers;
    let compliance = 0;
    for (let side = 0; side < 2; side++) {
      const at = moverSize * (side === 0 ? a : b);
      if (m[at + weighedAt] === 0) this.weigh(side === 0 ? a : b);
      const x = from + 6 * side;
      const y = o + 6 * side;
      for (let k = 0; k < 3; k++) {
        const w = at + inertiaAt + 3 * k;
        out[y + k] = m[at + massAt + k] * j[x + k];
        out[y + 3 + k] = m[w] * j[x + 3] + m[w + 1] * j[x + 4] + m[w + 2] * j[x + 5];
        compliance += out[y + k] * j[x + k] + out[y + 3 + k] * j[x + 3 + k];
      }
    }
    return compliance;
  }

  private rowSpeed(r: number): number {
    return this.speed(this.links[linkSize * r + 1], this.links[linkSize * r + 2], this.rows, rowSize * r);
  }

  private speed(a: number, b: number, j: Float64Array, at: number): number {
    const m = this.movers;
    const x = moverSize * a;
    const y = moverSize * b;
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += j[at + k] * m[x + k] + j[at + 6 + k] * m[y + k];
    return sum;
  }

  private push(r: number, lambda: number): void {
    const { rows, links, movers: m } = this;
    const at = rowSize * r;
    const x = moverSize * links[linkSize * r + 1];
    const y = moverSize * links[linkSize * r + 2];
    rows[at + lambdaAt] += lambda;
    for (let k = 0; k < 6; k++) {
      m[x + k] += lambda * rows[at + responseAt + k];
      m[x + impulseAt + k] += lambda * rows[at + k];
      m[y + k] += lambda * rows[at + responseAt + 6 + k];
      m[y + impulseAt + k] += lambda * rows[at + 6 + k];
    }
  }
}
const unit = new Float64Array(3);
const unused = new Float64Array(12);

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
