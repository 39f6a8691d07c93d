// Folds: the edges of plates as the plates of one clock group see them (loop/forces/fold.ts). Where both faces of an edge tick together
// one fold serves both; where they do not each has its own.

import type { ElementTable } from './element-table.ts';

export interface Folds {
  /** Of group g: folds start[g] … start[g + 1] − 1. */
  readonly start: Int32Array;
  /** Both ends of the edge, the corner of the first face, the vertex across it. */
  readonly vertices: Int32Array;
  /** Of the edge, -1: none. */
  readonly tilts: Int32Array;
  /**
   * Of each plate and edge: 4 fold + 2 mirrored + side, -1 where nothing is across it. Mirrored: the two faces run along the edge the
   * same way, so that one sees θ as the other's -θ.
   */
  readonly ofPlates: Int32Array;
}

/** Shares of the edges in a plate's reals, as elastic/plate.ts has them. */
const SHARE = 3;

/** @param groups  of each clock group its plates, none where it has other elements */
export function foldsOf(
  plates: ElementTable,
  tilts: Int32Array,
  groups: readonly (readonly number[])[],
): Folds {
  const size = plates.count > 0 ? plates.reals.length / plates.count : 0;
  const start = new Int32Array(groups.length + 1);
  const vertices: number[] = [];
  const ofFolds: number[] = [];
  const ofPlates = new Int32Array(3 * plates.count).fill(-1);
  groups.forEach((members, g) => {
    // by both ends and both corners: then whoever finds it is the other face
    const known = new Map<string, number>();
    for (const plate of members) {
      const v = plates.vertices.subarray(6 * plate, 6 * plate + 6);
      for (let k = 0; k < 3; k++) {
        if (plates.reals[size * plate + SHARE + k] === 0) continue;
        const [a, b, c, d] = [v[k], v[(k + 1) % 3], v[(k + 2) % 3], v[3 + k]];
        const key = `${Math.min(a, b)} ${Math.max(a, b)} ${Math.min(c, d)} ${Math.max(c, d)}`;
        const other = known.get(key);
        if (other !== undefined) {
          known.delete(key);
          ofPlates[3 * plate + k] = 4 * other + (vertices[4 * other] === a ? 2 : 0) + 1;
          continue;
        }
        const fold = ofFolds.length;
        known.set(key, fold);
        vertices.push(a, b, c, d);
        ofFolds.push(tilts[3 * plate + k]);
        ofPlates[3 * plate + k] = 4 * fold;
      }
    }
    start[g + 1] = ofFolds.length;
  });
  return { start, vertices: Int32Array.from(vertices), tilts: Int32Array.from(ofFolds), ofPlates };
}
