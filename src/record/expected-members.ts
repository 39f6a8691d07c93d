// Which members a chunk should have that are not there: all that a recording of its kind has in a chunk, as far as it
// cannot have been left out.

import type { Member } from './container/zip.ts';
import { memberName, snapshotPrefix } from './layout/names.ts';
import type { Stream } from './layout/stream.ts';

/**
 * Names of members that a damaged chunk has lost, or may have: a group without rows has no members, so what of a group
 * nothing is left of may never have been there.
 * @param found  members of all chunks
 * @param missing  how many are missing, where that is known
 */
export function expectedMembers(
  chunk: number,
  streams: readonly Stream[],
  found: ReadonlyMap<string, Member>,
  missing?: number,
): string[] {
  const isThere = ({ name }: Stream) => found.has(memberName(name, chunk));
  const groups = new Set(streams.filter(isThere).map(({ group }) => group));
  const lost: string[] = [];
  const doubtful: string[] = [];
  for (const stream of streams) {
    if (isThere(stream)) continue;
    const isSure = stream.group === undefined || groups.has(stream.group);
    (isSure ? lost : doubtful).push(memberName(stream.name, chunk));
  }
  for (const array of snapshotArrays(found)) {
    const name = `${snapshotPrefix(chunk)}${array}`;
    if (!found.has(name)) lost.push(name);
  }
  // A state may have arrays that others have not.
  return lost.length === missing ? lost : [...lost, ...doubtful, `${snapshotPrefix(chunk)}unknown`];
}

/** What the arrays of the states are called. */
function snapshotArrays(found: ReadonlyMap<string, Member>): Set<string> {
  const arrays = new Set<string>();
  for (const name of found.keys()) {
    const array = /^snapshot\/\d+\/([^/]+)$/.exec(name)?.[1];
    if (array !== undefined) arrays.add(array);
  }
  return arrays;
}
