// The plane that serves a part best.
//
// What a cut leaves is measured by how much the hulls of both sides exceed them, each weighed by how far its corners lie
// from each other: half a ring fills as much of the hole as the whole ring did, and so does half of its thickness, but the
// half ring is shorter, and what it fills can be cut off sooner. Many planes are tried by the hulls of some corners, and
// the most promising ones by all.

import { boxOf } from './box-of.ts';
import { cutPart, type Plane } from './cut.ts';
import { extremes, gather, type Hull, hullOf, spreadDirections } from './hull-of.ts';
import { cornersOf, type Points } from './part.ts';
import { planesFor } from './planes.ts';
import { type Solid, solidsOf } from './solids.ts';

/** A part in one piece, and its hull. */
export interface Convex extends Solid {
  readonly hull: Hull;
}

/** How many planes are tried by all corners; fewer of parts of many faces. */
const PROMISING = 8;
const FEWEST = 3;
const FACES = 1000;
const rough = spreadDirections(64);

export interface CutRules {
  /** Corners this near to a plane are on it [m]. */
  readonly hair: number;
  /** What another piece must be worth [m³]. */
  readonly worth: number;
}

/** What a part falls into when it is cut where that serves it best; undefined where no plane cuts it. */
export function bestCut(piece: Convex, points: Points, rules: CutRules): Convex[] | undefined {
  const planes = planesFor(piece.part, points, boxOf(piece.part, points));
  const whole = spreadOf(piece.hull);
  const mark = points.count;
  const scoreBy = (plane: Plane, hullFor: (positions: Float64Array) => Hull | undefined): number => {
    const solids = cutInto(piece, points, plane, rules.hair);
    let score = solids.length < 2 ? Infinity : 0;
    for (const { part, volume } of solids) {
      const hull = hullFor(gather(points.x, cornersOf(part, points)));
      score += rules.worth;
      if (hull !== undefined) score += (Math.max(0, hull.volume - volume) * spreadOf(hull)) / whole;
    }
    points.count = mark;
    return score;
  };
  const best = (among: readonly Plane[], hullFor: (positions: Float64Array) => Hull | undefined) =>
    among
      .map((plane) => ({ plane, score: scoreBy(plane, hullFor) }))
      .filter(({ score }) => score < Infinity)
      .sort((a, b) => a.score - b.score)
      .map(({ plane }) => plane);
  const faces = piece.part.starts.length;
  const most = Math.max(FEWEST, Math.min(PROMISING, Math.floor((PROMISING * FACES) / faces)));
  const promising = best(planes, (positions) => hullOf(extremes(positions, rough))).slice(0, most);
  const [chosen] = best(promising, hullOf);
  if (chosen === undefined) return undefined;
  return cutInto(piece, points, chosen, rules.hair).flatMap((solid) => withHull(solid, points) ?? []);
}

/** Undefined of what is flat. */
export function withHull(solid: Solid, points: Points): Convex | undefined {
  const hull = hullOf(gather(points.x, cornersOf(solid.part, points)));
  return hull && { ...solid, hull };
}

function cutInto(piece: Convex, points: Points, plane: Plane, hair: number): Solid[] {
  return cutPart(piece.part, points, plane, hair)?.flatMap((half) => solidsOf(half, points)) ?? [];
}

/** Mean square distance of the corners from their middle [m²]. */
function spreadOf({ mesh: { positions: x } }: Hull): number {
  let spread = 0;
  const count = x.length / 3;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = k; i < x.length; i += 3) sum += x[i];
    for (let i = k; i < x.length; i += 3) spread += (x[i] - sum / count) * (x[i] - sum / count);
  }
  return spread / count;
}
