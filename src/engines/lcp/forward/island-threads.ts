// Problems of islands in shared memory, solved by the kernel of solve.kernel.ts: large ones first, small ones in chunks.
//
// There are more chunks than threads, so that none waits long for another. Each has scratch of its own, for the largest
// of its problems.

import { type Arena, kernelsFor } from '../../../num/kernels/index.ts';
import type { WorkPool } from '../../../sim/index.ts';
import { type Problem, Shelves, unlessFull } from './problem.ts';

const mostChunks = 16;
/** Work, in rows squared, from which on waking other threads is worth it: about a tenth of a millisecond. */
const much = 4000;

export class IslandThreads {
  readonly problems: Problem[] = [];
  /** Island of each problem. */
  readonly islands: number[] = [];
  private readonly arena: Arena;
  private readonly pool: WorkPool;
  private readonly solveChunk: (args: number, chunk: number) => void;
  private readonly shelves: Shelves;
  /** Problems by falling cost, and the chunk of each. */
  private readonly order: number[] = [];
  private readonly chunks: number[] = [];
  private readonly loads = new Float64Array(mostChunks);
  private readonly needs = new Float64Array(mostChunks);
  private readonly sizes = new Float64Array(mostChunks);
  // what the kernel reads
  private readonly args: Int32Array;
  private readonly starts: Int32Array;
  private readonly scratches: Int32Array;
  private list: Int32Array;

  /** @param solveChunk  what this thread runs: the kernel, or its source, to step through it */
  constructor(arena: Arena, pool: WorkPool, bodies: number, solveChunk = kernelsFor(arena).solveIslands) {
    this.arena = arena;
    this.pool = pool;
    this.solveChunk = solveChunk;
    this.shelves = new Shelves(arena, bodies);
    this.args = arena.i32(3);
    this.starts = arena.i32(mostChunks + 1);
    this.scratches = arena.i32(mostChunks);
    this.list = arena.i32(64);
  }

  get count(): number {
    return this.problems.length;
  }

  clear(): void {
    this.shelves.putAllBack();
    this.problems.length = 0;
    this.islands.length = 0;
  }

  /** A problem to be written; undefined where the arena is full. */
  add(island: number, bodies: number, rows: number): Problem | undefined {
    const problem = this.shelves.take(bodies, rows);
    if (problem === undefined) return undefined;
    this.problems.push(problem);
    this.islands.push(island);
    return problem;
  }

  /** False, with nothing done, where the arena is full. */
  solve(): boolean {
    if (this.count === 0) return true;
    const { args, arena } = this;
    const chunks = this.deal();
    if (chunks === 0) return false;
    args[0] = arena.offsetOf(this.starts) / 4;
    args[1] = arena.offsetOf(this.list) / 4;
    args[2] = arena.offsetOf(this.scratches) / 4;
    const at = arena.offsetOf(args) / 4;
    let work = 0;
    for (let chunk = 0; chunk < chunks; chunk++) work += this.loads[chunk];
    if (chunks > 1 && work >= much) this.pool.run('solveIslands', at, chunks);
    else for (let chunk = 0; chunk < chunks; chunk++) this.solveChunk(at, chunk);
    return true;
  }

  /** Deals the problems out: the next largest goes to the chunk that has least. Returns how many chunks there are, 0: no room. */
  private deal(): number {
    const { problems, order, chunks, loads, needs, count } = this;
    const chunkCount = Math.min(mostChunks, count);
    order.length = 0;
    chunks.length = 0;
    for (let k = 0; k < count; k++) order.push(k);
    order.sort((a, b) => problems[b].rows.count - problems[a].rows.count || a - b);
    loads.fill(0);
    needs.fill(0);
    for (const k of order) {
      let least = 0;
      for (let chunk = 1; chunk < chunkCount; chunk++) if (loads[chunk] < loads[least]) least = chunk;
      const rows = problems[k].rows.count;
      loads[least] += rows * rows;
      needs[least] = Math.max(needs[least], problems[k].scratch);
      chunks[k] = least;
    }
    if (!this.reserveList(count)) return 0;
    let at = 0;
    for (let chunk = 0; chunk < chunkCount; chunk++) {
      if (!this.reserveScratch(chunk)) return 0;
      this.starts[chunk] = at;
      for (const k of order) if (chunks[k] === chunk) this.list[at++] = problems[k].address;
    }
    this.starts[chunkCount] = at;
    return chunkCount;
  }

  private reserveList(count: number): boolean {
    if (this.list.length >= count) return true;
    const list = unlessFull(this.arena, () => this.arena.i32(2 * count));
    if (list === undefined) return false;
    this.list = list;
    return true;
  }

  private reserveScratch(chunk: number): boolean {
    const { sizes, needs, arena } = this;
    if (sizes[chunk] >= needs[chunk]) return true;
    const scratch = unlessFull(arena, () => arena.f64(2 * needs[chunk]));
    if (scratch === undefined) return false;
    sizes[chunk] = scratch.length;
    this.scratches[chunk] = arena.offsetOf(scratch) / 8;
    return true;
  }
}
