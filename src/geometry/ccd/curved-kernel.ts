// rigidAdvance by its WebAssembly kernel, on several threads where the list is long.
//
// Lists are cut into chunks of fixed size, each of which finds its own earliest time from the same `until`; the result
// is the least of them, whichever thread took which chunk. It may differ from rigidAdvance over the whole list in the
// last bits, because there later candidates start from what earlier ones left.

import { type Arena, type Kernels, kernelsFor } from '../../num/kernels/index.ts';
import { CANDIDATE_STRIDE, MOTION_STRIDE } from './curved.ts';

/** Candidates a chunk. */
export const ADVANCE_CHUNK = 256;
const MOST_CHUNKS = 64;
/** Candidates from which on waking other threads is worth it: about a third of a millisecond of work. */
const MANY = 2048;
const SCRATCH_BYTES = 832;

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
    const scratch = arena.f64((MOST_CHUNKS * SCRATCH_BYTES) / 8);
    this.addresses.set([
      arena.offsetOf(vertices),
      this.motions.byteOffset,
      this.motions.byteOffset + 8 * MOTION_STRIDE,
      this.queue.byteOffset,
      0,
      ADVANCE_CHUNK,
      scratch.byteOffset,
      this.results.byteOffset,
    ]);
  }

  /**
   * As rigidAdvance.
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
    const args = numbers.byteOffset;
    if (to - from >= MANY) this.pool.run('advanceRigidChunk', args, chunks);
    else for (let chunk = 0; chunk < chunks; chunk++) this.kernels.advanceRigidChunk(args, chunk);
    let earliest = until;
    for (let chunk = 0; chunk < chunks; chunk++) earliest = Math.min(earliest, results[chunk]);
    return earliest;
  }
}
