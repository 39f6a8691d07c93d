// Sample points of one body against the inside of another.

import type { Displaced } from '../bodies/displace.ts';
import { placeDirection, placePoint, type Placement } from './frames.ts';
import { collectNear, type NearItems } from './near-items.ts';
import { findFoot, foot, nearest } from './sample-foot.ts';
import { isContact, roughen, type World, writeContact } from './world.ts';

const y = new Float64Array(3);
const outward = new Float64Array(3);
const place = { normal: foot.normal, point: new Float64Array(3) };

/**
 * Collects the samples of one body that are nearer to another than a margin, or inside it.
 * @param into   the first body in the frame of the other
 * @param reach  samples nearer than this are tested now [m]; `margin` more are collected
 */
export function collectSamples(
  list: NearItems,
  samples: Displaced,
  solid: Displaced,
  into: Placement,
  reach: number,
  depth: number,
  margin: number,
): void {
  const { sampleTree, samples: vertices } = samples.body.surface;
  const locate = (item: number, out: Float64Array): number => {
    const vertex = vertices[item];
    samples.vertex(vertex);
    for (let k = 0; k < 3; k++) out[k] = samples.positions[3 * vertex + k];
    return 0;
  };
  const { swelling } = samples;
  collectNear(list, { tree: sampleTree, swelling, locate }, solid, into, reach, depth, margin);
}

/**
 * Adds the contacts among collected samples.
 * @param slack   how far anything may have moved since they were collected [m]
 * @param number  contact numbers of these samples begin here
 */
export function addSampleContacts(
  world: World,
  list: NearItems,
  samples: Displaced,
  solid: Displaced,
  into: Placement,
  slack: number,
  number: number,
): void {
  const { options, bulges, out } = world;
  const bulge = bulges[solid.body.index];
  const reach = 2 * options.slop + bulge;
  const limit = Math.max(2 * options.slop, options.depth) + bulge;
  const vertices = samples.body.surface.samples;
  for (let i = 0; i < list.count; i++) {
    if (list.distances[i] - slack > reach) continue;
    const vertex = vertices[list.items[i]];
    samples.normal(vertex);
    samples.vertex(vertex);
    placePoint(y, 0, into, samples.positions, 3 * vertex);
    placeDirection(outward, 0, into, samples.vertexNormals, 3 * vertex);
    if (!findFoot(solid, y, outward, isSharp(samples, vertex), limit, options)) continue;
    if (!isContact(world, foot.gap, number + vertex)) continue;
    for (let k = 0; k < 3; k++) place.point[k] = y[k] - 0.5 * foot.gap * foot.normal[k];
    const contact = writeContact(
      world,
      samples.body.index,
      solid.body.index,
      place,
      foot.gap,
      number + vertex,
    );
    for (let k = 0; k < 3; k++) out.placesA[3 * contact + k] = vertex;
    out.weightsA[3 * contact] = 1;
    writeFacePlace(world, contact, solid);
    if (samples.body.roughness + solid.body.roughness > 0) roughen(world, contact);
  }
}

/** Where the foot that was found last is on the surface of the other body. */
export function writeFacePlace({ out }: World, contact: number, { body }: Displaced): void {
  if (body.kind !== 'mesh') return;
  for (let k = 0; k < 3; k++) {
    out.placesB[3 * contact + k] = body.surface.faces[3 * nearest.face + k];
    out.weightsB[3 * contact + k] = nearest.weights[k];
  }
}

function isSharp({ body }: Displaced, vertex: number): boolean {
  const { aroundStarts, aroundFaces, faces, cornerGroups, groupStarts } = body.surface;
  const face = aroundFaces[aroundStarts[vertex]];
  let corner = 3 * face;
  while (faces[corner] !== vertex) corner++;
  const group = cornerGroups[corner];
  return groupStarts[group + 1] - groupStarts[group] < aroundStarts[vertex + 1] - aroundStarts[vertex];
}
