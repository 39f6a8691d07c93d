// How the frames of a recording are cut into chunks, what vouches for each, and what of them is lost.
//
// A closed recording says so in its index. One that is not, or whose directory is damaged, is put together from its
// commits: each vouches for the members before it. Where it cannot, because some of them are gone, the others still
// count; what may be gone is then known by name, so that reading it is an error and not an empty answer.

import { checkOf } from './container/check-members.ts';
import type { MemberReader } from './container/member-reader.ts';
import type { MemberList } from './container/members.ts';
import type { Member } from './container/zip.ts';
import { type Commit, isNames, readCommits } from './commits.ts';
import { RecordingError } from './error.ts';
import { chunkOfName, commitName, INDEX } from './layout/names.ts';
import { expectedMembers } from './expected-members.ts';
import type { Stream } from './layout/stream.ts';

export interface Chunks {
  /** The first frame of each chunk. */
  readonly firstFrames: readonly number[];
  readonly frames: number;
  /** Members that were there, by all that is known, and are not any more. */
  readonly lost: ReadonlySet<string>;
  /** Chunks whose commit is gone, or vouches for other members than are there. */
  readonly unvouched: readonly number[];
}

export interface CountedMembers extends Chunks {
  /** Those that count: of chunks up to the last commit, each in the place where it was written. */
  readonly members: readonly Member[];
}

/** From the index where the run was closed, and otherwise from commit to commit. */
export async function readChunks(
  reader: MemberReader,
  list: MemberList,
  formatVersion: number,
  streams: readonly Stream[],
): Promise<CountedMembers> {
  const indexed = list.torn ? undefined : readIndex(await reader.json(INDEX));
  if (indexed && reader.has(commitName(indexed.firstFrames.length - 1)))
    return { ...indexed, members: list.members };
  const commits = await readCommits(reader, list.members);
  if (commits.length === 0)
    throw new RecordingError('recording', 'holds no frame: the run ended before its first commit');
  return new Putting(list, commits, formatVersion, streams).together();
}

/** Puts chunks together from the commits that can be read. */
class Putting {
  private readonly list: MemberList;
  private readonly commits: readonly Commit[];
  private readonly formatVersion: number;
  private readonly streams: readonly Stream[];
  private readonly counted = new Map<string, Member>();
  private readonly lost = new Set<string>();
  private readonly unvouched: number[] = [];

  constructor(
    list: MemberList,
    commits: readonly Commit[],
    formatVersion: number,
    streams: readonly Stream[],
  ) {
    this.list = list;
    this.commits = commits;
    this.formatVersion = formatVersion;
    this.streams = streams;
  }

  together(): CountedMembers {
    const { commits } = this;
    // Those that are vouched for come first: of two members of one name the other one was renamed.
    const vouched = new Set(commits.filter((commit, i) => this.takeVouched(commit, i)));
    for (let i = 0; i < commits.length; i++) {
      const before = commits[i - 1];
      for (let chunk = (before?.chunk ?? -1) + 1; chunk < commits[i].chunk; chunk++)
        this.takeOthers(chunk, before, commits[i]);
      if (!vouched.has(commits[i])) this.takeOthers(commits[i].chunk, before, commits[i], commits[i]);
      for (const name of commits[i].lost) this.lost.add(name);
    }
    if (this.unvouched.includes(0)) this.takeSaidOnce();
    const last = commits[commits.length - 1];
    const members = [...this.counted.values()].sort((a, b) => a.offset - b.offset);
    const { lost, unvouched } = this;
    return {
      firstFrames: this.firstFrames(),
      frames: last.firstFrame + last.frames,
      members,
      lost,
      unvouched,
    };
  }

  /** Takes the members that a commit vouches for; false where they are not there. */
  private takeVouched(commit: Commit, i: number): boolean {
    const { members, gaps } = this.list;
    const begin = i > 0 ? this.commits[i - 1].at + 1 : 0;
    // Version 1 had no check: where nothing is missing between two commits in a row, nothing is.
    const from = this.formatVersion > 1 ? commit.at - (commit.members ?? Number.NaN) : begin;
    if (!(from >= 0)) return false;
    const own = members.slice(from, commit.at);
    const isVouched =
      this.formatVersion > 1
        ? commit.check === checkOf(own)
        : commit.chunk === i &&
          !gaps.some(
            ({ offset }) => offset < members[commit.at].offset && offset >= (members[begin]?.offset ?? 0),
          );
    if (!isVouched) return false;
    for (const member of own) this.counted.set(member.name, member);
    this.counted.set(members[commit.at].name, members[commit.at]);
    return true;
  }

  /** Takes what is left of a chunk that nothing vouches for, and tells what is not. */
  private takeOthers(chunk: number, before: Commit | undefined, after: Commit, own?: Commit): void {
    const region = this.list.members.slice((before?.at ?? -1) + 1, after.at);
    const contradicted = contradictedNames(region);
    let count = 0;
    for (const member of region) {
      const of = chunkOfName(member.name);
      const isSaidOnce = of === undefined && chunk === 0;
      const isTaken = this.counted.has(member.name) || contradicted.has(member.name);
      if (isTaken || !(of === chunk || isSaidOnce)) continue;
      this.counted.set(member.name, member);
      count++;
    }
    if (own) this.counted.set(commitName(chunk), this.list.members[own.at]);
    this.unvouched.push(chunk);
    const missing = own?.members === undefined ? undefined : own.members - count;
    for (const name of expectedMembers(chunk, this.streams, this.counted, missing)) this.lost.add(name);
  }

  /** What is said once can be nothing else, wherever it lies. */
  private takeSaidOnce(): void {
    const once = this.list.members.filter(({ name }) => chunkOfName(name) === undefined && name !== INDEX);
    const contradicted = contradictedNames(once);
    for (const member of once)
      if (!this.counted.has(member.name) && !contradicted.has(member.name))
        this.counted.set(member.name, member);
  }

  private firstFrames(): number[] {
    const firstFrames: number[] = [];
    let next = 0;
    for (const { chunk, firstFrame, frames } of this.commits) {
      const between = chunk - firstFrames.length;
      if (firstFrame < next + between || (between === 0 && firstFrame !== next))
        throw new RecordingError(commitName(chunk), `does not continue after frame ${next - 1}`);
      // Of chunks whose commits are gone only how many frames they have together is known; with one, all is.
      for (let i = 0; i < between; i++) firstFrames.push(next + i);
      firstFrames.push(firstFrame);
      next = firstFrame + frames;
    }
    return firstFrames;
  }
}

/** Names of several members that are not the same: one of them, and nobody knows which, had another name. */
function contradictedNames(members: readonly Member[]): Set<string> {
  const first = new Map<string, Member>();
  const names = new Set<string>();
  for (const member of members) {
    const { name, size, crc } = member;
    const other = first.get(name) ?? member;
    first.set(name, other);
    if (other.size !== size || other.crc !== crc) names.add(name);
  }
  return names;
}

function readIndex(value: unknown): Chunks | undefined {
  const { frames, firstFrames, lost = [] } = (value ?? {}) as Record<string, unknown>;
  if (!isPositiveCount(frames) || !Array.isArray(firstFrames) || firstFrames[0] !== 0) return undefined;
  for (let i = 0; i < firstFrames.length; i++) {
    const next = firstFrames[i + 1] ?? frames;
    if (!Number.isInteger(next) || !(next > firstFrames[i])) return undefined;
  }
  return isNames(lost) ? { frames, firstFrames, lost: new Set(lost), unvouched: [] } : undefined;
}

function isPositiveCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
