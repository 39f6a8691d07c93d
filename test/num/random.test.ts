import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { philox } from '../../src/num/philox.ts';
import { Random } from '../../src/num/random.ts';

/** The published definition, in big integers. */
function philoxBig(counter: readonly number[], key: readonly number[]): number[] {
  const mask = 0xffffffffn;
  let [x0, x1, x2, x3] = counter.map((word) => BigInt(word));
  let [k0, k1] = key.map((word) => BigInt(word));
  for (let round = 0; round < 10; round++) {
    const p0 = 0xd2511f53n * x0;
    const p1 = 0xcd9e8d57n * x2;
    [x0, x1, x2, x3] = [(p1 >> 32n) ^ x1 ^ k0, p1 & mask, (p0 >> 32n) ^ x3 ^ k1, p0 & mask];
    k0 = (k0 + 0x9e3779b9n) & mask;
    k1 = (k1 + 0xbb67ae85n) & mask;
  }
  return [x0, x1, x2, x3].map(Number);
}

function philoxWords(counter: readonly number[], key: readonly number[]): number[] {
  const out = new Uint32Array(4);
  philox(out, counter[0], counter[1], counter[2], counter[3], key[0], key[1]);
  return [...out];
}

describe('philox', () => {
  const full = 0xffffffff;
  test('gives the known answers of its authors', () => {
    expect(philoxWords([0, 0, 0, 0], [0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
    expect(philoxWords([full, full, full, full], [full, full])).toEqual([
      0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,
    ]);
    // digits of π
    expect(philoxWords([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toEqual([
      0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1,
    ]);
  });

  test('equals its definition in big integers', () => {
    const word = fc.nat({ max: full });
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.tuple(word, word), (counter, key) => {
        expect(philoxWords(counter, key)).toEqual(philoxBig(counter, key));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Random', () => {
  test('replays from its position', () => {
    const random = new Random(42, 7);
    for (const skip of [0, 1, 2, 3, 4, 5, 11, 1000]) {
      random.position = skip;
      const first = [random.uniform(), random.word(), random.normal(), random.integer(10)];
      expect(random.position).toBeGreaterThan(skip);
      random.position = skip;
      expect([random.uniform(), random.word(), random.normal(), random.integer(10)]).toEqual(first);
      const fresh = new Random(42, 7);
      for (let i = 0; i < skip; i++) fresh.word();
      expect(fresh.uniform()).toBe(first[0]);
    }
  });

  test('splits by task, whatever was drawn before, and apart from its parent', () => {
    const seen = new Set<number>();
    const parent = new Random(1);
    for (let task = 0; task < 2000; task++) {
      const before = parent.split(task).uniform();
      parent.uniform();
      expect(parent.split(task).uniform()).toBe(before);
      seen.add(before);
      seen.add(parent.split(task).split(task).uniform());
    }
    for (let i = 0; i < 2000; i++) seen.add(parent.uniform());
    expect(seen.size).toBe(6000);
    expect(new Random(2).split(0).uniform()).not.toBe(new Random(1).split(0).uniform());
    // the upper halves of seed and stream count too
    expect(new Random(2 ** 40).uniform()).not.toBe(new Random(0).uniform());
    expect(new Random(0, 2 ** 40).uniform()).not.toBe(new Random(0).uniform());
  });

  test('uniform numbers fill [0, 1) evenly, to the last of 53 bits', () => {
    const random = new Random(3);
    const counts = new Array<number>(64).fill(0);
    let odd = 0;
    const draws = 64_000;
    for (let i = 0; i < draws; i++) {
      const u = random.uniform();
      expect(u >= 0 && u < 1).toBe(true);
      counts[Math.floor(u * 64)]++;
      odd += (u * 2 ** 53) % 2;
    }
    const chiSquared = counts.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(chiSquared).toBeGreaterThan(27); // 63 degrees of freedom: 1 in 10⁵ on either side
    expect(chiSquared).toBeLessThan(118);
    expect(Math.abs(odd / draws - 0.5)).toBeLessThan(0.01);
  });

  test('integers are even where 2³² is no multiple, and refuse nonsense', () => {
    const random = new Random(4);
    // with plain remainders the lower third would come twice as often
    const n = 3 * 2 ** 30;
    let lower = 0;
    for (let i = 0; i < 30_000; i++) lower += random.integer(n) < 2 ** 30 ? 1 : 0;
    expect(Math.abs(lower / 30_000 - 1 / 3)).toBeLessThan(0.015);
    for (const bad of [0, -1, 1.5, NaN, 2 ** 33]) expect(() => random.integer(bad)).toThrow(RangeError);
    expect(() => new Random(-1)).toThrow('seed');
    expect(() => new Random(0.5)).toThrow('seed');
  });

  test('normals have the moments of a normal', () => {
    const random = new Random(5);
    const n = 100_000;
    let [m1, m2, m3, m4] = [0, 0, 0, 0];
    for (let i = 0; i < n; i++) {
      const x = random.normal();
      m1 += x / n;
      m2 += (x * x) / n;
      m3 += (x * x * x) / n;
      m4 += (x * x * x * x) / n;
    }
    expect(Math.abs(m1)).toBeLessThan(0.015);
    expect(Math.abs(m2 - 1)).toBeLessThan(0.02);
    expect(Math.abs(m3)).toBeLessThan(0.05);
    expect(Math.abs(m4 - 3)).toBeLessThan(0.2);
  });

  test('unit vectors and rotations are of unit length and favour no direction', () => {
    const random = new Random(6);
    const n = 20_000;
    const mean = new Float64Array(7);
    const square = new Float64Array(7);
    const out = new Float64Array(7);
    for (let i = 0; i < n; i++) {
      random.unitVector(out, 0);
      random.rotation(out, 3);
      expect(Math.hypot(out[0], out[1], out[2])).toBeCloseTo(1, 14);
      expect(Math.hypot(out[3], out[4], out[5], out[6])).toBeCloseTo(1, 14);
      for (let k = 0; k < 7; k++) {
        mean[k] += out[k] / n;
        square[k] += out[k] ** 2 / n;
      }
    }
    for (let k = 0; k < 7; k++) {
      expect(Math.abs(mean[k])).toBeLessThan(0.02);
      expect(Math.abs(square[k] - (k < 3 ? 1 / 3 : 1 / 4))).toBeLessThan(0.012);
    }
  });

  test('shuffles keep the items and favour no order', () => {
    const random = new Random(7);
    const counts = new Map<string, number>();
    for (let i = 0; i < 12_000; i++) {
      const items = [1, 2, 3, 4];
      random.shuffle(items);
      counts.set(items.join(''), (counts.get(items.join('')) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(110);
  });

  test('between stays inside, and at a point', () => {
    const random = new Random(8);
    for (let i = 0; i < 1000; i++) {
      expect(random.between(0.1, 0.1)).toBe(0.1);
      const x = random.between(1, 1 + 2 ** -52);
      expect(x).toBe(1);
      const y = random.between(3, -2);
      expect(y <= 3 && y > -2).toBe(true);
    }
  });
});
