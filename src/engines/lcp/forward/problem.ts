// The problem of one island: its bodies, its rows, the laws of its contacts.
//
// A problem in an arena carries a record of where its arrays are, which kernels read (problem.part.as.ts). Its arrays do not
// grow: there is a shelf of problems for each size, a power of two, and islands take from the shelf that is large enough.

import { type Arena, ArenaFull } from '../../../num/kernels/index.ts';
import { ContactRows } from './contact-rows.ts';
import { Members } from './members.ts';
import { heap, type Room } from './room.ts';
import { Rows } from './rows.ts';
import { mostNewtonRows } from './solve.ts';

export class Problem {
  readonly members: Members;
  readonly rows: Rows;
  readonly contacts: ContactRows;
  firstJointRow = 0;

  constructor(room: Room = heap) {
    this.members = new Members(room);
    this.rows = new Rows(room);
    this.contacts = new ContactRows(room);
  }
}

/** Words of a record. */
const WORDS = 34;

export class PlacedProblem extends Problem {
  /** Address of the record. */
  readonly address: number;
  private readonly words: Int32Array;
  private readonly numbers: Float64Array;

  /**
   * @param size   rows that it has room for, a power of two
   * @param place  slots of bodies, shared by all problems: each is used up before the next is written
   */
  constructor(arena: Arena, size: number, place: Int32Array) {
    super(arena);
    const { members, rows, contacts } = this;
    members.place = place;
    members.reserve(size / 4, place.length);
    rows.reserve(size / 2);
    contacts.reserve(Math.ceil(size / 6));
    this.numbers = arena.f64(WORDS / 2);
    this.address = arena.offsetOf(this.numbers);
    this.words = new Int32Array(this.numbers.buffer, this.address, WORDS);
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
    for (let i = 0; i < arrays.length; i++) this.words[4 + i] = arrays[i].byteOffset;
  }

  /** Writes what changes from step to step. */
  describe(maxSweeps: number, tolerance: number, leastSpeed: number): void {
    const { words, numbers } = this;
    words[0] = this.members.count;
    words[1] = this.rows.count;
    words[2] = this.contacts.count;
    words[3] = this.firstJointRow;
    words[26] = maxSweeps;
    numbers[14] = tolerance;
    numbers[15] = leastSpeed;
  }

  /** What the kernel found. */
  get residual(): number {
    return this.numbers[16];
  }

  set residual(value: number) {
    this.numbers[16] = value;
  }

  /** Numbers of scratch that its solve needs: sweeps or Newton's method, whichever is more. */
  get scratch(): number {
    const n = this.rows.count;
    const sweeps = 3 * n + 12 * (this.members.count + 1);
    return n > mostNewtonRows ? sweeps : Math.max(sweeps, 10 + 13 * n + 2 * n * n);
  }
}

/** Problems by size, handed out anew in every step. */
export class Shelves {
  private readonly arena: Arena;
  private readonly place: Int32Array;
  private readonly shelves = new Map<number, { readonly problems: PlacedProblem[]; used: number }>();

  constructor(arena: Arena, bodies: number) {
    this.arena = arena;
    this.place = new Int32Array(bodies);
  }

  putAllBack(): void {
    for (const shelf of this.shelves.values()) shelf.used = 0;
  }

  /** One with room for as many bodies and rows; undefined where the arena has none left. */
  take(bodies: number, rows: number): PlacedProblem | undefined {
    let size = 16;
    while (size < rows || size < 2 * (bodies + 1)) size *= 2;
    let shelf = this.shelves.get(size);
    if (shelf === undefined) {
      shelf = { problems: [], used: 0 };
      this.shelves.set(size, shelf);
    }
    if (shelf.used === shelf.problems.length) {
      const made = unlessFull(this.arena, () => new PlacedProblem(this.arena, size, this.place));
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
