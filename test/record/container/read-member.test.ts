import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { nodeCodec } from '../../../src/record/container/codec.node.ts';
import { portableCodec } from '../../../src/record/container/codec.ts';
import { Archive } from '../../../src/record/container/append-member.ts';
import { MemorySink } from '../../../src/record/container/memory-sink.ts';
import { readMember } from '../../../src/record/container/read-member.ts';
import { type ByteSource, bytesSource } from '../../../src/record/container/source.ts';
import { encodeLocalHeader, type Member } from '../../../src/record/container/zip.ts';

const codecs = [
  ['of the platform', nodeCodec],
  ['that works everywhere', portableCodec],
] as const;

/** Runs of equal bytes and noise, so that some deflates and some does not. */
const data = fc
  .array(fc.tuple(fc.nat(255), fc.nat(2000), fc.uint8Array({ maxLength: 50 })), { maxLength: 20 })
  .map((runs) =>
    Uint8Array.from(runs.flatMap(([value, count, noise]) => [...new Array(count).fill(value), ...noise])),
  );

describe.each(codecs)('with the codec %s', (_, codec) => {
  const other = codec === nodeCodec ? portableCodec : nodeCodec;

  function archive(bytes: Uint8Array): { source: ByteSource; member: Member } {
    const sink = Object.assign(new MemorySink(), { codec });
    const written = new Archive(sink, [], 0);
    written.append('some/member.npy', bytes);
    return { source: { ...bytesSource(sink.bytes()), codec: other }, member: written.members[0] };
  }

  test('a member is read as it was written, by the other codec too', async () => {
    await fc.assert(
      fc.asyncProperty(data, async (bytes) => {
        const { source, member } = archive(bytes);
        expect(await readMember(source, member)).toEqual(bytes);
      }),
    );
  });

  test('what deflates well is deflated, noise is stored', () => {
    expect(archive(new Uint8Array(5000)).member.deflated).toBeLessThan(100);
    const random = new Random(1);
    const noise = Uint8Array.from({ length: 1 << 20 }, () => random.integer(256));
    expect(archive(noise).member.deflated).toBeUndefined();
  });

  test('a flipped bit is told with the name of the member', async () => {
    const { source, member } = archive(new Uint8Array(5000).map((_, i) => i >> 4));
    const bytes = await source.read(0, source.size);
    for (let bit = 0; bit < 8 * bytes.length; bit += 5) {
      bytes[bit >> 3] ^= 1 << (bit & 7);
      const read = await readMember({ ...bytesSource(bytes), codec }, member).catch((error: Error) => error);
      // flags and dates are no content, nor are the bits behind the end of what is deflated
      if (read instanceof Error) expect(read.message).toMatch(/^some\/member.npy: /);
      else expect(read.every((value, i) => value === ((i >> 4) & 255))).toBe(true);
      bytes[bit >> 3] ^= 1 << (bit & 7);
    }
  });

  test('a bomb is refused before it goes off: stated smaller than it is, or larger than can be', async () => {
    const { source, member } = archive(new Uint8Array(1 << 26));
    const lying = async (lie: Partial<Member>) => {
      const said = { ...member, ...lie };
      const body = await source.read(encodeLocalHeader(member).length, member.deflated as number);
      const bytes = new Uint8Array(encodeLocalHeader(said).length + body.length);
      bytes.set(encodeLocalHeader(said));
      bytes.set(body, encodeLocalHeader(said).length);
      return readMember({ ...bytesSource(bytes), codec }, said);
    };
    await expect(lying({ size: 4096 })).rejects.toThrow(/does not inflate to the 4096 bytes/);
    await expect(lying({ size: 2 ** 31 })).rejects.toThrow(
      /states 2147483648 bytes where there can be no more/,
    );
    await expect(readMember(source, member, 1 << 20)).rejects.toThrow(
      /states 67108864 bytes .+ no more than 1048576/,
    );
  });
});
