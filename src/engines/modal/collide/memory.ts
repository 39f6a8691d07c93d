// Which features are in contact: all that contacts remember, as one array of the state.
//
// A contact's number is that of its pair of bodies times 2³², plus that of the feature: a sample point of the lower or
// of the upper body, a place of a ball, or two edges. Numbers of edges that would not fit are mixed to 31 bits; two of
// one pair that meet there only share a memory.

export interface ContactMemory {
  /** Numbers of the contacts of the last time, increasing; replaced when contacts are found. */
  ids: Float64Array;
}

export function emptyMemory(): ContactMemory {
  return { ids: new Float64Array(0) };
}

const TWO_31 = 2147483648;
const TWO_32 = 4294967296;

/** What the numbers of a pair's contacts begin with. */
export function pairBase(low: number, high: number, bodies: number): number {
  return (low * bodies + high) * TWO_32;
}

/** The two bodies of a contact's number, as low × bodies + high. */
function pairOf(id: number): number {
  return Math.floor(id / TWO_32);
}

export function edgesNumber(edgeLow: number, edgeHigh: number, edgesOfHigh: number): number {
  const exact = edgeLow * edgesOfHigh + edgeHigh;
  if (exact < TWO_31) return TWO_31 + exact;
  let mixed = Math.imul(Math.imul(edgeLow, 0x9e3779b1) ^ edgeHigh, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return TWO_31 + ((mixed ^ (mixed >>> 16)) >>> 1);
}

export function remembers({ ids }: ContactMemory, id: number): boolean {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle] < id) low = middle + 1;
    else high = middle;
  }
  return low < ids.length && ids[low] === id;
}

/**
 * Replaces the memory by new numbers (increasing), keeping old ones of pairs that were not looked at.
 * @param active  1 for bodies all of whose pairs were looked at; all, where left out
 */
export function remember(
  memory: ContactMemory,
  found: Float64Array,
  count: number,
  bodies: number,
  active: Uint8Array | undefined,
): void {
  const old = memory.ids;
  if (active === undefined && old.length === count) {
    let same = 0;
    while (same < count && old[same] === found[same]) same++;
    if (same === count) return;
  }
  const kept =
    active === undefined
      ? new Float64Array(0)
      : old.filter((id) => {
          const pair = pairOf(id);
          return active[Math.floor(pair / bodies)] === 0 && active[pair % bodies] === 0;
        });
  const ids = new Float64Array(kept.length + count);
  ids.set(kept);
  ids.set(found.subarray(0, count), kept.length);
  memory.ids = kept.length > 0 ? ids.sort() : ids;
}
