// Bytes of the container, field by field as APPNOTE.TXT has them: what others read, ours must not read by its own mistake.

import { describe, expect, test } from 'vitest';
import {
  decodeDirectory,
  decodeEnd,
  decodeEnd64,
  decodeLocalHeader,
  decodeLocator,
  encodeDirectory,
  encodeLocalHeader,
  localHeaderLength,
  type Member,
} from '../../../src/record/container/zip.ts';

type Field = readonly [bytes: 2 | 4 | 8, value: number] | string;

/** Little-endian numbers of so many bytes, and texts. */
function laid(...fields: readonly Field[]): Uint8Array {
  const bytes: number[] = [];
  for (const field of fields) {
    if (typeof field === 'string') bytes.push(...field.split('').map((char) => char.charCodeAt(0)));
    else
      for (let k = 0, rest = field[1]; k < field[0]; k++, rest = Math.floor(rest / 256))
        bytes.push(rest % 256);
  }
  return Uint8Array.from(bytes);
}

const ONES = 0xffffffff;
const CRC = 0x89abcdef;
const stored: Member = { name: 'a/b', offset: 128, size: 0x010203, crc: CRC };
const deflated: Member = { name: 'd', offset: 7, size: 0x40506, deflated: 0x708, crc: CRC };
/** The largest that 32 bits cannot say begin here. */
const wide: Member = { name: 'w', offset: 0x3_0000_0040, size: ONES, crc: CRC };
const far: Member = { name: 'f', offset: ONES, size: 9, crc: CRC };

describe('a local header', () => {
  test('of a stored member is padded to 64 bytes', () => {
    const extra = 64 - 30 - 3;
    const header = laid(
      [4, 0x04034b50],
      [2, 20],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0x21],
      [4, CRC],
      [4, 0x010203],
      [4, 0x010203],
      [2, 3],
      [2, extra],
      'a/b',
      [2, 0xd935],
      [2, extra - 4],
      [2, 64],
      '\0'.repeat(extra - 6),
    );
    expect(encodeLocalHeader(stored)).toEqual(header);
    // where it ends at a multiple by itself, nothing is padded
    const fits = { ...stored, offset: 64 - 30 - 3 - 6 };
    expect(encodeLocalHeader(fits)).toHaveLength(39);
    expect(encodeLocalHeader({ ...fits, offset: fits.offset + 1 })).toHaveLength(39 + 63);
  });

  test('of a deflated member is as short as can be', () => {
    const head = laid([4, 0x04034b50], [2, 20], [2, 0], [2, 8], [2, 0], [2, 0x21], [4, CRC]);
    const rest = laid([4, 0x708], [4, 0x40506], [2, 1], [2, 0], 'd');
    expect(encodeLocalHeader(deflated)).toEqual(Uint8Array.of(...head, ...rest));
  });

  test('of a member that 32 bits cannot count says so in 64', () => {
    const header = encodeLocalHeader(wide);
    const head = laid([4, 0x04034b50], [2, 45], [2, 0], [2, 0], [2, 0], [2, 0x21], [4, CRC]);
    const extra = header.length - 31;
    const rest = laid([4, ONES], [4, ONES], [2, 1], [2, extra], 'w');
    const sizes = laid([2, 1], [2, 16], [8, ONES], [8, ONES], [2, 0xd935], [2, extra - 24], [2, 64]);
    expect([...header.subarray(0, 31 + 26)]).toEqual([...head, ...rest, ...sizes]);
    expect(header.subarray(57).every((byte) => byte === 0)).toBe(true);
    expect((wide.offset + header.length) % 64).toBe(0);
    expect(encodeLocalHeader({ ...wide, size: ONES - 1 })[4]).toBe(20);
  });

  const header = encodeLocalHeader(deflated);
  const changed = (at: number, value: number) => header.map((byte, i) => (i === at ? value : byte));

  test('is read anywhere in bytes that hold all of it', () => {
    const at = Uint8Array.of(9, 9, ...header, 9);
    const { offset: _, ...said } = deflated;
    expect(decodeLocalHeader(at, 2)).toEqual({ ...said, length: header.length });
    expect(localHeaderLength(at, 2)).toBe(header.length);
    expect(decodeLocalHeader(header, 0)).toBeDefined();
    expect(decodeLocalHeader(header.subarray(0, -1), 0)).toBeUndefined();
    expect(localHeaderLength(header.subarray(0, 30), 0)).toBe(31);
    expect(localHeaderLength(header.subarray(0, 29), 0)).toBeUndefined();
  });

  test.each([
    ['another mark', 0, 0x51],
    ['encryption', 6, 1],
    ['sizes that come afterwards', 6, 8],
    ['another method', 8, 12],
    ['a control character', 30, 0x1f],
    ['a letter beyond ASCII', 30, 0x7f],
  ])('is none with %s', (_, at, value) => {
    expect(decodeLocalHeader(changed(at, value), 0)).toBeUndefined();
  });

  test('may have other flags, a blank or a tilde', () => {
    for (const [at, value] of [
      [6, 2],
      [30, 0x20],
      [30, 0x7e],
    ])
      expect(decodeLocalHeader(changed(at, value), 0)).toBeDefined();
  });

  test('of what is stored states one size', () => {
    const own = encodeLocalHeader(stored);
    own[18]++;
    expect(decodeLocalHeader(own, 0)).toBeUndefined();
  });

  test('without the 64-bit sizes that it refers to is none', () => {
    const own = encodeLocalHeader(wide);
    const at = 31;
    // another id, and one size only, and one beyond what numbers can count
    for (const change of [(b: Uint8Array) => (b[at] = 2), (b: Uint8Array) => (b[at + 2] = 8)]) {
      const copy = own.slice();
      change(copy);
      expect(decodeLocalHeader(copy, 0)).toBeUndefined();
    }
    const copy = own.slice();
    copy[at + 4 + 7] = 1;
    expect(decodeLocalHeader(copy, 0)).toBeUndefined();
  });
});

/** As encodeDirectory should have it. */
function entry(member: Member, extra: Uint8Array, size: number, taken: number, offset: number): Uint8Array {
  const version = extra.length > 0 ? 45 : 20;
  const method = member.deflated === undefined ? 0 : 8;
  const head = laid([4, 0x02014b50], [2, version], [2, version], [2, 0], [2, method], [2, 0], [2, 0x21]);
  const sizes = laid([4, CRC], [4, taken], [4, size], [2, member.name.length], [2, extra.length]);
  const rest = laid([2, 0], [2, 0], [2, 0], [4, 0], [4, offset], member.name);
  return Uint8Array.of(...head, ...sizes, ...rest, ...extra);
}

describe('a directory', () => {
  const narrow = [
    entry(stored, new Uint8Array(0), stored.size, stored.size, 128),
    entry(deflated, new Uint8Array(0), deflated.size, 0x708, 7),
  ];
  const bytes = narrow.reduce((sum, { length }) => sum + length, 0);
  const end = laid([4, 0x06054b50], [2, 0], [2, 0], [2, 2], [2, 2], [4, bytes], [4, 1000], [2, 0]);

  test('has an entry for each member, and an end', () => {
    const directory = encodeDirectory([stored, deflated], 1000);
    expect(directory).toEqual(Uint8Array.of(...narrow[0], ...narrow[1], ...end));
    expect(decodeEnd(directory)).toEqual({ count: 2, size: bytes, offset: 1000 });
  });

  test('has 64-bit numbers where members or the file need them', () => {
    const both = laid([2, 1], [2, 24], [8, ONES], [8, ONES], [8, wide.offset]);
    const one = laid([2, 1], [2, 8], [8, ONES]);
    const entries = [entry(wide, both, ONES, ONES, ONES), entry(far, one, 9, 9, ONES)];
    const size = entries[0].length + entries[1].length;
    const at = 2 ** 35 + 3;
    const directory = encodeDirectory([wide, far], at);
    const end64 = laid([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 2], [8, 2], [8, size]);
    const locator = laid([8, at], [4, 0x07064b50], [4, 0], [8, at + size], [4, 1]);
    const last = laid(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, 0xffff],
      [2, 0xffff],
      [4, ONES],
      [4, ONES],
      [2, 0],
    );
    expect([...directory]).toEqual([...entries[0], ...entries[1], ...end64, ...locator, ...last]);
    expect(decodeEnd(directory)).toBe('wide');
    expect(decodeLocator(directory)).toBe(at + size);
    expect(decodeEnd64(directory.subarray(size))).toEqual({ count: 2, size, offset: at });
    expect(decodeDirectory(directory.subarray(0, size), 2)).toEqual([wide, far]);
  });

  test('is wide from the first number on that 32 or 16 bits cannot say', () => {
    const lengthAt = (offset: number) => encodeDirectory([deflated], offset).length;
    expect(lengthAt(ONES - 47)).toBe(lengthAt(0) + 76);
    expect(lengthAt(ONES - 48)).toBe(lengthAt(0));
    const many = (count: number) => new Array<Member>(count).fill({ ...deflated, name: '' });
    expect(encodeDirectory(many(0xffff), 0).length - 46 * 0xffff).toBe(98);
    expect(encodeDirectory(many(0xfffe), 0).length - 46 * 0xfffe).toBe(22);
  });

  test('is none where an entry is cut off, has another mark, or something is left over', () => {
    const entries = Uint8Array.of(...narrow[0], ...narrow[1]);
    expect(decodeDirectory(entries, 2)).toEqual([stored, deflated]);
    expect(decodeDirectory(entries.subarray(0, -1), 2)).toBeUndefined();
    expect(decodeDirectory(entries, 1)).toBeUndefined();
    expect(decodeDirectory(entries, 3)).toBeUndefined();
    expect(decodeDirectory(new Uint8Array(0), 0)).toEqual([]);
    expect(decodeDirectory(entries.subarray(0, 45), 1)).toBeUndefined();
    for (const [at, value] of [
      [0, 1],
      [10, 3],
      [46, 0x07],
      // a comment that is not there
      [32, 1],
    ]) {
      const copy = entries.slice();
      copy[at] = value;
      expect(decodeDirectory(copy, 2)).toBeUndefined();
    }
  });

  test('may have comments, which are passed over', () => {
    const commented = narrow[0].slice();
    commented[32] = 3;
    expect(decodeDirectory(Uint8Array.of(...commented, 1, 2, 3, ...narrow[1]), 2)).toEqual([
      stored,
      deflated,
    ]);
  });

  test('without the 64-bit numbers that an entry refers to is none', () => {
    const one = laid([2, 1], [2, 8], [8, ONES]);
    const own = entry(far, one, 9, 9, ONES);
    expect(decodeDirectory(own, 1)).toEqual([far]);
    own[46 + 1] = 9;
    expect(decodeDirectory(own, 1)).toBeUndefined();
    expect(decodeDirectory(entry(far, new Uint8Array(0), 9, 9, ONES), 1)).toBeUndefined();
    // behind another field they are found
    const behind = Uint8Array.of(...laid([2, 0x5455], [2, 2], [2, 7]), ...one);
    expect(decodeDirectory(entry(far, behind, 9, 9, ONES), 1)).toEqual([far]);
  });
});

describe('the end of a directory', () => {
  const end = (count: number, size: number, offset: number, comment = 0) =>
    laid([4, 0x06054b50], [2, 0], [2, 0], [2, 5], [2, count], [4, size], [4, offset], [2, comment]);

  test('is the last of the file, without a comment', () => {
    expect(decodeEnd(end(5, 6, 7))).toEqual({ count: 5, size: 6, offset: 7 });
    expect(decodeEnd(end(5, 6, 7, 1))).toBeUndefined();
    expect(decodeEnd(end(5, 6, 7).subarray(1))).toBeUndefined();
    expect(decodeEnd(Uint8Array.of(1, ...end(5, 6, 7)))).toEqual({ count: 5, size: 6, offset: 7 });
    expect(decodeEnd(Uint8Array.of(...end(5, 6, 7), 1))).toBeUndefined();
  });

  test.each([
    [0xffff, 6, 7],
    [5, ONES, 7],
    [5, 6, ONES],
  ])('refers to the 64-bit one where any of it is all ones: %d, %d, %d', (count, size, offset) => {
    expect(decodeEnd(end(count, size, offset))).toBe('wide');
    const less = decodeEnd(
      end(count & 0xfffe, size === ONES ? ONES - 1 : size, offset === ONES ? 8 : offset),
    );
    expect(less).toMatchObject({ count: count & 0xfffe });
  });

  test('whose locator is missing or cut off is none', () => {
    const locator = laid([4, 0x07064b50], [4, 0], [8, 2 ** 40], [4, 1]);
    const tail = Uint8Array.of(...locator, ...end(0xffff, ONES, ONES));
    expect(decodeLocator(tail)).toBe(2 ** 40);
    expect(decodeLocator(tail.subarray(1))).toBeUndefined();
    tail[0]++;
    expect(decodeLocator(tail)).toBeUndefined();
  });

  test('of 64 bits has its mark and numbers that can be counted with', () => {
    const end64 = (mark: number, count: number, size: number, offset: number) =>
      laid([4, mark], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 1], [8, count], [8, size], [8, offset]);
    const good = [2 ** 33, 2 ** 34, 2 ** 35] as const;
    expect(decodeEnd64(end64(0x06064b50, ...good))).toEqual({
      count: good[0],
      size: good[1],
      offset: good[2],
    });
    expect(decodeEnd64(end64(0x06064b51, ...good))).toBeUndefined();
    expect(decodeEnd64(end64(0x06064b50, ...good).subarray(0, 55))).toBeUndefined();
    for (let i = 0; i < 3; i++) {
      const bad: [number, number, number] = [1, 2, 3];
      bad[i] = 2 ** 53;
      expect(decodeEnd64(end64(0x06064b50, ...bad))).toBeUndefined();
    }
  });
});
