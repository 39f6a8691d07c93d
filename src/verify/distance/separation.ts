// The direction that parts two simplices best, and how far it parts them: their distance.
//
//   separation along n:  min over a of n·a − max over b of n·b        (|n| = 1)
//
// The distance of two convex sets is the largest separation, and for points, segments and
// triangles the best direction belongs to a *feature*: normal to a face, to an edge of each, to an
// edge and through a vertex, or from vertex to vertex. So all these are tried: no classification that
// could go wrong, and directions come from long edges, never from the difference of two nearly equal
// closest points, which at a gap of 1e-9 would be mostly rounding. Where the simplices intersect,
// minus the result is the length of the smallest translation that parts them.
//
// Points are xyz in one flat array: `countA` from 0 on, then `countB`.

/** What parts two simplices best. */
export interface Parting {
  /** Of length 1, from b to a. */
  readonly direction: Float64Array;
  /** The feature it belongs to, and whether it is against that feature's own direction (−1). */
  feature: number;
  sign: number;
}

const CROSS = 0;
const PERPENDICULAR = 1;
const DIFFERENCE = 2;

/** Five numbers a feature: its kind, then offsets of up to four points. By 4 × countA + countB. */
const tables: (Int32Array | undefined)[] = [];

/** How far the best direction parts them, which goes to `parting`. Stops at the first one that does by `enough`. */
export function bestSeparation(
  parting: Parting,
  p: Float64Array,
  countA: number,
  countB: number,
  enough = Number.POSITIVE_INFINITY,
): number {
  const table = featuresOf(countA, countB);
  const middle = 3 * countA;
  const end = middle + 3 * countB;
  const { direction } = parting;
  let best = Number.NEGATIVE_INFINITY;
  direction.fill(0);
  for (let f = 0; f < table.length; f += 5) {
    if (!writeDirection(p, table, f)) continue;
    const nx = unit[0];
    const ny = unit[1];
    const nz = unit[2];
    let lowA = Number.POSITIVE_INFINITY;
    let highA = Number.NEGATIVE_INFINITY;
    let lowB = Number.POSITIVE_INFINITY;
    let highB = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < middle; i += 3) {
      const s = nx * p[i] + ny * p[i + 1] + nz * p[i + 2];
      if (s < lowA) lowA = s;
      if (s > highA) highA = s;
    }
    for (let i = middle; i < end; i += 3) {
      const s = nx * p[i] + ny * p[i + 1] + nz * p[i + 2];
      if (s < lowB) lowB = s;
      if (s > highB) highB = s;
    }
    // n and −n in one go
    const sign = lowA - highB >= lowB - highA ? 1 : -1;
    const separation = sign > 0 ? lowA - highB : lowB - highA;
    if (separation > best) {
      best = separation;
      parting.feature = f;
      parting.sign = sign;
      direction[0] = sign * nx;
      direction[1] = sign * ny;
      direction[2] = sign * nz;
      if (best >= enough) return best;
    }
  }
  return best;
}

/** The direction of the parting's feature as it is among other points; false where it has none there. */
export function bestFeatureAmong(
  { feature, sign }: Parting,
  p: Float64Array,
  countA: number,
  countB: number,
  out: Float64Array,
): boolean {
  if (!writeDirection(p, featuresOf(countA, countB), feature)) return false;
  for (let k = 0; k < 3; k++) out[k] = sign * unit[k];
  return true;
}

/** min over a of n·a − max over b of n·b. */
export function separationAlong(
  p: Float64Array,
  countA: number,
  countB: number,
  nx: number,
  ny: number,
  nz: number,
): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const middle = 3 * countA;
  const end = middle + 3 * countB;
  for (let i = 0; i < middle; i += 3) low = Math.min(low, nx * p[i] + ny * p[i + 1] + nz * p[i + 2]);
  for (let i = middle; i < end; i += 3) high = Math.max(high, nx * p[i] + ny * p[i + 1] + nz * p[i + 2]);
  return low - high;
}

const unit = new Float64Array(3);

/** Writes the unit direction of the feature at `f`; false where it is degenerate. */
function writeDirection(p: Float64Array, table: Int32Array, f: number): boolean {
  const p0 = table[f + 1];
  const p1 = table[f + 2];
  let x = p[p1] - p[p0];
  let y = p[p1 + 1] - p[p0 + 1];
  let z = p[p1 + 2] - p[p0 + 2];
  const kind = table[f];
  if (kind !== DIFFERENCE) {
    const q0 = table[f + 3];
    const q1 = table[f + 4];
    const ex = p[q1] - p[q0];
    const ey = p[q1 + 1] - p[q0 + 1];
    const ez = p[q1 + 2] - p[q0 + 2];
    if (kind === CROSS) {
      const cx = y * ez - z * ey;
      const cy = z * ex - x * ez;
      z = x * ey - y * ex;
      x = cx;
      y = cy;
    } else {
      const lengthSquared = ex * ex + ey * ey + ez * ez;
      if (lengthSquared === 0) return false;
      // twice: what one pass leaves along the edge is rounding of the larger part, not of the rest
      for (let pass = 0; pass < 2; pass++) {
        const along = (x * ex + y * ey + z * ez) / lengthSquared;
        x -= along * ex;
        y -= along * ey;
        z -= along * ez;
      }
    }
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-150)) return false;
  unit[0] = x / length;
  unit[1] = y / length;
  unit[2] = z / length;
  return true;
}

function featuresOf(countA: number, countB: number): Int32Array {
  const key = 4 * countA + countB;
  let table = tables[key];
  if (!table) {
    table = Int32Array.from(listFeatures(countA, countB));
    tables[key] = table;
  }
  return table;
}

function listFeatures(countA: number, countB: number): number[] {
  const verticesA = Array.from({ length: countA }, (_, i) => 3 * i);
  const verticesB = Array.from({ length: countB }, (_, i) => 3 * (countA + i));
  const edgesA = edgesAmong(verticesA);
  const edgesB = edgesAmong(verticesB);
  const features: number[] = [];
  for (const [v, w, u] of [verticesA, verticesB]) if (u !== undefined) features.push(CROSS, v, w, v, u);
  for (const [a0, a1] of edgesA) for (const [b0, b1] of edgesB) features.push(CROSS, a0, a1, b0, b1);
  for (const v of verticesA) for (const [b0, b1] of edgesB) features.push(PERPENDICULAR, b0, v, b0, b1);
  for (const v of verticesB) for (const [a0, a1] of edgesA) features.push(PERPENDICULAR, a0, v, a0, a1);
  for (const v of verticesA) for (const w of verticesB) features.push(DIFFERENCE, w, v, 0, 0);
  return features;
}

function edgesAmong(vertices: number[]): [number, number][] {
  const [a, b, c] = vertices;
  if (vertices.length === 3)
    return [
      [a, b],
      [b, c],
      [c, a],
    ];
  return vertices.length === 2 ? [[a, b]] : [];
}
