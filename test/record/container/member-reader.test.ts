// Arrays from strangers: of another kind, shape or length than the header and the commits say.

import { describe, expect, test } from 'vitest';
import { encodeNpyHeader } from '../../../src/record/container/npy.ts';
import { bytesSource } from '../../../src/record/container/source.ts';
import { openRecording } from '../../../src/record/recording.ts';
import { archiveOf, membersOf } from '../forge.ts';
import { writeSynthetic } from '../synthetic.ts';

const whole = await membersOf(writeSynthetic([1, 4]).bytes);

/** The recording with another array in the place of one. */
function having(name: string, header: Uint8Array, numbers: ArrayBufferView): Promise<unknown> {
  const data = new Uint8Array(header.length + numbers.byteLength);
  data.set(header);
  data.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), header.length);
  const members = whole.map((member) => (member.name === name ? { name, data } : member));
  return openRecording(bytesSource(archiveOf(members))).then((recording) => recording.wallTimes());
}

/** A header of so many bytes: blanks before the end of its line. */
function padded(header: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(0x20);
  bytes.set(header.subarray(0, header.length - 1));
  bytes[length - 1] = 0x0a;
  new DataView(bytes.buffer).setUint16(8, length - 10, true);
  return bytes;
}

const WALL = 'wall/00000001.npy';
const four = Float64Array.of(5, 6, 7, 8);
const right = encodeNpyHeader('<f8', [4]);

describe('an array', () => {
  test('is read where its kind and shape are those of its stream', async () => {
    expect(await having(WALL, right, four)).toEqual(Float64Array.of(0, 5, 6, 7, 8));
  });

  test('may have a header of up to 512 bytes', async () => {
    expect(await having(WALL, padded(right, 512), four)).toEqual(Float64Array.of(0, 5, 6, 7, 8));
    await expect(having(WALL, padded(right, 513), four)).rejects.toThrow(/no more than 544/);
  });

  test.each([
    ['another kind', encodeNpyHeader('<f4', [4]), new Float32Array(4), /has shape \(4\) of <f4/],
    ['fewer rows', encodeNpyHeader('<f8', [3]), new Float64Array(3), /has shape \(3\)/],
    ['more rows', encodeNpyHeader('<f8', [5]), new Float64Array(5), /has shape \(5\)/],
    ['another dimension', encodeNpyHeader('<f8', [2, 2]), four, /has shape \(2,2\)/],
    ['fewer numbers than it says', right, new Float64Array(3), /says shape \(4\) but holds 24 bytes/],
    ['no header', new Uint8Array(0), four, /is not a version 1.0/],
    ['half a header', right.subarray(0, 9), new Float64Array(0), /is not a version 1.0/],
    ['a header that is cut off', right.subarray(0, 40), new Float64Array(0), /header that is too long/],
  ])('with %s is refused', async (_, header, numbers, message) => {
    await expect(having(WALL, header, numbers)).rejects.toThrow(message);
  });

  test.each([
    ["'<f8'", "'>f8'", /holds numbers of kind >f8/],
    ['False', 'True ', /do not understand/],
    ['(4,)', '(a,)', /do not understand/],
  ])('whose header says %s as %s is refused', async (from, to, message) => {
    const text = new TextDecoder('latin1').decode(right).replace(from, to);
    await expect(
      having(
        WALL,
        Uint8Array.from(text, (char) => char.charCodeAt(0)),
        four,
      ),
    ).rejects.toThrow(message);
  });
});

test('starts that run back, or beyond the rows, are refused', async () => {
  const members = async (starts: number[]) => {
    const name = 'inputs/start/00000001.npy';
    const header = encodeNpyHeader('<u4', [5]);
    const data = new Uint8Array(header.length + 20);
    data.set(header);
    data.set(new Uint8Array(Uint32Array.from(starts).buffer), header.length);
    const forged = whole.map((member) => (member.name === name ? { name, data } : member));
    return openRecording(bytesSource(archiveOf(forged)));
  };
  expect(await (await members([0, 3, 3, 6, 6])).inputs(1)).toHaveLength(3);
  const back = await members([0, 3, 2, 6, 6]);
  await expect(back.inputs(2)).rejects.toThrow(/has no rows 3 to 2/);
  const beyond = await members([0, 3, 9, 6, 6]);
  await expect(beyond.inputs(2)).rejects.toThrow(/has no rows 3 to 9, but 6/);
  // 6 rows there are; the last start says 7
  await expect((await members([0, 3, 3, 6, 7])).inputs(4)).rejects.toThrow(/has shape/);
});
