// Sample points of one body against the inside of another.
//
// A point is tested against the nearest face of the other surface. Where two surfaces meet they look at each other:
// a point whose own normal looks along the face's belongs to the other side of something thin, and where it is inside
// the nearest face that does look at it counts. A point over a crease of the other surface is that of a face over an
// edge (then the normal is the face's own), or of a corner over an edge: then the face it looks at counts, where the
// corner is over it, and otherwise points over faces and edges over edges say the same, better.

import type { ModalBody } from '../bodies/body.ts';
import type { Displaced } from '../bodies/displace.ts';
import { findNearest, isNear, makeNearest } from './bd-tree.ts';
import { footAt, footOnFace, isAtCrease, makeFoot, sideOf } from './foot.ts';
import { placeDirection, placePoint, type Placement } from './frames.ts';
import { isInPlane, planeHeight } from './plane.ts';
import { isContact, roughen, type World, writeContact } from './world.ts';
import { NODE_SIZE } from '../../../geometry/tree.ts';

/** Sample points near another body at some time, by vertex. */
export interface NearSamples {
  vertices: Int32Array;
  /** How far away each was [m]; 0 where it was inside. */
  distances: Float64Array;
  count: number;
}

export function makeNearSamples(): NearSamples {
  return { vertices: new Int32Array(16), distances: new Float64Array(16), count: 0 };
}

/** Cosine between the normals of a point and of a face above which they do not look at each other. */
const ALONG = 0.25;

const nearest = makeNearest();
const foot = makeFoot();
const y = new Float64Array(3);
const outward = new Float64Array(3);
const place = { normal: foot.normal, point: new Float64Array(3) };

/**
 * Collects the samples of one body that are nearer to another than a margin, or inside it.
 * @param into   the first body in the frame of the other
 * @param reach  samples nearer than this are tested now [m]; `margin` more are collected
 */
export function collectSamples(
  list: NearSamples,
  samples: Displaced,
  solid: Displaced,
  into: Placement,
  reach: number,
  depth: number,
  margin: number,
): void {
  list.count = 0;
  const { sampleTree: tree, samples: vertices } = samples.body.surface;
  if (tree.count === 0) return;
  const swelling = samples.swelling;
  const isPlane = solid.body.kind === 'plane';
  const farthest = Math.max(reach, depth) + margin;
  const waiting = [0];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    const at = NODE_SIZE * node;
    const { nodes, links } = tree;
    if (links[node] >= 0) {
      placePoint(y, 0, into, nodes, at);
      const radius =
        Math.sqrt(
          nodes[at + 3] * nodes[at + 3] + nodes[at + 4] * nodes[at + 4] + nodes[at + 5] * nodes[at + 5],
        ) + swelling;
      const near = isPlane
        ? Math.abs(planeHeight(solid.body, y)) <= radius + farthest
        : isNear(solid, y[0], y[1], y[2], radius + farthest);
      if (near) waiting.push(links[node], node + 1);
      continue;
    }
    const vertex = vertices[~links[node]];
    samples.vertex(vertex);
    placePoint(y, 0, into, samples.positions, 3 * vertex);
    let distance: number;
    if (isPlane) {
      distance = planeHeight(solid.body, y);
      if (Math.abs(distance) > farthest) continue;
    } else {
      findNearest(nearest, solid, y[0], y[1], y[2], farthest);
      if (nearest.face < 0) continue;
      distance = sideOf(solid, nearest) * nearest.distance;
    }
    if (distance <= reach + margin) push(list, vertex, Math.max(0, distance));
  }
  sortByVertex(list);
}

/**
 * Adds the contacts among collected samples.
 * @param slack   how far anything may have moved since they were collected [m]
 * @param number  contact numbers of these samples begin here
 */
export function addSampleContacts(
  world: World,
  list: NearSamples,
  samples: Displaced,
  solid: Displaced,
  into: Placement,
  slack: number,
  number: number,
): void {
  const { slop, depth } = world.options;
  const a = samples.body.index;
  const b = solid.body.index;
  const reach = 2 * slop + world.bulges[b];
  const limit = Math.max(2 * slop, depth) + world.bulges[b];
  for (let i = 0; i < list.count; i++) {
    if (list.distances[i] - slack > reach) continue;
    const vertex = list.vertices[i];
    samples.vertex(vertex);
    placePoint(y, 0, into, samples.positions, 3 * vertex);
    const found =
      solid.body.kind === 'plane'
        ? footOnPlane(solid.body, depth)
        : footOnMesh(samples, vertex, solid, into, limit, slop, depth);
    if (!found || !isContact(world, foot.gap, number + vertex)) continue;
    for (let k = 0; k < 3; k++) place.point[k] = y[k] - 0.5 * foot.gap * foot.normal[k];
    const contact = writeContact(world, a, b, place, foot.gap, number + vertex);
    const { out } = world;
    for (let k = 0; k < 3; k++) out.placesA[3 * contact + k] = vertex;
    out.weightsA[3 * contact] = 1;
    if (solid.body.kind === 'mesh') {
      for (let k = 0; k < 3; k++) {
        out.placesB[3 * contact + k] = solid.body.surface.faces[3 * nearest.face + k];
        out.weightsB[3 * contact + k] = nearest.weights[k];
      }
    }
    if (samples.body.roughness + solid.body.roughness > 0) roughen(world, contact);
  }
}

function footOnPlane(body: ModalBody, depth: number): boolean {
  foot.gap = planeHeight(body, y);
  if (foot.gap < -depth || !isInPlane(body, y)) return false;
  foot.normal.set(body.normal);
  return true;
}

function footOnMesh(
  samples: Displaced,
  vertex: number,
  solid: Displaced,
  into: Placement,
  limit: number,
  slop: number,
  depth: number,
): boolean {
  findNearest(nearest, solid, y[0], y[1], y[2], limit);
  if (nearest.face < 0) return false;
  samples.normal(vertex);
  placeDirection(outward, 0, into, samples.vertexNormals, 3 * vertex);
  const outside = sideOf(solid, nearest) > 0;
  const isOverCrease = outside && nearest.feature < 6 && isAtCrease(solid, nearest.face, nearest.feature);
  if (!isOverCrease) {
    footAt(foot, solid, nearest);
    if (looksAt()) return foot.gap >= -depth;
  }
  if (outside && nearest.distance > 2 * slop) return false;
  if (isOverCrease && !isSharp(samples, vertex)) {
    foot.gap = 0;
    for (let k = 0; k < 3; k++) {
      foot.normal[k] = -outward[k];
      foot.gap += nearest.toPoint[k] * foot.normal[k];
    }
    return foot.gap >= 0;
  }
  // A corner that is inside, or beside a face by no more than the slop: boxes that stand exactly on each other have
  // all their corners there, and rounding must not decide.
  findNearest(nearest, solid, y[0], y[1], y[2], limit, outward);
  if (nearest.face < 0) return false;
  const beside = footOnFace(foot, solid, nearest);
  return looksAt() && foot.gap >= -depth && (!outside || beside <= slop);
}

function looksAt(): boolean {
  const { normal } = foot;
  return outward[0] * normal[0] + outward[1] * normal[1] + outward[2] * normal[2] < ALONG;
}

function isSharp({ body }: Displaced, vertex: number): boolean {
  const { aroundStarts, aroundFaces, faces, cornerGroups, groupStarts } = body.surface;
  const face = aroundFaces[aroundStarts[vertex]];
  let corner = 3 * face;
  while (faces[corner] !== vertex) corner++;
  const group = cornerGroups[corner];
  return groupStarts[group + 1] - groupStarts[group] < aroundStarts[vertex + 1] - aroundStarts[vertex];
}

function push(list: NearSamples, vertex: number, distance: number): void {
  if (list.count === list.vertices.length) {
    const vertices = new Int32Array(2 * list.count);
    const distances = new Float64Array(2 * list.count);
    vertices.set(list.vertices);
    distances.set(list.distances);
    list.vertices = vertices;
    list.distances = distances;
  }
  list.vertices[list.count] = vertex;
  list.distances[list.count++] = distance;
}

function sortByVertex(list: NearSamples): void {
  const order = Array.from({ length: list.count }, (_, i) => i);
  order.sort((i, j) => list.vertices[i] - list.vertices[j]);
  const vertices = list.vertices.slice();
  const distances = list.distances.slice();
  order.forEach((from, to) => {
    list.vertices[to] = vertices[from];
    list.distances[to] = distances[from];
  });
}
