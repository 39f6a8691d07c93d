// Two bodies that may touch, and what of them was near each other when it was last looked for.
//
// Sample points and edges within a margin are collected once; until the bodies have moved by the margin relative to
// each other (motion.ts) nothing else can touch, and of what was collected only what may have come near is tested. Of
// bodies that are apart by more than that nothing is collected until they may have met.

import { findNearest, isNear, makeNearest } from './bd-tree.ts';
import { addBallContacts, addBallPair, collectFaces, makeNearFaces } from './ball-contacts.ts';
import { addEdgeContacts, collectEdges, makeNearEdges } from './edge-contacts.ts';
import type { Displaced } from '../bodies/displace.ts';
import { sideOf } from './foot.ts';
import { makePlacement, placeIn, type Placement, placePoint } from './frames.ts';
import { pairBase } from './memory.ts';
import { Motion } from './motion.ts';
import { planeHeight } from './plane.ts';
import { makeNearItems } from './near-items.ts';
import { addRoundContacts, collectRounds } from './round-contacts.ts';
import { addSampleContacts, collectSamples } from './sample-contacts.ts';
import { type FacePair, surfaceDistance } from './surface-distance.ts';
import type { World } from './world.ts';

/** Collected again after fewer steps than this, the margin grows; after more than that, it shrinks. */
const SOON = 16;
const LATE = 500;

export class Pair {
  readonly low: number;
  readonly high: number;
  private readonly base: number;
  /** Upper body in the frame of the lower, and the other way. */
  private readonly highInLow = makePlacement();
  private readonly lowInHigh = makePlacement();
  /** The smaller body in the frame of the other. */
  private readonly smallerPlaced: Placement;
  private readonly isHighSmaller: boolean;
  /** Since things were collected, and since the distance was measured. */
  private readonly motion: Motion;
  private readonly measured: Motion;
  private collected = false;
  /** Nothing of one is near the other. */
  private isFar = false;
  private margin: number;
  /** So far they may move before things have to be collected again [m]. */
  private range = 0;
  /** There were contacts when they were last looked for, so they are hardly far apart now. */
  private touched = false;
  /** What the distance was between when it was measured [m]. */
  private leastWas = 0;
  private mostWas = Infinity;
  private readonly nearestFaces: FacePair = { first: -1, second: -1 };
  private steps = 0;
  private readonly lowSamples = makeNearItems();
  private readonly highSamples = makeNearItems();
  private readonly lowRounds = makeNearItems();
  private readonly highRounds = makeNearItems();
  private readonly edges = makeNearEdges();
  private readonly nearFaces = makeNearFaces();

  constructor(world: World, low: number, high: number) {
    const { bodies } = world.model;
    this.low = low;
    this.high = high;
    this.base = pairBase(low, high, bodies.length);
    this.isHighSmaller = bodies[low].kind === 'plane' || bodies[high].radius <= bodies[low].radius;
    this.smallerPlaced = this.isHighSmaller ? this.highInLow : this.lowInHigh;
    this.motion = new Motion(...this.bySize(world));
    this.measured = new Motion(...this.bySize(world));
    this.margin = leastMargin(world);
  }

  addContacts(world: World): void {
    this.place(world);
    const low = world.displaced[this.low];
    const high = world.displaced[this.high];
    let slack = this.collected ? this.motion.since(this.smallerPlaced) : Infinity;
    this.steps++;
    if (!(slack <= this.range)) {
      this.collect(world);
      slack = 0;
    }
    if (this.isFar) return;
    const before = world.out.count;
    world.friction = world.model.friction(this.low, this.high);
    world.restitution = world.model.restitution(this.low, this.high);
    const lowKind = low.body.kind;
    const highKind = high.body.kind;
    if (lowKind === 'sphere' && highKind === 'sphere') {
      addBallPair(world, this.high, this.low, this.highInLow, this.base);
    } else if (highKind === 'sphere') {
      addBallContacts(world, high, low, this.highInLow, this.nearFaces, slack, this.base);
    } else if (lowKind === 'sphere') {
      addBallContacts(world, low, high, this.lowInHigh, this.nearFaces, slack, this.base);
    } else {
      // numbers: vertices of the lower body, of the upper, round edges of both, then pairs of sharp edges
      const vertices = low.body.surface.positions.length / 3;
      const rounds = this.base + vertices + high.body.surface.positions.length / 3;
      const highRounds = rounds + low.body.surface.roundEdges.length;
      if (lowKind === 'mesh')
        addSampleContacts(world, this.lowSamples, low, high, this.lowInHigh, slack, this.base);
      if (highKind === 'mesh')
        addSampleContacts(world, this.highSamples, high, low, this.highInLow, slack, this.base + vertices);
      addRoundContacts(world, this.lowRounds, low, high, this.lowInHigh, slack, rounds);
      addRoundContacts(world, this.highRounds, high, low, this.highInLow, slack, highRounds);
      addEdgeContacts(world, this.edges, low, high, this.highInLow, slack, this.base);
    }
    this.touched = world.out.count > before;
  }

  /**
   * How far apart the two bodies are [m]: `limit` where it is more, else the largest of least, 2 least, 4 least … that it is
   * not less than, and 0 where it is less than all or they overlap; no floors. Rounded so, mostly what was measured before, and
   * how far they have moved since, tell; and it is the same for the same place, whatever was asked before.
   */
  distance(world: World, limit: number, least: number): number {
    this.place(world);
    const moved = this.measured.since(this.smallerPlaced) + HAIR;
    const rounded = roundDown(this.leastWas - moved, limit, least);
    if (rounded === limit || rounded === roundDown(this.mostWas + moved, limit, least)) return rounded;
    const far = AHEAD * limit;
    const measured = this.measure(world, far, least);
    this.leastWas = measured >= least ? measured : 0;
    this.mostWas = measured < far ? measured : Infinity;
    this.measured.begin(this.smallerPlaced);
    return roundDown(measured, limit, least);
  }

  private place({ matrices, positions }: World): void {
    placeIn(this.highInLow, matrices, positions, this.high, this.low);
    placeIn(this.lowInHigh, matrices, positions, this.low, this.high);
  }

  private bySize({ displaced }: World): [smaller: Displaced, larger: Displaced] {
    const [low, high] = [displaced[this.low], displaced[this.high]];
    return this.isHighSmaller ? [high, low] : [low, high];
  }

  /** Up to a limit; less than `below` need not be exact. */
  private measure(world: World, limit: number, below: number): number {
    const [smaller, larger] = this.bySize(world);
    const { shift } = this.smallerPlaced;
    if (smaller.body.kind === 'sphere' && larger.body.kind === 'sphere') {
      const apart = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
      return Math.max(0, Math.min(limit, apart - smaller.body.radius - larger.body.radius));
    }
    const isBall = smaller.body.kind === 'sphere' || larger.body.kind === 'sphere';
    if (isBall) {
      const [ball, solid] = smaller.body.kind === 'sphere' ? [smaller, larger] : [larger, smaller];
      const centre = (ball === smaller ? this.smallerPlaced : this.largerPlaced()).shift;
      findNearest(nearest, solid, centre[0], centre[1], centre[2], limit + ball.body.radius);
      if (nearest.face < 0) return isWithin(solid, centre) ? 0 : limit;
      if (sideOf(solid, nearest) < 0) return 0;
      return Math.max(0, Math.min(limit, nearest.distance - ball.body.radius));
    }
    const distance = surfaceDistance(larger, smaller, this.smallerPlaced, limit, below, this.nearestFaces);
    if (distance <= below) return distance;
    // of surfaces that do not cross, the smaller may be inside
    smaller.vertex(0);
    placePoint(corner, 0, this.smallerPlaced, smaller.positions, 0);
    return isWithin(larger, corner) ? 0 : distance;
  }

  private largerPlaced(): Placement {
    return this.isHighSmaller ? this.lowInHigh : this.highInLow;
  }

  private collect(world: World): void {
    const { displaced, bulges, options } = world;
    const low = displaced[this.low];
    const high = displaced[this.high];
    if (this.collected) this.adaptMargin(world);
    this.collected = true;
    this.steps = 0;
    this.motion.begin(this.smallerPlaced);
    this.range = this.margin;

    const reach = 2 * options.slop + Math.max(bulges[this.low], bulges[this.high]);
    const farthest = Math.max(reach, options.depth) + this.margin + HAIR;
    const [smaller, larger] = this.bySize(world);
    const radius = smaller.body.radius + smaller.swelling + farthest;
    const { shift } = this.smallerPlaced;
    if (larger.body.kind === 'plane') this.isFar = Math.abs(planeHeight(larger.body, shift)) > radius;
    else if (larger.body.kind === 'sphere')
      this.isFar =
        Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]) >
        radius + larger.body.radius;
    else this.isFar = !isNear(larger, shift[0], shift[1], shift[2], radius);
    this.lowSamples.count = 0;
    this.highSamples.count = 0;
    this.lowRounds.count = 0;
    this.highRounds.count = 0;
    this.edges.count = 0;
    if (this.isFar) return;
    const { depth, slop } = options;
    const margin = this.margin + HAIR;
    if (low.body.kind === 'sphere' || high.body.kind === 'sphere') {
      let free = -1;
      if (high.body.kind === 'sphere' && low.body.kind === 'mesh')
        free = collectFaces(this.nearFaces, world, high, low, this.highInLow, margin);
      else if (low.body.kind === 'sphere' && high.body.kind === 'mesh')
        free = collectFaces(this.nearFaces, world, low, high, this.lowInHigh, margin);
      this.isFar = free > margin;
      if (this.isFar) this.range = free - HAIR;
      return;
    }
    if (!this.touched && low.body.kind === 'mesh' && high.body.kind === 'mesh') {
      // smooth surfaces are a little outside of flat faces, and arcs outside of their chords
      const touching = 2 * options.slop + 2 * (bulges[this.low] + bulges[this.high]);
      const limit = touching + APART * this.margin;
      const free = this.measure(world, limit, touching + margin) - touching - HAIR;
      this.isFar = free > margin;
      if (this.isFar) {
        this.range = free;
        return;
      }
    }
    if (low.body.kind === 'mesh') {
      collectSamples(this.lowSamples, low, high, this.lowInHigh, reach, depth, margin);
      collectRounds(this.lowRounds, low, high, this.lowInHigh, reach, slop, margin);
    }
    if (high.body.kind === 'mesh') {
      collectSamples(this.highSamples, high, low, this.highInLow, reach, depth, margin);
      collectRounds(this.highRounds, high, low, this.highInLow, reach, slop, margin);
    }
    if (low.body.kind === 'mesh' && high.body.kind === 'mesh')
      collectEdges(this.edges, low, high, this.highInLow, options, margin);
  }

  private adaptMargin(world: World): void {
    const { bodies } = world.model;
    const size = Math.min(bodies[this.low].radius, bodies[this.high].radius);
    const least = leastMargin(world);
    if (this.steps < SOON) this.margin = Math.max(least, Math.min(0.25 * size, 2 * this.margin));
    else if (this.steps > LATE) this.margin = Math.max(least, 0.5 * this.margin);
  }
}

function leastMargin({ options }: World): number {
  return Math.max(1e-6, 8 * options.slop);
}

function roundDown(distance: number, limit: number, least: number): number {
  if (distance >= limit) return limit;
  if (distance < least) return 0;
  let rounded = least;
  while (2 * rounded <= distance) rounded *= 2;
  return rounded;
}

function isWithin(solid: Displaced, point: Float64Array): boolean {
  const { body } = solid;
  const far = Math.sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]);
  if (far > body.radius + solid.swelling) return false;
  findNearest(nearest, solid, point[0], point[1], point[2], Infinity);
  return nearest.face >= 0 && sideOf(solid, nearest) < 0;
}

const nearest = makeNearest();
const corner = new Float64Array(3);
/** For the roundings of distances [m]. */
const HAIR = 1e-12;
/** Bodies are looked whether they are apart by so many margins. */
const APART = 4;
/** Distances are measured to so many times what was asked for, so that they last. */
const AHEAD = 4;
