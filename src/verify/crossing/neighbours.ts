// Which simplices of two rigid bodies are near each other, remembered while the bodies move little.
//
// Gathered at a reference place of the mover as the base sees it: every pair of simplices that is not
// on the list was there farther apart than
//   slideBudget + turnBudget · ρ,      ρ the farthest that the mover's simplex is from the centre,
// and so cannot touch until the centre has slid, or the mover turned, by more than its budget. A pair
// on the list has a lower bound on its gap there, used up in the same way, and then a direction n, fixed to the
// base, that parts it: its separation along n at both ends of the stretch, less what vertices get off
// their chords in between, is a lower bound on its gap all through. n is kept from stretch to stretch,
// and looked for anew where it no longer parts them. Bodies that rest cost a look at a few numbers. Where
// all this proves nothing the simplices themselves are looked at (crossing.ts).

import type { Encounter } from './encounter.ts';
import type { Form } from '../form.ts';
import { bestSeparation, separationAlong } from '../distance/separation.ts';
import {
  farthestFrom,
  halfExtent,
  middleOfOverlap,
  nodeDistanceSquared,
  setRelation,
} from '../distance/node-pairs.ts';
import { bendOf, RELATION, relate, relativeTurn, see, spinOf, turnBetween } from './relative.ts';
import type { World } from '../world.ts';

type Proof = typeof UNKNOWN | typeof CLEAR | typeof CLEAR_AND_FAR;
export const UNKNOWN = 0;
/** All through the stretch. */
const CLEAR = 1;
/** And with no gap at its end that matters. */
export const CLEAR_AND_FAR = 2;

/** Budgets are this many times the motion of a stretch, and more: at first, at most, at least. */
const FORESIGHT = 4;
const MOST_FORESIGHT = 64;
const LEAST_FORESIGHT = 0.1;
/** Below this length looking farther ahead is worth trying, beyond this one it is given up. */
const SHORT_LIST = 100;
const LONG_LIST = 1000;

export class Neighbours {
  /** The smaller body moves, the larger one looks on: far corners of a floor are no matter. */
  readonly mover: number;
  readonly base: number;
  /** Simplices of the mover and of the base, two numbers a pair. */
  pairs = new Int32Array(64);
  /** At the reference: at least this far apart [m]. */
  gaps = new Float64Array(32);
  /** ρ [m]. */
  reaches = new Float64Array(32);
  /** n, from the base to the mover, and the largest n·x of the base's simplex, four numbers a pair; zero while not known. */
  private planes = new Float64Array(128);
  length = 0;

  /** Over the stretch: how far the centre gets from the reference [m], and how far the mover turns from it. */
  slide = Number.POSITIVE_INFINITY;
  turn = Number.POSITIVE_INFINITY;
  /** The same at its end. */
  private slideAtEnd = 0;
  private turnAtEnd = 0;
  private slideBudget = -1;
  private turnBudget = -1;
  private foresight = FORESIGHT;
  private gathered = -1;
  private followed = -2;
  /** What looking at simplices has cost since the list was gathered, and what gathering cost. */
  private spent = 0;
  private cost = 0;

  private readonly reference = new Float64Array(RELATION);
  /** How the base sees the mover at the start and at the end of the stretch. */
  private readonly before = new Float64Array(RELATION);
  private readonly now = new Float64Array(RELATION);
  private readonly centre = new Float64Array(3);
  /** Where the centre was at the reference, and how far it is from there at the ends of the stretch. */
  private readonly home = new Float64Array(3);
  private readonly start = new Float64Array(3);
  private readonly end = new Float64Array(3);
  private bend = 0;
  private spin = 0;

  constructor(world: World, a: number, b: number) {
    this.mover = world.radii[a] <= world.radii[b] ? a : b;
    this.base = this.mover === a ? b : a;
  }

  /** Takes in the present stretch; gathers the list again where it no longer holds, or has become dear. */
  follow(world: World, wishedGap: number): void {
    const { now } = this;
    const isNext = this.followed === world.stretch - 1;
    if (isNext) {
      this.before.set(now);
      this.start.set(this.end);
    }
    const turnAtStart = isNext ? this.turnAtEnd : this.measure(world, 0, this.start);
    this.turnAtEnd = this.measure(world, 1, this.end);
    this.followed = world.stretch;
    this.bound(world, turnAtStart);
    if (this.slide <= this.slideBudget && this.turn <= this.turnBudget && this.spent <= this.cost) return;
    this.adapt(world.stretch);
    setRelation(now);
    this.chooseCentre(world);
    this.reference.set(now);
    see(now, this.centre, this.home);
    const turned = this.measure(world, 0, this.start);
    this.turnAtEnd = this.measure(world, 1, this.end);
    this.bound(world, turned);
    while (!this.gather(world, wishedGap) && this.foresight > LEAST_FORESIGHT)
      this.foresight = Math.max(LEAST_FORESIGHT, 0.25 * this.foresight);
    this.gathered = world.stretch;
    this.spent = 0;
  }

  /** How much farther than this all pairs that are not listed are apart at the end of the stretch [m]. */
  get restAtEnd(): number {
    return this.slideBudget - this.slideAtEnd;
  }

  /**
   * Tries to prove that pair i stays apart all through the stretch.
   * @param slack  what rounding may have done to distances [m]
   * @param limit  a gap at the end of the stretch [m] above which it need not be known
   */
  prove({ world, parting }: Encounter, i: number, slack: number, limit: number): Proof {
    const { direction } = parting;
    this.spent += 0.25;
    const known = this.proveByPlane(world, i, slack, limit);
    if (known === CLEAR_AND_FAR) return known;
    const sizes = this.load(world, i);
    const sizeM = sizes >> 2;
    const sizeB = sizes & 3;
    // what parts a neighbour often parts this one
    const enough = limit + 2 * slack + this.bend + this.spin * this.reaches[i];
    if (separationAlong(points, sizeM, sizeB, direction[0], direction[1], direction[2]) > enough) {
      this.adopt(direction, i, sizeM, sizeB);
      if (this.proveByPlane(world, i, slack, limit) === CLEAR_AND_FAR) return CLEAR_AND_FAR;
    }
    if (bestSeparation(parting, points, sizeM, sizeB, enough) >= enough) {
      this.adopt(direction, i, sizeM, sizeB);
      if (this.proveByPlane(world, i, slack, limit) === CLEAR_AND_FAR) return CLEAR_AND_FAR;
      bestSeparation(parting, points, sizeM, sizeB);
    }
    this.adopt(direction, i, sizeM, sizeB);
    return this.proveByPlane(world, i, slack, limit);
  }

  private proveByPlane(world: World, i: number, slack: number, limit: number): Proof {
    const { planes } = this;
    const x = planes[4 * i];
    const y = planes[4 * i + 1];
    const z = planes[4 * i + 2];
    const top = planes[4 * i + 3];
    const form = world.forms[this.mover];
    const p = this.pairs[2 * i];
    const atEnd = lowest(form, p, this.now, x, y, z) - top;
    const atStart = lowest(form, p, this.before, x, y, z) - top;
    if (!(Math.min(atStart, atEnd) > slack + this.bend + this.spin * this.reaches[i])) return UNKNOWN;
    return atEnd - slack >= limit ? CLEAR_AND_FAR : CLEAR;
  }

  /** Makes a direction the one of pair i, whose simplices are loaded. */
  private adopt(direction: Float64Array, i: number, sizeM: number, sizeB: number): void {
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    let top = Number.NEGATIVE_INFINITY;
    for (let k = 3 * sizeM; k < 3 * (sizeM + sizeB); k += 3)
      top = Math.max(top, x * points[k] + y * points[k + 1] + z * points[k + 2]);
    this.planes[4 * i] = x;
    this.planes[4 * i + 1] = y;
    this.planes[4 * i + 2] = z;
    this.planes[4 * i + 3] = top;
  }

  /** The direction of pair i, turned along with the base, is what an encounter in the world tries first. */
  suggest({ world, parting }: Encounter, i: number): void {
    const { planes, base } = this;
    const { rotations1 } = world;
    const m = 9 * base;
    // directions there are from the second to the first
    const sign = this.mover < base ? 1 : -1;
    const x = sign * planes[4 * i];
    const y = sign * planes[4 * i + 1];
    const z = sign * planes[4 * i + 2];
    for (let k = 0; k < 3; k++) {
      const row = m + 3 * k;
      parting.direction[k] = rotations1[row] * x + rotations1[row + 1] * y + rotations1[row + 2] * z;
    }
  }

  /** Puts the simplices of pair i, as they are at the end, into `points`; returns 4 × mover's + base's count. */
  private load(world: World, i: number): number {
    const mover = world.forms[this.mover];
    const base = world.forms[this.base];
    const p = this.pairs[2 * i];
    const q = this.pairs[2 * i + 1];
    const sizeM = mover.simplices.sizes[p];
    const sizeB = base.simplices.sizes[q];
    for (let k = 0; k < sizeM; k++)
      seeVertex(this.now, mover.mesh.positions, 3 * mover.simplices.vertices[3 * p + k], points, 3 * k);
    for (let k = 0; k < sizeB; k++) {
      const v = 3 * base.simplices.vertices[3 * q + k];
      for (let j = 0; j < 3; j++) points[3 * (sizeM + k) + j] = base.mesh.positions[v + j];
    }
    return 4 * sizeM + sizeB;
  }

  private measure(world: World, end: 0 | 1, shift: Float64Array): number {
    const relation = end === 0 ? this.before : this.now;
    relate(world, this.mover, this.base, end, relation);
    see(relation, this.centre, shift);
    for (let k = 0; k < 3; k++) shift[k] -= this.home[k];
    return turnBetween(relation, this.reference);
  }

  private bound(world: World, turnAtStart: number): void {
    const { start, end } = this;
    this.bend = bendOf(world, this.mover, this.base, this.centre);
    this.spin = spinOf(world, this.mover, this.base);
    this.slideAtEnd = length(end);
    this.slide = Math.max(length(start), this.slideAtEnd) + this.bend;
    this.turn = 0.5 * (turnAtStart + this.turnAtEnd + relativeTurn(world, this.mover, this.base));
  }

  /** Looks farther ahead where lists are short and soon used up. */
  private adapt(stretch: number): void {
    if (this.gathered >= stretch - 4 && this.length < SHORT_LIST)
      this.foresight = Math.min(MOST_FORESIGHT, 2 * this.foresight);
  }

  /** Near the pairs that were close last time, or where the bodies overlap. */
  private chooseCentre(world: World): void {
    const { centre } = this;
    const form = world.forms[this.mover];
    const { vertices } = form.simplices;
    const { positions } = form.mesh;
    let weights = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0; i < this.length; i++) {
      const weight = 1 / (Math.max(0, this.gaps[i]) + 0.05 * this.slideBudget + 1e-300);
      const v = 3 * vertices[3 * this.pairs[2 * i]];
      weights += weight;
      x += weight * positions[v];
      y += weight * positions[v + 1];
      z += weight * positions[v + 2];
    }
    if (weights > 0 && weights < Number.POSITIVE_INFINITY) {
      centre[0] = x / weights;
      centre[1] = y / weights;
      centre[2] = z / weights;
    } else {
      middleOfOverlap(form, world.forms[this.base], centre);
    }
  }

  /** Sets budgets and lists the pairs within them; false where the list gets too long for the foresight. */
  private gather(world: World, wishedGap: number): boolean {
    const { centre, foresight } = this;
    const radius = world.radii[this.mover];
    const slideBudget = this.slide + Math.max(wishedGap, Math.min(0.1 * radius, foresight * this.slide));
    const turnBudget = Math.max((1 + foresight) * this.turn, (0.5 * slideBudget) / radius);
    this.slideBudget = slideBudget;
    this.turnBudget = turnBudget;
    const longest = foresight > LEAST_FORESIGHT ? LONG_LIST : Number.POSITIVE_INFINITY;
    const mover = world.forms[this.mover];
    const base = world.forms[this.base];
    const boxesM = mover.boxes;
    const boxesB = base.boxes;
    const rightM = mover.tree.right;
    const rightB = base.tree.right;
    this.length = 0;
    let looks = 0;
    let top = 0;
    if (rightM.length > 0 && rightB.length > 0) {
      stack[top++] = 0;
      stack[top++] = 0;
    }
    while (top > 0) {
      const nodeB = stack[--top];
      const nodeM = stack[--top];
      looks++;
      const distanceSquared = nodeDistanceSquared(boxesM, 6 * nodeM, boxesB, 6 * nodeB);
      const reach = farthestFrom(centre, boxesM, 6 * nodeM);
      const budget = slideBudget + turnBudget * reach;
      if (distanceSquared > budget * budget) continue;
      const childM = rightM[nodeM];
      const childB = rightB[nodeB];
      if (childM < 0 && childB < 0) {
        if (this.length >= longest) return false;
        this.push(-1 - childM, -1 - childB, Math.sqrt(distanceSquared), reach);
      } else if (
        childB < 0 ||
        (childM >= 0 && halfExtent(boxesM, 6 * nodeM) >= halfExtent(boxesB, 6 * nodeB))
      ) {
        stack[top++] = childM;
        stack[top++] = nodeB;
        stack[top++] = nodeM + 1;
        stack[top++] = nodeB;
      } else {
        stack[top++] = nodeM;
        stack[top++] = childB;
        stack[top++] = nodeM;
        stack[top++] = nodeB + 1;
      }
    }
    this.cost = 8 + looks / 4;
    return true;
  }

  private push(p: number, q: number, gap: number, reach: number): void {
    const i = this.length++;
    if (i >= this.gaps.length) {
      this.pairs = grown(this.pairs, new Int32Array(4 * i));
      this.gaps = grown(this.gaps, new Float64Array(2 * i));
      this.reaches = grown(this.reaches, new Float64Array(2 * i));
      this.planes = grown(this.planes, new Float64Array(8 * i));
    }
    this.pairs[2 * i] = p;
    this.pairs[2 * i + 1] = q;
    this.gaps[i] = gap;
    this.reaches[i] = reach;
    for (let k = 4 * i; k < 4 * i + 4; k++) this.planes[k] = 0;
  }
}

/** Two halvings of each tree's list are open at a time, so this is deep enough for any mesh that fits in memory. */
const stack = new Int32Array(1024);
const points = new Float64Array(18);

function seeVertex(m: Float64Array, x: Float64Array, i: number, out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++)
    out[o + k] = m[9 + k] + (m[3 * k] * x[i] + m[3 * k + 1] * x[i + 1] + m[3 * k + 2] * x[i + 2]);
}

/** The smallest n·(t + R y) over the vertices y of a simplex. */
function lowest(form: Form, simplex: number, m: Float64Array, x: number, y: number, z: number): number {
  // Rᵀ n
  const nx = m[0] * x + m[3] * y + m[6] * z;
  const ny = m[1] * x + m[4] * y + m[7] * z;
  const nz = m[2] * x + m[5] * y + m[8] * z;
  const { vertices } = form.simplices;
  const { positions } = form.mesh;
  // unused places of a simplex repeat its last vertex
  const v = 3 * vertices[3 * simplex];
  const w = 3 * vertices[3 * simplex + 1];
  const u = 3 * vertices[3 * simplex + 2];
  const a = nx * positions[v] + ny * positions[v + 1] + nz * positions[v + 2];
  const b = nx * positions[w] + ny * positions[w + 1] + nz * positions[w + 2];
  const c = nx * positions[u] + ny * positions[u + 1] + nz * positions[u + 2];
  return m[9] * x + m[10] * y + m[11] * z + Math.min(a, b, c);
}

function length(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
