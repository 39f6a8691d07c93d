// Planes along which a part may be cut: through the edges where it bends inward, and across.
//
// An edge that bends inward is gone from both sides only if the cut goes through it: halfway between its faces, or on along
// one of them, which is what flat solids want; or through another such edge beside it, as at the root of a tooth.

import type { Part, Points } from './part.ts';
import type { Plane } from './cut.ts';

/** More corners than any solid has. */
const LIMIT = 67_108_864;
/** sin of the smallest bend that counts. */
const BEND = 1e-3;
/** Planes closer than this, relative to the part, are one. */
const SAME = 1e-4;
/** Parts of many faces are offered fewer planes, though not fewer than this. */
const FEWEST = 12;
/** Of parts with more edges that bend inward none are joined by planes. */
const JOINED = 64;
/** Faces up to which a part is offered all of them. */
const FACES = 1000;
/** Parts of its extent at which a part may be cut across. */
const ACROSS = [0.5, 0.25, 0.75];

interface HollowEdge {
  readonly a: number;
  readonly b: number;
  readonly length: number;
  /** Length × sin of the bend. */
  readonly weight: number;
  readonly planes: readonly (readonly [number, number, number])[];
}

/**
 * In an order that depends on the part alone, the most wanted ones first.
 * @param atMost  of more planes that edges ask for every so-manieth one is taken
 */
export function planesFor(part: Part, points: Points, box: readonly number[], atMost: number): Plane[] {
  const { x } = points;
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const found = new Map<string, { plane: Plane; weight: number }>();
  const offer = (n: readonly [number, number, number], v: number, weight: number) => {
    const offset = n[0] * x[3 * v] + n[1] * x[3 * v + 1] + n[2] * x[3 * v + 2];
    const lead = n.find((c) => Math.abs(c) > 0.5) ?? 1;
    const sign = lead < 0 ? -1 : 1;
    const key = [...n, offset / size].map((c) => Math.round((sign * c) / SAME)).join();
    const known = found.get(key);
    if (known === undefined) found.set(key, { plane: { normal: n, offset }, weight });
    else known.weight += weight;
  };
  const edges = hollowEdges(part, points, 1e-6 * size);
  for (const { a, weight, planes } of edges) for (const n of planes) offer(n, a, weight);
  const faces = part.starts.length;
  const most = Math.max(FEWEST, Math.min(atMost, Math.floor((atMost * FACES) / faces)));
  if (edges.length <= JOINED) for (const [n, v, weight] of chords(edges, x)) offer(n, v, weight);
  const sorted = [...found.values()].sort((p, q) => q.weight - p.weight).map(({ plane }) => plane);
  const step = Math.max(1, sorted.length / most);
  const planes: Plane[] = [];
  for (let i = 0; i < sorted.length; i += step) planes.push(sorted[Math.floor(i)]);
  for (const s of ACROSS)
    for (let k = 0; k < 3; k++) {
      const normal: [number, number, number] = [0, 0, 0];
      normal[k] = 1;
      planes.push({ normal, offset: box[k] + s * (box[3 + k] - box[k]) });
    }
  return planes;
}

/** Edges of the surface that bend inward. */
function hollowEdges(part: Part, { x }: Points, shortest: number): HollowEdge[] {
  const { starts, from, to, normals, isCut } = part;
  const faceOf = new Map<number, number>();
  const key = (a: number, b: number) => a * LIMIT + b;
  for (let f = 0; f + 1 < starts.length; f++)
    if (isCut[f] === 0) for (let i = starts[f]; i < starts[f + 1]; i++) faceOf.set(key(from[i], to[i]), f);
  const edges: HollowEdge[] = [];
  for (const [directed, f] of faceOf) {
    const a = Math.floor(directed / LIMIT);
    const b = directed % LIMIT;
    if (a > b) continue;
    const g = faceOf.get(key(b, a));
    if (g === undefined) continue;
    const [nx, ny, nz] = [normals[3 * f], normals[3 * f + 1], normals[3 * f + 2]];
    const [mx, my, mz] = [normals[3 * g], normals[3 * g + 1], normals[3 * g + 2]];
    const [ex, ey, ez] = [0, 1, 2].map((k) => x[3 * b + k] - x[3 * a + k]);
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    const bend = (ny * mz - nz * my) * ex + (nz * mx - nx * mz) * ey + (nx * my - ny * mx) * ez;
    if (length < shortest || bend >= -BEND * length) continue;
    const half = Math.sqrt((nx - mx) * (nx - mx) + (ny - my) * (ny - my) + (nz - mz) * (nz - mz));
    edges.push({
      a,
      b,
      length,
      weight: -bend,
      planes: [
        [(nx - mx) / half, (ny - my) / half, (nz - mz) / half],
        [nx, ny, nz],
        [mx, my, mz],
      ],
    });
  }
  return edges;
}

/** Planes through an edge and the nearest ones beside it that run along it. */
function* chords(
  edges: readonly HollowEdge[],
  x: Float64Array,
): Generator<[readonly [number, number, number], number, number]> {
  for (const edge of edges) {
    const { a, b, length, weight } = edge;
    const [ex, ey, ez] = [0, 1, 2].map((k) => (x[3 * b + k] - x[3 * a + k]) / length);
    const beside = edges.flatMap((other) => {
      if (other === edge) return [];
      const [dx, dy, dz] = [0, 1, 2].map((k) => (x[3 * other.b + k] - x[3 * other.a + k]) / other.length);
      if (Math.abs(ex * dx + ey * dy + ez * dz) < 1 - 1e-6) return [];
      const [wx, wy, wz] = [0, 1, 2].map((k) => x[3 * other.a + k] - x[3 * a + k]);
      if (!leadsIn(edge, wx, wy, wz, length) || !leadsIn(other, -wx, -wy, -wz, length)) return [];
      const n = [ey * wz - ez * wy, ez * wx - ex * wz, ex * wy - ey * wx] as const;
      const apart = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      return apart > 1e-6 * length ? [{ n, apart }] : [];
    });
    beside.sort((p, q) => p.apart - q.apart);
    for (const { n, apart } of beside.slice(0, 4))
      yield [[n[0] / apart, n[1] / apart, n[2] / apart], a, 0.5 * weight];
  }
}

/** Whether a way from an edge goes into what its faces bound, and not along one of them or through the open. */
function leadsIn(
  { planes: [, n, m] }: HollowEdge,
  wx: number,
  wy: number,
  wz: number,
  length: number,
): boolean {
  const least = -1e-6 * length;
  return n[0] * wx + n[1] * wy + n[2] * wz < least || m[0] * wx + m[1] * wy + m[2] * wz < least;
}
