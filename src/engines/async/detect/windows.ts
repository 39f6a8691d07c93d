// Detection by windows: run ahead with the layers that are known, look afterwards whether any was missing, and if so
// go back, switch it on and run again.
//
//   save; run the events of [t, t + w); prove d ≥ η(L + 1) for every candidate (loop/window/proof.ts);
//   where that fails: put everything back, switch layers on (or halve w), run again
//
// Layers only come within a window, and a pair has finitely many: so it ends. Nothing that is kept has ever missed
// a push, so the motion is that of the other kinds of detection, bit for bit, whatever w is.
//
// The length w follows the work per simulated time, counted (never measured in seconds): save, search and test ask
// for long windows; ticks of layers that are on in vain, and runs that are undone, for short ones.

import type { WorkPool } from '../../../sim/index.ts';
import type { TableTaker } from './certificates.ts';
import type { Groups } from '../model/groups.ts';
import {
  HEAD_HINGE_COUNT,
  HEAD_SPRING_COUNT,
  HEAD_TRIANGLE_COUNT,
  KIND_ACCELERATION,
  KIND_PLATE,
  KIND_WIND,
} from '../loop/layout/layout.ts';
import { HEAD_CONTACT_CAPACITY, HEAD_LAYER_CAPACITY, HEAD_PAIR_CAPACITY } from '../loop/layout/contact.ts';
import { COUNT_NULL, RUN_DONE, TALLY_FORCES } from '../loop/layout/control.ts';
import {
  HEAD_LEAF_IDS,
  HEAD_LEAF_OWNS,
  HEAD_LEAF_RADIUS,
  HEAD_LEAF_VERTEX,
  HEAD_NODE_CHILD,
  HEAD_NODE_CLASS,
  HEAD_NODE_FIXED,
  HEAD_NODES,
} from '../loop/layout/kinetic.ts';
import {
  CANDIDATE_REALS_SIZE,
  CANDIDATE_WHOLES_SIZE,
  CHUNK,
  CHUNK_COUNTS_SIZE,
  HEAD_CANDIDATE_CAPACITY,
  HEAD_CANDIDATE_COUNT,
  HEAD_CANDIDATE_REALS,
  HEAD_CANDIDATE_WHOLES,
  HEAD_CANDIDATES_HOLD,
  HEAD_CHUNK_COUNTS,
  HEAD_DUE_GROUP,
  HEAD_GATHER_ENTRY,
  HEAD_GATHER_FIRST,
  HEAD_GATHER_FROM,
  HEAD_GATHER_VERTEX,
  HEAD_IMPULSES,
  HEAD_NODE_BOX,
  HEAD_NOTED,
  HEAD_PAIR_MARK,
  HEAD_PROOF,
  HEAD_SAVED_CONTACTS,
  HEAD_SAVED_LAYERS,
  HEAD_SAVED_PREVIOUS,
  HEAD_SAVED_VERTICES,
  HEAD_SHARE_FROM,
  HEAD_TUBE,
  HEAD_VERTEX_BOX,
  HEAD_WINDOW_REALS,
  NEED_CANDIDATES,
  PROOF_SIZE,
  SAVED_CONTACT_SIZE,
  SAVED_LAYER_SIZE,
  SHARE,
  TUBE_SIZE,
  WINDOW_COUNT_TESTED,
  WINDOW_COUNTS,
  WINDOW_COUNTS_SIZE,
  WINDOW_HOLDS,
  WINDOW_LEAD,
  WINDOW_MOST,
  WINDOW_REALS_SIZE,
  WINDOW_SKIN,
  WINDOW_TICKS,
  WINDOW_TOO_LONG,
} from '../loop/layout/window.ts';
import { HEAD_PLATE_COUNT, HEAD_TILT_COUNT, TILT_SIZE } from '../loop/layout/plates.ts';
import type { Machine } from '../machine.ts';
import type { Tree } from './tree.ts';

/** None of these changes the motion. */
export interface WindowSettings {
  /** Longest window [ticks]. */
  readonly longest: number;
  /** The first window [ticks]. */
  readonly first: number;
  /** Whether the length adapts by itself. */
  readonly adapts: boolean;
  /** For how many windows candidates are found. */
  readonly lead: number;
  /** And for how far [m]. */
  readonly skin: number;
}

export const windowDefaults: WindowSettings = {
  longest: 17179869184,
  first: 16777216,
  adapts: true,
  lead: 6,
  skin: 0,
};

/** Candidates a vertex, beyond which a window counts as too long. */
const MOST_CANDIDATES = 64;
/** Windows not longer than this [ticks] have as many candidates as it takes. */
const SHORT = 65536;
/** Events in a window, beyond which it does not grow. */
const MOST_EVENTS = 1000000;
/** Windows between changes of the length. */
const TRIAL = 6;

/** Elements of a group that are worth sharing among threads. */
const SHARE_FROM = 1024;
/** Vertices of an element, by kind; of plates, of their folds. */
const CORNERS = [1, 2, 3, 4, 4];

const FAST = 1.5;
const SLOW = 1.1;
/** Of the work of a window, what layers of one pair may tick rather than have a shorter one; and at least so much. */
const TICKS_SHARE = 0.05;
const LEAST_TICKS = 32;

/** Work in ticks of a layer: of a vertex in saving and closing, of a candidate asleep, of one tested, of a search. */
const VERTEX_WORK = 0.3;
const CANDIDATE_WORK = 0.1;
const TESTED_WORK = 3;
const SEARCH_WORK = 3;

/** Names of the counters, in the order of loop/layout/window.ts. */
export const WINDOW_COUNT_NAMES = ['windows', 'undone', 'searched', 'tested', 'layersOn', 'layersOff'];

/** What windows ask of the driver. */
export interface WindowHost {
  readonly tables: TableTaker & { readonly tally: Float64Array; readonly counters: Float64Array };
  readonly machine: Machine;
  readonly groups: Groups;
  /** Vertices of elements by kind: of springs two, triangles three, hinges four, folds four each. */
  readonly corners: readonly Int32Array[];
  /** Where the header is. */
  readonly at: number;
  /** Runs all events before a tick; turns that do not fit are made room for. */
  runEvents(until: number): void;
  /** Makes the table larger that the loop asks for. Throws where it asks to stop. */
  meet(code: number, tick: number): void;
  /** All events before a tick are done for good. */
  settled(tick: number): void;
}

/** How many shares the folds, the elements and the vertices of a group make. */
interface Shares {
  readonly folds: number;
  readonly elements: number;
  readonly vertices: number;
}

export class Windows {
  readonly counts: Float64Array;
  private readonly host: WindowHost;
  private readonly pool: WorkPool | undefined;
  private readonly settings: WindowSettings;
  private readonly reals: Float64Array;
  private readonly vertices: number;
  /** Of each clock group. */
  private readonly shares: readonly Shares[];
  private now = 0;
  private isFresh = true;
  /** What the length strives for, and what it is after roll-backs [ticks]. */
  private target: number;
  private length: number;
  // of the present trial
  private windows = 0;
  private work = 0;
  private span = 0;
  private lastRate = Number.POSITIVE_INFINITY;
  private growth = 1.3;
  /** How fast windows get longer: at first, and after one was too long. */
  private pace = FAST;
  /** Work of a window beside its events. */
  private overhead = 0;

  constructor(host: WindowHost, tree: Tree, settings: WindowSettings, pool?: WorkPool) {
    this.host = host;
    this.pool = pool && pool.threads > 1 ? pool : undefined;
    this.settings = settings;
    this.vertices = tree.vertexLeaves.length - 1;
    this.target = Math.min(settings.first, settings.longest);
    this.length = this.target;
    this.reals = takeWindowTables(host.tables, tree, this.vertices);
    this.reals[WINDOW_LEAD] = settings.lead;
    this.reals[WINDOW_SKIN] = settings.skin;
    this.shares = this.pool ? shareGroups(host, this.vertices) : [];
    this.counts = this.reals.subarray(WINDOW_COUNTS, WINDOW_COUNTS + WINDOW_COUNTS_SIZE);
  }

  /** Pairs, layers and vertices have been set anew; all events before a tick are done. */
  restart(tick: number): void {
    this.now = tick;
    this.isFresh = true;
  }

  /** Runs all events before `until` [ticks]. */
  run(until: number): void {
    const { host } = this;
    while (this.now < until) {
      const end = this.runWindow(Math.min(until, this.now + Math.max(1, Math.floor(this.length))));
      this.now = end;
      host.settled(end);
    }
  }

  /** A group's tick that threads share. */
  shareGroup(): void {
    const { host, pool } = this;
    const { header } = host.tables;
    const g = header[HEAD_DUE_GROUP];
    const { folds, elements, vertices } = this.shares[g];
    if (folds > 0) {
      pool?.run('asyncShareFolds', host.at, folds);
      pool?.run('asyncShareBends', host.at, elements);
    }
    pool?.run('asyncShareImpulses', host.at, folds > 0 ? folds : elements);
    pool?.run('asyncShareKicks', host.at, vertices);
    host.machine.asyncGroupDone(host.at);
  }

  /** One window that begins now and ends at a tick, or earlier where that is too long. Returns where it ended. */
  private runWindow(until: number): number {
    const { host, reals, vertices } = this;
    const { machine, at, tables } = host;
    const { tally, counters } = tables;
    let end = until;
    const nulls = counters[COUNT_NULL];
    const tested = this.counts[WINDOW_COUNT_TESTED - WINDOW_COUNTS];
    let work = 0;
    let events = 0;
    reals[WINDOW_TICKS] = Math.max(LEAST_TICKS, TICKS_SHARE * this.overhead);
    machine.asyncWindowOpen(at, this.now, this.isFresh ? 1 : 0);
    this.isFresh = false;
    for (;;) {
      const before = tally[TALLY_FORCES];
      host.runEvents(end);
      events = tally[TALLY_FORCES] - before;
      machine.asyncWindowClose(at, end);
      this.overhead = VERTEX_WORK * vertices + CANDIDATE_WORK * tables.header[HEAD_CANDIDATE_COUNT];
      work += this.overhead;
      const verdict = this.test(end - this.now);
      if (verdict === WINDOW_HOLDS) break;
      work += events;
      machine.asyncWindowUndo(at);
      if (verdict === WINDOW_TOO_LONG) {
        end = this.now + Math.max(1, Math.floor((end - this.now) / 2));
        this.length = end - this.now;
        this.pace = SLOW;
        // what the search found was for a longer one
        if (tables.header[HEAD_CANDIDATES_HOLD] === 0) continue;
      }
      for (;;) {
        const code = machine.asyncWindowAdd(at);
        if (code === RUN_DONE) break;
        host.meet(code, this.now);
      }
    }
    machine.asyncWindowKeep(at);
    for (;;) {
      const code = machine.asyncWindowWish(at, end);
      if (code === RUN_DONE) break;
      host.meet(code, end);
    }
    work += counters[COUNT_NULL] - nulls;
    work += TESTED_WORK * (this.counts[WINDOW_COUNT_TESTED - WINDOW_COUNTS] - tested);
    if (this.settings.adapts) this.adapt(end - this.now, work, events, end === until);
    return end;
  }

  private test(length: number): number {
    const { host, reals } = this;
    const { machine, at, tables } = host;
    reals[WINDOW_MOST] = length > SHORT ? MOST_CANDIDATES * this.vertices + 4096 : Number.POSITIVE_INFINITY;
    const isSearched = tables.header[HEAD_CANDIDATES_HOLD] === 0;
    for (;;) {
      const code = machine.asyncWindowSearch(at);
      if (code === WINDOW_TOO_LONG) return code;
      if (code !== NEED_CANDIDATES) break;
      growCandidates(tables, 2 * tables.header[HEAD_CANDIDATE_COUNT]);
    }
    if (isSearched) this.work += SEARCH_WORK * (this.vertices + tables.header[HEAD_CANDIDATE_COUNT]);
    const chunks = Math.ceil(tables.header[HEAD_CANDIDATE_COUNT] / CHUNK);
    if (this.pool && chunks > 1) this.pool.run('asyncWindowProve', at, chunks);
    else for (let chunk = 0; chunk < chunks; chunk++) machine.asyncWindowProve(at, chunk);
    return machine.asyncWindowVerdict(at);
  }

  /** Tries longer or shorter windows by turns, and keeps to what made less work per time. */
  private adapt(length: number, work: number, events: number, isWhole: boolean): void {
    const { longest } = this.settings;
    this.windows++;
    this.work += work;
    this.span += length;
    if (this.windows >= TRIAL) {
      const rate = this.work / this.span;
      if (rate > this.lastRate) this.growth = 1 / this.growth;
      this.lastRate = rate;
      this.target = Math.min(longest, Math.max(16, this.target * this.growth));
      this.windows = 0;
      this.work = 0;
      this.span = 0;
    }
    if (events > MOST_EVENTS && this.target > length) this.target = Math.max(16, 0.7 * length);
    this.length = Math.min(this.target, isWhole ? this.pace * this.length : this.length);
  }
}

/** Takes and fills all tables; returns the window's numbers. */
function takeWindowTables(tables: TableTaker, tree: Tree, vertices: number): Float64Array {
  const { header } = tables;
  const wholes: readonly [number, Int32Array][] = [
    [HEAD_NODE_CHILD, tree.nodeChild],
    [HEAD_NODE_CLASS, tree.nodeClass],
    [HEAD_NODE_FIXED, tree.nodeFixed],
    [HEAD_LEAF_VERTEX, tree.leafVertex],
    [HEAD_LEAF_IDS, tree.leafIds],
    [HEAD_LEAF_OWNS, tree.leafOwns],
  ];
  for (const [head, values] of wholes) tables.wholes(head, values.length).set(values);
  tables.reals(HEAD_LEAF_RADIUS, tree.leaves).set(tree.leafRadius);
  header[HEAD_NODES] = tree.nodes;
  tables.reals(HEAD_TUBE, TUBE_SIZE * vertices);
  tables.reals(HEAD_VERTEX_BOX, 6 * vertices);
  tables.reals(HEAD_NODE_BOX, 6 * tree.nodes);
  tables.reals(HEAD_SAVED_VERTICES, 8 * vertices);
  tables.reals(
    HEAD_SAVED_PREVIOUS,
    header[HEAD_SPRING_COUNT] +
      header[HEAD_HINGE_COUNT] +
      3 * header[HEAD_TRIANGLE_COUNT] +
      6 * header[HEAD_PLATE_COUNT] +
      TILT_SIZE * header[HEAD_TILT_COUNT],
  );
  growCandidates(tables, Math.max(CHUNK, 4 * tree.leaves));
  growWindowPools(tables);
  return tables.reals(HEAD_WINDOW_REALS, WINDOW_REALS_SIZE);
}

/** With every growth of the pools of pairs, layers and contacts. */
export function growWindowPools(tables: TableTaker): void {
  const { header } = tables;
  tables.wholes(HEAD_PAIR_MARK, header[HEAD_PAIR_CAPACITY]);
  tables.reals(HEAD_SAVED_LAYERS, SAVED_LAYER_SIZE * header[HEAD_LAYER_CAPACITY]);
  tables.reals(HEAD_SAVED_CONTACTS, SAVED_CONTACT_SIZE * header[HEAD_CONTACT_CAPACITY]);
}

function growCandidates(tables: TableTaker, count: number): void {
  const chunks = Math.ceil(count / CHUNK);
  const capacity = CHUNK * chunks;
  tables.wholes(HEAD_CANDIDATE_WHOLES, CANDIDATE_WHOLES_SIZE * capacity);
  tables.reals(HEAD_CANDIDATE_REALS, CANDIDATE_REALS_SIZE * capacity);
  tables.wholes(HEAD_NOTED, capacity);
  tables.wholes(HEAD_CHUNK_COUNTS, CHUNK_COUNTS_SIZE * chunks);
  tables.reals(HEAD_PROOF, PROOF_SIZE * chunks);
  tables.header[HEAD_CANDIDATE_CAPACITY] = capacity;
}

/** Tables for groups that threads share; returns the shares of each group. */
function shareGroups(host: WindowHost, vertices: number): Shares[] {
  const { tables, groups, corners } = host;
  const shares: Shares[] = [];
  const first = [0];
  const gathered: number[] = [];
  const from = [0];
  const entries: number[] = [];
  let largest = 0;
  for (let g = 0; g < groups.count; g++) {
    const kind = groups.kind[g];
    const elements = groups.elements.subarray(groups.start[g], groups.start[g + 1]);
    const firstFold = groups.folds.start[g];
    const folds = groups.folds.start[g + 1] - firstFold;
    if (kind !== KIND_ACCELERATION && kind !== KIND_WIND && elements.length >= SHARE_FROM) {
      const size = CORNERS[kind];
      const of: number[][] = Array.from({ length: vertices }, () => []);
      const count = kind === KIND_PLATE ? folds : elements.length;
      for (let position = 0; position < count; position++) {
        const one = kind === KIND_PLATE ? firstFold + position : elements[position];
        for (let k = 0; k < size; k++) of[corners[kind][size * one + k]].push(size * position + k);
      }
      of.forEach((list, vertex) => {
        if (list.length === 0) return;
        gathered.push(vertex);
        for (const entry of list) entries.push(entry);
        from.push(entries.length);
      });
      largest = Math.max(largest, size * count);
    }
    shares.push({
      folds: Math.ceil(folds / SHARE),
      elements: Math.ceil(elements.length / SHARE),
      vertices: Math.ceil((gathered.length - first[g]) / SHARE),
    });
    first.push(gathered.length);
  }
  tables.wholes(HEAD_GATHER_FIRST, first.length).set(first);
  tables.wholes(HEAD_GATHER_VERTEX, gathered.length).set(gathered);
  tables.wholes(HEAD_GATHER_FROM, from.length).set(from);
  tables.wholes(HEAD_GATHER_ENTRY, entries.length).set(entries);
  tables.reals(HEAD_IMPULSES, 3 * largest);
  tables.header[HEAD_SHARE_FROM] = SHARE_FROM;
  return shares;
}
