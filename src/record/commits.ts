// The commits of a recording: from each of them on, its chunk counts.

import type { MemberReader } from './container/member-reader.ts';
import { readMember } from './container/read-member.ts';
import type { Member } from './container/zip.ts';
import { RecordingError } from './error.ts';
import { chunkOfName } from './layout/names.ts';

/** What a commit says. */
interface CommitText {
  readonly chunk: number;
  readonly firstFrame: number;
  readonly frames: number;
  /** How many members there are since the commit before, and a checksum of which; version 1 did not say. */
  readonly members?: number;
  readonly check?: number;
  /** Members of the chunk that a repair did not find, or found damaged. */
  readonly lost: readonly string[];
}

export interface Commit extends CommitText {
  /** Which of the file's members it is. */
  readonly at: number;
}

/** Those that can be read, by their number; the others are damaged, and so not there. */
export async function readCommits(reader: MemberReader, members: readonly Member[]): Promise<Commit[]> {
  const found = new Map<number, Commit>();
  for (let at = 0; at < members.length; at++) {
    const { name } = members[at];
    const chunk = name.startsWith('commit/') ? chunkOfName(name) : undefined;
    if (chunk === undefined || found.has(chunk)) continue;
    const said = await readCommit(reader, members[at]);
    if (said?.chunk === chunk) found.set(chunk, { ...said, at });
  }
  return [...found.values()].sort((a, b) => a.chunk - b.chunk);
}

async function readCommit({ source }: MemberReader, member: Member): Promise<CommitText | undefined> {
  try {
    const text = new TextDecoder().decode(await readMember(source, member));
    return checkCommit(JSON.parse(text));
  } catch (error) {
    if (error instanceof RecordingError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function checkCommit(value: unknown): CommitText | undefined {
  const { chunk, firstFrame, frames, members, check, lost } = (value ?? {}) as Record<string, unknown>;
  if (!isCount(chunk) || !isCount(firstFrame) || !isCount(frames) || frames === 0) return undefined;
  return {
    chunk,
    firstFrame,
    frames,
    ...(isCount(members) ? { members } : {}),
    ...(isCount(check) ? { check } : {}),
    lost: isNames(lost) ? lost : [],
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
