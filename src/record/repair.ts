// Writes what can be read of a recording as a new one: every member that is what was written, in its chunk, with commits and
// an index that vouch for these and name those that are lost.

import { Archive, type ByteSink } from './container/append-member.ts';
import { dataBlocks } from './container/check-member.ts';
import type { Member } from './container/zip.ts';
import type { Contents, Damage } from './damage.ts';
import { chunkOfName, commitName, INDEX, isSnapshotName } from './layout/names.ts';
import { commitText, indexText } from './vouch.ts';

/**
 * @param damage  all of what there is of it
 * @param chunks  how many of the chunks are written; all unless said
 */
export async function writeRepaired(
  contents: Contents,
  damage: readonly Damage[],
  sink: ByteSink,
  chunks = contents.firstFrames.length,
): Promise<void> {
  const { source, members, firstFrames } = contents;
  const lost = lostMembers(contents, damage);
  const archive = new Archive(sink, [], 0);
  const copy = async (member: Member) => {
    if (!lost.has(member.name)) await archive.copy(member, dataBlocks(source, member));
  };
  for (const member of members)
    if (chunkOfName(member.name) === undefined && member.name !== INDEX) await copy(member);
  const byChunk = membersByChunk(members);
  let vouched = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    for (const member of byChunk.get(chunk) ?? []) if (member.name !== commitName(chunk)) await copy(member);
    const own = archive.members.slice(vouched);
    const firstFrame = firstFrames[chunk];
    const frames = (firstFrames[chunk + 1] ?? contents.frames) - firstFrame;
    archive.appendJson(
      commitName(chunk),
      commitText({ chunk, firstFrame, frames }, own, namesIn(lost, chunk)),
    );
    vouched = archive.members.length;
  }
  const written = firstFrames.slice(0, chunks);
  const frames = firstFrames[chunks] ?? contents.frames;
  const names = [...lost].filter((name) => (chunkOfName(name) ?? 0) < chunks);
  archive.appendJson(INDEX, indexText(frames, written, archive.members, names));
  archive.close();
}

/** Members that are gone, or are not what was written. */
function lostMembers({ members, lost }: Contents, damage: readonly Damage[]): Set<string> {
  const counted = new Set(members.map(({ name }) => name));
  const names = new Set(lost);
  for (const { member, loses } of damage) if (loses && counted.has(member)) names.add(member);
  return names;
}

function namesIn(names: ReadonlySet<string>, chunk: number): string[] {
  return [...names].filter((name) => (chunkOfName(name) ?? 0) === chunk);
}

function membersByChunk(members: readonly Member[]): Map<number, Member[]> {
  const byChunk = new Map<number, Member[]>();
  for (const member of members) {
    const chunk = chunkOfName(member.name);
    if (chunk === undefined) continue;
    const own = byChunk.get(chunk);
    if (own) own.push(member);
    else byChunk.set(chunk, [member]);
  }
  return byChunk;
}

/**
 * How many chunks from the first on are whole and end in a state to go on from: what comes after them is computed again,
 * to the same bits. Earlier states are not needed for that.
 */
export function wholeChunks(contents: Contents, damage: readonly Damage[]): number {
  const lost = lostMembers(contents, damage);
  let first = contents.firstFrames.length;
  const broken = new Set<number>();
  for (const name of lost) {
    const chunk = chunkOfName(name) ?? 0;
    if (isSnapshotName(name)) broken.add(chunk);
    else first = Math.min(first, chunk);
  }
  while (first > 0 && broken.has(first - 1)) first--;
  return first;
}
