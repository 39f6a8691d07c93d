// Which frames count, and what vouches for them: of indexes and commits that are damaged, missing, or from strangers.

import { describe, expect, test } from 'vitest';
import { RecordingError } from '../../src/record/error.ts';
import { openRecording, type Recording } from '../../src/record/recording.ts';
import { bytesSource } from '../../src/record/container/source.ts';
import { expectFrames } from './expect-frames.ts';
import { archiveAsIs, archiveOf, type ForgedMember, membersOf } from './forge.ts';
import { stateAfter, writeSynthetic } from './synthetic.ts';

const CHUNKS = [1, 4, 2, 3];
const whole = await membersOf(writeSynthetic(CHUNKS).bytes);
const open = (bytes: Uint8Array) => openRecording(bytesSource(bytes));

function json(data: Uint8Array): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
}

function withJson(member: ForgedMember, change: object): ForgedMember {
  const text = JSON.stringify({ ...json(member.data), ...change });
  return { ...member, data: new TextEncoder().encode(text) };
}

/** The recording, where one member says something else. */
function saying(name: string, change: object, isClosed = true): Promise<Recording> {
  const members = whole.map((member) => (member.name === name ? withJson(member, change) : member));
  return open(archiveOf(isClosed ? members : members.slice(0, -1), isClosed));
}

/** Without a directory, and without the members that a test names. */
function without(isGone: (name: string) => boolean): Promise<Recording> {
  return open(archiveAsIs(whole.filter(({ name }) => name !== 'index.json' && !isGone(name))));
}

describe('an index', () => {
  test('that is right is believed, without a look at the commits', async () => {
    const recording = await saying('index.json', { frames: 5, firstFrames: [0, 1], lost: ['wall/x.npy'] });
    expect(recording.frameCount).toBe(5);
    expect(recording.firstFrames).toEqual([0, 1]);
    expect([...recording.contents.lost]).toEqual(['wall/x.npy']);
    expect(recording.contents.unvouched).toEqual([]);
    expect((await saying('index.json', { frames: 2, firstFrames: [0, 1] })).frameCount).toBe(2);
  });

  test.each([
    ['no frames', { frames: 0, firstFrames: [] }],
    ['no frames, one chunk', { frames: 0, firstFrames: [0] }],
    ['half a frame', { frames: 4.5, firstFrames: [0] }],
    ['no list', { frames: 5, firstFrames: {} }],
    ['a first chunk that begins late', { frames: 5, firstFrames: [1] }],
    ['chunks without frames', { frames: 5, firstFrames: [0, 1, 1] }],
    ['a last chunk without frames', { frames: 5, firstFrames: [0, 5] }],
    ['halves', { frames: 5, firstFrames: [0, 1.5] }],
    ['more chunks than there are commits', { frames: 50, firstFrames: [0, 1, 5, 7, 10] }],
    ['names that are none', { frames: 5, firstFrames: [0, 1], lost: [3] }],
    ['a name instead of names', { frames: 5, firstFrames: [0, 1], lost: 'wall' }],
  ])('with %s is not, and the commits are', async (_, change) => {
    const recording = await saying('index.json', change);
    expect(recording.frameCount).toBe(10);
    expect(recording.firstFrames).toEqual([0, 1, 5, 7]);
    await expectFrames(recording);
  });
});

describe('commits alone', () => {
  test('are enough', async () => {
    const recording = await without(() => false);
    expect(recording.torn).toBe(true);
    expect(recording.firstFrames).toEqual([0, 1, 5, 7]);
    expect([...recording.contents.lost]).toEqual([]);
    expect(recording.contents.unvouched).toEqual([]);
    expect(await recording.damage()).toEqual([]);
    await expectFrames(recording);
  });

  test.each([
    ['no frames', { frames: 0 }],
    ['half a frame', { frames: 1.5 }],
    ['frames below none', { firstFrame: -1 }],
    ['another number', { chunk: 2 }],
    ['no number', { chunk: null }],
  ])('of which the last says %s end before it', async (_, change) => {
    const recording = await saying('commit/00000003.json', change, false);
    expect(recording.frameCount).toBe(7);
    expect(await recording.snapshot()).toEqual(stateAfter(6));
    await expectFrames(recording);
  });

  test.each([
    ['begins early', { firstFrame: 0 }],
    ['begins late', { firstFrame: 2 }],
    ['ends late', { frames: 5 }],
    ['ends early', { frames: 3 }],
  ])('of which one %s contradict each other', async (_, change) => {
    await expect(saying('commit/00000001.json', change, false)).rejects.toThrow(/does not continue after/);
  });

  test('name what a repair has not found', async () => {
    const recording = await saying('commit/00000001.json', { lost: ['wall/00000001.npy'] }, false);
    expect([...recording.contents.lost]).toEqual(['wall/00000001.npy']);
    for (const lost of ['wall', [3], null])
      expect((await saying('commit/00000001.json', { lost }, false)).contents.lost.size).toBe(0);
  });

  test('that do not say how many members they vouch for vouch for none', async () => {
    for (const change of [{ members: undefined }, { members: '59' }, { members: -1 }, { members: 1e6 }]) {
      const recording = await saying('commit/00000001.json', change, false);
      expect(recording.contents.unvouched).toEqual([1]);
      expect((await recording.path(2)).times).toHaveLength(0);
      expect(await recording.wallTimes()).toHaveLength(10);
    }
  });

  test('that vouch for members of other names are told, with the place of each', async () => {
    const members = whole
      .slice(0, -1)
      .map((member) =>
        member.name === 'wall/00000002.npy' ? { ...member, name: 'wall/00000009.npy' } : member,
      );
    const recording = await open(archiveAsIs(members));
    expect(recording.contents.unvouched).toEqual([2]);
    expect([...recording.contents.lost]).toEqual(['wall/00000002.npy']);
    const commit = recording.contents.members.find(({ name }) => name === 'commit/00000002.json');
    expect(await recording.damage()).toEqual([
      {
        member: 'commit/00000002.json',
        what: 'it vouches for other members than are there before it',
        loses: false,
        offset: commit?.offset,
        bytes: commit?.size,
        frames: [5, 6],
      },
      { member: 'wall/00000002.npy', what: 'is lost', loses: true, frames: [5, 6] },
    ]);
    await expect(recording.wallTimes()).rejects.toThrow(/wall\/00000002.npy: is lost/);
  });
});

describe('a chunk that has lost', () => {
  const named = (...names: string[]) => without((name) => names.includes(name));

  test('one member is known to have lost this one', async () => {
    for (const name of [
      'velocity/00000001.npy',
      'contacts/pair/00000001.npy',
      'inputs/start/00000001.npy',
      'snapshot/00000001/clock.npy',
    ]) {
      const { contents } = await named(name);
      expect([...contents.lost]).toEqual([name]);
      expect(contents.unvouched).toEqual([1]);
      expect(contents.firstFrames).toEqual([0, 1, 5, 7]);
    }
  });

  test('one member of the first is known to have, and what is said once is found', async () => {
    const recording = await named('wall/00000000.npy');
    expect([...recording.contents.lost]).toEqual(['wall/00000000.npy']);
    expect(recording.contents.unvouched).toEqual([0]);
    expect((await recording.frame(0)).time).toBe(0);
    await expect(recording.wallTimes()).rejects.toThrow(/wall\/00000000.npy: is lost/);
  });

  test('a group may have lost others too', async () => {
    const recording = await without((name) => /^turns\/.*1\.npy$/.test(name));
    const lost = [...recording.contents.lost].sort();
    expect(lost).toEqual(
      ['snapshot/00000001/unknown', 'absent', 'turns']
        .flatMap((of) =>
          of === 'turns'
            ? ['position', 'start', 'time', 'vertex'].map((column) => `turns/${column}/00000001.npy`)
            : of === 'absent'
              ? ['absent/body/00000001.npy', 'absent/start/00000001.npy']
              : [of],
        )
        .sort(),
    );
    await expect(recording.turns(2)).rejects.toThrow(RecordingError);
    expect((await recording.turns(0)).times).toHaveLength(0);
    await expect(recording.frame(2)).rejects.toThrow(/absent/);
  });

  test('its commit is not vouched for, and the frames of its neighbours say which are its own', async () => {
    const recording = await named('commit/00000001.json');
    expect(recording.firstFrames).toEqual([0, 1, 5, 7]);
    expect(recording.contents.unvouched).toEqual([1]);
    expect(recording.contents.lost.has('snapshot/00000001/unknown')).toBe(true);
    expect((await recording.path(2)).times).toHaveLength(0);
    const damage = await recording.damage();
    expect(damage.find(({ member }) => member === 'commit/00000001.json')).toEqual({
      member: 'commit/00000001.json',
      what: 'it is missing where later ones are there',
      loses: false,
      frames: [1, 4],
    });
  });

  test('both of two commits has frames, though not which', async () => {
    const recording = await named('commit/00000001.json', 'commit/00000002.json');
    expect(recording.frameCount).toBe(10);
    expect(recording.firstFrames).toEqual([0, 1, 2, 7]);
    expect(recording.contents.unvouched).toEqual([1, 2]);
    // the rows do not fit what is left to guess, and that is told
    await expect(recording.frame(3)).rejects.toThrow(RecordingError);
    expect((await recording.report(8)).length).toBe(2);
  });

  test('its scene to behind its commit has it still', async () => {
    const scene = whole.filter(({ name }) => name.startsWith('scene/'));
    const rest = whole.filter(({ name }) => !name.startsWith('scene/') && name !== 'index.json');
    const at = rest.findIndex(({ name }) => name === 'commit/00000001.json');
    const moved = [...rest.slice(0, at + 1), ...scene, ...rest.slice(at + 1)];
    const recording = await open(archiveOf(moved, false));
    expect(recording.contents.unvouched[0]).toBe(0);
    expect(recording.scene.bodies.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('the last commit has lost the chunk', async () => {
    const recording = await named('commit/00000003.json');
    expect(recording.frameCount).toBe(7);
    expect(recording.contents.unvouched).toEqual([]);
    expect(await recording.damage()).toEqual([]);
  });
});

describe('of two members of one name', () => {
  const at = whole.findIndex(({ name }) => name === 'wall/00000001.npy');
  const twice = (data: Uint8Array, gone: string) => {
    const members = [...whole.slice(0, at + 1), { name: 'wall/00000001.npy', data }, ...whole.slice(at + 1)];
    const left = members.filter(({ name }) => name !== 'index.json' && name !== gone);
    return open(archiveAsIs(left));
  };

  test('that are the same, either is taken', async () => {
    const recording = await twice(whole[at].data, 'velocity/00000001.npy');
    expect(await recording.wallTimes()).toHaveLength(10);
  });

  test('that are not, none is where nothing vouches for one', async () => {
    const other = whole[at].data.slice();
    other[other.length - 1] ^= 1;
    const recording = await twice(other, 'velocity/00000001.npy');
    expect(recording.contents.unvouched).toEqual([1]);
    await expect(recording.wallTimes()).rejects.toThrow(/wall\/00000001.npy: is lost/);
    // of another length
    const longer = await twice(Uint8Array.of(...other, 0), 'velocity/00000001.npy');
    await expect(longer.wallTimes()).rejects.toThrow(/is lost/);
  });
});
