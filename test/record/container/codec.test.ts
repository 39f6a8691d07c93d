// What is deflated and inflated, at the lengths where pieces end; when deflating pays; and members too long to hold.

import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { Archive } from '../../../src/record/container/append-member.ts';
import { damageOf, dataBlocks } from '../../../src/record/container/check-member.ts';
import { nodeCodec } from '../../../src/record/container/codec.node.ts';
import { type Codec, portableCodec } from '../../../src/record/container/codec.ts';
import { crc32 } from '../../../src/record/container/crc32.ts';
import { MemorySink } from '../../../src/record/container/memory-sink.ts';
import { type ByteSource, bytesSource } from '../../../src/record/container/source.ts';
import { encodeLocalHeader, type Member } from '../../../src/record/container/zip.ts';

const PIECE = 1 << 14;

/** Bytes as one stored block: five more than there are. */
function storedBlock(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const head = [1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
  return Uint8Array.of(...head, ...bytes);
}

describe.each([
  ['portable', portableCodec],
  ['of Node', nodeCodec],
])('the codec %s', (_, codec) => {
  test('inflates what ends with a piece, just before or just behind', () => {
    for (const length of [1, PIECE - 6, PIECE - 5, PIECE - 4, 2 * PIECE - 5]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 256);
      expect(codec.inflate(storedBlock(bytes), length)).toEqual(bytes);
      expect(codec.inflate(storedBlock(bytes), length - 1)).toBeUndefined();
      expect(codec.inflate(storedBlock(bytes), length + 1)).toBeUndefined();
      expect(codec.inflate(storedBlock(bytes).subarray(0, -1), length)).toBeUndefined();
    }
  });

  test('gives back what it deflated, and nothing for what is none', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i >> 8);
    const packed = codec.deflate(bytes);
    expect(packed.length).toBeLessThan(3000);
    expect(codec.inflate(packed, bytes.length)).toEqual(bytes);
    expect(codec.inflate(Uint8Array.of(0xff, 0xff, 0xff), 3)).toBeUndefined();
    expect(codec.crc32(bytes.subarray(10), codec.crc32(bytes.subarray(0, 10)))).toBe(crc32(bytes));
  });
});

/** Says how often it deflates, and shortens by a share. */
function shortening(share: number) {
  const lengths: number[] = [];
  const codec: Codec = {
    ...portableCodec,
    deflate(bytes) {
      lengths.push(bytes.length);
      return new Uint8Array(Math.floor(share * bytes.length));
    },
  };
  const sink = Object.assign(new MemorySink(), { codec });
  const archive = new Archive(sink, [], 0);
  return { lengths, archive, sink };
}

describe('deflating', () => {
  test('pays from 512 bytes on', () => {
    const { archive, lengths } = shortening(0.1);
    archive.append('a', new Uint8Array(511));
    archive.append('b', new Uint8Array(512));
    expect(lengths).toEqual([512]);
    expect(archive.members.map(({ deflated }) => deflated)).toEqual([undefined, 51]);
  });

  test('pays where it saves a tenth', () => {
    for (const [share, deflated] of [
      [0.9, 900],
      [0.901, undefined],
    ] as const) {
      const { archive } = shortening(share);
      archive.append('a', new Uint8Array(1000));
      expect(archive.members[0].deflated).toBe(deflated);
    }
  });

  test('is tried with pieces from all over where there is much', () => {
    const { archive, lengths } = shortening(0.5);
    archive.append('short', new Uint8Array(1 << 18));
    expect(lengths.splice(0)).toEqual([1 << 18]);
    archive.append('long', new Uint8Array((1 << 18) + 1));
    expect(lengths.splice(0)).toEqual([1 << 16, (1 << 18) + 1]);
    const noise = shortening(0.95);
    noise.archive.append('long', new Uint8Array((1 << 18) + 1));
    expect(noise.lengths).toEqual([1 << 16]);
  });

  test('is tried with the first piece, the last one and those between', () => {
    const length = (1 << 18) + 16;
    const data = Uint8Array.from({ length }, (_, i) => i >> 12);
    let sample = new Uint8Array(0);
    const codec = { ...portableCodec, deflate: (bytes: Uint8Array) => (sample = bytes.slice()) };
    new Archive(Object.assign(new MemorySink(), { codec }), [], 0).append('a', data);
    const stride = Math.floor((length - 4096) / 15);
    const wanted = Array.from({ length: 16 }, (_, i) => [
      ...data.subarray(i * stride, i * stride + 4096),
    ]).flat();
    expect([...sample]).toEqual(wanted);
  });
});

describe('an archive', () => {
  test('goes on behind members that are there, and is safe once it is closed', () => {
    const before: Member = { name: 'a', offset: 0, size: 3, crc: 0 };
    const told: string[] = [];
    const sink = {
      write: (bytes: Uint8Array) => void told.push(`${bytes.length}`),
      flush: () => void told.push('f'),
    };
    const archive = new Archive(sink, [before], 100);
    archive.append('bcd', Uint8Array.of(1, 2));
    expect(archive.members).toEqual([
      before,
      { name: 'bcd', offset: 100, size: 2, crc: crc32(Uint8Array.of(1, 2)) },
    ]);
    const header = encodeLocalHeader(archive.members[1]).length;
    archive.close();
    expect(told).toEqual([`${header}`, '2', `${46 + 1 + 46 + 3 + 22}`, 'f']);
  });

  test('takes over members of others as they lie there', async () => {
    const bytes = new Uint8Array(5000);
    const first = new MemorySink();
    const archive = new Archive(first, [], 0);
    archive.append('x', Uint8Array.of(1, 2, 3));
    archive.append('y', bytes);
    const source = bytesSource(first.bytes());
    const second = new MemorySink();
    const copy = new Archive(second, [], 0);
    for (const member of archive.members.toReversed()) await copy.copy(member, dataBlocks(source, member, 7));
    expect(copy.members.map(({ name }) => name)).toEqual(['y', 'x']);
    for (const member of copy.members)
      expect(await damageOf(bytesSource(second.bytes()), member)).toBeUndefined();
  });
});

describe('a member longer than is inflated at once', () => {
  // 33 MB of which most is the same
  const size = (1 << 25) + 1000;
  const random = new Random(3);
  const noise = Uint8Array.from({ length: 40_000 }, () => random.integer(256));
  const data = new Uint8Array(size).fill(7);
  data.set(noise, 5000);
  const packed = new Uint8Array(deflateRawSync(data, { level: 1 }));
  const member: Member = { name: 'm', offset: 0, size, deflated: packed.length, crc: nodeCodec.crc32(data) };

  function sourceOf(of: Member, body = packed): ByteSource {
    const header = encodeLocalHeader(of);
    const bytes = new Uint8Array(header.length + body.length);
    bytes.set(header);
    bytes.set(body, header.length);
    return { ...bytesSource(bytes), codec: nodeCodec };
  }

  test('is whole where its checksum and its length are right', async () => {
    expect(await damageOf(sourceOf(member), member)).toBeUndefined();
    for (const wrong of [{ crc: member.crc ^ 1 }, { size: size - 1 }, { size: size + 1 }]) {
      const other = { ...member, ...wrong };
      expect(await damageOf(sourceOf(other), other)).toBe('its checksum is wrong');
    }
    const broken = packed.slice();
    broken[30_000] ^= 4;
    expect(await damageOf(sourceOf(member, broken), member)).toBe('its checksum is wrong');
  });
});
