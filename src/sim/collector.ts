// Collects what a simulation says between two frames into columns that grow as they must.

import type {
  Contact,
  ContactRows,
  Knots,
  ReactionRows,
  StepSink,
  Turns,
  VertexKnots,
} from '../record/index.ts';

/** A column of numbers that doubles when it is full. */
class Column<Numbers extends Float64Array | Uint32Array> {
  private numbers: Numbers;
  private readonly make: (length: number) => Numbers;
  length = 0;

  constructor(make: (length: number) => Numbers) {
    this.make = make;
    this.numbers = make(64);
  }

  push(value: number): void {
    if (this.length === this.numbers.length) this.reserve(this.length + 1);
    this.numbers[this.length++] = value;
  }

  pushAll(values: Float64Array): void {
    if (this.length + values.length > this.numbers.length) this.reserve(this.length + values.length);
    this.numbers.set(values, this.length);
    this.length += values.length;
  }

  /** A copy of what there is; the column is empty afterwards. */
  take(): Numbers {
    const taken = this.numbers.slice(0, this.length) as Numbers;
    this.length = 0;
    return taken;
  }

  private reserve(length: number): void {
    const larger = this.make(Math.max(length, 2 * this.numbers.length));
    larger.set(this.numbers.subarray(0, this.length));
    this.numbers = larger;
  }
}

const floats = () => new Column((length) => new Float64Array(length));
const integers = () => new Column((length) => new Uint32Array(length));

/** Takes what a simulation tells between two frames. */
export class Collector implements StepSink {
  /** What is worth telling. */
  readonly wants: { readonly path: boolean; readonly contacts: boolean };
  private readonly hasDeformables: boolean;
  private readonly firstVertices: readonly number[];
  private strayBound = Number.NaN;

  private readonly knotTimes = floats();
  private readonly knotPoses = floats();
  private readonly turnVertices = integers();
  private readonly turnTimes = floats();
  private readonly turnPositions = floats();
  /** By deformable. */
  private readonly vertexKnots = new Map<
    number,
    { times: Column<Float64Array>; positions: Column<Float64Array> }
  >();
  private readonly pair = integers();
  private readonly body = integers();
  private readonly other = integers();
  private readonly feature = integers();
  private readonly point = floats();
  private readonly normal = floats();
  private readonly normalImpulse = floats();
  private readonly tangentialImpulse = floats();
  private readonly gap = floats();
  private readonly slip = floats();
  private readonly start = floats();
  private readonly duration = floats();
  private readonly friction = floats();
  private readonly joint = integers();
  private readonly reactionStart = floats();
  private readonly reactionDuration = floats();
  private readonly force = floats();
  private readonly torque = floats();

  /** @param firstVertices  where each deformable's vertices begin */
  constructor(
    wants: { readonly path: boolean; readonly contacts: boolean },
    hasDeformables: boolean,
    firstVertices: readonly number[] = [],
  ) {
    this.wants = wants;
    this.firstVertices = firstVertices;
    this.hasDeformables = hasDeformables;
  }

  knot(time: number, poses: Float64Array): void {
    if (!this.wants.path) return;
    this.knotTimes.push(time);
    this.knotPoses.pushAll(poses);
  }

  turn(vertex: number, time: number, x: number, y: number, z: number): void {
    if (!this.wants.path) return;
    this.turnVertices.push(vertex);
    this.turnTimes.push(time);
    this.turnPositions.push(x);
    this.turnPositions.push(y);
    this.turnPositions.push(z);
  }

  vertexKnot(time: number, deformable: number, positions: Float64Array): void {
    if (!this.wants.path) return;
    let knots = this.vertexKnots.get(deformable);
    if (knots === undefined) {
      knots = { times: floats(), positions: floats() };
      this.vertexKnots.set(deformable, knots);
    }
    knots.times.push(time);
    knots.positions.pushAll(positions);
  }

  stray(bound: number): void {
    this.strayBound = Number.isNaN(this.strayBound) ? bound : Math.max(this.strayBound, bound);
  }

  /** Takes a side of a contact. */
  contact(contact: Contact): void {
    if (!this.wants.contacts) return;
    this.pair.push(contact.pair);
    this.body.push(contact.body);
    this.other.push(contact.other);
    this.feature.push(contact.feature);
    this.point.push(contact.px);
    this.point.push(contact.py);
    this.point.push(contact.pz);
    this.normal.push(contact.nx);
    this.normal.push(contact.ny);
    this.normal.push(contact.nz);
    this.normalImpulse.push(contact.normalImpulse);
    this.tangentialImpulse.push(contact.tx);
    this.tangentialImpulse.push(contact.ty);
    this.tangentialImpulse.push(contact.tz);
    this.gap.push(contact.gap);
    this.slip.push(contact.sx);
    this.slip.push(contact.sy);
    this.slip.push(contact.sz);
    this.start.push(contact.start);
    this.duration.push(contact.duration);
    this.friction.push(contact.friction);
  }

  /** Kept where contacts are: both are forces. */
  reaction(joint: number, start: number, duration: number, values: Float64Array, at: number): void {
    if (!this.wants.contacts) return;
    this.joint.push(joint);
    this.reactionStart.push(start);
    this.reactionDuration.push(duration);
    for (let k = 0; k < 3; k++) {
      this.force.push(values[at + k]);
      this.torque.push(values[at + 3 + k]);
    }
  }

  /** The knots so far; it is empty afterwards. */
  takePath(): Knots {
    return { times: this.knotTimes.take(), poses: this.knotPoses.take() };
  }

  /** The turns so far; it is empty afterwards. */
  takeTurns(): Turns {
    return {
      vertices: this.turnVertices.take(),
      times: this.turnTimes.take(),
      positions: this.turnPositions.take(),
    };
  }

  /** The knots of deformables so far; it is empty afterwards. */
  takeVertexKnots(): VertexKnots[] {
    return [...this.vertexKnots]
      .filter(([, { times }]) => times.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([deformable, { times, positions }]) => ({
        deformable,
        firstVertex: this.firstVertices[deformable] ?? 0,
        times: times.take(),
        positions: positions.take(),
      }));
  }

  /** The contacts so far; it is empty afterwards. */
  takeContacts(): ContactRows {
    return {
      count: this.pair.length,
      pair: this.pair.take(),
      body: this.body.take(),
      other: this.other.take(),
      feature: this.feature.take(),
      point: this.point.take(),
      normal: this.normal.take(),
      normalImpulse: this.normalImpulse.take(),
      tangentialImpulse: this.tangentialImpulse.take(),
      gap: this.gap.take(),
      slip: this.slip.take(),
      start: this.start.take(),
      duration: this.duration.take(),
      friction: this.friction.take(),
    };
  }

  /** What joints did so far; it is empty afterwards. */
  takeReactions(): ReactionRows {
    return {
      joint: this.joint.take(),
      start: this.reactionStart.take(),
      duration: this.reactionDuration.take(),
      force: this.force.take(),
      torque: this.torque.take(),
    };
  }

  /**
   * What was said; otherwise nothing strays where turns or knots of vertices are recorded or nothing deforms, and else
   * nothing is known. Asked before these are taken.
   */
  takeStray(): number {
    const said = this.strayBound;
    this.strayBound = Number.NaN;
    if (!Number.isNaN(said)) return said;
    const hasKnots = [...this.vertexKnots.values()].some(({ times }) => times.length > 0);
    return !this.hasDeformables || this.turnTimes.length > 0 || hasKnots ? 0 : Number.POSITIVE_INFINITY;
  }
}
