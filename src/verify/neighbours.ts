// Which simplices of two rigid bodies are near each other, remembered while the bodies move little.
//
// Gathered at a reference place of the mover as the base sees it: every pair of simplices that is not
// on the list was there farther apart than
//   slideBudget + turnBudget · ρ,      ρ the farthest that the mover's simplex is from the centre,
// and so cannot touch until the centre has slid, or the mover turned, by more than its budget. A pair
// on the list has a gap (or a lower bound on it) and, once that was not enough, the direction n that parts
// it: over a stretch its separation along n is at least
//   gap + min(n·Δ₀, n·Δ₁) − bend − W ρ
// in the words of relative.ts. Bodies that rest cost a look at a few numbers, and sliding along n's plane
// costs no more. Where this proves nothing the simplices themselves are looked at (crossing.ts).

import { bestSeparation, direction } from './separation.ts';
import { farthestFrom, halfExtent, middleOfOverlap, nodeDistanceSquared, setRelation } from './node-pairs.ts';
import { bendOf, RELATION, relate, relativeTurn, see, turnBetween } from './relative.ts';
import type { World } from './world.ts';

/** Budgets are this many times the motion of a stretch, at first. */
const FORESIGHT = 4;
const MOST_FORESIGHT = 64;
/** A list longer than this is not worth its foresight. */
const LONG_LIST = 1500;

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
  /** n, from the base to the mover, base coordinates; zero while not known. */
  normals = new Float64Array(96);
  length = 0;

  /** Over the stretch: how far the centre gets from the reference [m], and how far the mover turns from it. */
  slide = Number.POSITIVE_INFINITY;
  turn = Number.POSITIVE_INFINITY;
  /** The same at its end. */
  slideAtEnd = 0;
  turnAtEnd = 0;
  private slideBudget = -1;
  private turnBudget = -1;
  private foresight = FORESIGHT;
  private gathered = -1;
  private followed = -2;
  /** What looking at simplices has cost since the list was gathered, and what gathering cost. */
  private spent = 0;
  private cost = 0;

  private readonly reference = new Float64Array(RELATION);
  private readonly now = new Float64Array(RELATION);
  private readonly centre = new Float64Array(3);
  /** Where the centre was at the reference, and how far it is from there at the ends of the stretch. */
  private readonly home = new Float64Array(3);
  private readonly start = new Float64Array(3);
  private readonly end = new Float64Array(3);
  private bend = 0;

  constructor(world: World, a: number, b: number) {
    this.mover = world.radii[a] <= world.radii[b] ? a : b;
    this.base = this.mover === a ? b : a;
  }

  /** Takes in the present stretch; gathers the list again where it no longer holds, or has become dear. */
  follow(world: World, wishedGap: number): void {
    const { now } = this;
    const isNext = this.followed === world.stretch - 1;
    const turnAtStart = isNext ? this.turnAtEnd : this.measure(world, 0, this.start);
    if (isNext) this.start.set(this.end);
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
    const most = 0.1 * world.radii[this.mover];
    this.slideBudget = this.slide + Math.max(wishedGap, Math.min(most, this.foresight * this.slide));
    this.turnBudget = Math.max(
      (1 + this.foresight) * this.turn,
      (0.5 * this.slideBudget) / world.radii[this.mover],
    );
    this.gather(world);
    this.gathered = world.stretch;
    this.spent = 0;
  }

  /** How much farther than this all pairs that are not listed are apart at the end of the stretch [m]. */
  get restAtEnd(): number {
    return this.slideBudget - this.slideAtEnd;
  }

  /** At least how far pair i stays apart all through the stretch [m]. */
  throughout(i: number): number {
    const { normals, start, end } = this;
    const x = normals[3 * i];
    const y = normals[3 * i + 1];
    const z = normals[3 * i + 2];
    if (x === 0 && y === 0 && z === 0) return this.gaps[i] - this.slide - this.turn * this.reaches[i];
    const before = x * start[0] + y * start[1] + z * start[2];
    const after = x * end[0] + y * end[1] + z * end[2];
    return this.gaps[i] + Math.min(before, after) - this.bend - this.turn * this.reaches[i];
  }

  /** At least how far pair i is apart at the end of the stretch [m]. */
  atEnd(i: number): number {
    const { normals, end } = this;
    const x = normals[3 * i];
    const y = normals[3 * i + 1];
    const z = normals[3 * i + 2];
    if (x === 0 && y === 0 && z === 0)
      return this.gaps[i] - this.slideAtEnd - this.turnAtEnd * this.reaches[i];
    return this.gaps[i] + (x * end[0] + y * end[1] + z * end[2]) - this.turnAtEnd * this.reaches[i];
  }

  /** Finds the direction and the gap of pair i, where that was not done before; says whether it did. */
  refine(world: World, i: number): boolean {
    const n = 3 * i;
    const { normals } = this;
    this.spent++;
    if (normals[n] !== 0 || normals[n + 1] !== 0 || normals[n + 2] !== 0) return false;
    const mover = world.forms[this.mover];
    const base = world.forms[this.base];
    const p = this.pairs[2 * i];
    const q = this.pairs[2 * i + 1];
    const sizeM = mover.simplices.sizes[p];
    const sizeB = base.simplices.sizes[q];
    for (let k = 0; k < sizeM; k++)
      seeVertex(this.reference, mover.mesh.positions, 3 * mover.simplices.vertices[3 * p + k], points, 3 * k);
    for (let k = 0; k < sizeB; k++) {
      const v = 3 * base.simplices.vertices[3 * q + k];
      for (let j = 0; j < 3; j++) points[3 * (sizeM + k) + j] = base.mesh.positions[v + j];
    }
    this.gaps[i] = bestSeparation(points, sizeM, sizeB, this.slideBudget + this.turnBudget * this.reaches[i]);
    for (let k = 0; k < 3; k++) normals[n + k] = direction[k];
    this.spent += 4;
    return true;
  }

  private measure(world: World, end: 0 | 1, shift: Float64Array): number {
    const relation = end === 0 ? before : this.now;
    relate(world, this.mover, this.base, end, relation);
    see(relation, this.centre, shift);
    for (let k = 0; k < 3; k++) shift[k] -= this.home[k];
    return turnBetween(relation, this.reference);
  }

  private bound(world: World, turnAtStart: number): void {
    const { start, end } = this;
    this.bend = bendOf(world, this.mover, this.base, this.centre);
    this.slideAtEnd = length(end);
    this.slide = Math.max(length(start), this.slideAtEnd) + this.bend;
    this.turn = 0.5 * (turnAtStart + this.turnAtEnd + relativeTurn(world, this.mover, this.base));
  }

  /** Looks farther ahead where lists are short and soon used up. */
  private adapt(stretch: number): void {
    if (this.length > LONG_LIST) this.foresight = Math.max(0.25, 0.5 * this.foresight);
    else if (this.gathered >= stretch - 4 && this.length < 100)
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

  private gather(world: World): void {
    const { centre, slideBudget, turnBudget } = this;
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
  }

  private push(p: number, q: number, gap: number, reach: number): void {
    const i = this.length++;
    if (i >= this.gaps.length) {
      this.pairs = grown(this.pairs, new Int32Array(4 * i));
      this.gaps = grown(this.gaps, new Float64Array(2 * i));
      this.reaches = grown(this.reaches, new Float64Array(2 * i));
      this.normals = grown(this.normals, new Float64Array(6 * i));
    }
    this.pairs[2 * i] = p;
    this.pairs[2 * i + 1] = q;
    this.gaps[i] = gap;
    this.reaches[i] = reach;
    this.normals.fill(0, 3 * i, 3 * i + 3);
  }
}

/** Two halvings of each tree's list are open at a time, so this is deep enough for any mesh that fits in memory. */
const stack = new Int32Array(1024);
const before = new Float64Array(RELATION);
const points = new Float64Array(18);

function seeVertex(m: Float64Array, x: Float64Array, i: number, out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++)
    out[o + k] = m[9 + k] + (m[3 * k] * x[i] + m[3 * k + 1] * x[i + 1] + m[3 * k + 2] * x[i + 2]);
}

function length(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
