import { expect, test } from 'vitest';
import { CANDIDATE_STRIDE, FLIPPED, MOTION_STRIDE } from '../../../src/geometry/ccd/candidate.ts';
import { ADVANCE_CHUNK, RigidCollision, rigidAdvance } from '../../../src/geometry/ccd/rigid-collision.ts';
import { createArena } from '../../../src/num/kernels/index.ts';
import { Random } from '../../../src/num/index.ts';
import { oneThread } from '../../../src/sim/index.ts';
import { createNodePool } from '../../../src/sim/index.node.ts';
import { makeMotion, rotationMatrix } from './measure.ts';

const vertexCount = 60;

/** Two clouds of vertices a little apart, some of them exactly flat or far, that fall, slide and turn. */
function someQueries(random: Random, count: number) {
  const vector = (size: number): [number, number, number] => [
    random.between(-size, size),
    random.between(-size, size),
    random.between(-size, size),
  ];
  const flat = random.integer(4) === 0;
  const vertices = new Float64Array(6 * vertexCount).map((_, k) =>
    k % 3 === 2 && flat ? 0 : random.between(-1, 1),
  );
  const spin = [0, 1e-3, 0.1, 2][random.integer(4)];
  const speed = [0, 1e-3, 0.3, 3][random.integer(4)];
  const motions = new Float64Array(2 * MOTION_STRIDE);
  const height = [0, 2e-3, 0.1, 1.5, 5][random.integer(5)];
  const turn = (): ReturnType<typeof rotationMatrix> => rotationMatrix(flat ? [0, 0, 1] : vector(1));
  motions.set(makeMotion(turn(), [0, 0, height], vector(spin), vector(speed)), 0);
  motions.set(
    makeMotion(turn(), [0, 0, 0], random.integer(2) ? vector(spin) : [0, 0, 0], [0, 0, 0]),
    MOTION_STRIDE,
  );
  const list = new Int32Array(count * CANDIDATE_STRIDE);
  for (let c = 0; c < count; c++) {
    const flipped = random.integer(2);
    const kind = random.integer(4);
    list[CANDIDATE_STRIDE * c] = kind + FLIPPED * flipped;
    for (let v = 0; v < 4; v++) {
      const ofFirst = v < (kind === 3 ? 2 : 1);
      const ofB = ofFirst ? flipped === 1 : flipped === 0;
      list[CANDIDATE_STRIDE * c + 1 + v] = (ofB ? vertexCount : 0) + random.integer(vertexCount);
    }
  }
  return { vertices, motions, list };
}

test('WebAssembly and TypeScript give the same bits, candidate by candidate and chunk by chunk', () => {
  const random = new Random(11);
  const outcomes = new Set<string>();
  for (let round = 0; round < 120; round++) {
    const count = round % 10 === 0 ? 3 * ADVANCE_CHUNK + 17 : 40;
    const { vertices, motions, list } = someQueries(random, count);
    const arena = createArena({ maximumBytes: 4 * 1048576, shared: round % 2 === 0 });
    const placed = arena.f64(vertices.length);
    placed.set(vertices);
    const collision = new RigidCollision(arena, oneThread({ arena }), placed);
    const inTypeScript = (from: number, to: number, until: number): number =>
      rigidAdvance(
        vertices,
        motions,
        list.subarray(CANDIDATE_STRIDE * from),
        to - from,
        1e-4,
        0.2,
        1e-2,
        until,
      );
    for (let c = 0; c < 40; c++) {
      const one = list.subarray(CANDIDATE_STRIDE * c, CANDIDATE_STRIDE * (c + 1));
      const expected = inTypeScript(c, c + 1, 1);
      expect(collision.advance(motions, one, 1, 1e-4, 0.2, 1e-2, 1)).toBe(expected);
      outcomes.add(expected === 0 ? 'none' : expected === 1 ? 'all' : 'some');
    }
    let expected = 0.9;
    for (let from = 0; from < count; from += ADVANCE_CHUNK) {
      expected = Math.min(expected, inTypeScript(from, Math.min(count, from + ADVANCE_CHUNK), 0.9));
    }
    expect(collision.advance(motions, list, count, 1e-4, 0.2, 1e-2, 0.9)).toBe(expected);
  }
  expect(outcomes.size).toBe(3);
});

test('threads do not change the bits of long lists', async () => {
  const random = new Random(12);
  for (let round = 0; round < 4; round++) {
    const { vertices, motions, list } = someQueries(random, 20000);
    motions.set([0, 0, 4], 9); // far enough that most of the list is looked at
    const times: number[] = [];
    for (const threads of [1, 2, 3]) {
      const arena = createArena({ shared: true });
      const pool = await createNodePool({ arena, threads });
      const placed = arena.f64(vertices.length);
      placed.set(vertices);
      times.push(new RigidCollision(arena, pool, placed).advance(motions, list, 20000, 1e-4, 0.2, 1e-2, 1));
      pool.close();
    }
    expect(times[1]).toBe(times[0]);
    expect(times[2]).toBe(times[0]);
  }
});
