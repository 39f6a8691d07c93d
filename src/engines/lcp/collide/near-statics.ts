// The static pieces near each moving one, remembered while it stays near the place where they were looked up.
//
// For each is kept how far it was from the moving piece's bounding ball at least: until the piece has moved that far it
// cannot be touched. This saves searches, and never changes what is found.

import type { StaticTree } from './static-tree.ts';

/** How many are remembered for a piece; with more, they are looked up every time. */
const MOST = 8;

export class NearStatics {
  /** The last result: list[0] … list[count - 1]. */
  readonly list: number[] = [];
  private readonly found: number[] = [];
  private readonly members: Int32Array;
  private readonly distances: Float64Array;
  private readonly counts: Int8Array;
  private readonly places: Float64Array;
  private readonly slacks: Float64Array;

  constructor(pieces: number) {
    this.members = new Int32Array(MOST * pieces);
    this.distances = new Float64Array(MOST * pieces);
    this.counts = new Int8Array(pieces).fill(-1);
    this.places = new Float64Array(3 * pieces);
    this.slacks = new Float64Array(pieces);
  }

  /** Something static has moved. */
  forget(): void {
    this.counts.fill(-1);
  }

  /**
   * Writes the numbers of static pieces that the ball about c may come within the margin of to `list`; how many.
   * @param most  the largest margin that is ever asked for
   */
  near(
    tree: StaticTree,
    p: number,
    x: number,
    y: number,
    z: number,
    reach: number,
    margin: number,
    most: number,
  ): number {
    const { list, members, distances, places } = this;
    const dx = x - places[3 * p];
    const dy = y - places[3 * p + 1];
    const dz = z - places[3 * p + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    const slack = this.slacks[p];
    if (this.counts[p] < 0 || !(squared <= slack * slack)) {
      // Far from where it was: it is quick, and remembering would not help.
      const quick = this.counts[p] >= 0 && squared > reach * reach;
      return this.search(tree, p, x, y, z, reach, { margin, most, slack: quick ? 0 : 0.25 * reach });
    }
    const moved = Math.sqrt(squared) * ROUND_UP;
    let count = 0;
    for (let i = MOST * p; i < MOST * p + this.counts[p]; i++)
      if (distances[i] <= margin + moved) list[count++] = members[i];
    return count;
  }

  private search(
    tree: StaticTree,
    p: number,
    x: number,
    y: number,
    z: number,
    reach: number,
    { margin, most, slack }: { readonly margin: number; readonly most: number; readonly slack: number },
  ): number {
    const { list, found, members, distances, places } = this;
    const total = tree.search(found, x, y, z, reach + most + slack);
    places[3 * p] = x;
    places[3 * p + 1] = y;
    places[3 * p + 2] = z;
    this.slacks[p] = slack * ROUND_DOWN;
    this.counts[p] = total <= MOST ? total : -1;
    let count = 0;
    for (let i = 0; i < total; i++) {
      const distance = tree.distance(found[i], x, y, z) - reach;
      if (distance <= margin) list[count++] = found[i];
      if (total <= MOST) {
        members[MOST * p + i] = found[i];
        distances[MOST * p + i] = distance;
      }
    }
    return count;
  }
}

/** Cover the roundings of a distance. */
const ROUND_UP = 1 + 1e-12;
const ROUND_DOWN = 1 - 1e-12;
