// The coupled problem (5a), (5b) by following a path from a problem whose solution is known: Lemke's method, on states.
//
//   û = q̂ + (1 − θ) p + W r̂ + ε (r̂ − r̂⁰)      θ from 0, where p makes a start the solution, to 1
//
// Once the state of every contact is known (states.ts) this is linear, so r̂ and û are straight lines in θ until one contact
// leaves its state: closes, opens, begins to slide, goes round a corner of its polygon. It then goes on in the neighbouring
// state, and θ forward or back, whichever leads away from the border that was crossed. A step is O(n²) for n impulses of
// contacts that push (state-lines.ts), however many touch.
//
// At the start p keeps open contacts apart, that which approaches fastest least, so that it closes first; and stops those that
// push as their impulses say. From impulses that nearly solve the problem few states change; from nothing it is Lemke's ray.
// ε makes impulses unique that otherwise are not: the ones nearest to r̂⁰.
//
// Lemke 1965; with projections instead of bases: Cao and Ferris 1996, "A Pivotal Method for Affine Variational Inequalities".

import type { Delassus } from './delassus.ts';
import { nearestOfPolygon, type Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import * as border from './state-borders.ts';
import { StateLines } from './state-lines.ts';
import { StateMotion } from './state-motion.ts';
import { FIRST_CORNER, OPEN, STICKS, stateOf } from './states.ts';

/** How fast contacts without impulses may approach: so much of ε and p, and so much in any case. */
const SLACK = 30;
const LEAST_SLACK = 1e-10;
const DOWNWARDS = 1e-14;
/** Equations may be off by so much of p, beside the largest impulse, or are solved once more; within these bounds. */
const ROUGH = 1e-5;
const ROUGHEST = 1e-9;
const FINEST = 1e-14;
/** A correction that leaves more than this part helps no more. */
const GAIN = 0.3;
/** Open contacts whose û_n will still be above this need no look. */
const FAR = 1e-9;

export class StatePath {
  pivots = 0;
  private scaled!: ScaledContacts;
  private polygon!: Polygon;
  private states: Int32Array = new Int32Array(0);
  private epsilon = 0;
  /** q̂ − ε r̂⁰, and p. */
  private known = new Float64Array(0);
  private p = new Float64Array(0);
  /** What equations may leave. */
  private rough = 0;
  /** How far δ and θ have gone; and of each open contact û_n when it was last looked at, and how far they had gone then. */
  private gone = 0;
  private turned = 0;
  private seen = new Float64Array(0);
  private readonly lines = new StateLines();
  private readonly motion = new StateMotion();
  private event = { contact: -1, kind: border.NORMAL_IMPULSE, edge: 0, step: Infinity };
  private readonly visited = new Set<number>();
  private readonly image = new Float64Array(2);

  /** @param mostWork  products after which paths are given up */
  load(scaled: ScaledContacts, w: Delassus, polygon: Polygon, states: Int32Array, mostWork = Infinity): void {
    this.scaled = scaled;
    this.lines.mostWork = mostWork;
    this.polygon = polygon;
    this.states = states;
    const { contacts } = scaled;
    this.lines.load(scaled, w, polygon);
    this.motion.load(scaled);
    if (this.known.length < 3 * contacts) {
      const room = 6 * contacts;
      this.known = new Float64Array(room);
      this.p = new Float64Array(room);
      this.seen = new Float64Array(room);
    }
  }

  /** Follows the path from impulses r, with the velocities u that they lead to; writes states and r. False where it got lost. */
  fromImpulses(r: Float64Array, u: Float64Array, epsilon: number, most: number): boolean {
    const { scaled, polygon, states, known, p, image } = this;
    const { contacts, dofs, q, mu } = scaled;
    // room for impulses at the start and what they lead to
    const { ra, ua, delta } = this.motion;
    this.epsilon = epsilon;
    delta.fill(0, 0, dofs);
    for (let i = 0; i < contacts; i++) {
      const at = 3 * i;
      for (let e = at; e < at + 3; e++) {
        known[e] = q[e] - epsilon * r[e];
        ra[e] = 0;
      }
      states[i] = OPEN;
      const normal = r[at] - u[at];
      if (!(r[at] > 0 && normal > 0)) continue;
      ra[at] = normal;
      states[i] = STICKS;
      if (mu[i] > 0) {
        states[i] = stateOf(
          nearestOfPolygon(polygon, mu[i] * normal, r[at + 1] - u[at + 1], r[at + 2] - u[at + 2], image, 0),
        );
        ra[at + 1] = image[0];
        ra[at + 2] = image[1];
      }
      scaled.addImpulse(i, ra, delta);
    }
    // û at the start is R(z) − z with z = r − u
    for (let i = 0; i < contacts; i++) {
      const at = 3 * i;
      scaled.velocityOf(i, delta, ua);
      for (let e = at; e < at + 3; e++) {
        ua[e] += known[e] - q[e];
        p[e] = ra[e] - r[e] + u[e] - (ua[e] + epsilon * ra[e]);
      }
    }
    this.keepApart(ua);
    this.allowApproach(r);
    return this.follow(r, most);
  }

  /** The same from no impulses, all contacts opening; r says which impulses to be near to where they are not unique. */
  fromNothing(r: Float64Array, epsilon: number, most: number): boolean {
    const { states, known } = this;
    const { contacts, q } = this.scaled;
    this.epsilon = epsilon;
    states.fill(OPEN, 0, contacts);
    for (let e = 0; e < 3 * contacts; e++) known[e] = q[e] - epsilon * r[e];
    this.keepApart(known);
    this.allowApproach(r);
    return this.follow(r, most);
  }

  /** p of open contacts, whose velocities are u. */
  private keepApart(u: Float64Array): void {
    const { p, states } = this;
    const { contacts } = this.scaled;
    let least = 0;
    for (let i = 0; i < contacts; i++) if (states[i] === OPEN) least = Math.min(least, u[3 * i]);
    for (let i = 0; i < contacts; i++) {
      if (states[i] !== OPEN) continue;
      // not quite alike, so that contacts close one by one
      p[3 * i] = -least * (1 + 0.01 * ((i * 0.6180339887498949) % 1)) + 1e-9;
      p[3 * i + 1] = 0;
      p[3 * i + 2] = 0;
    }
  }

  /**
   * Contacts without an impulse may approach as fast as those with one may by ε, or all that could share an impulse would, and
   * many contacts would push where few hold a body.
   */
  private allowApproach(r: Float64Array): void {
    const { known, p } = this;
    const { contacts } = this.scaled;
    let size = 0;
    for (let e = 0; e < 3 * contacts; e++) size = Math.max(size, Math.abs(p[e]));
    const slack = SLACK * this.epsilon * size + LEAST_SLACK;
    for (let i = 0; i < contacts; i++) if (r[3 * i] === 0) known[3 * i] += slack;
  }

  private follow(r: Float64Array, most: number): boolean {
    const { scaled, states, lines, motion, epsilon, event, visited } = this;
    this.pivots = 0;
    if (!lines.begin(states, epsilon)) return false;
    this.prepare();
    let theta = 0;
    let sense = 1;
    let mark = 0;
    for (; this.pivots <= most; this.pivots++) {
      if (lines.work > lines.mostWork || !this.solveLines()) return false;
      if (this.pivots > 0) {
        if (event.kind === border.NORMAL_VELOCITY) this.lookAt(event.contact, theta);
        const slope = this.value(event.contact, event.kind, event.edge, motion.rb, motion.ub);
        if (slope === 0 || Number.isNaN(slope)) return false;
        sense = slope > 0 ? 1 : -1;
      }
      this.findEvent(theta, sense);
      const { contact, kind, edge, step } = event;
      if (contact < 0) {
        if (sense < 0) return false;
        for (let i = 0; i < scaled.contacts; i++)
          for (let e = 3 * i; e < 3 * i + 3; e++) r[e] = states[i] === OPEN ? 0 : motion.ra[e] + motion.rb[e];
        return true;
      }
      theta += sense * step;
      this.gone += step * motion.speed;
      this.turned += step;
      mark -= markOf(contact, states[contact]);
      states[contact] =
        kind === border.NORMAL_VELOCITY
          ? this.stateOfClosing(contact, theta)
          : border.stateBehind(kind, edge, this.polygon.directions);
      event.kind = border.oppositeOf(kind);
      mark += markOf(contact, states[contact]);
      // a path comes by the same states only once, unless rounding leads it in circles
      if (visited.has(mark)) return false;
      visited.add(mark);
      if (!lines.cross(contact, states[contact]) && !lines.begin(states, epsilon)) return false;
    }
    return false;
  }

  private prepare(): void {
    const { p, seen } = this;
    let size = 0;
    for (let i = 0; i < this.scaled.contacts; i++) {
      size = Math.max(size, Math.abs(p[3 * i]), Math.abs(p[3 * i + 1]), Math.abs(p[3 * i + 2]));
      seen[3 * i] = -Infinity;
    }
    this.rough = Math.max(FINEST, Math.min(ROUGHEST, ROUGH * size));
    this.gone = 0;
    this.turned = 0;
    this.visited.clear();
  }

  /** The impulses of all states as lines in θ, and what they lead to; corrected while that helps. */
  private solveLines(): boolean {
    const { lines, motion, known, p, epsilon } = this;
    for (let anew = 0; anew < 2; anew++) {
      if (anew > 0 && !lines.begin(this.states, epsilon, true)) return false;
      lines.solve(known, p);
      let before = Infinity;
      for (;;) {
        motion.write(lines, known, p, epsilon);
        const left = lines.leftOver(motion.ua, motion.ub) / motion.largest;
        if (left <= this.rough || (left <= ROUGHEST && left > GAIN * before)) return true;
        if (!(left < GAIN * before)) break;
        before = left;
        lines.correct();
      }
    }
    return false;
  }

  /** Looks at û_n of an open contact. */
  private lookAt(i: number, theta: number): void {
    const { motion, seen } = this;
    const e = 3 * i;
    motion.writeOpening(i, this.known, this.p);
    seen[e] = motion.ua[e] + theta * motion.ub[e];
    seen[e + 1] = this.gone;
    seen[e + 2] = this.turned;
  }

  /**
   * Finds what happens next from θ on, forward or back; contact -1 where nothing does. Normal rows of C are unit vectors, so û_n
   * of an open contact changes by no more than |δ| does, and by its p: those that are still too far away need no look.
   */
  private findEvent(theta: number, sense: number): void {
    const { states, event, p, seen } = this;
    const { speed } = this.motion;
    const { contacts, mu } = this.scaled;
    const { directions } = this.polygon;
    event.step = sense > 0 ? 1 - theta : Infinity;
    event.contact = -1;
    for (let i = 0; i < contacts; i++) {
      const state = states[i];
      if (state === OPEN) continue;
      const j = state - FIRST_CORNER;
      if (state === STICKS) {
        if (mu[i] === 0) this.consider(i, border.NORMAL_IMPULSE, 0, theta, sense);
        else for (let k = 0; k < directions; k++) this.consider(i, border.ROOM_TO_EDGE, k, theta, sense);
      } else if (j < directions) {
        this.consider(i, border.NORMAL_IMPULSE, 0, theta, sense);
        this.consider(i, border.VELOCITY_ALONG_EDGE, j, theta, sense);
        this.consider(i, border.VELOCITY_AGAINST_EDGE, (j + directions - 1) % directions, theta, sense);
      } else {
        this.consider(i, border.ROOM_TO_CORNER, j - directions, theta, sense);
        this.consider(i, border.ROOM_TO_NEXT_CORNER, j - directions, theta, sense);
        this.consider(i, border.VELOCITY_INTO_POLYGON, j - directions, theta, sense);
      }
    }
    for (let i = 0; i < contacts; i++) {
      if (states[i] !== OPEN) continue;
      const e = 3 * i;
      const pull = Math.abs(p[e]);
      const now = seen[e] - (this.gone - seen[e + 1]) - pull * (this.turned - seen[e + 2]);
      if (now - event.step * (speed + pull) > FAR) continue;
      this.lookAt(i, theta);
      this.consider(i, border.NORMAL_VELOCITY, 0, theta, sense);
    }
  }

  private consider(i: number, kind: number, edge: number, theta: number, sense: number): void {
    const { event } = this;
    const { ra, rb, ua, ub } = this.motion;
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
    return border.borderValue(this.polygon, this.scaled.mu[i], kind, edge, r, u, 3 * i);
  }

  /** The state that a contact closes to: friction in the corner farthest against its velocity. */
  private stateOfClosing(i: number, theta: number): number {
    const { scaled, known, p, polygon, image } = this;
    const { delta } = this.motion;
    if (scaled.mu[i] === 0) return STICKS;
    const { starts, columns, values } = scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    for (let e = 1; e < 3; e++) {
      let sum = known[3 * i + e] + (1 - theta) * p[3 * i + e];
      for (let k = 0; k < length; k++) {
        const d = 2 * columns[from + k];
        sum += values[3 * from + e * length + k] * (delta[d] + theta * delta[d + 1]);
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
    return FIRST_CORNER + best;
  }
}

/** 32 bits at random for each contact and state: sums of them, exact, tell sets of states apart. */
function markOf(contact: number, state: number): number {
  let x = Math.imul(64 * contact + state + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
