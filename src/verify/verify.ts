// The independent judge of a recording: is it really free of intersections?
//
// At every recorded instant (frames, and the knots between them) all items are put where the
// recording has them, in double precision, and those doubles are tested exactly: what is decided
// is whether the recorded numbers intersect, not whether nearby ones do. Between instants the
// recorded motion itself is followed: rigid bodies along their screw-like arcs, vertices along
// their polylines. Nothing an engine uses to avoid collisions is used here.
//
// Bodies that are not there are not judged; one that comes is, from its first recorded pose on. Two knots of one time mean that
// bodies were put elsewhere: they have not moved there, and are judged anew where they are. A promised separation is judged by
// proofs of the same kind (nearness.ts).
//
// Where a promise is about round shapes, spheres, capsules, tori, rounded boxes, cylinders and cones are judged as what they are (core.ts,
// round-pairs.ts) and not as the meshes that draw them, and particles as balls as thick as they are, also against each other. Where it is
// about thickness, sheets and rods have half of it on either side, and so have parts of one where these are not nearer at rest (own-parts.ts).
//
// Bodies that bend are judged as they are bent, with the surfaces that are recorded (bent.ts).
//
// Limits: that a body was away, or put elsewhere, is believed: it is what inputs from outside do. where motion comes closer than rounding (about 3e-15 of the coordinates) it is
// reported as undecided, and a never-intersecting promise is then not kept. Without a recorded
// path, the shortest motion between two frames is judged. Rigid bodies are not judged with
// themselves.

import { asBent } from './bent.ts';
import { Way } from './count-tunnelling.ts';
import { absentFlags, pathWithoutAbsent, withoutAbsent } from './absence.ts';
import type { Frame, Guarantee, Turns, VertexKnots } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import type { Finding } from './finding.ts';
import { Judge } from './judge.ts';
import { Polylines } from './polylines.ts';
import type { Separation, VerifyFault, Verdict } from './report.ts';
import { isKept } from './report.ts';
import type { MotionSource } from './source.ts';
import { allFinite, type Instant, jumpedBodies, Timeline, withTimes } from './timeline.ts';
import { soundKnots, timesOf, turnsWithKnots } from './vertex-knots.ts';
import type { World } from './world.ts';
import { beginStretch, blendPoses, createWorld, finishStretch, putElsewhere } from './world.ts';

/** What the judge may be told. */
export interface VerifyOptions {
  /** Called after every frame. */
  progress?(fraction: number, doing: string): void;
  /** Polled between instants; the verdict then covers what was judged until then. */
  stop?(): boolean;
  /** How many faults are described; all are counted. */
  mostFaults?: number;
  /** Looks at every stretch anew, remembering nothing of rigid bodies: the same verdict, slowly. */
  thorough?: boolean;
}

/** Where vertices get farther off their chords than this share of an edge, in the mean, the way is cut too. */
const LARGEST_BEND = 0.1;
/** Rotations above this [rad] are cut into shorter stretches, whose boxes are tighter. */
const LARGEST_TURN = 0.25;
const MOST_CUTS = 1024;
const NO_TURNS: Turns = {
  vertices: new Uint32Array(0),
  times: new Float64Array(0),
  positions: new Float64Array(0),
};

/** Judges a recording: does it keep what its engine promised? */
export async function verify(source: MotionSource, options: VerifyOptions = {}): Promise<Verdict> {
  const trial = new Trial(await asBent(source), options);
  let frame = 0;
  for (; frame < source.frameCount; frame++) {
    if (options.stop?.()) break;
    await trial.judgeFrame(frame);
    options.progress?.((frame + 1) / source.frameCount, `frame ${frame + 1} of ${source.frameCount}`);
  }
  return trial.verdict(frame);
}

class Trial {
  private readonly source: MotionSource;
  private readonly options: VerifyOptions;
  private readonly world: World;
  private readonly judge: Judge;
  private readonly largestBend: number;
  private readonly faults: VerifyFault[] = [];
  private readonly counts = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0 };
  private nearer = 0;
  private instants = 0;
  private frameIndex = 0;
  private before: Frame | undefined;
  /** The last instant that was judged. */
  private last: Instant | undefined;
  private readonly timeline: Timeline;
  /** 1 for bodies that were not there up to the frame before. */
  private absent: Uint8Array;

  constructor(source: MotionSource, options: VerifyOptions) {
    this.source = source;
    this.options = options;
    this.world = createWorld(
      source.scene,
      isAbout('round', source.promise),
      isAbout('thick', source.promise),
      (item) => source.bodyOf?.(item) ?? item,
    );
    this.judge = new Judge(this.world, source.promise, options.thorough ?? false);
    this.timeline = new Timeline(this.world, (time, what, body) => this.break(time, what, body));
    this.absent = new Uint8Array(this.world.bodies);
    this.largestBend = LARGEST_BEND * meanEdge(source.scene);
  }

  async judgeFrame(index: number): Promise<void> {
    this.frameIndex = index;
    const read = await this.source.frame(index);
    const absent = absentFlags(read, this.world.bodies, (time, what) => this.break(time, what));
    const frame = withoutAbsent(read, absent, this.last?.poses);
    if (!this.isSound(frame)) return;
    if (!this.before || !this.last) {
      this.judge.pairs.absent.set(absent);
      this.judgeFirst(frame);
    } else {
      const [path, turns, stray, vertexKnots] = await Promise.all([
        this.source.path(index),
        this.source.turns(index),
        this.source.stray(index),
        this.source.vertexKnots?.(index) ?? [],
      ]);
      const knots = this.prepareMotion(this.before, frame, turns, stray, vertexKnots);
      const instants = withTimes(
        this.last,
        this.timeline.instantsOf(this.last, frame, pathWithoutAbsent(path, absent, this.last.poses)),
        timesOf(knots),
      );
      this.judgeInterval(this.before, frame, instants, absent);
    }
    this.before = frame;
    this.absent = absent;
    this.last = { time: frame.time, poses: frame.poses, isKnot: false };
  }

  verdict(frames: number): Verdict {
    const verdict = {
      frames,
      instants: this.instants,
      ...this.counts,
      smallestGap: this.judge.smallestGap,
      deepest: this.judge.deepest,
      deepestTime: this.judge.deepestTime,
      ...this.separation(),
      promise: this.source.promise,
      complete: frames === this.source.frameCount,
      faults: this.faults,
    };
    return { ...verdict, kept: isKept(verdict) };
  }

  private separation(): { separation?: Separation } {
    const { nearness } = this.judge;
    if (!nearness) return {};
    const { smallest, time, a, b, what } = nearness;
    return { separation: { smallest, time, a, b, what, nearer: this.nearer } };
  }

  private judgeFirst(frame: Frame): void {
    const { world } = this;
    const first = 3 * world.firstVertex[world.bodies];
    for (const x of [world.x0, world.x1]) x.set(frame.vertices, first);
    for (const poses of [world.poses0, world.poses1]) poses.set(frame.poses);
    world.time0 = world.time1 = frame.time;
    finishStretch(world);
    this.instants++;
    const way = new Way();
    this.judge.judgeStretch(frame.time, frame.time, { recorded: true, found: this.finder(way) });
    this.settle(way);
  }

  /** How vertices get from frame to frame; returns the knots that can be followed. */
  private prepareMotion(
    before: Frame,
    frame: Frame,
    turns: Turns,
    stray: number,
    told: readonly VertexKnots[],
  ): VertexKnots[] {
    const { world } = this;
    const knots = soundKnots(world, before, frame, told, (time, what) => this.break(time, what));
    const sound = turns.times.length > 0 && this.areSound(turns, frame) ? turns : NO_TURNS;
    const all = turnsWithKnots(world, sound, knots);
    world.polylines =
      all.times.length > 0
        ? new Polylines(before.time, before.vertices, frame.time, frame.vertices, all)
        : undefined;
    world.stray = Number.isFinite(stray) ? Math.max(0, stray) : 0;
    return knots;
  }

  private judgeInterval(before: Frame, frame: Frame, instants: readonly Instant[], absent: Uint8Array): void {
    const flags = this.judge.pairs.absent;
    let last = this.last!;
    let coming = [...absent.keys()].filter((body) => this.absent[body] > absent[body]);
    // they come from nowhere: until their first pose they are not there
    for (let body = 0; body < absent.length; body++) flags[body] = absent[body] | this.absent[body];
    for (const instant of instants) {
      const jumped = jumpedBodies(last, instant);
      if (jumped.length > 0) this.instants++;
      else this.judgeSegment(last, instant, before, frame);
      flags.set(absent);
      const begin = new Set([...jumped, ...coming]);
      if (begin.size > 0) this.judgeAnew([...begin], instant, before, frame);
      coming = [];
      last = instant;
    }
  }

  /** Bodies that have come, or were put elsewhere: nothing moves. */
  private judgeAnew(bodies: readonly number[], at: Instant, before: Frame, frame: Frame): void {
    const { world } = this;
    beginStretch(world);
    world.time0 = world.time1 = at.time;
    world.poses1.set(at.poses);
    for (const body of bodies) putElsewhere(world, body, at.poses);
    this.placeDeformables(at.time, before, frame);
    finishStretch(world);
    const way = new Way();
    this.judge.judgeAnew(bodies, at.time, this.finder(way));
    this.settle(way);
  }

  private judgeSegment(from: Instant, to: Instant, before: Frame, frame: Frame): void {
    const { world } = this;
    const cuts = this.cutsOf(from, to);
    const way = new Way();
    const span = to.time - from.time;
    for (let cut = 1; cut <= cuts; cut++) {
      const recorded = cut === cuts;
      const time0 = from.time + (span * (cut - 1)) / cuts;
      const time1 = recorded ? to.time : from.time + (span * cut) / cuts;
      beginStretch(world);
      world.time0 = time0;
      world.time1 = time1;
      if (recorded) world.poses1.set(to.poses);
      else blendPoses(from.poses, to.poses, cut / cuts, world.poses1);
      this.placeDeformables(time1, before, frame);
      finishStretch(world);
      this.judge.judgeStretch(time0, time1, { recorded, found: this.finder(way) });
    }
    this.instants++;
    this.settle(way);
  }

  /** Adds what is found in the present stretch to the way it belongs to. */
  private finder(way: Way): (finding: Finding) => void {
    const { time0, time1 } = this.world;
    return (finding) => {
      const time = time0 + finding.at * (time1 - time0);
      way.add(this.judge.key(finding.a, finding.b), time, finding);
      if (finding.kind !== 'intersection') return;
      this.counts.intersections++;
      this.judge.nearness?.note(0, time, finding);
      this.report('intersection', time, finding);
    };
  }

  private settle(way: Way): void {
    for (const { time, finding } of way.tunnelled()) {
      this.counts.tunnelled++;
      this.judge.smallestGap = 0;
      this.judge.nearness?.note(0, time, finding);
      this.report('tunnelled', time, finding);
    }
    for (const { time, finding } of way.nearer()) {
      this.nearer++;
      this.report('near', time, finding);
    }
    for (const { time, finding } of way.undecided()) {
      this.counts.undecided++;
      this.report('undecided', time, finding);
    }
  }

  private placeDeformables(time: number, before: Frame, frame: Frame): void {
    const { world } = this;
    const first = world.firstVertex[world.bodies];
    const count = world.firstVertex[world.items] - first;
    const span = frame.time - before.time;
    if (time === frame.time) {
      world.x1.set(frame.vertices, 3 * first);
    } else if (world.polylines) {
      for (let v = 0; v < count; v++) world.polylines.place(v, time, world.x1, 3 * (first + v));
    } else {
      const s = (time - before.time) / span;
      for (let i = 0; i < 3 * count; i++) {
        world.x1[3 * first + i] = before.vertices[i] + s * (frame.vertices[i] - before.vertices[i]);
      }
    }
  }

  /** Into how many stretches the way between two instants is cut. */
  private cutsOf(from: Instant, to: Instant): number {
    let cosine = 1;
    for (let p = 0; p < from.poses.length; p += 7) {
      let dot = 0;
      for (let k = 3; k < 7; k++) dot += from.poses[p + k] * to.poses[p + k];
      cosine = Math.min(cosine, Math.abs(dot));
    }
    // |dot| = cos(angle / 2) ≤ 1 − angle²/8 + …, and angle ≤ π sin(angle / 2)
    const turn = Math.PI * Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const corners = this.world.polylines?.cuts(from.time, to.time, this.largestBend) ?? 1;
    return Math.min(MOST_CUTS, Math.max(corners, Math.ceil(turn / LARGEST_TURN)));
  }

  private isSound(frame: Frame): boolean {
    if (!allFinite(frame.poses) || !allFinite(frame.vertices) || !Number.isFinite(frame.time)) {
      this.break(frame.time, `frame ${this.frameIndex} has numbers that are not finite`);
      return false;
    }
    if (this.before && !(frame.time > this.before.time)) {
      this.break(frame.time, `frame ${this.frameIndex} is not later than the one before`);
      return false;
    }
    return true;
  }

  private areSound(turns: Turns, frame: Frame): boolean {
    const known = turns.vertices.every((vertex) => vertex < frame.vertices.length / 3);
    if (known && allFinite(turns.times) && allFinite(turns.positions)) return true;
    this.break(frame.time, `frame ${this.frameIndex} has turns of no vertex, or that are not finite`);
    return false;
  }

  private break(time: number, what: string, body = -1): void {
    this.counts.broken++;
    this.keep({ kind: 'broken', time, frame: this.frameIndex, a: body, b: body, what });
  }

  private report(kind: VerifyFault['kind'], time: number, { a, b, what }: Finding): void {
    const { standsFor } = this.world;
    this.keep({ kind, time, frame: this.frameIndex, a: standsFor(a), b: standsFor(b), what });
  }

  private keep(fault: VerifyFault): void {
    if (this.faults.length < (this.options.mostFaults ?? 100)) this.faults.push(fault);
  }
}

function isAbout(word: 'round' | 'thick', promise: Guarantee): boolean {
  return (promise.kind === 'never intersects' || promise.kind === 'separation') && promise[word] === true;
}

/** Mean length of the first edges of all faces and wires of deformables [m]; particles have none, and need no cuts. */
function meanEdge(scene: Scene): number {
  let sum = 0;
  let edges = 0;
  for (const { mesh } of scene.deformables) {
    const { positions, faces, wires } = scene.meshes[mesh];
    const add = (a: number, b: number) => {
      const dx = positions[3 * a] - positions[3 * b];
      const dy = positions[3 * a + 1] - positions[3 * b + 1];
      const dz = positions[3 * a + 2] - positions[3 * b + 2];
      sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
      edges++;
    };
    for (let f = 0; f < faces.length; f += 3) add(faces[f], faces[f + 1]);
    for (let w = 0; w < wires.length; w += 2) add(wires[w], wires[w + 1]);
  }
  return edges > 0 ? sum / edges : Number.POSITIVE_INFINITY;
}
