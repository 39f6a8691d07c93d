// One contact problem being solved: impulses, states and the moves that the methods are made of, in scaled variables.
//
//   normals     (5a) with friction as it is: the dual method, whose active set is independent: the contact reduction
//   tangents    (5b) with normal impulses as they are
//   settle      the linear equations of the states (equations.ts), states read off the answer, and again: semismooth
//               Newton on a piecewise linear problem, which ends where states repeat
//   relax       Gauss and Seidel, contact by contact, which finds most states at little cost

import { interiorNearestPoint, NearestPoint } from '../../../num/qp/index.ts';
import { Delassus } from './delassus.ts';
import { Equations } from './equations.ts';
import { type FrictionContacts, FrictionProgram } from './friction-program.ts';
import { nearestOfPolygon, type Polygon, polygonOf } from './polygon.ts';
import type { ContactProblem } from './problem.ts';
import { relaxContacts } from './relax.ts';
import { ScaledContacts } from './scaled.ts';
import { StatePath } from './state-path.ts';
import { OPEN, STICKS, stateOf } from './states.ts';

/** Contacts that approach each other faster than this whatever pushes them exclude others. */
const EXCLUDED = 1e-7;
/** Paths in a row until ε makes no difference: so many, and as many again while each brings the residual down to this part. */
const FEW_PATHS = 6;
const MOST_PATHS = 40;
const GAIN = 0.7;
/** The proximal weight of equations whose states still change. */
const EXPLORING = 1e-3;

export class Attempt {
  readonly scaled = new ScaledContacts();
  readonly w = new Delassus();
  polygon: Polygon = polygonOf(8);
  /** r̂, û and δ (scaled.ts); û is that of the last `residual`. */
  r = new Float64Array(0);
  u = new Float64Array(0);
  delta = new Float64Array(0);
  states = new Int32Array(0);
  /** The best impulses so far, and their residual. */
  best = new Float64Array(0);
  least = Infinity;
  iterations = 0;
  /** Whether (5a) was found to have no solution: contacts that exclude each other. */
  impossible = false;
  /** The residual that the last path began with. */
  followed = Infinity;
  /** Contacts that `settle` may let act. */
  allowed = new Uint8Array(0);
  private readonly equations = new Equations();
  private readonly friction = new FrictionProgram();
  private readonly nearest = new NearestPoint();
  private readonly path = new StatePath();
  private bounds = new Float64Array(0);
  private list = new Int32Array(0);
  private first = new Int32Array(0);
  private waiting = 0;
  private change = new Float64Array(0);
  private held = new Float64Array(0);
  /** Room for impulses of the round before. */
  before = new Float64Array(0);
  private readonly image = new Float64Array(2);

  load(problem: ContactProblem, directions: number, withFriction: boolean): void {
    const { contacts, dofs } = problem;
    this.polygon = polygonOf(directions);
    this.scaled.load(problem, withFriction);
    if (this.states.length < contacts) {
      const room = 2 * contacts;
      this.r = new Float64Array(3 * room);
      this.u = new Float64Array(3 * room);
      this.best = new Float64Array(3 * room);
      this.states = new Int32Array(room);
      this.allowed = new Uint8Array(room);
      this.bounds = new Float64Array(room);
      this.list = new Int32Array(room);
      this.first = new Int32Array(room);
      this.change = new Float64Array(3 * room);
      this.held = new Float64Array(3 * room);
      this.before = new Float64Array(3 * room);
    }
    if (this.delta.length < dofs) this.delta = new Float64Array(2 * dofs);
    const { scaled } = this;
    this.w.load(scaled);
    for (let i = 0; i < contacts; i++) this.bounds[i] = -scaled.q[3 * i];
    this.nearest.load(dofs, scaled.normalRows());
    this.r.fill(0, 0, 3 * contacts);
    this.states.fill(OPEN, 0, contacts);
    this.allowed.fill(0, 0, contacts);
    this.waiting = 0;
    this.least = Infinity;
    this.iterations = 0;
    this.impossible = false;
    this.followed = Infinity;
  }

  /** The judge's residual at r, in scaled variables; writes û, and keeps r where it is the best. */
  residual(): number {
    const { scaled, r, u, delta, polygon, image } = this;
    const { contacts, dofs, mu } = scaled;
    for (let d = 0; d < dofs; d++) delta[d] = 0;
    for (let i = 0; i < contacts; i++) if (r[3 * i] !== 0) scaled.addImpulse(i, r, delta);
    let square = 0;
    for (let i = 0; i < contacts; i++) {
      scaled.velocityOf(i, delta, u);
      const at = 3 * i;
      const off = Math.min(r[at], u[at]);
      square += off * off;
      if (r[at] === 0 || mu[i] === 0) continue;
      const x = r[at + 1];
      const y = r[at + 2];
      nearestOfPolygon(polygon, mu[i] * Math.max(0, r[at]), x - u[at + 1], y - u[at + 2], image, 0);
      square += (x - image[0]) * (x - image[0]) + (y - image[1]) * (y - image[1]);
    }
    const residual = Number.isNaN(square) ? Infinity : Math.sqrt(square);
    if (residual < this.least) {
      this.least = residual;
      for (let k = 0; k < 3 * contacts; k++) this.best[k] = r[k];
    }
    return residual;
  }

  /** States as r and û say; those of contacts that are not allowed to act are OPEN. True where any changed. */
  readStates(): boolean {
    const { r, u, states, allowed, scaled, polygon, image } = this;
    let changed = false;
    for (let i = 0; i < scaled.contacts; i++) {
      const at = 3 * i;
      let state = OPEN;
      const normal = r[at] - u[at];
      if (allowed[i] === 1 && normal > 0) {
        const radius = scaled.mu[i] * normal;
        state =
          scaled.mu[i] === 0
            ? STICKS
            : stateOf(
                nearestOfPolygon(polygon, radius, r[at + 1] - u[at + 1], r[at + 2] - u[at + 2], image, 0),
              );
      }
      if (state === states[i]) continue;
      states[i] = state;
      changed = true;
    }
    return changed;
  }

  /** Whether any contact has friction. */
  rubs(): boolean {
    const { mu, contacts } = this.scaled;
    for (let i = 0; i < contacts; i++) if (mu[i] > 0) return true;
    return false;
  }

  /** How many contacts have impulses. */
  pushing(): number {
    let count = 0;
    for (let i = 0; i < this.scaled.contacts; i++) if (this.r[3 * i] > 0) count++;
    return count;
  }

  /** Contacts that have impulses now are the set that (5a) will start from. */
  warm(): void {
    this.waiting = 0;
    for (let i = 0; i < this.scaled.contacts; i++) if (this.r[3 * i] > 0) this.first[this.waiting++] = i;
  }

  /**
   * (5a): writes normal impulses, and zero friction where there are none. `keep`: contacts allowed before stay so.
   * False where it was not solved.
   */
  normals(keep = false): boolean {
    const { scaled, r, delta, nearest, allowed } = this;
    const { contacts, dofs } = scaled;
    for (let d = 0; d < dofs; d++) delta[d] = 0;
    for (let i = 0; i < contacts; i++) {
      r[3 * i] = 0;
      if (r[3 * i + 1] !== 0 || r[3 * i + 2] !== 0) scaled.addImpulse(i, r, delta);
    }
    for (let k = 0; k < this.waiting; k++) nearest.activate(this.first[k]);
    this.waiting = 0;
    const status = nearest.solve(delta, this.bounds);
    this.iterations += nearest.iterations;
    if (status === 'infeasible') this.impossible = this.worstApproach(nearest.x) > EXCLUDED;
    if (!keep) allowed.fill(0, 0, contacts);
    if (status === 'limit') {
      const inner = this.spreadNormals();
      if (!(inner < 1e-6)) return false;
      for (let i = 0; i < contacts; i++) if (r[3 * i] > 0) allowed[i] = 1;
    } else {
      for (let k = 0; k < nearest.count; k++) {
        r[3 * nearest.active[k]] = nearest.multipliers[k];
        allowed[nearest.active[k]] = 1;
      }
    }
    for (let i = 0; i < contacts; i++) {
      if (allowed[i] === 1) this.w.include(i);
      if (r[3 * i] > 0) continue;
      r[3 * i] = 0;
      r[3 * i + 1] = 0;
      r[3 * i + 2] = 0;
    }
    return true;
  }

  /** The largest |δ| that r leads to, as the last `residual` found it. */
  largestChange(): number {
    let largest = 0;
    for (let d = 0; d < this.scaled.dofs; d++) largest = Math.max(largest, Math.abs(this.delta[d]));
    return largest;
  }

  /** How fast contacts approach each other at most, after δ. */
  private worstApproach(delta: Float64Array): number {
    const { scaled, u } = this;
    let worst = 0;
    for (let i = 0; i < scaled.contacts; i++) {
      scaled.velocityOf(i, delta, u);
      worst = Math.max(worst, -u[3 * i]);
    }
    return worst;
  }

  /** (5a) by the interior-point method, whose impulses are spread over all contacts that can share them. */
  spreadNormals(): number {
    const { scaled, r, delta } = this;
    const { contacts, dofs } = scaled;
    for (let d = 0; d < dofs; d++) delta[d] = 0;
    for (let i = 0; i < contacts; i++) {
      r[3 * i] = 0;
      if (r[3 * i + 1] !== 0 || r[3 * i + 2] !== 0) scaled.addImpulse(i, r, delta);
    }
    const inner = interiorNearestPoint(dofs, scaled.normalRows(), delta, this.bounds);
    this.iterations += inner.iterations;
    for (let i = 0; i < contacts; i++) {
      const found = inner.multipliers[i];
      r[3 * i] = found > 1e-12 ? found : 0;
      if (r[3 * i] > 0) this.w.include(i);
    }
    return inner.residual;
  }

  /** (5b): writes friction impulses of the contacts with normal ones. */
  tangents(exact: boolean): boolean {
    const { scaled, r, list, w } = this;
    let count = 0;
    for (let i = 0; i < scaled.contacts; i++) {
      if (!(r[3 * i] > 0) || scaled.mu[i] === 0) continue;
      w.include(i);
      list[count++] = i;
    }
    this.iterations++;
    return this.friction.solve(this.listed(count), exact);
  }

  /** (5b) with the normal impulses of the active set eliminated: writes both. */
  reduced(rounds: number, share: number, closed: number): boolean {
    const { scaled, r, list } = this;
    let count = 0;
    for (let i = 0; i < scaled.contacts; i++) if (r[3 * i] > 0) list[count++] = i;
    this.iterations++;
    return this.friction.solveReduced(this.listed(count), rounds, share, closed);
  }

  /** The first contacts of the list. */
  private listed(count: number): FrictionContacts {
    const { scaled, w, polygon, list, states, r } = this;
    return { scaled, w, polygon, list, count, states, r };
  }

  /** Newton's method among the allowed contacts, from the states; true where their residual is below `goal`. */
  settle(goal: number, most: number): boolean {
    let exact = true;
    for (let k = 0; k < most; k++) {
      if (!this.step(exact ? undefined : EXPLORING)) return false;
      this.residual();
      if (this.allowedResidual() <= goal) return true;
      const changed = this.readStates();
      if (!changed && exact) return false;
      exact = !changed;
    }
    return false;
  }

  /**
   * Settles, and says whether that solves the whole problem. Where it solves it for the allowed contacts only, their
   * impulses stay, for (5a) to find the others; where it does not, r is as it was.
   */
  trySettle(goal: number, most: number): boolean {
    const { r, held } = this;
    const size = 3 * this.scaled.contacts;
    for (let k = 0; k < size; k++) held[k] = r[k];
    if (this.settle(goal, most)) return this.residual() <= goal;
    for (let k = 0; k < size; k++) r[k] = held[k];
    return false;
  }

  /** The part of the residual that contacts allowed to act have; û as the last `residual` left it. */
  private allowedResidual(): number {
    const { scaled, r, u, allowed, polygon, image } = this;
    let square = 0;
    for (let i = 0; i < scaled.contacts; i++) {
      if (allowed[i] === 0) continue;
      const at = 3 * i;
      const off = Math.min(r[at], u[at]);
      square += off * off;
      if (scaled.mu[i] === 0 || r[at] === 0) continue;
      const x = r[at + 1];
      const y = r[at + 2];
      nearestOfPolygon(polygon, scaled.mu[i] * Math.max(0, r[at]), x - u[at + 1], y - u[at + 2], image, 0);
      square += (x - image[0]) * (x - image[0]) + (y - image[1]) * (y - image[1]);
    }
    return Number.isNaN(square) ? Infinity : Math.sqrt(square);
  }

  /**
   * Follows the path (state-path.ts) from r, whose velocities are in u, or from nothing to near r. What its ε leaves is corrected
   * from there. False where it was not solved.
   */
  follow(goal: number, most: number, fromHere: boolean, weight: number, work = Infinity): boolean {
    const { path, r, u } = this;
    path.load(this.scaled, this.w, this.polygon, this.states, work);
    let before = Infinity;
    for (let round = 0; round < MOST_PATHS; round++) {
      const found =
        fromHere || round > 0 ? path.fromImpulses(r, u, weight, most) : path.fromNothing(r, weight, most);
      this.iterations += path.pivots;
      if (!found) return false;
      const residual = this.residual();
      if (residual <= goal) return true;
      if (round >= FEW_PATHS && residual > GAIN * before) return false;
      before = residual;
    }
    return false;
  }

  /** Gauss and Seidel among the allowed contacts (relax.ts). */
  relax(sweeps: number): void {
    relaxContacts(this.scaled, this.w, this.polygon, this.allowed, this.r, this.change, sweeps);
  }

  /** r := the solution of the equations of the states. */
  step(proximal?: number): boolean {
    this.iterations++;
    return this.equations.solve(this.scaled, this.w, this.polygon, this.states, this.r, proximal);
  }
}
