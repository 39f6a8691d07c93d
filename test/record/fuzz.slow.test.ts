// Recordings come from strangers: whatever the bytes, opening and reading ends soon, in an answer or in a
// RecordingError, without taking more memory than the file is worth.

import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { RecordingError } from '../../src/record/error.ts';
import { contentHash } from '../../src/record/hash.ts';
import { openRecording } from '../../src/record/recording.ts';
import type { ByteSource } from '../../src/record/container/source.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { archiveOf, membersOf, withText } from './forge.ts';
import { bending, writeSynthetic } from './synthetic.ts';

const whole = writeSynthetic([1, 3, 2], true, bending).bytes;
const torn = writeSynthetic([1, 3, 2], false, bending).bytes;

/** Reads everything there is to read; true where nothing complained. */
async function readAll(bytes: Uint8Array): Promise<boolean> {
  let asked = 0;
  const inner = bytesSource(bytes);
  const source: ByteSource = {
    ...inner,
    read(offset, length) {
      asked += length;
      // Every reading below goes over the file a few times, never hundreds of times.
      if (asked > 300 * whole.length) throw new Error(`read ${asked} bytes of a file of ${bytes.length}`);
      return inner.read(offset, length);
    },
  };
  try {
    const recording = await openRecording(source);
    if (recording.frameCount > 1000)
      throw new RecordingError('test', 'more frames than the file can hold are fine to claim');
    for (let index = 0; index < recording.frameCount; index++) {
      await recording.frame(index);
      await recording.path(index);
      await recording.turns(index);
      await recording.vertexKnots(index);
      await recording.contacts(index);
      await recording.inputs(index);
      await recording.report(index);
    }
    await recording.bending();
    await recording.snapshot();
    await recording.position();
    await recording.damage();
    await contentHash(recording);
    return true;
  } catch (error) {
    if (error instanceof RecordingError) return false;
    throw error;
  }
}

async function attack(
  count: number,
  seed: number,
  mutate: (bytes: Uint8Array, random: Random) => Uint8Array,
): Promise<number> {
  let refused = 0;
  for (let i = 0; i < count; i++) {
    const random = new Random(seed, i);
    const from = random.integer(2) === 0 ? whole : torn;
    const bytes = mutate(from.slice(), random);
    if (!(await readAll(bytes))) refused++;
  }
  return refused;
}

describe('the reader of recordings', () => {
  test('reads the unharmed file', async () => {
    expect(await readAll(whole)).toBe(true);
    expect(await readAll(torn)).toBe(true);
  });

  test('survives changed bytes', async () => {
    const refused = await attack(1200, 1, (bytes, random) => {
      const count = 1 + random.integer(8);
      for (let i = 0; i < count; i++) bytes[random.integer(bytes.length)] = random.integer(256);
      return bytes;
    });
    expect(refused).toBeGreaterThan(10);
  });

  test('survives changed headers and directories', async () => {
    const headers: number[] = [];
    for (let i = 0; i + 4 < whole.length; i++) {
      if (whole[i] === 0x50 && whole[i + 1] === 0x4b && whole[i + 2] < 8 && whole[i + 3] < 8) headers.push(i);
    }
    const interesting = [0, 1, 0x7f, 0x80, 0xff];
    const refused = await attack(1200, 2, (bytes, random) => {
      const count = 1 + random.integer(3);
      for (let i = 0; i < count; i++) {
        const at = headers[random.integer(headers.length)] + random.integer(60);
        bytes[Math.min(bytes.length - 1, at)] = interesting[random.integer(interesting.length)];
      }
      return bytes;
    });
    expect(refused).toBeGreaterThan(100);
  });

  test('survives changed digits in its texts', async () => {
    const digits: number[] = [];
    for (let i = 0; i < whole.length; i++) if (whole[i] >= 0x30 && whole[i] <= 0x39) digits.push(i);
    const refused = await attack(800, 3, (bytes, random) => {
      const run = 1 + random.integer(4);
      const at = digits[random.integer(digits.length)];
      for (let i = at; i < Math.min(bytes.length, at + run); i++) bytes[i] = 0x39 - random.integer(2);
      return bytes;
    });
    expect(refused).toBeGreaterThan(10);
  });

  test('survives pieces cut out, doubled and swapped', async () => {
    const refused = await attack(800, 4, (bytes, random) => {
      const from = random.integer(bytes.length);
      const length = 1 + random.integer(random.integer(2) === 0 ? 64 : 20000);
      const piece = bytes.slice(from, from + length);
      const to = random.integer(bytes.length);
      switch (random.integer(4)) {
        case 0:
          return concatenate(bytes.subarray(0, from), bytes.subarray(from + piece.length));
        case 1:
          return concatenate(bytes.subarray(0, to), piece, bytes.subarray(to));
        case 2:
          bytes.set(piece.subarray(0, Math.min(piece.length, bytes.length - to)), to);
          return bytes;
        default:
          return concatenate(bytes.subarray(0, from), whole);
      }
    });
    expect(refused).toBeGreaterThan(10);
  });

  test('survives noise and nothing', async () => {
    expect(await readAll(new Uint8Array(0))).toBe(false);
    const refused = await attack(200, 5, (_, random) => {
      const noise = new Uint8Array(random.integer(4000));
      for (let i = 0; i < noise.length; i++) noise[i] = random.integer(256);
      noise.set([0x50, 0x4b, 3, 4].slice(0, noise.length));
      return noise;
    });
    expect(refused).toBe(200);
  });

  test('survives changed numbers and texts whose checksums are right', async () => {
    const members = await membersOf(whole);
    let refused = 0;
    for (let i = 0; i < 1200; i++) {
      const random = new Random(6, i);
      const forged = members.slice();
      const at = random.integer(forged.length);
      const data = forged[at].data.slice();
      const count = 1 + random.integer(4);
      for (let k = 0; k < count; k++) {
        // what an array says of itself stands at its beginning
        const from = random.integer(random.integer(2) === 0 ? Math.min(128, data.length) : data.length);
        data[from] = random.integer(2) === 0 ? random.integer(256) : 0x30 + random.integer(10);
      }
      forged[at] = { ...forged[at], data };
      if (!(await readAll(archiveOf(forged)))) refused++;
    }
    expect(refused).toBeGreaterThan(200);
  });

  test.each([
    ["'shape': (3, 2, 7), }", "'shape': (9, 9, 9), }"],
    ["'shape': (3, 2, 7), }   ", "'shape': (99999, 2, 7), }"],
    ["'shape': (8, ", "'shape': (7, "],
    ['"bodies":2', '"bodies":9'],
    ['"vertices":4', '"vertices":7'],
    ['"reportColumns":2', '"reportColumns":9'],
    ['"frames":3,"members"', '"frames":99999999999,"members"'],
    ['"frames":6,"firstFrames":[0,1,4]', '"frames":9999999999999,"firstFrames":[0,1,4]'],
    ['"firstFrame":1,', '"firstFrame":0,'],
    ['recording.json', 'recording.jsom'],
    ['"shapes":[{"modes":2', '"shapes":[{"modes":9'],
    ['"modes":2,"vertices":5', '"modes":2,"vertices":6'],
    ['"vertices":5,"faces":2', '"vertices":5,"faces":9'],
    ['"bodies":[{"body":1,', '"bodies":[{"body":7,'],
    ['"body":1,"shape":0', '"body":1,"shape":1'],
    ["'shape': (2, 5, 3)", "'shape': (9, 5, 3)"],
    ['bending/0/faces', 'bending/0/fasces'],
    ['snapshot/00000002/clock', 'snapshot/00000002/_____'],
  ])('believes no length, however right the checksum: %s made %s', async (claim, lie) => {
    expect(await readAll(await withText(isOfCommit(claim) ? torn : whole, claim, lie))).toBe(false);
  });

  test.each([
    ['moved/body', 1, 5],
    ['contactSteps/count', 1, 7],
    ['vertexKnots/deformable', 1, 3],
    ['motion/start', 1, 1],
    ['contacts/start', 2, 999],
  ])('refuses %s of a chunk that cannot be', async (stream, row, value) => {
    const name = `${stream}/00000001.npy`;
    const forged = (await membersOf(whole)).map((member) => {
      if (member.name !== name) return member;
      const data = member.data.slice();
      new DataView(data.buffer).setUint32(data.length - 4 * row, value, true);
      return { name, data };
    });
    expect(await readAll(archiveOf(forged))).toBe(false);
  });

  test('refuses what states more than the shapes allow', async () => {
    const members = await membersOf(whole);
    for (const name of ['pose/00000001.npy', 'contacts/point/00000001.npy', 'snapshot/00000002/clock.npy']) {
      const at = members.findIndex((member) => member.name === name);
      const swollen = members.slice();
      swollen[at] = { name, data: new Uint8Array(1 << 24) };
      const said = await reading(archiveOf(swollen));
      expect(said).toMatch(name.startsWith('snapshot') ? /is not a version/ : /states 16777216 bytes/);
    }
  });

  test('a header nested deeper than any stack is an error or ignored', async () => {
    expect(typeof (await readAll(await withDeepHeader(100_000)))).toBe('boolean');
  });
});

/** What reading all of it says. */
async function reading(bytes: Uint8Array): Promise<string> {
  const recording = await openRecording(bytesSource(bytes));
  try {
    for (let i = 0; i < recording.frameCount; i++)
      await Promise.all([recording.frame(i), recording.contacts(i)]);
    await recording.snapshot();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
}

/** Only a recording without an index is read from commit to commit. */
function isOfCommit(claim: string): boolean {
  return claim.startsWith('"firstFrame":') || claim.startsWith('"frames":3');
}

/** The same recording with a key that nests arrays `depth` deep in recording.json. */
async function withDeepHeader(depth: number): Promise<Uint8Array> {
  return withText(whole, '{', `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);
}

function concatenate(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
