// The coupled problem (5a), (5b) by following a path from a problem whose solution is known: Lemke's method, on states.
//
//   û = q̂ + (1 − θ) p + W r̂ + ε (r̂ − r̂⁰)      θ from 0, where p makes a start the solution, to 1
//
// Once the state of every contact is known (states.ts) this is linear, so r̂ and û are straight lines in θ until one contact
// leaves its state: closes, opens, begins to slide, goes round a corner of its polygon. It then goes on in the neighbouring
// state, and θ forward or back, whichever leads away from the border that was crossed. A step is one linear system of the contacts
// that push, however many touch. From impulses that nearly solve the problem few states change; from nothing it is Lemke's ray.
// ε makes impulses unique that otherwise are not: the ones nearest to r̂⁰.
//
// Lemke 1965; with projections instead of bases: Cao and Ferris 1996, "A Pivotal Method for Affine Variational Inequalities".

import type { Delassus } from './delassus.ts';
import { nearestOfPolygon, type Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { StateLines } from './state-lines.ts';
import { FIRST_CORNER, OPEN, STICKS, stateOf } from './states.ts';

/** What must not become negative in a state, of contact i and edge j; crossing one leads to where its opposite begins at 0. */
const NORMAL = 0; // r_n
const OPENING = 1; // u_n
const LOW = 2; // e_j·r_t + ρ sin(π/k): from corner j
const ALONG = 3; // e_j·u_t
const HIGH = 4; // ρ sin(π/k) − e_j·r_t: from corner j + 1
const AGAINST = 5; // −e_j·u_t
const ROOM = 6; // ρ cos(π/k) − m_j·r_t
const PULL = 7; // −m_j·u_t

const DOWNWARDS = 1e-14;

export class StatePath {
  pivots = 0;
  /** Products after which a path is given up. */
  mostWork = Infinity;
  private scaled!: ScaledContacts;
  private w!: Delassus;
  private polygon!: Polygon;
  private states: Int32Array = new Int32Array(0);
  private epsilon = 0;
  /** q̂ − ε r̂⁰, and p. */
  private known = new Float64Array(0);
  private p = new Float64Array(0);
  /** Impulses and velocities as lines a + θ b: of all contacts that push; of others û_n alone. */
  private ra = new Float64Array(0);
  private rb = new Float64Array(0);
  private ua = new Float64Array(0);
  private ub = new Float64Array(0);
  private deltaA = new Float64Array(0);
  private deltaB = new Float64Array(0);
  private readonly lines = new StateLines();
  private event = { contact: -1, kind: NORMAL, edge: 0, step: Infinity };
  private readonly image = new Float64Array(2);

  load(scaled: ScaledContacts, w: Delassus, polygon: Polygon, states: Int32Array): void {
    this.scaled = scaled;
    this.w = w;
    this.polygon = polygon;
    this.states = states;
    const { contacts, dofs } = scaled;
    this.lines.load(scaled, w, polygon, states);
    if (this.known.length < 3 * contacts) {
      const room = 6 * contacts;
      this.known = new Float64Array(room);
      this.p = new Float64Array(room);
      this.ra = new Float64Array(room);
      this.rb = new Float64Array(room);
      this.ua = new Float64Array(room);
      this.ub = new Float64Array(room);
    }
    if (this.deltaA.length < dofs) {
      this.deltaA = new Float64Array(2 * dofs);
      this.deltaB = new Float64Array(2 * dofs);
    }
  }

  /** Follows the path from impulses r, with the velocities u that they lead to; writes states and r. False where it got lost. */
  fromImpulses(r: Float64Array, u: Float64Array, epsilon: number, most: number): boolean {
    const { scaled, polygon, states, known, p, ra, image, deltaA } = this;
    const { contacts, dofs, q, mu } = scaled;
    this.epsilon = epsilon;
    deltaA.fill(0, 0, dofs);
    for (let i = 0; i < contacts; i++) {
      const at = 3 * i;
      for (let e = at; e < at + 3; e++) {
        known[e] = q[e] - epsilon * r[e];
        ra[e] = 0;
      }
      states[i] = OPEN;
      const normal = r[at] - u[at];
      if (!(normal > 0)) continue;
      ra[at] = normal;
      states[i] = STICKS;
      if (mu[i] === 0) continue;
      states[i] = stateOf(
        nearestOfPolygon(polygon, mu[i] * normal, r[at + 1] - u[at + 1], r[at + 2] - u[at + 2], image, 0),
      );
      ra[at + 1] = image[0];
      ra[at + 2] = image[1];
    }
    for (let i = 0; i < contacts; i++) if (states[i] !== OPEN) scaled.addImpulse(i, ra, deltaA);
    // û at the start is R(z) − z with z = r − u
    for (let i = 0; i < contacts; i++) {
      const at = 3 * i;
      scaled.velocityOf(i, deltaA, p);
      for (let e = at; e < at + 3; e++)
        p[e] = ra[e] - r[e] + u[e] - (p[e] - q[e] + known[e] + epsilon * ra[e]);
    }
    return this.follow(r, most);
  }

  /** The same from no impulses, all contacts opening. */
  fromNothing(r: Float64Array, epsilon: number, most: number): boolean {
    const { scaled, states, known, p } = this;
    const { contacts, q } = scaled;
    this.epsilon = epsilon;
    let least = 0;
    for (let i = 0; i < contacts; i++) least = Math.min(least, q[3 * i]);
    for (let i = 0; i < contacts; i++) {
      states[i] = OPEN;
      for (let e = 3 * i; e < 3 * i + 3; e++) {
        known[e] = q[e];
        p[e] = 0;
      }
      // not quite alike, so that contacts close one by one
      p[3 * i] = -least * (1 + 0.01 * ((i * 0.6180339887498949) % 1)) + 1e-9;
    }
    return this.follow(r, most);
  }

  private follow(r: Float64Array, most: number): boolean {
    const { scaled, states, ra, rb } = this;
    let theta = 0;
    let sense = 1;
    let work = 0;
    for (this.pivots = 0; this.pivots <= most; this.pivots++) {
      if (!this.solveLines()) return false;
      const { size, touched } = this.lines;
      const order = Math.min(size, touched);
      work += order * order * size;
      if (work > this.mostWork) return false;
      const { event } = this;
      if (this.pivots > 0) {
        const slope = this.value(event.contact, event.kind, event.edge, this.rb, this.ub);
        if (slope === 0 || Number.isNaN(slope)) return false;
        sense = slope > 0 ? 1 : -1;
      }
      this.findEvent(theta, sense);
      if (sense > 0 && theta + event.step >= 1) {
        for (let i = 0; i < scaled.contacts; i++)
          for (let e = 3 * i; e < 3 * i + 3; e++) r[e] = states[i] === OPEN ? 0 : ra[e] + rb[e];
        return true;
      }
      if (event.step === Infinity) return false;
      theta += sense * event.step;
      this.cross(theta);
    }
    return false;
  }

  /** The impulses of all states as lines in θ, and what they lead to. */
  private solveLines(): boolean {
    const { scaled, states, ra, rb, ua, ub, deltaA, deltaB, known, p, epsilon } = this;
    if (!this.lines.solve(known, p, epsilon)) return false;
    const { size, owner, column, right } = this.lines;
    const { contacts, dofs, starts, columns, values } = scaled;
    deltaA.fill(0, 0, dofs);
    deltaB.fill(0, 0, dofs);
    for (let k = 0; k < size; k++) {
      const at = 3 * owner[k];
      for (let e = 0; e < 3; e++) {
        ra[at + e] = 0;
        rb[at + e] = 0;
      }
    }
    for (let k = 0; k < size; k++) {
      const at = 3 * owner[k];
      for (let e = 0; e < 3; e++) {
        ra[at + e] += column[3 * k + e] * right[2 * k];
        rb[at + e] += column[3 * k + e] * right[2 * k + 1];
      }
    }
    for (let i = 0; i < contacts; i++) {
      if (states[i] === OPEN) continue;
      scaled.addImpulse(i, ra, deltaA);
      scaled.addImpulse(i, rb, deltaB);
    }
    for (let i = 0; i < contacts; i++) {
      const rows = states[i] === OPEN ? 1 : 3;
      const from = starts[i];
      const length = starts[i + 1] - from;
      for (let e = 0; e < rows; e++) {
        const at = 3 * from + e * length;
        let a = known[3 * i + e] + p[3 * i + e];
        let b = -p[3 * i + e];
        for (let k = 0; k < length; k++) {
          const d = columns[from + k];
          a += values[at + k] * deltaA[d];
          b += values[at + k] * deltaB[d];
        }
        if (rows === 3) {
          a += epsilon * ra[3 * i + e];
          b += epsilon * rb[3 * i + e];
        }
        ua[3 * i + e] = a;
        ub[3 * i + e] = b;
      }
    }
    return true;
  }

  /** Finds what happens next from θ on, forward or back. */
  private findEvent(theta: number, sense: number): void {
    const { scaled, states, event, polygon } = this;
    const { directions } = polygon;
    event.step = Infinity;
    event.contact = -1;
    for (let i = 0; i < scaled.contacts; i++) {
      const state = states[i];
      if (state === OPEN) {
        this.consider(i, OPENING, 0, theta, sense);
        continue;
      }
      if (state === STICKS) {
        if (scaled.mu[i] === 0) this.consider(i, NORMAL, 0, theta, sense);
        else for (let j = 0; j < directions; j++) this.consider(i, ROOM, j, theta, sense);
        continue;
      }
      const j = state - FIRST_CORNER;
      if (j < directions) {
        this.consider(i, NORMAL, 0, theta, sense);
        this.consider(i, ALONG, j, theta, sense);
        this.consider(i, AGAINST, (j + directions - 1) % directions, theta, sense);
      } else {
        this.consider(i, LOW, j - directions, theta, sense);
        this.consider(i, HIGH, j - directions, theta, sense);
        this.consider(i, PULL, j - directions, theta, sense);
      }
    }
  }

  private consider(i: number, kind: number, edge: number, theta: number, sense: number): void {
    const { ra, rb, ua, ub, event } = this;
    const slope = this.value(i, kind, edge, rb, ub);
    if (!(sense * slope < -DOWNWARDS)) return;
    const value = this.value(i, kind, edge, ra, ua) + theta * slope;
    const step = value > 0 ? -value / (sense * slope) : 0;
    if (!(step < event.step)) return;
    event.step = step;
    event.contact = i;
    event.kind = kind;
    event.edge = edge;
  }

  private value(i: number, kind: number, edge: number, r: Float64Array, u: Float64Array): number {
    const { normals, apothem, half } = this.polygon;
    const mu = this.scaled.mu[i];
    const at = 3 * i;
    const x = normals[2 * edge];
    const y = normals[2 * edge + 1];
    switch (kind) {
      case NORMAL:
        return r[at];
      case OPENING:
        return u[at];
      case LOW:
        return mu * half * r[at] - y * r[at + 1] + x * r[at + 2];
      case HIGH:
        return mu * half * r[at] + y * r[at + 1] - x * r[at + 2];
      case ALONG:
        return -y * u[at + 1] + x * u[at + 2];
      case AGAINST:
        return y * u[at + 1] - x * u[at + 2];
      case ROOM:
        return mu * apothem * r[at] - x * r[at + 1] - y * r[at + 2];
      default:
        return -x * u[at + 1] - y * u[at + 2];
    }
  }

  /** Into the neighbouring state; the event becomes what must grow there. */
  private cross(theta: number): void {
    const { states, event, scaled, polygon } = this;
    const { directions } = polygon;
    const { contact, edge } = event;
    switch (event.kind) {
      case NORMAL:
        states[contact] = OPEN;
        event.kind = OPENING;
        break;
      case OPENING:
        states[contact] =
          scaled.mu[contact] === 0 ? STICKS : FIRST_CORNER + this.cornerAgainst(contact, theta);
        this.w.include(contact);
        event.kind = NORMAL;
        break;
      case LOW:
        states[contact] = FIRST_CORNER + edge;
        event.kind = ALONG;
        break;
      case HIGH:
        states[contact] = FIRST_CORNER + ((edge + 1) % directions);
        event.kind = AGAINST;
        break;
      case PULL:
        states[contact] = STICKS;
        event.kind = ROOM;
        break;
      default:
        states[contact] = FIRST_CORNER + directions + edge;
        event.kind = event.kind === ALONG ? LOW : event.kind === AGAINST ? HIGH : PULL;
    }
  }

  /** The corner that friction of a contact which closes begins in. */
  private cornerAgainst(i: number, theta: number): number {
    const { scaled, deltaA, deltaB, known, p, polygon, image } = this;
    const { starts, columns, values } = scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    for (let e = 1; e < 3; e++) {
      let sum = known[3 * i + e] + (1 - theta) * p[3 * i + e];
      for (let k = 0; k < length; k++) {
        const d = columns[from + k];
        sum += values[3 * from + e * length + k] * (deltaA[d] + theta * deltaB[d]);
      }
      image[e - 1] = -sum;
    }
    const { directions, corners } = polygon;
    let best = 0;
    let farthest = -Infinity;
    for (let j = 0; j < directions; j++) {
      const distance = corners[2 * j] * image[0] + corners[2 * j + 1] * image[1];
      if (distance <= farthest) continue;
      farthest = distance;
      best = j;
    }
    return best;
  }
}
