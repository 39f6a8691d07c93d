// Contact and friction terms of an island's pairs by WebAssembly (terms.kernel.ts), and their blocks made positive semidefinite
// (project.kernel.ts), on several threads where there are many.
//
// Contacts come and go in arrays of their own; what the kernel reads of them is laid beside the terms, which is a tenth of the
// work that it saves.

import { type Arena, type Kernels, kernelsFor } from '../../../num/kernels/index.ts';
import type { WorkPool } from '../../../sim/index.ts';
import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';
import { type ContactSet, recordSize } from '../contact/contact-set.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Motion } from '../friction/friction.ts';
import { type FrictionSet, laggedStride } from '../friction/friction-set.ts';
import type { Poses } from '../step/poses.ts';
import type { PairTerms } from './pair-terms.ts';
import {
  ARGUMENTS,
  BLOCK_AT,
  FIRST_POSITIONS,
  FIRST_ROTATIONS,
  GRADIENTS,
  LAGGED,
  LIST,
  POSITIONS,
  PROJECTED,
  ROOM_SIZE,
  ROTATIONS,
  TODO_COUNT,
  UNKNOWNS,
  VERTICES,
  WITH_HESSIAN,
} from './terms-layout.ts';

/** Pairs a chunk, and contacts and blocks to be projected from which on other threads are worth waking. */
const chunkSize = 32;
const many = 512;
const manyBlocks = 128;
/** Reals of a contact besides its record: gap, weight, mollifier, threshold. */
const scalars = 4;

export class TermsKernel {
  private readonly arena: Arena;
  private readonly kernels: Kernels;
  private readonly args: Int32Array;
  private readonly todo: Int32Array;
  private readonly bodies: Int32Array;
  private readonly constants: Float64Array;
  private readonly contactStart: Int32Array;
  private readonly frictionStart: Int32Array;
  private readonly unknowns: Int32Array;
  private count = 0;
  /** Room for so many contacts, and what lies in it. */
  private contactRoom = 0;
  private list: Int32Array = new Int32Array(0);
  private readonly columns: Float64Array[] = [];
  private laggedRoom = 0;
  private lagged: Float64Array = new Float64Array(0);

  constructor(arena: Arena, pairs: number, { gradients, blocks, blockAt }: PairTerms) {
    this.arena = arena;
    this.kernels = kernelsFor(arena);
    this.args = arena.i32(ARGUMENTS);
    this.todo = arena.i32(pairs);
    this.bodies = arena.i32(2 * pairs);
    this.constants = arena.f64(2 * pairs);
    this.contactStart = arena.i32(pairs + 1);
    this.frictionStart = arena.i32(pairs + 1);
    this.unknowns = arena.i32(pairs);
    this.args[UNKNOWNS] = this.unknowns.byteOffset / 4;
    const room = arena.f64(ROOM_SIZE * Math.ceil(pairs / chunkSize));
    const whole = [this.todo, this.bodies, this.contactStart, this.frictionStart].map(
      (a) => a.byteOffset / 4,
    );
    this.args.set([whole[0], 0, chunkSize, 0, whole[1], this.constants.byteOffset / 8, whole[2], whole[3]]);
    this.args.set([gradients.byteOffset / 8, blocks.byteOffset / 8, room.byteOffset / 8], GRADIENTS);
    this.args[BLOCK_AT] = blockAt.byteOffset / 4;
  }

  /** Forgets which pairs are to be computed. */
  begin(): void {
    this.count = 0;
  }

  /** Wants the terms of pair i. */
  want(i: number, { a, b, stiffness, dHat }: Pair): void {
    this.todo[this.count++] = i;
    this.bodies[2 * i] = a;
    this.bodies[2 * i + 1] = b;
    this.constants[2 * i] = stiffness;
    this.constants[2 * i + 1] = dHat;
  }

  /** Wants the block of pair i projected, over those of its bodies that are unknowns. */
  wantProjected(i: number, hasA: boolean, hasB: boolean): void {
    this.todo[this.count++] = i;
    this.unknowns[i] = (hasA ? 1 : 0) + (hasB ? 2 : 0);
  }

  /** Projects what is wanted into an array of the arena. */
  project(projected: Float64Array, pool: WorkPool | undefined): void {
    if (this.count === 0) return;
    const { args } = this;
    args[TODO_COUNT] = this.count;
    args[PROJECTED] = projected.byteOffset / 8;
    this.runChunks('projectPairBlocks', this.count >= manyBlocks ? pool : undefined);
  }

  private runChunks(kernel: 'writePairTerms' | 'projectPairBlocks', pool: WorkPool | undefined): void {
    const at = this.args.byteOffset / 4;
    const chunks = Math.ceil(this.count / chunkSize);
    if (pool && pool.threads > 1 && chunks > 1) pool.run(kernel, at, chunks);
    else for (let chunk = 0; chunk < chunks; chunk++) this.kernels[kernel](at, chunk);
  }

  /** Computes what is wanted: gradients, and Hessians where these are wanted too. */
  run(
    pairs: number,
    set: ContactSet,
    friction: FrictionSet,
    poses: Poses,
    motion: Motion,
    withHessian: boolean,
    pool: WorkPool | undefined,
  ): void {
    if (this.count === 0) return;
    const { args } = this;
    this.lay(pairs, set, friction);
    args[TODO_COUNT] = this.count;
    args[WITH_HESSIAN] = withHessian ? 1 : 0;
    args[VERTICES] = poses.x.byteOffset / 8;
    args[POSITIONS] = poses.q.byteOffset / 8;
    args[ROTATIONS] = poses.r.byteOffset / 8;
    args[FIRST_POSITIONS] = motion.q0.byteOffset / 8;
    args[FIRST_ROTATIONS] = motion.r0.byteOffset / 8;
    this.runChunks('writePairTerms', set.count + friction.count >= many ? pool : undefined);
  }

  /** Lays contacts and lagged contacts where the kernel finds them. */
  private lay(pairs: number, set: ContactSet, friction: FrictionSet): void {
    if (set.count > this.contactRoom) this.makeRoom(set.count);
    if (friction.count > this.laggedRoom) {
      this.laggedRoom = 2 * friction.count;
      this.lagged = this.arena.f64(laggedStride * this.laggedRoom);
      this.args[LAGGED] = this.lagged.byteOffset / 8;
    }
    copyWholes(this.contactStart, set.start, pairs + 1);
    copyWholes(this.frictionStart, friction.start, pairs + 1);
    copyWholes(this.list, set.list, CANDIDATE_STRIDE * set.count);
    copyReals(this.columns[0], set.record, recordSize * set.count);
    copyReals(this.columns[1], set.gap, set.count);
    copyReals(this.columns[2], set.weight, set.count);
    copyReals(this.columns[3], set.mollifier, set.count);
    copyReals(this.columns[4], set.threshold, set.count);
    copyReals(this.lagged, friction.data, laggedStride * friction.count);
  }

  private makeRoom(contacts: number): void {
    this.contactRoom = 2 * contacts;
    this.list = this.arena.i32(CANDIDATE_STRIDE * this.contactRoom);
    this.args[LIST] = this.list.byteOffset / 4;
    for (let k = 0; k <= scalars; k++) {
      this.columns[k] = this.arena.f64((k === 0 ? recordSize : 1) * this.contactRoom);
      this.args[LIST + 1 + k] = this.columns[k].byteOffset / 8;
    }
  }
}

function copyWholes(to: Int32Array, from: Int32Array, count: number): void {
  for (let k = 0; k < count; k++) to[k] = from[k];
}

function copyReals(to: Float64Array, from: Float64Array, count: number): void {
  for (let k = 0; k < count; k++) to[k] = from[k];
}
