// Impulses between bodies that meet, by projected Gauss–Seidel: each row in turn is given the impulse that makes it
// right, as far as its bounds allow. Rows are few (the contacts of one island) and start from nothing, so the order of
// the rows decides the bits and nothing else.
//
//   normal   J(v + M⁻¹Jᵀλ) ≥ w,  λ ≥ 0
//   tangent  J(v + M⁻¹Jᵀλ) = 0 as far as |λ| of both tangents ≤ μ λ of their normal
//   both     J M⁻¹Jᵀλ = 0: a joint, whose speed stays as it is

import { isFree } from './model.ts';
import { type IpcState, writeSpin } from './state.ts';
import type { Work } from './work.ts';

const mostSweeps = 500;
/** Sweeps end when no row's speed is wrong by more than this part of the fastest. */
const accuracy = 1e-10;

interface Mover {
  readonly body: number;
  /** v and ω now. */
  readonly motion: Float64Array;
  /** 1/m of each direction, and the inverse inertia in world axes. */
  readonly inverseMass: Float64Array;
  readonly inverseInertia: Float64Array;
  /** Impulse and its moment so far [N s], [N m s]. */
  readonly impulse: Float64Array;
}

interface ImpulseRow {
  readonly a: Mover;
  readonly b: Mover;
  readonly j: Float64Array;
  /** M⁻¹Jᵀ, and J M⁻¹ Jᵀ. */
  readonly response: Float64Array;
  readonly compliance: number;
  readonly kind: 'normal' | 'tangent' | 'both';
  readonly target: number;
  /** Tangents: friction and their normal; normals: which contact. */
  readonly friction: number;
  readonly normal: number;
  lambda: number;
}

export class ImpulseRows {
  private readonly work: Work;
  private readonly state: IpcState;
  private readonly movers = new Map<number, Mover>();
  private readonly rows: ImpulseRow[] = [];

  constructor(work: Work, state: IpcState) {
    this.work = work;
    this.state = state;
  }

  /** J(v, ω) at present. */
  speedOf(a: number, b: number, j: Float64Array): number {
    return speed(this.moverOf(a), this.moverOf(b), j);
  }

  addNormal(a: number, b: number, j: Float64Array, target: number, contact: number): void {
    this.add(this.moverOf(a), this.moverOf(b), j, 'normal', target, 0, contact);
  }

  /** A tangent of the normal added last. */
  addTangent(j: Float64Array, friction: number): void {
    let normal = this.rows.length - 1;
    while (this.rows[normal].kind !== 'normal') normal--;
    const { a, b } = this.rows[normal];
    this.add(a, b, j, 'tangent', 0, friction, normal);
  }

  addBoth(a: number, b: number, j: Float64Array): void {
    const one = this.moverOf(a);
    const two = this.moverOf(b);
    this.add(one, two, j, 'both', speed(one, two, j), 0, -1);
  }

  solve(): void {
    const { rows } = this;
    let fastest = 0;
    for (const row of rows) fastest = Math.max(fastest, Math.abs(row.target));
    for (let sweep = 0; sweep < mostSweeps; sweep++) {
      let change = 0;
      for (let r = 0; r < rows.length; r++) {
        const row = rows[r];
        if (row.compliance === 0) continue;
        if (row.kind === 'tangent') {
          change = Math.max(change, this.rub(r));
          r++;
          continue;
        }
        let next = row.lambda + (row.target - speed(row.a, row.b, row.j)) / row.compliance;
        if (row.kind === 'normal') next = Math.max(0, next);
        change = Math.max(change, Math.abs(next - row.lambda) * row.compliance);
        push(row, next - row.lambda);
      }
      if (change <= accuracy * fastest) break;
    }
  }

  /** Rows r and r + 1, the two tangents of one contact. */
  private rub(r: number): number {
    const one = this.rows[r];
    const two = this.rows[r + 1];
    const limit = one.friction * this.rows[one.normal].lambda;
    const compliance = Math.max(one.compliance, two.compliance);
    let x = one.lambda - speed(one.a, one.b, one.j) / compliance;
    let y = two.lambda - speed(two.a, two.b, two.j) / compliance;
    const length = Math.sqrt(x * x + y * y);
    if (length > limit) {
      x *= limit / length;
      y *= limit / length;
    }
    const change = Math.max(Math.abs(x - one.lambda), Math.abs(y - two.lambda)) * compliance;
    push(one, x - one.lambda);
    push(two, y - two.lambda);
    return change;
  }

  /** Free bodies that impulses reached. */
  reached(): number[] {
    return [...this.movers.values()]
      .filter(({ impulse }) => impulse.some((x) => x !== 0))
      .map(({ body }) => body);
  }

  /**
   * Writes the new velocities to the state, with all impulses scaled so that the kinetic energy of the bodies they
   * reached is at most `allowed` [J].
   * @returns four numbers a contact: normal impulse, and the tangential one on the pair's a [N s]
   */
  finish(contacts: number, allowed: number): Float64Array {
    const scale = this.scaleFor(allowed);
    const { velocity, angularMomentum } = this.state;
    for (const { body, impulse, inverseMass } of this.movers.values()) {
      for (let k = 0; k < 3; k++) {
        velocity[3 * body + k] += scale * inverseMass[k] * impulse[k];
        angularMomentum[3 * body + k] += scale * impulse[3 + k];
      }
    }
    const impulses = new Float64Array(4 * contacts);
    for (const row of this.rows) {
      if (row.kind === 'normal') impulses[4 * row.normal] = scale * row.lambda;
      else if (row.kind === 'tangent') {
        const contact = 4 * this.rows[row.normal].normal;
        for (let k = 0; k < 3; k++) impulses[contact + 1 + k] += scale * row.lambda * row.j[k];
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
    for (const { body, impulse, inverseMass, inverseInertia: w, motion } of this.movers.values()) {
      if (impulse.every((x) => x === 0)) continue;
      for (let k = 0; k < 3; k++) {
        const v = velocity[3 * body + k];
        const turn = w[3 * k] * impulse[3] + w[3 * k + 1] * impulse[4] + w[3 * k + 2] * impulse[5];
        const before = motion[3 + k] - turn;
        constant += 0.5 * (this.work.model.mass[body] * v * v + before * angularMomentum[3 * body + k]);
        linear += impulse[k] * v + impulse[3 + k] * before;
        square += 0.5 * (inverseMass[k] * impulse[k] * impulse[k] + turn * impulse[3 + k]);
      }
    }
    if (constant + linear + square <= 0) return 1;
    if (constant >= 0 || square === 0) return linear < 0 ? Math.min(1, -linear / (2 * square)) : 0;
    return Math.min(1, (-linear + Math.sqrt(linear * linear - 4 * square * constant)) / (2 * square));
  }

  private add(
    a: Mover,
    b: Mover,
    motion: Float64Array,
    kind: ImpulseRow['kind'],
    target: number,
    friction: number,
    normal: number,
  ): void {
    const j = motion.slice();
    const response = new Float64Array(12);
    let compliance = 0;
    for (let side = 0; side < 2; side++) {
      const { inverseMass, inverseInertia: w } = side === 0 ? a : b;
      const at = 6 * side;
      for (let k = 0; k < 3; k++) {
        response[at + k] = inverseMass[k] * j[at + k];
        response[at + 3 + k] = w[3 * k] * j[at + 3] + w[3 * k + 1] * j[at + 4] + w[3 * k + 2] * j[at + 5];
        compliance += response[at + k] * j[at + k] + response[at + 3 + k] * j[at + 3 + k];
      }
    }
    this.rows.push({ a, b, j, response, compliance, kind, target, friction, normal, lambda: 0 });
  }

  private moverOf(body: number): Mover {
    const known = this.movers.get(body);
    if (known) return known;
    const { work, state } = this;
    const { model } = work;
    const mover: Mover = {
      body,
      motion: new Float64Array(6),
      inverseMass: new Float64Array(3),
      inverseInertia: new Float64Array(9),
      impulse: new Float64Array(6),
    };
    if (body < 0) return mover;
    this.movers.set(body, mover);
    writeSpin(model, state.orientation, 4 * body, body, state.angularMomentum, 3 * body, mover.motion, 3);
    for (let k = 0; k < 3; k++) mover.motion[k] = state.velocity[3 * body + k];
    if (work.role[body] !== isFree) return mover;
    for (let k = 0; k < 3; k++) {
      mover.inverseMass[k] = model.fixed[6 * body + k] ? 0 : 1 / model.mass[body];
      unit.fill(0);
      unit[k] = 1;
      // the inverse is symmetric: a column is a row
      writeSpin(model, state.orientation, 4 * body, body, unit, 0, mover.inverseInertia, 3 * k);
    }
    return mover;
  }
}
const unit = new Float64Array(3);

function speed(a: Mover, b: Mover, j: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 6; k++) sum += j[k] * a.motion[k] + j[6 + k] * b.motion[k];
  return sum;
}

function push(row: ImpulseRow, lambda: number): void {
  row.lambda += lambda;
  for (let side = 0; side < 2; side++) {
    const { motion, impulse, inverseMass } = side === 0 ? row.a : row.b;
    if (inverseMass[0] === 0 && inverseMass[1] === 0 && inverseMass[2] === 0 && row.compliance === 0)
      continue;
    for (let k = 0; k < 6; k++) {
      motion[k] += lambda * row.response[6 * side + k];
      impulse[k] += lambda * row.j[6 * side + k];
    }
  }
}
