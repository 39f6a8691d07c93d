// Recordings as a stranger would make them: members with other data than a writer put there, and every checksum right.

import { Archive } from '../../src/record/container/append-member.ts';
import { checkOf } from '../../src/record/container/check-members.ts';
import { listMembers } from '../../src/record/container/members.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import { readMember } from '../../src/record/container/read-member.ts';
import { bytesSource } from '../../src/record/container/source.ts';

export interface ForgedMember {
  readonly name: string;
  readonly data: Uint8Array;
}

/** All members of an archive, inflated. */
export async function membersOf(bytes: Uint8Array): Promise<ForgedMember[]> {
  const source = bytesSource(bytes);
  const { members } = await listMembers(source);
  return Promise.all(
    members.map(async (member) => ({ name: member.name, data: await readMember(source, member) })),
  );
}

/** An archive of members as they are: its commits and its index vouch for those of the archive that they came from. */
export function archiveAsIs(members: readonly ForgedMember[], close = false): Uint8Array {
  const sink = new MemorySink();
  const archive = new Archive(sink, [], 0);
  for (const { name, data } of members) archive.append(name, data);
  if (close) archive.close();
  return sink.bytes();
}

/** An archive of members, whose commits and index vouch for what is there. */
export function archiveOf(members: readonly ForgedMember[], close = true): Uint8Array {
  const sink = new MemorySink();
  const archive = new Archive(sink, [], 0);
  let vouched = 0;
  for (const { name, data } of members) {
    const isCommit = name.startsWith('commit/');
    if (!isCommit && name !== 'index.json') {
      archive.append(name, data);
      continue;
    }
    const check = checkOf(archive.members.slice(isCommit ? vouched : 0));
    const text = new TextDecoder().decode(data).replace(/"check":\d+/, `"check":${check}`);
    archive.append(name, new TextEncoder().encode(text));
    vouched = archive.members.length;
  }
  if (close) archive.close();
  return sink.bytes();
}

/** The same recording, where the first member that has a text has another one there. */
export async function withText(bytes: Uint8Array, from: string, to: string): Promise<Uint8Array> {
  const members = await membersOf(bytes);
  const at = members.findIndex(({ name, data }) => `${name}\n${latin1(data)}`.includes(from));
  if (at < 0) throw new Error(`no member has ${from}`);
  const { name, data } = members[at];
  members[at] = name.includes(from)
    ? { name: name.replace(from, to), data }
    : { name, data: Uint8Array.from(latin1(data).replace(from, to), (char) => char.charCodeAt(0)) };
  return archiveOf(members);
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
