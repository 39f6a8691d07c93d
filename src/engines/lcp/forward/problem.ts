// The problem of one island: its bodies, its rows, the laws of its contacts, in memory where kernels reach them.
//
// A problem carries a record of where its arrays are, which kernels read (layout.ts). Its arrays do not grow: for a run there
// is a shelf of problems for each size, a power of two, and islands take from the shelf that is large enough.

import { type Arena, ArenaFull, createArena, type Kernels, kernelsFor } from '../../../num/kernels/index.ts';
import type { Model } from '../model.ts';
import { ContactRows } from './contact-rows.ts';
import { MOST_PRECISE_ROWS, RECORD_SIZE, RECORD_WORDS } from './layout.ts';
import { Members } from './members.ts';
import { multipliersScratch } from './multipliers/multiply.ts';
import { polishLargeScratch, polishScratch } from './newton.ts';
import { relaxScratch } from './relax.ts';
import { carryScratch } from './carry.ts';
import { Rows } from './rows.ts';

export class Problem {
  readonly members: Members;
  readonly rows: Rows;
  readonly contacts: ContactRows;
  firstJointRow = 0;
  /** Address of the record, in numbers. */
  readonly address: number;
  private readonly words: Int32Array;
  private readonly numbers: Float64Array;

  /**
   * @param size   rows that it has room for, a power of two
   * @param place  slots of bodies, shared by all problems: each is used up before the next is written
   */
  constructor(arena: Arena, size: number, place: Int32Array) {
    const members = new Members(arena);
    const rows = new Rows(arena);
    const contacts = new ContactRows(arena);
    this.members = members;
    this.rows = rows;
    this.contacts = contacts;
    members.place = place;
    members.reserve(size / 4, place.length);
    rows.reserve(size / 2);
    contacts.reserve(Math.ceil(size / 6));
    this.numbers = arena.f64(RECORD_SIZE);
    this.address = arena.offsetOf(this.numbers) / 8;
    this.words = new Int32Array(this.numbers.buffer, 8 * this.address).subarray(
      RECORD_WORDS,
      2 * RECORD_SIZE,
    );
    const arrays = [
      members.free,
      members.now,
      members.inverseMasses,
      rows.a,
      rows.b,
      rows.jacobian,
      rows.turning,
      rows.shift,
      rows.soft,
      rows.low,
      rows.high,
      rows.diagonal,
      rows.lever,
      rows.norm,
      rows.z,
      contacts.shape,
      contacts.pulls,
      contacts.friction,
      contacts.secondFriction,
      contacts.rolling,
      contacts.rollingRow,
      contacts.local,
    ];
    for (let i = 0; i < arrays.length; i++)
      this.words[5 + i] = arrays[i].byteOffset / arrays[i].BYTES_PER_ELEMENT;
  }

  /** Writes what changes from step to step. */
  describe({ gravity: g, timeStep, options }: Model): void {
    const { words, numbers } = this;
    numbers[0] = options.tolerance;
    // What gravity gives in a step, or a nanometre a second: errors are told relative to no less [m/s].
    numbers[1] = Math.max(timeStep * Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), 1e-9);
    words[0] = this.members.count;
    words[1] = this.rows.count;
    words[2] = this.contacts.count;
    words[3] = this.firstJointRow;
    words[4] = options.maxSweeps;
  }

  /** What the kernel found: relative to the largest speed that contacts and joints had to change. */
  get residual(): number {
    return this.numbers[2];
  }

  /** Numbers of scratch that its solve needs. */
  get scratch(): number {
    return scratchFor(this.members.count, this.rows.count);
  }
}

/** For sweeps or Newton's method, whichever is more. */
function scratchFor(bodies: number, rows: number): number {
  const sweeps = Math.max(
    relaxScratch(rows, bodies),
    carryScratch(rows, bodies),
    multipliersScratch(rows, bodies),
    polishLargeScratch(rows, bodies),
  );
  return rows > MOST_PRECISE_ROWS ? sweeps : Math.max(sweeps, polishScratch(rows));
}

/** The least power of two of rows that is enough. */
function sizeFor(bodies: number, rows: number): number {
  let size = 16;
  while (size < rows || size < 2 * (bodies + 1)) size *= 2;
  return size;
}

/** Memory for one island after the other: of steps backward, of drops, and of runs whose arena is full. */
export class OneByOne {
  private readonly arena: Arena = createArena();
  private readonly kernels: Kernels = kernelsFor(this.arena);
  private readonly bottom = this.arena.mark();
  private readonly place = new Int32Array(0);
  private problem: Problem | undefined;
  private size = 0;
  private scratch = 0;

  /** The problem to be written, with room for as many bodies and rows. */
  take(bodies: number, rows: number): Problem {
    if (this.problem !== undefined && this.size >= rows && this.size >= 2 * (bodies + 1)) return this.problem;
    const { arena } = this;
    const size = sizeFor(bodies, rows);
    this.size = 0;
    arena.release(this.bottom);
    this.problem = new Problem(arena, size, this.place);
    const most = Math.max(
      scratchFor(size / 2, size),
      scratchFor(size / 2, Math.min(size, MOST_PRECISE_ROWS)),
    );
    this.scratch = arena.offsetOf(arena.f64(most)) / 8;
    this.size = size;
    return this.problem;
  }

  solve({ address }: Problem): void {
    this.kernels.solveIsland(address, this.scratch);
  }
}

/** Problems by size, handed out anew in every step. */
export class Shelves {
  private readonly arena: Arena;
  private readonly place: Int32Array;
  private readonly shelves = new Map<number, { readonly problems: Problem[]; used: number }>();

  constructor(arena: Arena, bodies: number) {
    this.arena = arena;
    this.place = new Int32Array(bodies);
  }

  putAllBack(): void {
    for (const shelf of this.shelves.values()) shelf.used = 0;
  }

  /** One with room for as many bodies and rows; undefined where the arena has none left. */
  take(bodies: number, rows: number): Problem | undefined {
    const size = sizeFor(bodies, rows);
    let shelf = this.shelves.get(size);
    if (shelf === undefined) {
      shelf = { problems: [], used: 0 };
      this.shelves.set(size, shelf);
    }
    if (shelf.used === shelf.problems.length) {
      const made = unlessFull(this.arena, () => new Problem(this.arena, size, this.place));
      if (made === undefined) return undefined;
      shelf.problems.push(made);
    }
    return shelf.problems[shelf.used++];
  }
}

/** What `make` makes in the arena, or undefined, with nothing taken, where there is no room for it. */
export function unlessFull<Made>(arena: Arena, make: () => Made): Made | undefined {
  const mark = arena.mark();
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ArenaFull)) throw error;
    arena.release(mark);
    return undefined;
  }
}
