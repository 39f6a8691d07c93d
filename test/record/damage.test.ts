// What is damaged is told by member, frame and byte; a repair keeps all else, and what is whole is gone on from.

import { describe, expect, test } from 'vitest';
import { nodeCodec } from '../../src/record/container/codec.node.ts';
import type { Member } from '../../src/record/container/zip.ts';
import { encodeLocalHeader } from '../../src/record/container/zip.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { type Damage, describeDamage } from '../../src/record/damage.ts';
import { openRecording, type Recording } from '../../src/record/recording.ts';
import { wholeChunks, writeRepaired } from '../../src/record/repair.ts';
import { expectFrames } from './expect-frames.ts';
import { syntheticFrame, writeSynthetic } from './synthetic.ts';

const open = (bytes: Uint8Array) => openRecording({ ...bytesSource(bytes), codec: nodeCodec });
const { bytes: closed, commits } = writeSynthetic([1, 4, 2]);
const torn = closed.subarray(0, commits[2].bytes);
const { members } = (await open(closed)).contents;
const FRAMES = [
  [0, 0],
  [1, 4],
  [5, 6],
];

function dataAt(member: Member): number {
  return member.offset + encodeLocalHeader(member).length;
}

/** A copy in which the byte in the middle of a member's data is another. */
function damaged(bytes: Uint8Array, ...names: string[]): Uint8Array {
  const copy = bytes.slice();
  for (const member of members)
    if (names.includes(member.name)) copy[dataAt(member) + ((member.deflated ?? member.size) >> 1)] ^= 0x10;
  return copy;
}

async function repaired(recording: Recording, chunks?: number): Promise<Recording> {
  const sink = new MemorySink();
  await writeRepaired(recording.contents, await recording.damage(), sink, chunks);
  return open(sink.bytes());
}

describe('one byte of a member', () => {
  const inChunks = members.filter(({ name }) => /\d{8}/.test(name));

  test.each([
    ['a closed recording', closed],
    ['one that was not closed', torn],
  ])('of %s is told by its name, its frames and its place, whichever it is', async (_, bytes) => {
    expect(inChunks.length).toBeGreaterThan(100);
    for (const member of inChunks) {
      const { name, offset, size, deflated } = member;
      const isCommit = name.startsWith('commit/');
      const chunk = Number(/\d{8}/.exec(name)?.[0]);
      // of what was not closed, a commit that cannot be read is missing, or the end; one chunk stands for all
      if (bytes === torn && (isCommit || chunk !== 2)) continue;
      const found = await (await open(damaged(bytes, name))).damage();
      expect(found).toEqual([
        {
          member: name,
          what: 'its checksum is wrong',
          loses: !isCommit,
          offset,
          bytes: deflated ?? size,
          frames: FRAMES[chunk],
        },
      ]);
    }
  });

  test('of the last commit of what was not closed is where it ends', async () => {
    const recording = await open(damaged(torn, 'commit/00000002.json'));
    expect(recording.frameCount).toBe(5);
    expect(await recording.damage()).toEqual([]);
  });

  test('of a commit before others is told, and all frames are there', async () => {
    const recording = await open(damaged(torn, 'commit/00000001.json'));
    expect((await recording.damage()).filter(({ member }) => !member.startsWith('commit/'))).toMatchObject(
      [...recording.contents.lost].map((member) => ({ member, what: 'is lost', frames: [1, 4] })),
    );
    expect(await recording.reports()).toHaveLength(14);
  });

  test('of the index is no loss: commits say the same', async () => {
    const recording = await open(damaged(closed, 'index.json'));
    expect(recording.torn).toBe(true);
    expect(recording.frameCount).toBe(7);
    expect(await recording.damage()).toEqual([]);
    await expectFrames(recording);
  });

  test('of the head or the scene is an error that says so', async () => {
    await expect(open(damaged(closed, 'recording.json'))).rejects.toThrow(/recording\.json/);
    await expect(open(damaged(closed, 'scene/1.npy'))).rejects.toThrow(/scene\/1\.npy/);
  });

  test('of a header is told, and the data is there', async () => {
    const member = members.find(({ name }) => name === 'wall/00000001.npy') as Member;
    const copy = closed.slice();
    copy[member.offset + 14] ^= 1;
    const recording = await open(copy);
    expect(await recording.damage()).toEqual([
      {
        member: 'wall/00000001.npy',
        what: 'its header is damaged, its data is whole',
        loses: false,
        offset: member.offset,
        bytes: member.size,
        frames: [1, 4],
      },
    ]);
    expect((await recording.wallTimes())[3]).toBe(4.5);
    expect((await (await repaired(recording)).wallTimes())[3]).toBe(4.5);
  });
});

describe('checking', () => {
  test('goes over all of it, and tells how far it is', async () => {
    const told: number[] = [];
    await (await open(closed)).damage({ progress: (fraction) => told.push(fraction) });
    expect(told).toHaveLength(members.length);
    const sizes = members.map(({ size, deflated }) => deflated ?? size);
    const total = sizes.reduce((sum, size) => sum + size, 1);
    let done = 0;
    for (let i = 0; i < sizes.length; i++) {
      done += sizes[i];
      expect(told[i]).toBeCloseTo(done / total, 12);
    }
  });

  test('stops where it is told to, with what was found until then', async () => {
    const recording = await open(damaged(closed, 'time/00000000.npy', 'time/00000002.npy'));
    let polls = 0;
    const found = await recording.damage({ stop: () => ++polls > 20 });
    expect(polls).toBe(21);
    expect(found.map(({ member }) => member)).toEqual(['time/00000000.npy']);
    polls = 0;
    const all = await recording.damage({ stop: () => ++polls > members.length });
    expect(polls).toBe(members.length);
    expect(all.map(({ member }) => member)).toEqual(['time/00000000.npy', 'time/00000002.npy']);
  });

  test('tells bytes in which nothing can be read, in the order of the file', async () => {
    const at = commits[0].bytes;
    const inserted = Uint8Array.of(
      ...torn.subarray(0, at),
      ...new Uint8Array(64).fill(7),
      ...torn.subarray(at),
    );
    const found = await (await open(inserted)).damage();
    expect(found[0]).toEqual({
      member: `bytes ${at} to ${at + 63}`,
      what: 'no member can be read there',
      loses: true,
      offset: at,
      bytes: 64,
    });
    const places = found.map(({ offset }) => offset ?? Infinity);
    expect(places).toEqual(places.slice().sort((a, b) => a - b));
  });

  test('does not count what comes behind the last commit', async () => {
    const more = writeSynthetic([1, 4, 2], false).bytes;
    const recording = await open(Uint8Array.of(...more, ...new Uint8Array(100).fill(7)));
    expect(recording.frameCount).toBe(7);
    expect(await recording.damage()).toEqual([]);
  });
});

test('damage is described in one line', () => {
  const damage: Damage = { member: 'a.npy', what: 'is lost', loses: true };
  expect(describeDamage(damage)).toBe('a.npy: is lost');
  expect(describeDamage({ ...damage, frames: [3, 3] })).toBe('a.npy (frame 3): is lost');
  expect(describeDamage({ ...damage, frames: [3, 4], offset: 0 })).toBe(
    'a.npy (frames 3 to 4, at byte 0): is lost',
  );
  expect(describeDamage({ ...damage, member: 'bytes 3 to 4', offset: 3 })).toBe('bytes 3 to 4: is lost');
});

describe('a repair', () => {
  test('keeps all but what is damaged, and names that', async () => {
    const names = ['velocity/00000001.npy', 'snapshot/00000002/clock.npy', 'commit/00000000.json'];
    const recording = await repaired(await open(damaged(closed, ...names)));
    expect(recording.torn).toBe(false);
    expect(recording.firstFrames).toEqual([0, 1, 5]);
    expect(recording.frameCount).toBe(7);
    const lost = ['velocity/00000001.npy', 'snapshot/00000002/clock.npy'];
    expect([...recording.contents.lost]).toEqual(lost);
    expect(await recording.damage()).toEqual([
      { member: lost[0], what: 'is lost', loses: true, frames: [1, 4] },
      { member: lost[1], what: 'is lost', loses: true, frames: [5, 6] },
    ]);
    await expect(recording.frame(2)).rejects.toThrow(/velocity\/00000001.npy: is lost/);
    expect(await recording.frame(6)).toEqual(syntheticFrame(6).frame);
    expect(await recording.contacts(2)).toEqual(syntheticFrame(2).contacts);
    // without its index the same is known from its commits
    const { members: own, source } = recording.contents;
    const until = own.find(({ name }) => name === 'index.json')?.offset as number;
    const cut = await open(await source.read(0, until));
    expect([...cut.contents.lost]).toEqual(lost);
    expect(cut.contents.unvouched).toEqual([]);
  });

  test('of one that is whole is the same', async () => {
    const again = await repaired(await open(torn));
    expect(await again.contents.source.read(0, again.contents.source.size)).toEqual(closed);
  });

  test('of the first chunks ends with them', async () => {
    const recording = await repaired(await open(damaged(closed, 'velocity/00000002.npy')), 2);
    expect(recording.frameCount).toBe(5);
    expect(recording.firstFrames).toEqual([0, 1]);
    expect(await recording.damage()).toEqual([]);
    await expectFrames(recording);
  });

  test.each([
    [3, []],
    [3, ['commit/00000000.json']],
    [2, ['wall/00000002.npy']],
    [1, ['wall/00000001.npy']],
    [0, ['wall/00000000.npy']],
    // earlier states are not needed
    [3, ['snapshot/00000001/clock.npy']],
    [2, ['snapshot/00000002/clock.npy']],
    [1, ['snapshot/00000002/clock.npy', 'snapshot/00000001/seeds.npy']],
    [1, ['wall/00000002.npy', 'snapshot/00000001/seeds.npy']],
    [2, ['wall/00000002.npy', 'snapshot/00000000/seeds.npy']],
  ])('to go on from can keep %d whole chunks where %j is damaged', async (chunks, names) => {
    const recording = await open(damaged(closed, ...names));
    expect(wholeChunks(recording.contents, await recording.damage())).toBe(chunks);
  });
});
