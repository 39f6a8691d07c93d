// A small world for the event loop, without the engine around it: tables in an arena, run in TypeScript or in
// WebAssembly.

import { createArena, kernelsFor } from '../../../../src/num/kernels/index.ts';
import { pow } from '../../../../src/num/elementary/index.ts';
import * as entry from '../../../../src/engines/async/loop/entry.kernel.ts';
import * as contact from '../../../../src/engines/async/loop/layout/contact.ts';
import * as control from '../../../../src/engines/async/loop/layout/control.ts';
import * as queue from '../../../../src/engines/async/loop/layout/queue.ts';
import * as layout from '../../../../src/engines/async/loop/layout/layout.ts';
import { workOn } from '../../../../src/num/kernels/machine.ts';

export const TICKS_PER_SECOND = 549755813888;

export type Machine = 'typescript' | 'wasm';

export interface Rule {
  eta: number;
  r: number;
  c: number;
  friction?: number;
  restitution?: number;
}

interface Group {
  kind: number;
  /** [ticks] */
  step: number;
  elements: readonly number[];
}

export interface Build {
  positions: readonly number[];
  velocities?: readonly number[];
  /** [kg]; 0: moved from outside. */
  masses: readonly number[];
  accelerations?: readonly number[];
  classes?: readonly number[];
  /** By class and class. */
  rules?: readonly (readonly Rule[])[];
  /** Vertices, then rest length, stiffness, damping. */
  springs?: readonly (readonly [number, number, number, number, number])[];
  /** Three vertices, then λ, μ (times thickness and area), τ; the rest shape is `rest` or the start. */
  triangles?: readonly (readonly [number, number, number, number, number, number])[];
  /** Four vertices, then rest angle, stiffness, damping. */
  hinges?: readonly (readonly [number, number, number, number, number, number, number])[];
  groups?: readonly Group[];
  a?: number;
  b?: number;
  largestLayer?: number;
  pairs?: number;
  layers?: number;
  turns?: number;
  kinetic?: boolean;
  /** Steps of layers rounded down to whole ticks only. */
  exactSteps?: boolean;
}

type Calls = Pick<
  ReturnType<typeof kernelsFor>,
  Extract<keyof ReturnType<typeof kernelsFor>, `async${string}`>
>;

export class World {
  readonly arena = createArena();
  readonly header: Int32Array;
  readonly at: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly times: Float64Array;
  readonly springs: Float64Array;
  readonly triangles: Float64Array;
  readonly hinges: Float64Array;
  readonly pairs: Int32Array;
  readonly layers: Int32Array;
  readonly layerReals: Float64Array;
  readonly contacts: Int32Array;
  readonly contactReals: Float64Array;
  readonly tally: Float64Array;
  readonly counters: Float64Array;
  readonly turnVertex: Int32Array;
  readonly turnReals: Float64Array;
  readonly stray: Float64Array;
  readonly out: Float64Array;
  readonly count: number;
  private readonly machine: Machine;
  private readonly wasm: ReturnType<typeof kernelsFor>;

  constructor(build: Build, machine: Machine = 'wasm') {
    const { arena } = this;
    this.machine = machine;
    this.wasm = kernelsFor(arena);
    const count = build.masses.length;
    this.count = count;
    this.header = arena.i32(256);
    this.at = arena.offsetOf(this.header) / 4;

    this.positions = this.reals(layout.HEAD_POSITION, build.positions);
    this.velocities = this.reals(layout.HEAD_VELOCITY, build.velocities ?? new Float64Array(3 * count));
    this.times = this.reals(layout.HEAD_TIME, new Float64Array(count));
    this.reals(
      layout.HEAD_INVERSE_MASS,
      build.masses.map((m) => (m > 0 ? 1 / m : 0)),
    );
    this.header[layout.HEAD_VERTEX_COUNT] = count;
    this.reals(layout.HEAD_ACCELERATION, build.accelerations ?? new Float64Array(3 * count));

    const groups = build.groups ?? [];
    this.wholes(
      layout.HEAD_GROUP_KIND,
      groups.map((g) => g.kind),
    );
    this.reals(
      layout.HEAD_GROUP_STEP,
      groups.map((g) => g.step),
    );
    const starts = [0];
    for (const g of groups) starts.push(starts[starts.length - 1] + g.elements.length);
    this.wholes(layout.HEAD_GROUP_START, starts);
    this.wholes(
      layout.HEAD_GROUP_ELEMENTS,
      groups.flatMap((g) => [...g.elements]),
    );
    this.header[layout.HEAD_GROUP_COUNT] = groups.length;

    const springs = build.springs ?? [];
    this.wholes(
      layout.HEAD_SPRING_VERTICES,
      springs.flatMap((s) => s.slice(0, 2)),
    );
    this.springs = this.reals(
      layout.HEAD_SPRING_REALS,
      springs.flatMap((s) => [...s.slice(2), 0]),
    );
    this.header[layout.HEAD_SPRING_COUNT] = springs.length;

    const triangles = build.triangles ?? [];
    this.wholes(
      layout.HEAD_TRIANGLE_VERTICES,
      triangles.flatMap((t) => t.slice(0, 3)),
    );
    this.triangles = this.reals(
      layout.HEAD_TRIANGLE_REALS,
      triangles.flatMap((t) => [...restInverse(build.positions, t), ...t.slice(3), 0, 0, 0, 0]),
    );
    this.header[layout.HEAD_TRIANGLE_COUNT] = triangles.length;

    const hinges = build.hinges ?? [];
    this.wholes(
      layout.HEAD_HINGE_VERTICES,
      hinges.flatMap((h) => h.slice(0, 4)),
    );
    this.hinges = this.reals(
      layout.HEAD_HINGE_REALS,
      hinges.flatMap((h) => [...h.slice(4), 0]),
    );
    this.header[layout.HEAD_HINGE_COUNT] = hinges.length;

    const corners = [
      [],
      springs.map((s) => s.slice(0, 2)),
      triangles.map((t) => t.slice(0, 3)),
      hinges.map((h) => h.slice(0, 4)),
    ];
    const named = groups.map(({ kind, elements }) =>
      kind === layout.KIND_ACCELERATION ? [] : [...new Set(elements.flatMap((e) => corners[kind][e]))],
    );
    const firstNamed = [0];
    for (const list of named) firstNamed.push(firstNamed[firstNamed.length - 1] + list.length);
    this.wholes(layout.HEAD_GROUP_VERTEX, firstNamed);
    this.wholes(layout.HEAD_GROUP_VERTICES, named.flat());
    this.reals(layout.HEAD_NOW, new Float64Array(3 * count));
    this.reals(layout.HEAD_OWED, new Float64Array(3 * count));
    this.reals(layout.HEAD_SCRATCH, new Float64Array(64));

    const rules = build.rules ?? [[{ eta: 0, r: 1, c: 0.1 }]];
    this.wholes(contact.HEAD_VERTEX_CLASS, build.classes ?? new Array(count).fill(0));
    this.reals(
      contact.HEAD_RULES,
      rules.flatMap((row) =>
        row.flatMap((rule) => [rule.eta, rule.r, rule.c, rule.friction ?? 0, rule.restitution ?? 1, 0]),
      ),
    );
    this.header[contact.HEAD_CLASS_COUNT] = rules.length;

    const pairCapacity = build.pairs ?? 64;
    const layerCapacity = build.layers ?? 1024;
    this.pairs = this.wholes(
      contact.HEAD_PAIR_WHOLES,
      new Int32Array(contact.PAIR_WHOLES_SIZE * pairCapacity),
    );
    this.reals(contact.HEAD_PAIR_REALS, new Float64Array(contact.PAIR_REALS_SIZE * pairCapacity));
    this.header[contact.HEAD_PAIR_CAPACITY] = pairCapacity;
    this.hash(contact.HEAD_PAIR_HASH, contact.HEAD_PAIR_HASH_MASK, pairCapacity);
    this.layers = this.wholes(
      contact.HEAD_LAYER_WHOLES,
      new Int32Array(contact.LAYER_WHOLES_SIZE * layerCapacity),
    );
    this.layerReals = this.reals(
      contact.HEAD_LAYER_REALS,
      new Float64Array(contact.LAYER_REALS_SIZE * layerCapacity),
    );
    this.header[contact.HEAD_LAYER_CAPACITY] = layerCapacity;
    const most = build.largestLayer ?? 200;
    const a = build.a ?? 3;
    const b = build.b ?? 0.25;
    const ladder = [0, 0, 0];
    for (let l = 1; l <= most; l++) ladder.push(pow(l, a), pow(l, -b), pow(l, -a / 2));
    this.reals(contact.HEAD_LADDER, ladder);
    this.header[contact.HEAD_LADDER_MOST] = most;
    this.contacts = this.wholes(
      contact.HEAD_CONTACT_WHOLES,
      new Int32Array(contact.CONTACT_WHOLES_SIZE * (2 * pairCapacity)),
    );
    this.contactReals = this.reals(
      contact.HEAD_CONTACT_REALS,
      new Float64Array(contact.CONTACT_REALS_SIZE * (2 * pairCapacity)),
    );
    this.header[contact.HEAD_CONTACT_CAPACITY] = 2 * pairCapacity;
    this.hash(contact.HEAD_CONTACT_HASH, contact.HEAD_CONTACT_HASH_MASK, 2 * pairCapacity);

    const heap = groups.length + layerCapacity;
    this.reals(queue.HEAD_HEAP_TICK, new Float64Array(heap));
    this.wholes(queue.HEAD_HEAP_CODE, new Int32Array(heap));
    this.wholes(queue.HEAD_PLACES + queue.TAG_GROUP, new Int32Array(groups.length));
    this.wholes(queue.HEAD_PLACES + queue.TAG_LAYER, new Int32Array(layerCapacity));

    const turns = build.turns ?? 0;
    this.header[control.HEAD_TURNS_WANTED] = turns > 0 ? 1 : 0;
    this.turnVertex = this.wholes(control.HEAD_TURN_VERTEX, new Int32Array(turns));
    this.turnReals = this.reals(control.HEAD_TURN_REALS, new Float64Array(control.TURN_SIZE * turns));
    this.header[control.HEAD_TURN_CAPACITY] = turns;
    this.stray = this.reals(control.HEAD_STRAY, new Float64Array(control.STRAY_SIZE * count));
    this.header[control.HEAD_FRICTION_KINETIC] = build.kinetic ? 1 : 0;
    this.header[control.HEAD_EXACT_STEPS] = build.exactSteps ? 1 : 0;
    this.reals(control.HEAD_CONTROL_REALS, [0, 1, 0, 0]);
    this.tally = this.reals(control.HEAD_TALLY, new Float64Array(control.TALLY_SIZE));
    this.tally[control.TALLY_LEAST] = Infinity;
    this.counters = this.reals(control.HEAD_COUNTERS, new Float64Array(control.COUNTERS_SIZE));
    this.out = arena.f64(Math.max(64, 3 * count));

    this.call.asyncPrime(this.at, 0);
    this.call.asyncStart(this.at, 0);
  }

  /** The entries of the loop, on this machine. */
  get call(): Calls {
    if (this.machine === 'wasm') return this.wasm;
    workOn(this.arena.memory);
    return entry as unknown as Calls;
  }

  get outAt(): number {
    return this.arena.offsetOf(this.out) / 8;
  }

  /** Adds a pair with `layers` layers on from a tick. */
  pair(
    kind: number,
    vertices: readonly number[],
    idA: number,
    idB: number,
    layers: number,
    tick = 0,
  ): number {
    const [v0, v1, v2 = -1, v3 = -1] = vertices;
    const slot = this.call.asyncPairAdd(this.at, kind, v0, v1, v2, v3, idA, idB);
    for (let l = 0; l < layers; l++) {
      const record = this.call.asyncLayerOn(this.at, slot, tick);
      if (record < 0) throw new Error(`layer ${l + 1} of pair ${slot} cannot be switched on: ${record}`);
    }
    return slot;
  }

  /** Adds an edge that may not become longer (kind 3) or shorter (kind 4) than `rest`. */
  limit(kind: number, [a, b]: readonly [number, number], edge: number, rest: number, rule: Rule): number {
    const record = this.arena.f64(contact.RULE_SIZE);
    record.set([rule.eta, rule.r, rule.c, 0, rule.restitution ?? 1]);
    return this.call.asyncLimitAdd(this.at, kind, a, b, edge, rest, this.arena.offsetOf(record) / 8);
  }

  /** Runs every event before a time [s]; returns the loop's code. */
  run(seconds: number, budget = Infinity): number {
    return this.call.asyncRun(this.at, this.tickOf(seconds), budget);
  }

  tickOf(seconds: number): number {
    return Math.floor(seconds * TICKS_PER_SECOND);
  }

  /** Positions at a time [s]. */
  places(seconds: number): Float64Array {
    this.call.asyncPlaces(this.at, this.count, this.tickOf(seconds), this.outAt);
    return this.out.slice(0, 3 * this.count);
  }

  /** Kinetic, elastic, penalty, weight [J], and their sum. */
  energy(seconds: number): {
    kinetic: number;
    elastic: number;
    penalty: number;
    weight: number;
    sum: number;
  } {
    this.call.asyncEnergy(this.at, this.tickOf(seconds), this.outAt);
    const [kinetic, elastic, penalty, weight] = this.out;
    return { kinetic, elastic, penalty, weight, sum: kinetic + elastic + penalty + weight };
  }

  momenta(seconds: number): Float64Array {
    this.call.asyncMomenta(this.at, this.tickOf(seconds), this.outAt);
    return this.out.slice(0, 6);
  }

  /** Everything the trajectory is: to compare bit for bit. */
  get state(): number[] {
    return [
      ...this.positions,
      ...this.velocities,
      ...this.times,
      ...this.springs,
      ...this.triangles,
      ...this.hinges,
    ];
  }

  reals(head: number, values: ArrayLike<number>): Float64Array {
    const view = this.arena.f64(values.length);
    view.set(values);
    this.header[head] = this.arena.offsetOf(view) / 8;
    return view;
  }

  wholes(head: number, values: ArrayLike<number>): Int32Array {
    const view = this.arena.i32(values.length);
    view.set(values);
    this.header[head] = this.arena.offsetOf(view) / 4;
    return view;
  }

  private hash(head: number, mask: number, capacity: number): void {
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    this.wholes(head, new Int32Array(size));
    this.header[mask] = size - 1;
  }
}

/** The upper triangle (xx, xy, yy) of the inverse of a triangle's rest edges. */
function restInverse(positions: readonly number[], t: readonly number[]): number[] {
  const corner = (k: number) => positions.slice(3 * t[k], 3 * t[k] + 3);
  const [a, b, c] = [corner(0), corner(1), corner(2)];
  const e1 = b.map((x, k) => x - a[k]);
  const e2 = c.map((x, k) => x - a[k]);
  const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const length = Math.sqrt(dot(e1, e1));
  const p = dot(e1, e2) / length;
  const q = Math.sqrt(dot(e2, e2) - p * p);
  return [1 / length, -p / (length * q), 1 / q];
}
