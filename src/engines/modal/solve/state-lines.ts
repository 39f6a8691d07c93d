// The impulses of contacts whose states are known, as lines in θ: what is linear in a path (state-path.ts).
//
//   L (Ŵ B x + known + (1 − θ) p) = 0      r̂ = B x, a column for each unknown; a row of L for each equation; Ŵ = W + ε
//
//   sticks      û_n = 0, û_t = 0             unknowns r_n, and two along some edge and across it
//   corner j    û_n = 0                      unknown r_n;      t = μ̂ r_n d_j
//   edge j      û_n = 0, û_t·e_j = 0         unknowns r_n, s;  t = μ̂ r_n cos(π/k) m_j + s e_j
//
// The inverse of K = L Ŵ B is kept (bordered-inverse.ts). A contact that goes to a neighbouring state brings or takes one
// unknown and its equation; what else changes are combinations of its own columns:
//
//   corner – edge     d_j = cos(π/k) m + (d_j·e) e:   the column of r_n changes by μ̂ (d_j·e) times that of s
//   edge – sticks     by μ̂ cos(π/k) times that of the unknown across the edge

import { BorderedInverse } from './bordered-inverse.ts';
import type { Delassus } from './delassus.ts';
import type { Polygon } from './polygon.ts';
import type { ScaledContacts } from './scaled.ts';
import { FIRST_CORNER, OPEN, STICKS } from './states.ts';

/** Unknowns of a contact: along its normal, along an edge, across that edge. */
const NORMAL = 0;
const ALONG = 1;
const ACROSS = 2;

export class StateLines {
  /** The contact of each unknown; its equation and its impulse as combinations of (n, t₁, t₂). */
  size = 0;
  owner = new Int32Array(0);
  row = new Float64Array(0);
  column = new Float64Array(0);
  /** x as a + θ b: two numbers an unknown. */
  x = new Float64Array(0);
  /** Products since `load`, roughly; inverses that would take more than the most are not made. */
  work = 0;
  mostWork = Infinity;
  private scaled!: ScaledContacts;
  private w!: Delassus;
  private polygon!: Polygon;
  private epsilon = 0;
  private readonly inverse = new BorderedInverse();
  /** The states that unknowns belong to, and whether the inverse is theirs. */
  private held = new Int32Array(0);
  private valid = false;
  /** Of each contact: its unknowns, and the edge that two of them have to do with. */
  private places = new Int32Array(0);
  private edges = new Int32Array(0);
  private right = new Float64Array(0);
  private above = new Float64Array(0);
  private aside = new Float64Array(0);
  private mixed = new Float64Array(0);

  load(scaled: ScaledContacts, w: Delassus, polygon: Polygon): void {
    this.scaled = scaled;
    this.w = w;
    this.polygon = polygon;
    this.valid = false;
    this.work = 0;
    if (this.held.length >= scaled.contacts) return;
    this.held = new Int32Array(2 * scaled.contacts);
    this.places = new Int32Array(6 * scaled.contacts);
    this.edges = new Int32Array(2 * scaled.contacts);
  }

  /** Takes these states, inverting K unless it was for the same ones; `anew` in any case. False where it is singular or too large. */
  begin(states: Int32Array, epsilon: number, anew = false): boolean {
    if (this.valid && !anew && epsilon === this.epsilon) {
      let same = true;
      for (let i = 0; same && i < this.scaled.contacts; i++) same = states[i] === this.held[i];
      if (same) return true;
    }
    this.epsilon = epsilon;
    this.list(states);
    this.work += this.size * this.size * this.size;
    this.valid = false;
    if (this.work > this.mostWork) return false;
    this.assemble();
    this.valid = this.inverse.invert();
    return this.valid;
  }

  /** Contact i goes to a neighbouring state; false where K is singular then. */
  cross(i: number, state: number): boolean {
    const { places, held } = this;
    const { directions, normals, apothem, corners } = this.polygon;
    const from = held[i];
    const firstEdge = FIRST_CORNER + directions;
    const mu = this.scaled.mu[i];
    held[i] = state;
    this.work += 3 * this.size * this.size;
    if (from === OPEN) {
      this.w.include(i);
      this.valid = this.add(i, NORMAL, state);
    } else if (state === OPEN) {
      this.valid = this.remove(places[3 * i]);
    } else {
      const sticks = state === STICKS || from === STICKS;
      const enters = state === STICKS || (from !== STICKS && state >= firstEdge);
      const edge = Math.max(state, from) - firstEdge;
      const corner = Math.min(state, from) - FIRST_CORNER;
      const x = normals[2 * edge];
      const y = normals[2 * edge + 1];
      const kind = sticks ? ACROSS : ALONG;
      const share = mu * (sticks ? apothem : x * corners[2 * corner + 1] - y * corners[2 * corner]);
      if (from === STICKS) this.turn(i, edge);
      this.edges[i] = edge;
      if (enters && !this.add(i, kind, state)) {
        this.valid = false;
        return false;
      }
      this.inverse.combine(places[3 * i + kind], places[3 * i], enters ? share : -share);
      this.writeNormal(places[3 * i], i, state);
      this.valid = enters || this.remove(places[3 * i + kind]);
    }
    return this.valid;
  }

  /** Writes x for known and p, three a contact. */
  solve(known: Float64Array, p: Float64Array): void {
    const { size, owner, row, right } = this;
    for (let i = 0; i < size; i++) {
      const at = 3 * owner[i];
      const l0 = row[3 * i];
      const l1 = row[3 * i + 1];
      const l2 = row[3 * i + 2];
      const along = l0 * p[at] + l1 * p[at + 1] + l2 * p[at + 2];
      right[2 * i] = -(l0 * known[at] + l1 * known[at + 1] + l2 * known[at + 2]) - along;
      right[2 * i + 1] = along;
    }
    this.x.fill(0, 0, 2 * size);
    this.work += 2 * size * size;
    this.inverse.addProduct(right, this.x);
  }

  /** How far û as ua + θ ub is from what the equations ask for. */
  leftOver(ua: Float64Array, ub: Float64Array): number {
    const { size, owner, row, right } = this;
    let most = 0;
    for (let i = 0; i < size; i++) {
      const at = 3 * owner[i];
      const l0 = row[3 * i];
      const l1 = row[3 * i + 1];
      const l2 = row[3 * i + 2];
      const a = l0 * ua[at] + l1 * ua[at + 1] + l2 * ua[at + 2];
      const b = l0 * ub[at] + l1 * ub[at + 1] + l2 * ub[at + 2];
      most = Math.max(most, Math.abs(a), Math.abs(b));
      right[2 * i] = -a;
      right[2 * i + 1] = -b;
    }
    return most;
  }

  /** Changes x by what the last `leftOver` found. */
  correct(): void {
    this.work += 2 * this.size * this.size;
    this.inverse.addProduct(this.right, this.x);
  }

  /** Lists unknowns and equations of the states. */
  private list(states: Int32Array): void {
    const { held } = this;
    const { contacts, mu } = this.scaled;
    const firstEdge = FIRST_CORNER + this.polygon.directions;
    let most = 0;
    for (let i = 0; i < contacts; i++) if (states[i] !== OPEN) most += 3;
    this.size = 0;
    this.reserve(most);
    for (let i = 0; i < contacts; i++) {
      const state = states[i];
      held[i] = state;
      if (state === OPEN) continue;
      this.w.include(i);
      this.edges[i] = state >= firstEdge ? state - firstEdge : 0;
      this.name(i, NORMAL, state);
      if (state >= firstEdge || (state === STICKS && mu[i] > 0)) this.name(i, ALONG, state);
      if (state === STICKS && mu[i] > 0) this.name(i, ACROSS, state);
    }
    this.inverse.size = this.size;
  }

  /** Notes one more unknown of contact i. */
  private name(i: number, kind: number, state: number): void {
    const k = this.size++;
    this.places[3 * i + kind] = k;
    this.owner[k] = i;
    this.row[3 * k] = kind === NORMAL ? 1 : 0;
    this.column[3 * k] = this.row[3 * k];
    if (kind === NORMAL) {
      this.row[3 * k + 1] = 0;
      this.row[3 * k + 2] = 0;
      this.writeNormal(k, i, state);
    } else this.writeTangent(k, i, kind);
  }

  /** The friction that goes with r_n, in the column of unknown k. */
  private writeNormal(k: number, i: number, state: number): void {
    const { column, polygon, scaled } = this;
    const { directions, corners, normals, apothem } = polygon;
    const j = state - FIRST_CORNER;
    let x = 0;
    let y = 0;
    if (j >= directions) {
      x = scaled.mu[i] * apothem * normals[2 * (j - directions)];
      y = scaled.mu[i] * apothem * normals[2 * (j - directions) + 1];
    } else if (j >= 0) {
      x = scaled.mu[i] * corners[2 * j];
      y = scaled.mu[i] * corners[2 * j + 1];
    }
    column[3 * k + 1] = x;
    column[3 * k + 2] = y;
  }

  private writeTangent(k: number, i: number, kind: number): void {
    const { row, column } = this;
    const x = this.polygon.normals[2 * this.edges[i]];
    const y = this.polygon.normals[2 * this.edges[i] + 1];
    row[3 * k + 1] = kind === ALONG ? -y : x;
    row[3 * k + 2] = kind === ALONG ? x : y;
    column[3 * k + 1] = row[3 * k + 1];
    column[3 * k + 2] = row[3 * k + 2];
  }

  /** K, where its inverse will be. */
  private assemble(): void {
    const { size, owner, row, column, epsilon, mixed } = this;
    const { entries, room } = this.inverse;
    const { w, stride, slots, count } = this.w;
    for (let i = 0; i < size; i++) {
      const l1 = row[3 * i + 1];
      const l2 = row[3 * i + 2];
      const from = 3 * slots[owner[i]] * stride;
      if (row[3 * i] !== 0) for (let k = 0; k < 3 * count; k++) mixed[k] = w[from + k];
      else {
        for (let k = 0; k < 3 * count; k++)
          mixed[k] = l1 * w[from + stride + k] + l2 * w[from + 2 * stride + k];
      }
      for (let j = 0; j < size; j++) {
        const k = 3 * slots[owner[j]];
        entries[i * room + j] =
          column[3 * j] * mixed[k] + column[3 * j + 1] * mixed[k + 1] + column[3 * j + 2] * mixed[k + 2];
      }
      entries[i * room + i] += epsilon;
    }
  }

  /** One more unknown of contact i, and its equation. The column of its r_n is still that of the state before. */
  private add(i: number, kind: number, state: number): boolean {
    const k = this.size;
    this.reserve(k + 1);
    this.name(i, kind, state);
    const { owner, row, column, epsilon, above, aside } = this;
    const { w, stride, slots } = this.w;
    const [l0, l1, l2] = [row[3 * k], row[3 * k + 1], row[3 * k + 2]];
    const [b0, b1, b2] = [column[3 * k], column[3 * k + 1], column[3 * k + 2]];
    const here = 3 * slots[i] * stride;
    for (let j = 0; j <= k; j++) {
      const at = here + 3 * slots[owner[j]];
      const mine = owner[j] === i ? epsilon : 0;
      const c0 = row[3 * j];
      const c1 = row[3 * j + 1];
      const c2 = row[3 * j + 2];
      const d0 = column[3 * j];
      const d1 = column[3 * j + 1];
      const d2 = column[3 * j + 2];
      above[j] =
        b0 * (w[at] * c0 + w[at + 1] * c1 + w[at + 2] * c2) +
        b1 * (w[at + stride] * c0 + w[at + stride + 1] * c1 + w[at + stride + 2] * c2) +
        b2 * (w[at + 2 * stride] * c0 + w[at + 2 * stride + 1] * c1 + w[at + 2 * stride + 2] * c2) +
        mine * (b0 * c0 + b1 * c1 + b2 * c2);
      aside[j] =
        l0 * (w[at] * d0 + w[at + 1] * d1 + w[at + 2] * d2) +
        l1 * (w[at + stride] * d0 + w[at + stride + 1] * d1 + w[at + stride + 2] * d2) +
        l2 * (w[at + 2 * stride] * d0 + w[at + 2 * stride + 1] * d1 + w[at + 2 * stride + 2] * d2) +
        mine * (l0 * d0 + l1 * d1 + l2 * d2);
    }
    return this.inverse.add(above, aside);
  }

  /** Unknown k goes; the last one takes its place. */
  private remove(k: number): boolean {
    const { owner, row, column, places } = this;
    const last = --this.size;
    const i = owner[last];
    for (let kind = 0; kind < 3; kind++) if (places[3 * i + kind] === last) places[3 * i + kind] = k;
    owner[k] = i;
    for (let e = 0; e < 3; e++) {
      row[3 * k + e] = row[3 * last + e];
      column[3 * k + e] = column[3 * last + e];
    }
    return this.inverse.remove(k);
  }

  /** The two unknowns across the normal of a contact that sticks, turned to another edge. */
  private turn(i: number, edge: number): void {
    const { places, edges } = this;
    const { normals } = this.polygon;
    const x = normals[2 * edges[i]];
    const y = normals[2 * edges[i] + 1];
    const cosine = x * normals[2 * edge] + y * normals[2 * edge + 1];
    const sine = x * normals[2 * edge + 1] - y * normals[2 * edge];
    this.inverse.turn(places[3 * i + ALONG], places[3 * i + ACROSS], cosine, sine);
    edges[i] = edge;
    this.writeTangent(places[3 * i + ALONG], i, ALONG);
    this.writeTangent(places[3 * i + ACROSS], i, ACROSS);
  }

  /** Room for n unknowns; what is there stays. */
  private reserve(n: number): void {
    const members = 3 * this.w.members.length;
    if (this.mixed.length < Math.max(members, 3 * n))
      this.mixed = new Float64Array(2 * Math.max(members, 3 * n));
    if (!this.inverse.reserve(n)) return;
    const { room } = this.inverse;
    this.owner = moved(this.owner, new Int32Array(room));
    this.row = moved(this.row, new Float64Array(3 * room));
    this.column = moved(this.column, new Float64Array(3 * room));
    this.x = new Float64Array(2 * room);
    this.right = new Float64Array(2 * room);
    this.above = new Float64Array(room);
    this.aside = new Float64Array(room);
  }
}

function moved<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
