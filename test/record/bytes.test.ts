import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32 } from '../../src/record/container/crc32.ts';
import { readLocalHeader } from '../../src/record/container/local-header.ts';
import { listMembers } from '../../src/record/container/members.ts';
import {
  bytesOf,
  decodeNpyHeader,
  dtypeOf,
  encodeNpyHeader,
  numbersOf,
} from '../../src/record/container/npy.ts';
import { Sha256 } from '../../src/record/container/sha256.ts';
import type { ByteSource } from '../../src/record/container/source.ts';
import type { Member } from '../../src/record/container/zip.ts';
import {
  decodeDirectory,
  decodeLocalHeader,
  encodeDirectory,
  encodeLocalHeader,
} from '../../src/record/container/zip.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('checksums', () => {
  test('CRC-32 has its published check value and continues', () => {
    expect(crc32(text('123456789'))).toBe(0xcbf43926);
    expect(crc32(text('')) >>> 0).toBe(0);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes));
      }),
    );
  });

  test('SHA-256 agrees with the platform’s, in any pieces', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.array(fc.nat(400), { maxLength: 5 }),
        (bytes, cuts) => {
          const hash = new Sha256();
          let at = 0;
          for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
            hash.update(bytes.subarray(at, cut));
            at = Math.max(at, Math.min(cut, bytes.length));
          }
          expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
        },
      ),
    );
  });
});

describe('.npy headers', () => {
  test('go there and back, padded to 64 bytes', () => {
    const shape = fc.array(fc.nat(1000), { maxLength: 4 });
    fc.assert(
      fc.property(shape, fc.constantFrom('<f8', '<i4', '<u4', '<f4', '<u2', '|u1'), (extents, dtype) => {
        const header = encodeNpyHeader(dtype, extents);
        expect(header.length % 64).toBe(0);
        const size = { '<f8': 8, '<i4': 4, '<u4': 4, '<f4': 4, '<u2': 2, '|u1': 1 }[dtype];
        const bytes = header.length + extents.reduce((product, extent) => product * extent, size);
        expect(decodeNpyHeader(header, bytes, 'x')).toEqual({ dtype, shape: extents, length: header.length });
        expect(() => decodeNpyHeader(header, bytes + 1, 'x')).toThrow(/holds/);
      }),
    );
  });

  test('numbers survive at odd addresses', () => {
    const bytes = new Uint8Array(17);
    bytes.set(bytesOf(Float64Array.of(1.5, -2)), 1);
    const numbers = numbersOf(bytes.subarray(1), '<f8');
    expect([...numbers]).toEqual([1.5, -2]);
    expect(dtypeOf(numbers)).toBe('<f8');
  });
});

describe('ZIP structures', () => {
  const member = fc.record({
    name: fc.stringMatching(/^[a-z/]{1,40}$/),
    offset: fc.oneof(fc.nat(), fc.integer({ min: 0xfffffff0, max: 2 ** 45 })),
    size: fc.oneof(fc.nat(), fc.integer({ min: 0xfffffff0, max: 2 ** 40 })),
    crc: fc.integer({ min: 0, max: 0xffffffff }),
  });

  test('local headers and directories keep every number, beyond 4 GiB too', () => {
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members: Member[]) => {
        for (const each of members) {
          const bytes = encodeLocalHeader(each);
          expect((each.offset + bytes.length) % 64).toBe(0);
          const { name, size, crc } = each;
          expect(decodeLocalHeader(bytes, 0)).toEqual({ name, size, crc, length: bytes.length });
        }
        const directory = encodeDirectory(members, 2 ** 33);
        const entries = directory.subarray(0, directory.length - 22 - 20 - 56);
        expect(decodeDirectory(entries, members.length)).toEqual(members);
      }),
    );
  });

  test('a file beyond 4 GiB is found through its 64-bit directory', async () => {
    // A file that is nothing but two members and a directory, with emptiness between them.
    const first: Member = { name: 'first', offset: 0, size: 5 * 2 ** 30, crc: 1 };
    const firstHeader = encodeLocalHeader(first);
    const crc = crc32(new Uint8Array(3));
    const second: Member = { name: 'second', offset: firstHeader.length + first.size, size: 3, crc };
    const secondHeader = encodeLocalHeader(second);
    const at = second.offset + secondHeader.length + 3;
    const directory = encodeDirectory([first, second], at);
    const parts = [
      { at: 0, bytes: firstHeader },
      { at: second.offset, bytes: secondHeader },
      { at, bytes: directory },
    ];
    const sparse = (size: number): ByteSource => ({
      size,
      async read(offset, length) {
        const out = new Uint8Array(length);
        for (const part of parts) {
          for (let i = 0; i < part.bytes.length; i++) {
            const to = part.at + i - offset;
            if (to >= 0 && to < length) out[to] = part.bytes[i];
          }
        }
        return out;
      },
      close: async () => {},
    });
    const whole = sparse(at + directory.length);
    expect(await listMembers(whole)).toEqual({ members: [first, second], gaps: [], torn: false });
    expect((await readLocalHeader(whole, second)).size).toBe(3);
    const gaps = [{ offset: at, bytes: 5 }];
    expect(await listMembers(sparse(at + 5))).toEqual({ members: [first, second], gaps, torn: true });
  });

  test('more members than 16 bits count are counted', async () => {
    const members = Array.from(
      { length: 70000 },
      (_, i): Member => ({ name: `m${i}`, offset: 0, size: 0, crc: 0 }),
    );
    const header = encodeLocalHeader({ ...members[0], name: 'm12345' });
    const directory = encodeDirectory(members, header.length);
    const bytes = new Uint8Array(header.length + directory.length);
    bytes.set(header);
    bytes.set(directory, header.length);
    const source = {
      size: bytes.length,
      read: async (o: number, n: number) => bytes.slice(o, o + n),
      close: async () => {},
    };
    expect((await listMembers(source)).members.length).toBe(70000);
  });
});
