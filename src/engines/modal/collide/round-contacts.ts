// Round edges of one body against the inside of another: what rolls touches between its vertices.
//
// An edge stands for the arc over it (bodies/round-edges.ts). Over a plane with normal n, with heights h₀ and h₁ of its
// ends and its middle b above the chord, leaning c = -n·n_mid to the plane,
//
//   h(t) = (1 − t) h₀ + t h₁ − 4 b c t (1 − t)   is least at   t = ½ (1 − (h₁ − h₀) / 4bc)
//
// and where that is between the ends, the arc touches there, not with them. As the body rolls on, the place runs along
// the arc and over the vertex to the next without a jump. Of another mesh n is that at the foot of the middle. Arcs
// hardly higher than the slop are left to their ends, and so are those that are deep inside.

import type { Displaced } from '../bodies/displace.ts';
import { arcHeight, chordHeight, groupsAt } from '../bodies/round-edges.ts';
import { findNearest, makeNearest } from './bd-tree.ts';
import { sideOf } from './foot.ts';
import { placeDirection, placePoint, type Placement } from './frames.ts';
import { collectNear, type NearItems } from './near-items.ts';
import { planeHeight } from './plane.ts';
import { writeFacePlace } from './sample-contacts.ts';
import { findFoot, foot } from './sample-foot.ts';
import { isContact, roughen, type World, writeContact } from './world.ts';

/** Arcs lower than so many times the slop are left to their ends. */
const LOWEST = 3;

const y = new Float64Array(3);
const outward = new Float64Array(3);
const point = new Float64Array(3);
const lean = new Float64Array(3);
const place = { normal: foot.normal, point: new Float64Array(3) };

/** Like `collectSamples`, for round edges. */
export function collectRounds(
  list: NearItems,
  rounds: Displaced,
  solid: Displaced,
  into: Placement,
  reach: number,
  slop: number,
  margin: number,
): void {
  const { roundTree, roundEdges, roundSides, edges } = rounds.body.surface;
  const { positions } = rounds;
  const locate = (item: number, out: Float64Array): number => {
    const u = edges[2 * roundEdges[item]];
    const v = edges[2 * roundEdges[item] + 1];
    rounds.vertex(u);
    rounds.vertex(v);
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      out[k] = 0.5 * (positions[3 * u + k] + positions[3 * v + k]);
      const d = positions[3 * u + k] - positions[3 * v + k];
      squared += d * d;
    }
    // the arc stays in the ball over its chord
    return 0.5 * Math.sqrt(squared) * (1 + 1e-12);
  };
  const { swelling } = rounds;
  collectNear(list, { tree: roundTree, swelling, locate }, solid, into, reach, reach, margin);
  for (let i = 0; i < list.count; i++) {
    const edge = roundEdges[list.items[i]];
    const [p, q] = groupsAt(rounds.body.surface, edge, roundSides[list.items[i]]);
    rounds.group(p);
    rounds.group(q);
    const [u, v] = [3 * edges[2 * edge], 3 * edges[2 * edge + 1]];
    const height = arcHeight(positions, u, v, rounds.groupNormals, 3 * p, 3 * q);
    // an arc that is too low stays so, unless the body bends
    if (height < LOWEST * slop && rounds.body.modes === 0) {
      list.distances[i] = Infinity;
      continue;
    }
    placePoint(ends, 0, into, positions, u);
    placePoint(ends, 3, into, positions, v);
    const wanted = reach + margin + height;
    const least = chordDistance(
      solid,
      wanted,
      0,
      1,
      distanceAt(solid, 0, wanted),
      distanceAt(solid, 1, wanted),
      4,
    );
    list.distances[i] = Math.max(0, least - height);
  }
}

const nearest = makeNearest();
const ends = new Float64Array(6);

/**
 * A lower bound of the distance of a part of the chord [m]: between two places it falls by no more than the way from
 * the one to the other and back. Halved some times, because edges are longer than what is looked for, or until it is
 * farther than wanted.
 */
function chordDistance(
  solid: Displaced,
  wanted: number,
  from: number,
  to: number,
  first: number,
  last: number,
  halvings: number,
): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (ends[3 + k] - ends[k]) * (ends[3 + k] - ends[k]);
  const bound = 0.5 * (first + last - (to - from) * Math.sqrt(squared));
  if (halvings === 0 || bound > wanted || first === 0 || last === 0) return bound;
  const middle = 0.5 * (from + to);
  const between = distanceAt(solid, middle, wanted);
  return Math.min(
    chordDistance(solid, wanted, from, middle, first, between, halvings - 1),
    chordDistance(solid, wanted, middle, to, between, last, halvings - 1),
  );
}

/** Of a place of the chord from the other body [m], 0 inside it; more than so much and the length is not told apart. */
function distanceAt(solid: Displaced, t: number, most: number): number {
  for (let k = 0; k < 3; k++) y[k] = (1 - t) * ends[k] + t * ends[3 + k];
  if (solid.body.kind === 'plane') return Math.max(0, planeHeight(solid.body, y));
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (ends[3 + k] - ends[k]) * (ends[3 + k] - ends[k]);
  const limit = most + Math.sqrt(squared);
  findNearest(nearest, solid, y[0], y[1], y[2], limit);
  if (nearest.face < 0) return limit;
  return sideOf(solid, nearest) > 0 ? nearest.distance : 0;
}

/** Like `addSampleContacts`, for round edges. */
export function addRoundContacts(
  world: World,
  list: NearItems,
  rounds: Displaced,
  solid: Displaced,
  into: Placement,
  slack: number,
  number: number,
): void {
  const { options, bulges, out } = world;
  const { surface } = rounds.body;
  const reach = 2 * options.slop + bulges[solid.body.index];
  for (let i = 0; i < list.count; i++) {
    if (list.distances[i] - slack > reach) continue;
    const item = list.items[i];
    const edge = surface.roundEdges[item];
    const u = 3 * surface.edges[2 * edge];
    const v = 3 * surface.edges[2 * edge + 1];
    const [p, q] = groupsAt(surface, edge, surface.roundSides[item]);
    rounds.vertex(u / 3);
    rounds.vertex(v / 3);
    rounds.group(p);
    rounds.group(q);
    const height = arcHeight(rounds.positions, u, v, rounds.groupNormals, 3 * p, 3 * q);
    if (height < LOWEST * options.slop) continue;
    const limit = reach + 2 * height;
    const isSharp = surface.isCrease[edge] === 1;
    placeOnArc(rounds, u, v, 3 * p, 3 * q, 0.5, into);
    if (solid.body.kind === 'plane') foot.normal.set(solid.body.normal);
    else if (!findFoot(solid, y, outward, isSharp, limit, options)) continue;
    const t = lowest(rounds.positions, u, v, height, into);
    if (!(t > 0 && t < 1)) continue;
    placeOnArc(rounds, u, v, 3 * p, 3 * q, t, into);
    if (!findFoot(solid, y, outward, isSharp, limit, options)) continue;
    if (!isContact(world, foot.gap, number + item)) continue;
    for (let k = 0; k < 3; k++) place.point[k] = y[k] - 0.5 * foot.gap * foot.normal[k];
    const contact = writeContact(world, rounds.body.index, solid.body.index, place, foot.gap, number + item);
    out.placesA[3 * contact] = u / 3;
    out.placesA[3 * contact + 1] = v / 3;
    out.weightsA[3 * contact] = 1 - t;
    out.weightsA[3 * contact + 1] = t;
    writeFacePlace(world, contact, solid);
    if (rounds.body.roughness + solid.body.roughness > 0) roughen(world, contact);
  }
}

/** Where on the arc it is lowest over the plane of the foot: 0 … 1, or NaN where it has no lowest place inside. */
function lowest(x: Float64Array, u: number, v: number, height: number, into: Placement): number {
  const { normal } = foot;
  for (let k = 0; k < 3; k++) lean[k] = x[v + k] - x[u + k];
  placeDirection(lean, 0, into, lean, 0);
  const rise = lean[0] * normal[0] + lean[1] * normal[1] + lean[2] * normal[2];
  const down = -(outward[0] * normal[0] + outward[1] * normal[1] + outward[2] * normal[2]);
  const room = 4 * height * down;
  return Math.abs(rise) < room ? 0.5 * (1 - rise / room) : Number.NaN;
}

/** Writes a place of the arc to y and its normal to `outward`, in the frame of the other body. */
function placeOnArc(
  { positions, groupNormals }: Displaced,
  u: number,
  v: number,
  p: number,
  q: number,
  t: number,
  into: Placement,
): void {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    outward[k] = (1 - t) * groupNormals[p + k] + t * groupNormals[q + k];
    point[k] = (1 - t) * positions[u + k] + t * positions[v + k];
    squared += outward[k] * outward[k];
  }
  const length = Math.sqrt(squared);
  const height = (2 * t * (1 - t) * chordHeight(positions, u, v, groupNormals, p, q)) / (1 + length);
  for (let k = 0; k < 3; k++) outward[k] /= length;
  for (let k = 0; k < 3; k++) point[k] += height * outward[k];
  placePoint(y, 0, into, point, 0);
  placeDirection(outward, 0, into, outward, 0);
}
