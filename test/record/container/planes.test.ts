import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromPlanes, runsOf, writePlanes } from '../../../src/record/container/planes.ts';

function toPlanes(
  words: Uint32Array,
  wide: 1 | 2,
  columns: number,
  differences: number,
  cut = 0,
): Uint8Array {
  const planes = new Uint8Array(words.byteLength);
  const at = wide * columns * cut;
  writePlanes(planes, runsOf([words.subarray(0, at), words.subarray(at)], wide, columns), wide, differences);
  return planes;
}

const shape = fc.tuple(fc.nat(7), fc.nat(9), fc.constantFrom(1 as const, 2 as const), fc.nat(2), fc.nat(9));

test('planes give back the words, whatever the shape, the pieces and the differences', () => {
  fc.assert(
    fc.property(
      shape,
      fc.infiniteStream(fc.nat(0xffffffff)),
      ([columns, rows, wide, differences, cut], words) => {
        const given = Uint32Array.from({ length: wide * columns * rows }, () => words.next().value as number);
        const planes = toPlanes(given, wide, columns, differences, Math.min(cut, rows));
        expect(planes.length).toBe(given.byteLength);
        expect(fromPlanes(planes, wide, columns, differences)).toEqual(given);
      },
    ),
  );
});

test('even steps leave nothing but zeros behind the first two', () => {
  const doubles = Float64Array.from({ length: 100 }, (_, i) => 1 + i / 1024);
  const planes = toPlanes(new Uint32Array(doubles.buffer), 2, 1, 2);
  for (let plane = 0; plane < 8; plane++)
    expect(planes.subarray(100 * plane + 2, 100 * (plane + 1)).every((byte) => byte === 0)).toBe(true);
});

test('borrows and carries go over into the higher word', () => {
  const words = Uint32Array.of(0xffffffff, 0, 0, 1, 5, 0xffffffff, 3, 7);
  const planes = toPlanes(words, 2, 1, 1);
  // 2^32 − (2^32 − 1) is 1
  expect([planes[1], planes[4 + 1], planes[16 + 1]]).toEqual([1, 0, 0]);
  expect(fromPlanes(planes, 2, 1, 1)).toEqual(words);
});
