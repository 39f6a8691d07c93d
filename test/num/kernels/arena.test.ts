import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArenaFull, createArena } from '../../../src/num/kernels/arena.ts';

const MiB = 1048576;

describe.each([true, false])('an arena, shared: %s', (shared) => {
  test('hands out zeroed arrays that never overlap, on 64-byte lines', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 30 }), (lengths) => {
        const arena = createArena({ shared, maximumBytes: 4 * MiB });
        const taken: { start: number; end: number }[] = [];
        lengths.forEach((length, i) => {
          const view = [
            () => arena.f64(length),
            () => arena.i32(length),
            () => arena.u32(length),
            () => arena.u8(length),
          ][i % 4]();
          expect(view.length).toBe(length);
          expect(view.every((value) => value === 0)).toBe(true);
          view.fill(1);
          const start = arena.offsetOf(view);
          const end = start + view.byteLength;
          expect(start % 64).toBe(0);
          expect(start).toBeGreaterThanOrEqual(65536);
          for (const other of taken)
            expect(end <= other.start || start >= other.end || start === end).toBe(true);
          if (length) taken.push({ start, end });
        });
      }),
      { numRuns: 20 },
    );
  });

  test('gives scratch back, and hands it out again as zeros at the same place', () => {
    const arena = createArena({ shared, maximumBytes: 4 * MiB });
    const kept = arena.f64(10).fill(7);
    const mark = arena.mark();
    const before = arena.usedBytes;
    const first = arena.f64(1000).fill(3);
    const at = arena.offsetOf(first);
    arena.release(mark);
    expect(arena.usedBytes).toBe(before);
    const again = arena.f64(1000);
    expect(arena.offsetOf(again)).toBe(at);
    expect(again.every((value) => value === 0)).toBe(true);
    expect(kept.every((value) => value === 7)).toBe(true);
  });

  test('refuses a mark that was released', () => {
    const arena = createArena({ shared, maximumBytes: 4 * MiB });
    const outer = arena.mark();
    arena.f64(100);
    const inner = arena.mark();
    arena.release(outer);
    expect(() => arena.release(inner)).toThrow(/mark/);
    expect(() => arena.release(0)).toThrow(/mark/);
  });

  test('says what it needed when full, and goes on with what fits', () => {
    const arena = createArena({ shared, maximumBytes: 2 * MiB });
    expect(() => arena.f64(MiB)).toThrow(ArenaFull);
    expect(() => arena.f64(MiB)).toThrow(/9 MiB .* 2 MiB/);
    expect(arena.f64(1000).length).toBe(1000);
  });

  test('refuses arrays that live elsewhere and lengths that are not counts', () => {
    const arena = createArena({ shared, maximumBytes: 2 * MiB });
    expect(() => arena.offsetOf(new Float64Array(3))).toThrow(/arena/);
    for (const length of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => arena.f64(length)).toThrow(RangeError);
  });

  test('staggers long arrays modulo 4 KiB', () => {
    const arena = createArena({ shared, maximumBytes: 16 * MiB });
    const ways = Array.from({ length: 16 }, () => arena.offsetOf(arena.f64(4096)) % 4096);
    expect(new Set(ways).size).toBe(16);
  });
});

test('views stay valid while shared memory grows', () => {
  const arena = createArena({ shared: true, maximumBytes: 64 * MiB });
  const early = arena.f64(100).fill(5);
  const at = arena.offsetOf(early);
  const late = arena.f64(4 * MiB);
  expect(arena.memory.buffer.byteLength).toBeGreaterThan(32 * MiB);
  early[3] = 6;
  expect(new Float64Array(arena.memory.buffer, at, 100)[3]).toBe(6);
  expect(arena.offsetOf(early)).toBe(at);
  expect(arena.offsetOf(late)).toBeGreaterThan(at);
});

test('refuses bounds that no memory can have', () => {
  for (const maximumBytes of [0, -1, Number.NaN, 2 ** 40])
    expect(() => createArena({ maximumBytes })).toThrow(/1 MiB and 4 GiB/);
});
