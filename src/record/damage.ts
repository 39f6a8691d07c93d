// What of a recording is not what was written: every member is checked, and what the file vouches for is looked for.

import { damageOf, WRONG_HEADER } from './container/check-member.ts';
import type { MemberList } from './container/members.ts';
import type { ByteSource } from './container/source.ts';
import { bytesInFile, type Member } from './container/zip.ts';
import type { CountedMembers } from './chunks.ts';
import { chunkOfName, commitName, INDEX } from './layout/names.ts';

/** Something that is wrong in a recording. */
export interface Damage {
  /** The member that is damaged, or what is there instead of one. */
  readonly member: string;
  /** What is wrong with it. */
  readonly what: string;
  /** Something that was written cannot be read any more; otherwise it can, and a repair brings all of it back. */
  readonly loses: boolean;
  /** Where in the file it begins, and how many bytes it takes; unknown of what is gone. */
  readonly offset?: number;
  /** How many bytes are concerned, where that is known. */
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

/** Everything that is damaged, in the order of the file; what is gone comes last. */
export async function findDamage(contents: Contents, options: CheckOptions = {}): Promise<Damage[]> {
  const { source, lost } = contents;
  const damage = [
    ...(await damagedMembers(contents, options)),
    ...damagedPlaces(contents),
    ...contents.unvouched.map((chunk) => damagedCommit(contents, chunk)),
  ];
  damage.sort((a, b) => (a.offset ?? source.size) - (b.offset ?? source.size));
  for (const member of lost)
    damage.push({ member, what: 'is lost', loses: true, ...framesOf(contents, member) });
  return damage;
}

async function damagedMembers(contents: Contents, options: CheckOptions): Promise<Damage[]> {
  const { source, list } = contents;
  const damage: Damage[] = [];
  const until = endOfCounted(contents);
  const members = list.members.filter(({ offset }) => offset <= until);
  const total = members.reduce((sum, member) => sum + bytesInFile(member), 1);
  let done = 0;
  for (const member of members) {
    if (options.stop?.()) break;
    const what = await damageOf(source, member);
    const loses = what !== WRONG_HEADER && !isWrittenAnew(member.name);
    if (what !== undefined)
      damage.push({
        member: member.name,
        what,
        loses,
        ...placeOf(member),
        ...framesOf(contents, member.name),
      });
    done += bytesInFile(member);
    options.progress?.(done / total);
  }
  return damage;
}

function damagedPlaces(contents: Contents): Damage[] {
  const until = endOfCounted(contents);
  const what = 'no member can be read there';
  return contents.list.gaps
    .filter(({ offset }) => offset <= until)
    .map(({ offset, bytes }) => {
      const member = `bytes ${offset} to ${offset + bytes - 1}`;
      return { member, what, loses: true, offset, bytes };
    });
}

function damagedCommit(contents: Contents, chunk: number): Damage {
  const member = commitName(chunk);
  const place = contents.list.members.find(({ name }) => name === member);
  const what = place
    ? 'it vouches for other members than are there before it'
    : 'it is missing where later ones are there';
  return {
    member,
    what,
    loses: false,
    ...(place ? placeOf(place) : {}),
    ...framesOf(contents, member),
  };
}

/** In one line: "velocity/00000002.npy (frames 64 to 127, at byte 81920): its checksum is wrong". */
export function describeDamage({ member, what, offset, frames }: Damage): string {
  const places: string[] = [];
  if (frames)
    places.push(frames[0] === frames[1] ? `frame ${frames[0]}` : `frames ${frames[0]} to ${frames[1]}`);
  if (offset !== undefined && !member.startsWith('bytes ')) places.push(`at byte ${offset}`);
  return `${member}${places.length > 0 ? ` (${places.join(', ')})` : ''}: ${what}`;
}

/** What comes after the last commit of a run that was not closed was never vouched for: it is torn, not damaged. */
function endOfCounted({ members, list }: Contents): number {
  return list.torn ? members[members.length - 1].offset : Number.POSITIVE_INFINITY;
}

/** What vouches for others is known again from them. */
function isWrittenAnew(name: string): boolean {
  return name === INDEX || name.startsWith('commit/');
}

function placeOf(member: Member): { offset: number; bytes: number } {
  return { offset: member.offset, bytes: bytesInFile(member) };
}

function framesOf({ firstFrames, frames }: Contents, name: string): Pick<Damage, 'frames'> {
  const chunk = chunkOfName(name);
  if (chunk === undefined || chunk >= firstFrames.length) return {};
  return { frames: [firstFrames[chunk], (firstFrames[chunk + 1] ?? frames) - 1] };
}
