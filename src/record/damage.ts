// What of a recording is not what was written: every member is checked, and what the file vouches for is looked for.

import { damageOf } from './container/check-member.ts';
import type { MemberList } from './container/members.ts';
import type { ByteSource } from './container/source.ts';
import { bytesInFile, type Member } from './container/zip.ts';
import type { CountedMembers } from './chunks.ts';
import { chunkOfName, commitName, INDEX } from './layout/names.ts';

export interface Damage {
  /** The member that is damaged, or what is there instead of one. */
  readonly member: string;
  readonly what: string;
  /** Where in the file it begins, and how many bytes it takes; unknown of what is gone. */
  readonly offset?: number;
  readonly bytes?: number;
  /** The first and the last frame that it holds something of. */
  readonly frames?: readonly [first: number, last: number];
}

export interface CheckOptions {
  progress?(fraction: number): void;
  /** Polled between members; what was found until then is told. */
  stop?(): boolean;
}

/** What there is in a file, and which of it counts. */
export interface Contents extends CountedMembers {
  readonly source: ByteSource;
  readonly list: MemberList;
}

/** Everything that is damaged, in the order of the file; what was lost before comes last. */
export async function findDamage(contents: Contents, options: CheckOptions = {}): Promise<Damage[]> {
  const { source, list, lost, unvouched } = contents;
  const damage: Damage[] = [];
  const until = endOfCounted(contents);
  const members = list.members.filter(({ offset }) => offset < until);
  const total = members.reduce((sum, member) => sum + bytesInFile(member), 1);
  let done = 0;
  for (const member of members) {
    if (options.stop?.()) break;
    const what = await damageOf(source, member);
    if (what !== undefined)
      damage.push({
        member: member.name,
        what,
        offset: member.offset,
        bytes: bytesInFile(member),
        ...framesOf(contents, member.name),
      });
    done += bytesInFile(member);
    options.progress?.(done / total);
  }
  for (const { offset, bytes } of list.gaps)
    if (offset < until)
      damage.push({
        member: `bytes ${offset} to ${offset + bytes - 1}`,
        what: 'no member can be read there',
        offset,
        bytes,
      });
  for (const chunk of unvouched) {
    const member = commitName(chunk);
    const place = list.members.find(({ name }) => name === member);
    const what = place
      ? 'it vouches for other members than are there before it'
      : 'is missing where later ones are there';
    damage.push({
      member,
      what,
      ...(place ? { offset: place.offset, bytes: bytesInFile(place) } : {}),
      ...framesOf(contents, member),
    });
  }
  if (list.torn && isClosed(list.members))
    damage.push({
      member: 'directory',
      what: 'it does not list the members that are there',
      offset: source.size,
    });
  damage.sort((a, b) => (a.offset ?? Infinity) - (b.offset ?? Infinity));
  for (const member of lost) damage.push({ member, what: 'is lost', ...framesOf(contents, member) });
  return damage;
}

/** In one line: "velocity/00000002.npy (frames 64 to 127, at byte 81920): its checksum is wrong". */
export function describeDamage({ member, what, offset, frames }: Damage): string {
  const places: string[] = [];
  if (frames)
    places.push(frames[0] === frames[1] ? `frame ${frames[0]}` : `frames ${frames[0]} to ${frames[1]}`);
  if (offset !== undefined && !member.startsWith('bytes ')) places.push(`at byte ${offset}`);
  return `${member}${places.length > 0 ? ` (${places.join(', ')})` : ''}: ${what}`;
}

/** What comes after the last commit of a run that was not closed was never vouched for. */
function endOfCounted({ members, list }: Contents): number {
  if (!list.torn || isClosed(list.members)) return Number.POSITIVE_INFINITY;
  const last = members[members.length - 1];
  return last.offset + 1;
}

function isClosed(members: readonly Member[]): boolean {
  return members.some(({ name }) => name === INDEX);
}

function framesOf({ firstFrames, frames }: Contents, name: string): Pick<Damage, 'frames'> {
  const chunk = chunkOfName(name);
  if (chunk === undefined || chunk >= firstFrames.length) return {};
  return { frames: [firstFrames[chunk], (firstFrames[chunk + 1] ?? frames) - 1] };
}
