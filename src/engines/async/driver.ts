// Drives the event loop: sets it up from a state, runs it in slices, and makes its tables larger when it asks.

import type { Arena } from '../../num/kernels/index.ts';
import type { StepError, WorkPool } from '../../sim/index.ts';
import { forAllPairs } from './detect/all-pairs.ts';
import {
  growCertificatePairs,
  growRecords,
  isOvergrown,
  replantTree,
  takeCertificateTables,
} from './detect/certificates.ts';
import { secondsAt } from './clock.ts';
import {
  CERTIFICATE_COUNTS,
  certificateSettingsOf,
  MODES,
  treeOf,
  windowSettingsOf,
} from './detect/detection.ts';
import { buildGroups, type Groups } from './model/groups.ts';
import { readHistory, ROW, stencilOf, writeHistory } from './detect/history.ts';
import {
  COUNT_CERTIFICATES,
  COUNT_GROUPS,
  COUNT_NULL,
  HEAD_FAILED_LAYER,
  HEAD_FAILED_PAIR,
  HEAD_FRICTION_KINETIC,
  HEAD_MODE,
  HEAD_TURN_COUNT,
  HEAD_TURNS_WANTED,
  MODE_BRUTE,
  MODE_CERTIFICATES,
  MODE_WINDOWS,
  NEED_CONTACTS,
  NEED_LAYERS,
  NEED_PAIRS,
  NEED_TURNS,
  REAL_AIR,
  REAL_DRAG,
  REAL_LIFT,
  REAL_TANGENTIAL,
  REAL_WIND,
  RUN_DONE,
  RUN_PAUSED,
  STOP_LAYER,
} from './loop/layout/control.ts';
import {
  HEAD_PAIR_CAPACITY,
  NOT_LONGER,
  NOT_SHORTER,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_LAYERS,
  PAIR_WHOLES_SIZE,
  RULE_COURANT,
  RULE_ETA,
  RULE_FRICTION,
  RULE_R,
  RULE_RESTITUTION,
  RULE_SIZE,
  VERTEX_VERTEX,
} from './loop/layout/contact.ts';
import { HEAD_HEAP_SIZE } from './loop/layout/queue.ts';
import { HEAD_RECORD_LIVE, NEED_RECORDS } from './loop/layout/kinetic.ts';
import { GROUP_DUE } from './loop/layout/window.ts';
import { type Machine, openMachine } from './machine.ts';
import type { Model } from './model/model.ts';
import { layerFailure } from './failure.ts';
import { Tables } from './model/tables.ts';
import { growWindowPools, WINDOW_COUNT_NAMES, type WindowHost, Windows } from './detect/windows.ts';

/** Elements and pushes in a slice, after which a request to stop is heeded: some milliseconds. */
const SLICE = 20000;

/** What the driver tells while it runs. */
export interface Listener {
  /** Now and then; may throw. */
  pause(tick: number): void;
  /** The loop's notes of turns are full, or a slice has ended: read them. */
  turns(vertices: Int32Array, reals: Float64Array, count: number): void;
}

export class Driver {
  readonly model: Model;
  readonly tables: Tables;
  readonly machine: Machine;
  private readonly header: number;
  private readonly scratch: Float64Array;
  private readonly scratchAt: number;
  private readonly placed: Float64Array;
  private readonly placedAt: number;
  private turnsWanted = 0;
  /** Length of the separation list soon after its tree was planted; 0: not known yet. */
  private planted = 0;
  /** Nothing has run since certificates were built: the list is not yet as long as it has to be. */
  private isFresh = true;
  /** Counters of the certificates, where there are any. */
  readonly certificates: Float64Array | undefined;

  private readonly windows: Windows | undefined;
  private listener: Listener | undefined;

  constructor(model: Model, arena: Arena, pool?: WorkPool) {
    this.model = model;
    this.machine = openMachine(arena, model.options.machine);
    const groups = buildGroups(model);
    this.tables = new Tables(model, groups, arena);
    this.header = this.tables.at;
    this.scratch = arena.f64(64);
    this.scratchAt = arena.offsetOf(this.scratch) / 8;
    this.placed = arena.f64(3 * model.vertices);
    this.placedAt = arena.offsetOf(this.placed) / 8;
    const { header, control } = this.tables;
    header[HEAD_FRICTION_KINETIC] = model.options.frictionLaw === 'kinetic' ? 1 : 0;
    control[REAL_TANGENTIAL] = model.options.stickStiffness;
    control.set(model.scene.wind ?? [0, 0, 0], REAL_WIND);
    control[REAL_AIR] = 0.5 * model.options.airDensity;
    control[REAL_DRAG] = model.options.airDrag;
    control[REAL_LIFT] = model.options.airLift;
    header[HEAD_MODE] = MODES[model.options.detection];
    if (header[HEAD_MODE] === MODE_WINDOWS) {
      const usable = model.options.machine === 'wasm' ? pool : undefined;
      const tree = treeOf(model, model.positions);
      this.windows = new Windows(this.windowHost(groups), tree, windowSettingsOf(model), usable);
    } else if (header[HEAD_MODE] === MODE_CERTIFICATES) {
      const tree = treeOf(model, model.positions);
      const pairs = header[HEAD_PAIR_CAPACITY];
      this.certificates = takeCertificateTables(this.tables, tree, pairs, certificateSettingsOf(model));
    }
  }

  /** Builds pairs, layers and certificates from the vertices, all events before `tick` being done. */
  rebuild(tick: number, history: Float64Array): void {
    const { machine, header, model } = this;
    machine.asyncStart(header, tick);
    this.planted = 0;
    this.isFresh = true;
    this.addLimits();
    for (let at = 0; at < history.length; at += ROW) {
      const [kind, a, b, layer] = history.subarray(at, at + 4);
      const pair =
        kind > VERTEX_VERTEX
          ? machine.asyncPairFind(header, kind, a, b)
          : this.addPair(kind, stencilOf(model, kind, a, b), a, b);
      this.switchOn(pair, layer, tick);
      writeHistory(this.tables, pair, history, at);
    }
    if (this.windows) this.windows.restart(tick);
    else if (this.tables.header[HEAD_MODE] === MODE_BRUTE) this.addEverything(tick);
    else {
      let code = machine.asyncCertify(header, tick);
      while (code !== RUN_DONE) {
        this.meet(code, tick);
        code = machine.asyncCertify(header, tick);
      }
    }
  }

  /**
   * Plants another tree where what was near each other is no more: now and then between frames, when all events before
   * `tick` are done and contacts have been read. Changes nothing of the motion.
   */
  tend(tick: number): void {
    const { tables, model } = this;
    if (!this.certificates || this.isFresh) return;
    if (this.planted === 0) {
      this.planted = tables.header[HEAD_RECORD_LIVE];
    } else if (isOvergrown(tables, this.planted)) {
      replantTree(tables.header, tables.arena, treeOf(model, this.places(tick)));
      this.rebuild(tick, readHistory(tables));
    }
  }

  /** Runs all events before `until` [ticks]. Throws a StepError where a layer's step would fall below one tick. */
  run(until: number, listener: Listener): void {
    this.isFresh = false;
    if (this.windows) {
      this.listener = listener;
      this.windows.run(until);
      return;
    }
    for (;;) {
      const code = this.machine.asyncRun(this.header, until, SLICE);
      if (code === RUN_PAUSED || code === NEED_TURNS) {
        this.drain(listener, code === NEED_TURNS);
        if (code === RUN_PAUSED) listener.pause(this.dueTick(until));
      } else if (code === RUN_DONE) {
        this.drain(listener, false);
        return;
      } else this.meet(code, this.dueTick(until));
    }
  }

  /** When the next event is due, `until` where there is none before. */
  dueTick(until: number): number {
    const { header, heapTick } = this.tables;
    return header[HEAD_HEAP_SIZE] > 0 ? Math.min(heapTick[0], until) : until;
  }

  wantTurns(wanted: boolean): void {
    this.tables.header[HEAD_TURNS_WANTED] = wanted ? 1 : 0;
    this.tables.header[HEAD_TURN_COUNT] = 0;
  }

  /** While vertices are steered from outside. */
  pauseTurns(paused: boolean): void {
    const { header } = this.tables;
    if (paused) this.turnsWanted = header[HEAD_TURNS_WANTED];
    header[HEAD_TURNS_WANTED] = paused ? 0 : this.turnsWanted;
  }

  /** Where all vertices are at a time [ticks], which need not be whole; valid until the next call. */
  places(tick: number): Float64Array {
    this.machine.asyncPlaces(this.header, this.model.vertices, tick, this.placedAt);
    return this.placed;
  }

  steer(vertex: number, tick: number, vx: number, vy: number, vz: number): void {
    this.machine.asyncSteer(this.header, vertex, tick, vx, vy, vz);
  }

  /** Energies (5) and momenta (6) at a time [ticks]. */
  measure(tick: number): { energy: Float64Array; momenta: Float64Array } {
    this.machine.asyncEnergy(this.header, tick, this.scratchAt);
    this.machine.asyncMomenta(this.header, tick, this.scratchAt + 8);
    return { energy: this.scratch.slice(0, 5), momenta: this.scratch.slice(8, 14) };
  }

  /** Lengths, strains and angles of now become those of the previous tick. */
  prime(tick: number): void {
    this.machine.asyncPrime(this.header, tick);
  }

  forgetContacts(): void {
    this.machine.asyncForgetContacts(this.header);
  }

  /** Counters since the start, by name. */
  profile(): Record<string, number> {
    const { counters } = this.tables;
    const profile: Record<string, number> = {
      nullTicks: counters[COUNT_NULL],
      groupTicks: counters[COUNT_GROUPS],
      certificates: counters[COUNT_CERTIFICATES],
    };
    this.certificates?.forEach((value, i) => {
      profile[CERTIFICATE_COUNTS[i]] = value;
    });
    this.windows?.counts.forEach((value, i) => {
      profile[WINDOW_COUNT_NAMES[i]] = value;
    });
    return profile;
  }

  private windowHost(groups: Groups): WindowHost {
    const { tables, machine, header, model } = this;
    const { springs, triangles, hinges } = model.elements;
    return {
      tables,
      machine,
      groups,
      corners: [
        new Int32Array(0),
        springs.vertices,
        triangles.vertices,
        hinges.vertices,
        groups.folds.vertices,
      ],
      at: header,
      runEvents: (until) => {
        for (;;) {
          const code = machine.asyncRun(header, until, Number.POSITIVE_INFINITY);
          if (code === RUN_DONE) return;
          if (code === GROUP_DUE) this.windows?.shareGroup();
          else if (code === NEED_TURNS) tables.growTurns();
          else this.meet(code, until);
        }
      },
      meet: (code, tick) => this.meet(code, tick),
      settled: (tick) => {
        if (!this.listener) return;
        this.drain(this.listener, false);
        this.listener.pause(tick);
      },
    };
  }

  private drain(listener: Listener, isFull: boolean): void {
    const { header, turnVertices, turnReals } = this.tables;
    const count = header[HEAD_TURN_COUNT];
    if (count > 0) listener.turns(turnVertices, turnReals, count);
    header[HEAD_TURN_COUNT] = 0;
    // one event alone needs more
    if (isFull && count === 0) this.tables.growTurns();
  }

  /** Does what the loop asks for. */
  private meet(code: number, tick: number): void {
    const { tables, machine, header } = this;
    if (code === NEED_PAIRS) {
      tables.growPairs();
      if (this.certificates) growCertificatePairs(tables, tables.header[HEAD_PAIR_CAPACITY]);
      machine.asyncRehash(header);
    } else if (code === NEED_LAYERS) tables.growLayers();
    else if (code === NEED_CONTACTS) {
      tables.growContacts();
      machine.asyncRehash(header);
    } else if (code === NEED_RECORDS) growRecords(tables);
    else if (code === STOP_LAYER) throw this.failure(tick);
    else throw new Error(`the event loop returned ${code}`);
    if (this.windows) growWindowPools(tables);
  }

  private failure(tick: number): StepError {
    const { header, pairWholes } = this.tables;
    const record = PAIR_WHOLES_SIZE * header[HEAD_FAILED_PAIR];
    return layerFailure(
      this.model,
      secondsAt(tick),
      pairWholes[record + PAIR_KIND],
      pairWholes[record + PAIR_IDS],
      pairWholes[record + PAIR_IDS + 1],
      header[HEAD_FAILED_LAYER],
    );
  }

  private addPair(kind: number, v: readonly [number, number, number, number], a: number, b: number): number {
    for (;;) {
      const slot = this.machine.asyncPairAdd(this.header, kind, v[0], v[1], v[2], v[3], a, b);
      if (slot >= 0) return slot;
      this.meet(-slot, 0);
    }
  }

  /** Layers 1 … l of a pair. */
  private switchOn(pair: number, l: number, tick: number): void {
    while (this.tables.pairWholes[PAIR_WHOLES_SIZE * pair + PAIR_LAYERS] < l) {
      const layer = this.machine.asyncLayerOn(this.header, pair, tick);
      if (layer < 0) this.meet(-layer, tick);
    }
  }

  private addEverything(tick: number): void {
    const { tables, model } = this;
    forAllPairs(model, (kind, v, a, b) => {
      this.switchOn(this.addPair(kind, v, a, b), model.options.bruteLayers, tick);
    });
    const { extensionLimit, compressionLimit } = model.options;
    for (const [kind, limit] of [
      [NOT_LONGER, extensionLimit],
      [NOT_SHORTER, compressionLimit],
    ]) {
      if (limit === 0) continue;
      for (let e = 0; e < model.elements.edgeRest.length; e++) {
        const pair = this.machine.asyncPairFind(tables.at, kind, e, -1);
        this.switchOn(pair, model.options.bruteLayers, tick);
      }
    }
  }

  /** Edges whose length is limited are pairs for ever: the outermost layer begins at the rest length. */
  private addLimits(): void {
    const { model, scratch } = this;
    const { extensionLimit, compressionLimit, referenceSpeed } = model.options;
    const { edges, edgeRest } = model.elements;
    const add = (kind: number, e: number, limit: number, rest: number): void => {
      const [a, b] = [edges[2 * e], edges[2 * e + 1]];
      const w = model.inverseMasses[a] + model.inverseMasses[b];
      const thickness = limit * edgeRest[e];
      const speed = referenceSpeed / thickness;
      scratch.fill(0, 16, 16 + RULE_SIZE);
      scratch[16 + RULE_ETA] = thickness;
      scratch[16 + RULE_R] = (speed * speed) / w;
      scratch[16 + RULE_COURANT] = model.options.contactStep > 0 ? model.options.contactStep : 0.1;
      scratch[16 + RULE_FRICTION] = 0;
      scratch[16 + RULE_RESTITUTION] = 1;
      let slot = -1;
      while (slot < 0) {
        slot = this.machine.asyncLimitAdd(this.header, kind, a, b, e, rest, this.scratchAt + 16);
        if (slot < 0) this.meet(-slot, 0);
      }
    };
    for (let e = 0; e < edgeRest.length; e++) {
      if (extensionLimit > 0) add(NOT_LONGER, e, extensionLimit, (1 + extensionLimit) * edgeRest[e]);
      if (compressionLimit > 0) add(NOT_SHORTER, e, compressionLimit, (1 - compressionLimit) * edgeRest[e]);
    }
  }
}
