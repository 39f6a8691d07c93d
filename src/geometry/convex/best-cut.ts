// The plane that serves a part best.
//
// What a cut leaves is measured by how much the hulls of both sides exceed them, each weighed by how far its corners lie
// from each other (their mean distance from the middle): half a ring fills as much of the hole as the whole ring did, and so
// does half of its thickness, but the half ring is shorter, and what it fills can be cut off sooner. Many planes are tried by the hulls of some corners, and
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
const FEWEST = 2;
const FACES = 1000;
const rough = spreadDirections(64);

export interface CutRules {
  /** Corners this near to a plane are on it [m]. */
  readonly hair: number;
  /** What another piece must be worth [m³]. */
  readonly worth: number;
  /** How many planes are tried at most. */
  readonly planes: number;
}

/** What a part falls into when it is cut where that serves it best; undefined where no plane cuts it. */
export function bestCut(piece: Convex, points: Points, rules: CutRules): Convex[] | undefined {
  const planes = planesFor(piece.part, points, boxOf(piece.part, points), rules.planes);
  const whole = spreadOf(piece.hull);
  const mark = points.count;
  const attempt = (plane: Plane, hullFor: (positions: Float64Array) => Hull | undefined): Attempt => {
    const solids = cutInto(piece, points, plane, rules.hair);
    const hulls = solids.map(({ part }) => hullFor(gather(points.x, cornersOf(part, points))));
    let score = solids.length < 2 ? Infinity : 0;
    hulls.forEach((hull, i) => {
      score += rules.worth;
      if (hull !== undefined) score += (Math.max(0, hull.volume - solids[i].volume) * spreadOf(hull)) / whole;
    });
    points.count = mark;
    return { plane, hulls, score };
  };
  const best = (among: readonly Plane[], hullFor: (positions: Float64Array) => Hull | undefined) =>
    among
      .map((plane) => attempt(plane, hullFor))
      .filter(({ score }) => score < Infinity)
      .sort((a, b) => a.score - b.score);
  const faces = piece.part.starts.length;
  const most = Math.max(FEWEST, Math.min(PROMISING, Math.floor((PROMISING * FACES) / faces)));
  const promising = best(planes, (positions) => hullOf(extremes(positions, rough))).slice(0, most);
  const [chosen] = best(
    promising.map(({ plane }) => plane),
    hullOf,
  );
  if (chosen === undefined) return undefined;
  return cutInto(piece, points, chosen.plane, rules.hair).flatMap((solid, i) => {
    const hull = chosen.hulls[i];
    return hull === undefined ? [] : [{ ...solid, hull }];
  });
}

/** A plane, and the hulls of what it cuts a part into, undefined of what is flat. */
interface Attempt {
  readonly plane: Plane;
  readonly hulls: readonly (Hull | undefined)[];
  readonly score: number;
}

/** Undefined of what is flat. */
export function withHull(solid: Solid, points: Points): Convex | undefined {
  const hull = hullOf(gather(points.x, cornersOf(solid.part, points)));
  return hull && { ...solid, hull };
}

function cutInto(piece: Convex, points: Points, plane: Plane, hair: number): Solid[] {
  return cutPart(piece.part, points, plane, hair)?.flatMap((half) => solidsOf(half, points)) ?? [];
}

/** Root mean square distance of the corners from their middle [m]. */
function spreadOf({ mesh: { positions: x } }: Hull): number {
  let spread = 0;
  const count = x.length / 3;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = k; i < x.length; i += 3) sum += x[i];
    for (let i = k; i < x.length; i += 3) spread += (x[i] - sum / count) * (x[i] - sum / count);
  }
  return Math.sqrt(spread / count);
}
