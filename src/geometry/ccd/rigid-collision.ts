// The time until which every candidate pair of two rigid bodies keeps apart: gaps stay at or above
//
//   separation + keep · min(first gap − separation, reach)
//
// `separation` is the gap [m] that must never be reached, 0 ≤ keep < 1 the fraction of the gap above it to keep;
// gaps beyond `reach` [m] count as that: the activation distance. Pass the earliest time of the pairs already looked
// at as `until`, 0 < until ≤ 1: what happens later is not computed. curved.kernel.ts does the work.
//
// RigidCollision runs it as WebAssembly, on several threads where the list is long. Lists are cut into chunks of fixed
// size, each of which finds its own earliest time from the same `until`; the result is the least of them, whichever
// thread took which chunk. It may differ from rigidAdvance in the last bits, because there later candidates start from
// what earlier ones left.

import { type Arena, type Kernels, kernelsFor } from '../../num/kernels/index.ts';
import { workOn } from '../../num/kernels/machine.ts';
import { CANDIDATE_SIZE, CANDIDATE_STRIDE, MOTION_STRIDE } from './candidate.ts';
import { advanceRigidChunk } from './curved.kernel.ts';
import { vertexTotal } from './kind.ts';

/** Candidates a chunk. */
export const ADVANCE_CHUNK = 256;
const MOST_CHUNKS = 64;
/** Candidates from which on waking other threads is worth it: about a third of a millisecond of work. */
const MANY = 2048;

/** Runs a kernel once for each chunk: what this needs of a pool of threads. */
interface Runs {
  run(kernel: string, args: number, chunks: number): void;
}

export class RigidCollision {
  private readonly kernels: Kernels;
  private readonly pool: Runs;
  private readonly numbers: Float64Array;
  private readonly addresses: Int32Array;
  private readonly motions: Float64Array;
  private readonly queue: Int32Array;
  private readonly results: Float64Array;

  /** @param vertices  body-frame positions of all bodies [m], in the arena */
  constructor(arena: Arena, pool: Runs, vertices: Float64Array) {
    this.kernels = kernelsFor(arena);
    this.pool = pool;
    this.numbers = arena.f64(8);
    this.addresses = new Int32Array(this.numbers.buffer, this.numbers.byteOffset + 32, 8);
    this.motions = arena.f64(2 * MOTION_STRIDE);
    this.queue = arena.i32(MOST_CHUNKS * ADVANCE_CHUNK * CANDIDATE_STRIDE);
    this.results = arena.f64(MOST_CHUNKS);
    const records = arena.f64(MOST_CHUNKS * CANDIDATE_SIZE);
    this.addresses.set([
      arena.offsetOf(vertices) / 8,
      this.motions.byteOffset / 8,
      this.motions.byteOffset / 8 + MOTION_STRIDE,
      this.queue.byteOffset / 4,
      0,
      ADVANCE_CHUNK,
      records.byteOffset / 8,
      this.results.byteOffset / 8,
    ]);
  }

  /**
   * @param motions     of both bodies, one after the other
   * @param candidates  `count` of them, CANDIDATE_STRIDE integers each
   */
  advance(
    motions: Float64Array,
    candidates: Int32Array,
    count: number,
    separation: number,
    keep: number,
    reach: number,
    until: number,
  ): number {
    const { numbers } = this;
    numbers[0] = separation;
    numbers[1] = keep;
    numbers[2] = reach;
    this.motions.set(motions);
    let earliest = until;
    const most = MOST_CHUNKS * ADVANCE_CHUNK;
    for (let from = 0; from < count; from += most) {
      numbers[3] = earliest;
      earliest = this.advancePart(candidates, from, Math.min(count, from + most), earliest);
    }
    return earliest;
  }

  private advancePart(candidates: Int32Array, from: number, to: number, until: number): number {
    const { addresses, queue, results, numbers } = this;
    if (to - from > 32) queue.set(candidates.subarray(CANDIDATE_STRIDE * from, CANDIDATE_STRIDE * to));
    else {
      const offset = CANDIDATE_STRIDE * from;
      for (let k = offset; k < CANDIDATE_STRIDE * to; k++) queue[k - offset] = candidates[k];
    }
    addresses[4] = to - from;
    const chunks = Math.ceil((to - from) / ADVANCE_CHUNK);
    const args = numbers.byteOffset / 8;
    if (to - from >= MANY) this.pool.run('advanceRigidChunk', args, chunks);
    else for (let chunk = 0; chunk < chunks; chunk++) this.kernels.advanceRigidChunk(args, chunk);
    let earliest = until;
    for (let chunk = 0; chunk < chunks; chunk++) earliest = Math.min(earliest, results[chunk]);
    return earliest;
  }
}

// The same in TypeScript, over vertices that lie anywhere: candidates are laid into memory of their own by the chunk.
const LAID = 64;
const ARGUMENTS = 0;
const RESULT = 8;
const MOTIONS = 16;
const RECORD = MOTIONS + 2 * MOTION_STRIDE;
const VERTICES = RECORD + CANDIDATE_SIZE;
const CANDIDATES = VERTICES + 12 * LAID;
const block = { buffer: new ArrayBuffer(8 * CANDIDATES + 4 * LAID * CANDIDATE_STRIDE) };
const reals = new Float64Array(block.buffer, 0, CANDIDATES);
const wholes = new Int32Array(block.buffer);

/**
 * @param vertices    body-frame positions [m] of both bodies
 * @param motions     of both bodies, one after the other
 * @param candidates  `count` of them, CANDIDATE_STRIDE integers each
 */
export function rigidAdvance(
  vertices: Float64Array,
  motions: Float64Array,
  candidates: Int32Array,
  count: number,
  separation: number,
  keep: number,
  reach: number,
  until: number,
): number {
  workOn(block);
  reals.set(motions.subarray(0, 2 * MOTION_STRIDE), MOTIONS);
  let earliest = until;
  for (let from = 0; from < count; from += LAID) {
    const laid = Math.min(LAID, count - from);
    for (let c = 0; c < laid; c++) layCandidate(c, vertices, candidates, CANDIDATE_STRIDE * (from + c));
    reals.set([separation, keep, reach, earliest], ARGUMENTS);
    const addresses = [
      VERTICES,
      MOTIONS,
      MOTIONS + MOTION_STRIDE,
      2 * CANDIDATES,
      laid,
      LAID,
      RECORD,
      RESULT,
    ];
    wholes.set(addresses, 2 * ARGUMENTS + 8);
    advanceRigidChunk(ARGUMENTS, 0);
    earliest = reals[RESULT];
  }
  return earliest;
}

function layCandidate(c: number, vertices: Float64Array, candidates: Int32Array, at: number): void {
  const to = 2 * CANDIDATES + CANDIDATE_STRIDE * c;
  wholes[to] = candidates[at];
  const total = vertexTotal(candidates[at] & 3);
  for (let v = 0; v < total; v++) {
    const vertex = 3 * candidates[at + 1 + v];
    wholes[to + 1 + v] = 4 * c + v;
    for (let k = 0; k < 3; k++) reals[VERTICES + 12 * c + 3 * v + k] = vertices[vertex + k];
  }
}
