// Asynchronous contact mechanics: cloth, shells, ribbons and particles that never pass through anything, keep
// momentum and energy, and always finish.

import type { Frame, Input, State, StepSink } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { Context, Engine, Simulation, StepReport } from '../../sim/index.ts';
import { StepError, Stopped } from '../../sim/index.ts';
import { applyInput } from './apply.ts';
import { secondsAt, tickAt, TICKS_PER_SECOND } from './clock.ts';
import { addDrag, DRAG_SIZE, DRAG_STEP } from './drag.ts';
import { Driver, type Listener } from './driver.ts';
import { emitContacts } from './emit-contacts.ts';
import { inspectContacts, type SeenContacts } from './inspect.ts';
import { HEAD_CONTACT_COUNT } from './loop/layout/contact.ts';
import { TURN_SIZE } from './loop/layout/control.ts';
import { buildModel, itemName, type Model } from './model/model.ts';
import { Motion, writeBodyPose } from './motion.ts';
import { type AsyncOptions, asyncOptions } from './options.ts';
import { Polylines } from './polylines.ts';
import { nextPullChange } from './pulls.ts';
import { refuse, vocabulary } from './refuse.ts';
import { at, clearTally, columns, writeReport } from './report.ts';
import { startNearness } from './start-overlap.ts';
import {
  type AsyncState,
  initialState,
  loadState,
  saveState,
  writeAccelerations,
  writeRules,
} from './state.ts';

/** Asynchronous contact of cloth, shells and particles. */
export const asynchronous: Engine<AsyncOptions> = {
  id: 'async',
  title: 'Asynchronous contact of cloth, shells and particles',
  options: asyncOptions,
  promise: { kind: 'never intersects' },
  columns,
  vocabulary,
  refuse,
  notes,
  start: (scene, options, context) => new AsyncSimulation(scene, options, context),
};

/** Of the thinnest pair: how far recorded lines may be off the motion, unless said. */
const POLYLINE_SHARE = 0.01;

class AsyncSimulation implements Simulation {
  private readonly model: Model;
  private readonly context: Context;
  private readonly driver: Driver;
  private readonly motion: Motion;
  private readonly polylines: Polylines | undefined;
  private readonly report = new Float64Array(columns.length);
  private live: AsyncState;

  constructor(scene: Scene, options: Readonly<AsyncOptions>, context: Context) {
    this.model = buildModel(scene, options);
    this.context = context;
    this.driver = new Driver(this.model, context.arena, context.pool);
    this.motion = new Motion(this.model);
    this.polylines = polylinesOf(this.model);
    this.live = initialState(this.model);
    loadState(this.driver, this.live);
    this.driver.prime(0);
    this.driver.rebuild(0, this.live.layers);
  }

  get state(): State {
    saveState(this.driver, this.live);
    return this.live;
  }

  restore(state: State): void {
    this.live = Object.fromEntries(
      Object.entries(state).map(([name, array]) => [name, array.slice()]),
    ) as AsyncState;
    loadState(this.driver, this.live);
    this.driver.rebuild(this.live.clock[0], this.live.layers);
  }

  advance(until: number, sink: StepSink): StepReport {
    const { live, driver, motion, polylines, context } = this;
    const before = Math.max(0, live.clock[1]);
    if (until < live.clock[1])
      throw new StepError(live.clock[1], `this engine cannot go back to ${until} s`, []);
    const end = tickAt(until) + 1;
    const records = sink.wants.path && polylines !== undefined;
    clearTally(driver.tables.tally);
    driver.forgetContacts();
    driver.tend(live.clock[0]);
    driver.wantTurns(records);
    if (records) polylines.begin(before * TICKS_PER_SECOND, this.deformed(before * TICKS_PER_SECOND));
    const listener: Listener = {
      pause: (tick) => {
        live.clock[0] = tick;
        if (context.stop()) throw new Stopped();
        context.progress(Math.min(1, secondsAt(tick) / this.model.scene.duration), 'simulating');
      },
      turns: (vertices, reals, count) => {
        for (let i = 0, at = 0; i < count; i++, at += TURN_SIZE)
          polylines?.turn(vertices[i], reals[at], reals[at + 1], reals[at + 2], reals[at + 3], sink);
      },
    };
    if (context.stop()) throw new Stopped();
    try {
      while (live.clock[0] < end) {
        const now = live.clock[0];
        if (now === 0 || motion.nextTick(now - 1) === now) this.steer(now, records ? sink : undefined);
        if (now === 0 || nextPullChange(this.model, now - 1) === now)
          writeAccelerations(this.model, live, driver.tables.acceleration);
        if (now % DRAG_STEP === 0) this.drag(now);
        const changes = Math.min(motion.nextTick(now), this.nextDrag(now), nextPullChange(this.model, now));
        const next = Math.min(end, changes);
        if (sink.wants.path && motion.movesBodies && motion.isKey(now)) this.tellKnot(secondsAt(now), sink);
        driver.run(next, listener);
        live.clock[0] = next;
      }
    } catch (error) {
      live.clock[0] = driver.dueTick(end);
      live.clock[1] = Math.min(until, secondsAt(live.clock[0]));
      throw error;
    }
    live.clock[1] = until;
    const tick = until * TICKS_PER_SECOND;
    if (records) {
      polylines.finish(tick, this.deformed(tick), sink);
      sink.stray(polylines.error);
    }
    if (sink.wants.contacts) emitContacts(driver, before, until, sink);
    return this.finishReport(tick);
  }

  /** See apply.ts for what each kind of input means. */
  apply(input: Input): void {
    const changed = applyInput(this.model, this.live, input, (vertex, out) => {
      const places = this.driver.places(Math.max(0, this.live.clock[1]) * TICKS_PER_SECOND);
      out.set(places.subarray(3 * vertex, 3 * vertex + 3));
    });
    const { driver, live } = this;
    if (changed === 'rules') {
      // what layers remember was under other rules
      saveState(driver, live);
      live.layers = new Float64Array(0);
      writeRules(driver, live);
      driver.rebuild(live.clock[0], live.layers);
    }
    writeAccelerations(this.model, live, driver.tables.acceleration);
  }

  writeFrame(frame: Frame): void {
    const { model, live } = this;
    const time = Math.max(live.clock[1], 0);
    frame.time = time;
    model.scene.bodies.forEach((body, b) => {
      writeBodyPose(body, time, frame.poses, 7 * b, frame.velocities, 6 * b);
    });
    frame.vertices.set(this.deformed(time * TICKS_PER_SECOND));
  }

  /** Counters of how contacts were found, by name: they say nothing about the motion. */
  profile(): Readonly<Record<string, number>> {
    return this.driver.profile();
  }

  /** The nearest pairs with their layers, clocks and slabs, as they are now. */
  inspect(most: number): SeenContacts {
    return inspectContacts(this.driver, this.live.clock[0], most);
  }

  /** Where the vertices of deformables are. */
  private deformed(tick: number): Float64Array {
    return this.driver.places(tick).subarray(3 * this.model.firstVertex[this.model.bodies]);
  }

  private steer(tick: number, sink: StepSink | undefined): void {
    const { driver, motion, polylines } = this;
    if (motion.isNone) return;
    const places = driver.places(tick).slice();
    // turns are told here, not noted by the loop
    driver.pauseTurns(true);
    motion.steer(
      tick,
      (vertex, out) => out.set(places.subarray(3 * vertex, 3 * vertex + 3)),
      (vertex, vx, vy, vz) => {
        driver.steer(vertex, tick, vx, vy, vz);
        if (!sink) return;
        polylines?.turn(
          vertex,
          tick,
          places[3 * vertex],
          places[3 * vertex + 1],
          places[3 * vertex + 2],
          sink,
        );
      },
    );
    driver.pauseTurns(false);
  }

  private nextDrag(tick: number): number {
    const { drags } = this.live;
    for (let at = 0; at < drags.length; at += DRAG_SIZE)
      if (drags[at] >= 0) return (Math.floor(tick / DRAG_STEP) + 1) * DRAG_STEP;
    return Number.POSITIVE_INFINITY;
  }

  private drag(tick: number): void {
    const { live, driver, model } = this;
    if (!live.drags.some((value, i) => i % DRAG_SIZE === 0 && value >= 0)) return;
    const { acceleration, velocity } = driver.tables;
    writeAccelerations(model, live, acceleration);
    const places = driver.places(tick);
    for (let at = 0; at < live.drags.length; at += DRAG_SIZE) {
      const vertex = live.drags[at];
      if (vertex < 0) continue;
      const x = places.subarray(3 * vertex, 3 * vertex + 3);
      addDrag(acceleration, 3 * vertex, live.drags, at, model.inverseMasses[vertex], x, velocity, 3 * vertex);
    }
  }

  private tellKnot(time: number, sink: StepSink): void {
    const { bodies } = this.model.scene;
    const poses = new Float64Array(7 * bodies.length);
    const velocities = new Float64Array(6);
    bodies.forEach((body, b) => {
      writeBodyPose(body, time, poses, 7 * b, velocities, 0);
    });
    sink.knot(time, poses);
  }

  private finishReport(tick: number): StepReport {
    const { driver, report, model } = this;
    const { energy, momenta } = driver.measure(tick);
    const { tally, header } = driver.tables;
    writeReport(report, tally, energy, momenta, header[HEAD_CONTACT_COUNT], model.rules.thickest);
    return { steps: report[at.forceEvents], values: report };
  }
}

/** Layers that push from the first instant are no fault, but seldom meant. */
function notes(scene: Scene, options: Readonly<AsyncOptions>): readonly string[] {
  const model = buildModel(scene, options);
  const { count, share, a, b } = startNearness(model);
  if (count === 0) return [];
  const other = a === b ? 'itself' : itemName(model, b);
  const percent = Number((100 * share).toPrecision(2));
  return [
    `${itemName(model, a)} starts at ${percent}% of its thickness from ${other}: it is pushed from the start`,
  ];
}

function polylinesOf(model: Model): Polylines | undefined {
  const { polylines, polylineError } = model.options;
  if (polylines === 'none') return undefined;
  const first = model.firstVertex[model.bodies];
  const thinnest = Math.min(model.rules.thinnest, 1);
  const error = polylines === 'all' ? 0 : polylineError > 0 ? polylineError : POLYLINE_SHARE * thinnest;
  return new Polylines(first, model.vertices - first, error);
}
