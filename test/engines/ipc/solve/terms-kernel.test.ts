// The kernel of contact and friction terms beside its readable twin, and as TypeScript: the same bits, on any number of threads.

import { expect, test } from 'vitest';
import { measure } from '../../../../src/engines/ipc/contact/contacts.ts';
import { ContactSet, recordSize } from '../../../../src/engines/ipc/contact/contact-set.ts';
import type { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { addFrictionTerms, type Motion } from '../../../../src/engines/ipc/friction/friction.ts';
import { FrictionSet } from '../../../../src/engines/ipc/friction/friction-set.ts';
import { expectedAt, laggedStride } from '../../../../src/engines/ipc/friction/lagged-layout.ts';
import { addBarriers } from '../../../../src/engines/ipc/solve/assemble.ts';
import { PairTerms, staleProjection } from '../../../../src/engines/ipc/solve/pair-terms.ts';
import { projectPairBlocks } from '../../../../src/engines/ipc/solve/project.kernel.ts';
import { writePairTerms } from '../../../../src/engines/ipc/solve/terms.kernel.ts';
import type { Model } from '../../../../src/engines/ipc/model.ts';
import { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import { CANDIDATE_STRIDE, EDGE_EDGE, FLIPPED, POINT_TRIANGLE } from '../../../../src/geometry/ccd/index.ts';
import { edgeEdgeCrossSquared, writeTangents } from '../../../../src/geometry/distance/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { type Arena, createArena } from '../../../../src/num/kernels/index.ts';
import { workOn } from '../../../../src/num/kernels/machine.ts';
import type { WorkPool } from '../../../../src/sim/index.ts';
import { createNodePool } from '../../../../src/sim/index.node.ts';

const bodies = 12;
const each = 4;

interface Case {
  readonly pairs: readonly Pair[];
  readonly idle: Uint8Array;
  readonly contacts: ContactSet;
  readonly friction: FrictionSet;
  readonly poses: Poses;
  readonly motion: Motion;
}

/** Every pair of some bodies of four vertices, each with contacts of all kinds, some of them mollified, and friction. */
function makeCase(arena: Arena): Case {
  const random = new Random(5);
  const vertices = Float64Array.from({ length: 3 * each * bodies }, () => random.between(-1, 1));
  const vertexStart = Int32Array.from({ length: bodies + 1 }, (_, i) => each * i);
  const model = {
    count: bodies,
    vertices,
    vertexStart,
    carrier: new Int32Array(bodies).fill(-1),
  } as unknown as Model;
  const [start, poses] = [0, 1].map(() => new Poses(model, arena));
  for (let i = 0; i < bodies; i++) {
    for (let k = 0; k < 3; k++) start.q[3 * i + k] = random.between(-2, 2);
    random.rotation(start.o, 4 * i);
    start.update(model, i);
    const way = Float64Array.from({ length: 6 }, () => random.between(-1e-3, 1e-3));
    poses.move(model, start, i, way, 0, 1);
  }
  const pairs: Pair[] = [];
  const contacts = new ContactSet();
  const friction = new FrictionSet();
  contacts.clear(bodies * bodies);
  friction.clear(bodies * bodies);
  for (let a = 0; a < bodies; a++) {
    for (let b = a + 1; b < bodies; b++) {
      pairs.push({ a, b, stiffness: random.between(0.1, 10), dHat: 8 } as Pair);
      for (let n = random.integer(14); n > 0; n--) addContact(random, contacts, poses, a, b);
      for (let n = random.integer(9); n > 0; n--) addLagged(random, friction);
      contacts.start[pairs.length] = contacts.count;
      friction.start[pairs.length] = friction.count;
    }
  }
  const motion = { q0: start.q, r0: start.r, q: poses.q, r: poses.r };
  return {
    pairs,
    idle: Uint8Array.from(pairs, (_, i) => (i % 7 === 3 ? 1 : 0)),
    contacts,
    friction,
    poses,
    motion,
  };
}

function addContact(random: Random, set: ContactSet, { x }: Poses, a: number, b: number): void {
  const c = set.add();
  const kind = random.integer(4);
  const isFlipped = random.integer(2) === 1;
  const f = each * (isFlipped ? b : a);
  const s = each * (isFlipped ? a : b);
  const second =
    kind === EDGE_EDGE
      ? [f + 1, s, s + 1]
      : [s, s + (kind > 0 ? 1 : 0), s + (kind === POINT_TRIANGLE ? 2 : 0)];
  const at = CANDIDATE_STRIDE * c;
  set.list.set([kind + (isFlipped ? FLIPPED : 0), f, ...second], at);
  measure(set.record, recordSize * c, x, set.list, at);
  set.gap[c] = Math.sqrt(set.record[recordSize * c + 7]);
  set.weight[c] = random.integer(4) === 0 ? -1 : random.between(0.1, 2);
  set.mollifier[c] = 1;
  if (kind !== EDGE_EDGE || random.integer(2) === 0) return;
  const [i, j, k, l] = [...set.list.subarray(at + 1, at + 5)].map((v) => 3 * v);
  const u = random.between(0.05, 0.95);
  set.threshold[c] = edgeEdgeCrossSquared(x, i, j, k, l) / u;
  set.mollifier[c] = u * (2 - u);
}

function addLagged(random: Random, set: FrictionSet): void {
  const vector = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.between(-1, 1));
  const tangents = new Float64Array(6);
  writeTangents(tangents, 0, vector(3), 0);
  const force = random.integer(5) === 0 ? 0 : random.between(0.1, 2);
  set.add(
    force,
    vector(3),
    vector(3),
    tangents,
    random.between(1e-5, 5e-3),
    0,
    vector(2).map((v) => 1e-3 * v),
  );
  const at = (set.count - 1) * laggedStride + expectedAt;
  set.data.set(
    vector(2).map((v) => 0.7 * v),
    at,
  );
}

/** A pool that runs the kernel as TypeScript, chunks in another order. */
function asTypeScript(arena: Arena, kernel: (args: number, chunk: number) => void): WorkPool {
  return {
    threads: 2,
    run: (_, args, chunks) => {
      workOn(arena.memory);
      for (let chunk = chunks - 1; chunk >= 0; chunk--) kernel(args, chunk);
    },
    close: () => {},
  };
}

type Way = 'readable' | 'kernel' | 'portable';

/** The terms of all pairs, from something else than zeros. */
function termsOf(one: Case, arena: Arena, way: Way, withHessian: boolean, pool?: WorkPool): PairTerms {
  const { pairs, contacts, friction, poses, motion } = one;
  const terms = new PairTerms(pairs.length, way === 'readable' ? undefined : arena, one.idle);
  terms.gradients.fill(7);
  if (withHessian) terms.blocks.fill(7);
  const { kernel } = terms;
  kernel?.begin();
  for (let i = 0; i < pairs.length; i++) {
    if (kernel) kernel.want(i, pairs[i]);
    else {
      terms.clearGradient(i);
      if (withHessian) terms.clearBlock(i);
      addBarriers({ pairs, terms }, i, withHessian ? 'full' : 'none', poses, contacts);
      addFrictionTerms(friction, i, pairs[i], motion, withHessian ? 'full' : 'none', terms);
    }
  }
  const by = way === 'portable' ? asTypeScript(arena, writePairTerms) : pool;
  kernel?.run(pairs.length, contacts, friction, poses, motion, withHessian, by);
  return terms;
}

const bits = (numbers: Float64Array): BigInt64Array => new BigInt64Array(Float64Array.from(numbers).buffer);

test('gives the bits of its readable twin, as WebAssembly on one and two threads and as TypeScript', async () => {
  const arena = createArena();
  const one = makeCase(arena);
  expect(one.contacts.count + one.friction.count).toBeGreaterThan(512); // enough for threads
  const pool = await createNodePool({ arena, threads: 2 });
  try {
    for (const withHessian of [true, false]) {
      const readable = termsOf(one, arena, 'readable', withHessian);
      expect(readable.gradients.every(Number.isFinite)).toBe(true);
      for (const other of [
        termsOf(one, arena, 'kernel', withHessian),
        termsOf(one, arena, 'kernel', withHessian, pool),
        termsOf(one, arena, 'portable', withHessian),
      ]) {
        expect(bits(other.gradients)).toEqual(bits(readable.gradients));
        expect(bits(other.blocks)).toEqual(bits(readable.blocks));
      }
    }
  } finally {
    pool.close();
  }
});

test('projects blocks to what all twelve of their numbers give, to rounding, with the same bits on any number of threads', async () => {
  const arena = createArena();
  const one = makeCase(arena);
  const places = (modulus: number): Int32Array =>
    Int32Array.from(one.pairs, (_, i) => (i % 5 === modulus ? -1 : 0));
  const projected = (way: Way, by?: WorkPool): PairTerms => {
    const terms = termsOf(one, arena, way, true);
    terms.stale.fill(staleProjection);
    terms.project(places(1), places(2), (i) => i === 17, by);
    expect(terms.stale.every((stale, i) => (stale === 0) === (i !== 17))).toBe(true);
    return terms;
  };
  const pool = await createNodePool({ arena, threads: 2 });
  try {
    const kernel = projected('kernel');
    for (const by of [asTypeScript(arena, projectPairBlocks), pool])
      expect(bits(projected('kernel', by).projected)).toEqual(bits(kernel.projected));
    const readable = projected('readable');
    const { blocks, blockAt } = kernel;
    let changed = 0;
    for (const at of blockAt) {
      if (at < 0) continue;
      const ours = kernel.projected.subarray(at, at + 144);
      const theirs = readable.projected.subarray(at, at + 144);
      const size = Math.max(...blocks.subarray(at, at + 144).map(Math.abs));
      for (let k = 0; k < 144; k++) expect(Math.abs(ours[k] - theirs[k])).toBeLessThanOrEqual(1e-13 * size);
      if (theirs.some((entry, k) => Math.abs(entry - blocks[at + k]) > 1e-3 * size)) changed++;
    }
    expect(changed).toBeGreaterThan(40);
  } finally {
    pool.close();
  }
});
