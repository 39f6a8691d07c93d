// Two bodies that may touch, and what of them was near each other when it was last looked for.
//
// Sample points and edges within a margin are collected once; until the bodies have moved by the margin relative to
// each other nothing else can touch, and of what was collected only what may have come near is tested. How far they
// have moved is bounded from where they are and were, not summed up, so going back in time is no matter:
//
//   δ = |Δc| + ‖ΔQ‖ ρ + Σ|Δq| max|U| of both
//
// with the smaller body, of radius ρ, seen in the frame of the other. ‖ΔQ‖ = ‖ΔQ‖_F / √2 for two rotations.

import { isNear } from './bd-tree.ts';
import { addBallContacts, addBallPair, collectFaces, makeNearFaces } from './ball-contacts.ts';
import { addEdgeContacts, collectEdges, makeNearEdges } from './edge-contacts.ts';
import { makePlacement, placeIn } from './frames.ts';
import { pairBase } from './memory.ts';
import { planeHeight } from './plane.ts';
import { makeNearItems } from './near-items.ts';
import { addRoundContacts, collectRounds } from './round-contacts.ts';
import { addSampleContacts, collectSamples } from './sample-contacts.ts';
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
  /** When things were collected: the smaller body in the frame of the other, and q of both. */
  private readonly wasPlaced = makePlacement();
  private readonly lowModes: Float64Array;
  private readonly highModes: Float64Array;
  private readonly isHighSmaller: boolean;
  private collected = false;
  /** Nothing of one is within the margin of the other. */
  private isFar = false;
  private margin: number;
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
    this.lowModes = new Float64Array(bodies[low].modes);
    this.highModes = new Float64Array(bodies[high].modes);
    this.margin = leastMargin(world);
  }

  addContacts(world: World): void {
    const { matrices, positions, displaced } = world;
    placeIn(this.highInLow, matrices, positions, this.high, this.low);
    placeIn(this.lowInHigh, matrices, positions, this.low, this.high);
    const low = displaced[this.low];
    const high = displaced[this.high];
    let slack = this.collected ? this.moved(world) : Infinity;
    this.steps++;
    if (!(slack <= this.margin)) {
      this.collect(world);
      slack = 0;
    }
    if (this.isFar) return;
    world.friction = world.model.friction(this.low, this.high);
    world.restitution = world.model.restitution(this.low, this.high);
    const lowKind = low.body.kind;
    const highKind = high.body.kind;
    if (lowKind === 'sphere' && highKind === 'sphere') {
      addBallPair(world, this.high, this.low, this.highInLow, this.base);
    } else if (highKind === 'sphere') {
      addBallContacts(world, high, low, this.highInLow, this.nearFaces, this.base);
    } else if (lowKind === 'sphere') {
      addBallContacts(world, low, high, this.lowInHigh, this.nearFaces, this.base);
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
  }

  /** Bounds the relative motion of any two points since things were collected [m]. */
  private moved({ displaced }: World): number {
    const now = this.isHighSmaller ? this.highInLow : this.lowInHigh;
    const was = this.wasPlaced;
    const smaller = displaced[this.isHighSmaller ? this.high : this.low];
    let shift = 0;
    for (let k = 0; k < 3; k++) {
      const d = now.shift[k] - was.shift[k];
      shift += d * d;
    }
    let turn = 0;
    if (smaller.body.kind !== 'sphere') {
      for (let k = 0; k < 9; k++) {
        const d = now.rotation[k] - was.rotation[k];
        turn += d * d;
      }
    }
    const radius = smaller.body.radius + smaller.swelling;
    const bent = displaced[this.low].moved(this.lowModes) + displaced[this.high].moved(this.highModes);
    return Math.sqrt(shift) + Math.sqrt(0.5 * turn) * radius + bent;
  }

  private collect(world: World): void {
    const { displaced, bulges, options } = world;
    const low = displaced[this.low];
    const high = displaced[this.high];
    if (this.collected) this.adaptMargin(world);
    this.collected = true;
    this.steps = 0;
    const now = this.isHighSmaller ? this.highInLow : this.lowInHigh;
    this.wasPlaced.rotation.set(now.rotation);
    this.wasPlaced.shift.set(now.shift);
    low.copyModes(this.lowModes);
    high.copyModes(this.highModes);

    const reach = 2 * options.slop + Math.max(bulges[this.low], bulges[this.high]);
    const farthest = Math.max(reach, options.depth) + this.margin + HAIR;
    const smaller = this.isHighSmaller ? high : low;
    const larger = this.isHighSmaller ? low : high;
    const radius = smaller.body.radius + smaller.swelling + farthest;
    const { shift } = now;
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
      if (high.body.kind === 'sphere' && low.body.kind === 'mesh')
        this.isFar = collectFaces(this.nearFaces, world, high, low, this.highInLow, margin);
      else if (low.body.kind === 'sphere' && high.body.kind === 'mesh')
        this.isFar = collectFaces(this.nearFaces, world, low, high, this.lowInHigh, margin);
      return;
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

/** For the roundings of distances [m]. */
const HAIR = 1e-12;
