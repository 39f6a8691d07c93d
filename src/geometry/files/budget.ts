// How much files and scenes may ask for, and the budget that it is taken from before memory is.
//
// One budget goes through one opening of a scene or of files, so that many modest askings do not add up to an immodest
// one. A file gets a budget of its own from it, in proportion to its length: a small file may not ask for much.

import { MeshError } from '../mesh-error.ts';

export const LIMITS = {
  /** Of all files of a scene together. */
  vertices: 50_000_000,
  /** Wires and points count as triangles. */
  triangles: 100_000_000,
  /** What packed files unpack to, all together. */
  bytesInflated: 1e9,
  /** Bodies of a scene; objects, groups and nodes of a file. */
  bodies: 100_000,
  /** Longest text; JavaScript strings end near 512 MB. */
  textBytes: 400e6,
  /** Corners of one polygon: clipping ears takes their square. */
  polygonCorners: 4096,
  /** [file units]: beyond this a file is broken, and volumes would overflow. */
  coordinate: 1e30,
} as const;

export type Counted = 'vertices' | 'triangles' | 'bytesInflated' | 'bodies';
type Counts = Record<Counted, number>;

const WORDS: Readonly<Record<Counted, string>> = {
  vertices: 'vertices',
  triangles: 'triangles, lines and points',
  bytesInflated: 'bytes when unpacked',
  bodies: 'bodies',
};

/**
 * What a file may ask for however short it is, and for each of its bytes. It may place one mesh many times; no format has
 * a vertex in less than a byte, and text packs to a hundredth where it repeats itself.
 */
const OF_ANY_FILE: Counts = { vertices: 5e6, triangles: 5e6, bytesInflated: 50e6, bodies: LIMITS.bodies };
const OF_A_BYTE: Counts = { vertices: 1, triangles: 2, bytesInflated: 100, bodies: 0 };

export class Budget {
  private readonly most: Counts;
  private readonly taken: Counts = { vertices: 0, triangles: 0, bytesInflated: 0, bodies: 0 };
  /** Whose files' this is. */
  private readonly whole: Budget | undefined;
  private readonly about: string;

  constructor(most: Counts = LIMITS, whole?: Budget, about = '') {
    this.most = most;
    this.whole = whole;
    this.about = about;
  }

  /**
   * Before memory is taken for it.
   * @throws MeshError where less is left
   */
  take(what: Counted, count: number, where: string): void {
    const total = this.taken[what] + count;
    if (!(count >= 0 && total <= this.most[what]))
      throw new MeshError(
        `there are too many ${WORDS[what]}`,
        where,
        total,
        `keep them below ${this.most[what]}${this.about}`,
      );
    this.taken[what] = total;
    // Vertices and triangles count for the whole where bodies are made of them; what was unpacked counts now.
    if (what === 'bytesInflated') this.whole?.take(what, count, where);
  }

  /** As much as is left, for what is made into one before it counts. */
  rest(): Budget {
    return this.forFile(Number.MAX_VALUE);
  }

  /** What is left for a file of this many bytes. */
  forFile(bytes: number): Budget {
    const most = { ...this.most };
    for (const what of Object.keys(most) as Counted[])
      most[what] = Math.min(most[what] - this.taken[what], OF_ANY_FILE[what] + OF_A_BYTE[what] * bytes);
    return new Budget(most, this, bytes < Number.MAX_VALUE ? ` in a file of ${bytes} bytes` : '');
  }
}

/** What a file may ask for that is read by itself. */
export function budgetOfFile(bytes: number): Budget {
  return new Budget().forFile(bytes);
}
