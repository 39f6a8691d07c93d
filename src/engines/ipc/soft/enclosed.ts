// What is wholly inside something solid. Closed cloth is hollow, and may hold what it likes.

import type { Mesh } from '../../../geometry/index.ts';
import { isSolid, surrounds } from '../contact/inside.ts';
import type { Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import type { Meeting } from './meeting.ts';
import type { Soft } from './soft.ts';

/** An item by its vertices, and its closed surface where it has one. */
interface Part {
  readonly item: number;
  /** First vertex, and how many. */
  readonly first: number;
  readonly count: number;
  readonly surface: Mesh | undefined;
  readonly mesh: Mesh;
}

/** Surfaces do not cross: then what hangs together is on one side. */
export function findEnclosed(model: Model, soft: Soft, { x }: Poses, owners: readonly number[]): Meeting[] {
  const { given, vertexStart, shapes, itemOf } = model;
  const softParts = soft.items.map(({ deformable, item, first }): Part => {
    const mesh = given.meshes[given.deformables[deformable].mesh];
    const isHollow = given.deformables[deformable].kind !== 'solid';
    const surface = isHollow || !isSolid(mesh) ? undefined : mesh;
    return { item, first: vertexStart[first], count: mesh.positions.length / 3, surface, mesh };
  });
  const others = owners.map((i): Part => {
    const { mesh } = shapes[i];
    const surface = isSolid(mesh) ? mesh : undefined;
    return { item: itemOf[i], first: vertexStart[i], count: mesh.positions.length / 3, surface, mesh };
  });
  const meetings: Meeting[] = [];
  const look = (inner: Part, outer: Part): void => {
    if (!outer.surface || inner === outer || soft.ruleOf(inner.item, outer.item) < 0) return;
    const places = x.subarray(3 * outer.first, 3 * (outer.first + outer.count));
    const { gluedTo } = soft;
    for (const v of firstOfParts(inner.mesh, (n) => gluedTo[inner.first + n] === outer.item)) {
      if (!isInBox(places, x, 3 * (inner.first + v))) continue;
      if (!surrounds(places, outer.surface, x, 3 * (inner.first + v))) continue;
      const { ownerOf } = soft;
      meetings.push({ one: ownerOf[inner.first + v], other: ownerOf[outer.first], does: 'is inside' });
      return;
    }
  };
  for (const one of softParts) {
    for (const other of softParts) look(one, other);
    for (const other of others) {
      look(one, other);
      look(other, one);
    }
  }
  return meetings;
}

/** A vertex of every part of a mesh that hangs together, taken apart where it is glued: that may be inside. */
function firstOfParts({ positions, faces, wires }: Mesh, isGlued: (v: number) => boolean): number[] {
  const parents = Int32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const rootOf = (vertex: number): number => {
    let v = vertex;
    while (parents[v] !== v) v = parents[v] = parents[parents[v]];
    return v;
  };
  const join = (v: number, w: number): void => {
    if (!isGlued(v) && !isGlued(w)) parents[rootOf(v)] = rootOf(w);
  };
  for (let i = 0; i < faces.length; i++) if (i % 3 > 0) join(faces[i], faces[i - 1]);
  for (let i = 0; i < wires.length; i += 2) join(wires[i], wires[i + 1]);
  return [...parents.keys()].filter((v) => parents[v] === v && !isGlued(v));
}

function isInBox(places: Float64Array, x: Float64Array, at: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < places.length; k += 3) {
      low = Math.min(low, places[k]);
      high = Math.max(high, places[k]);
    }
    if (!(x[at + axis] >= low && x[at + axis] <= high)) return false;
  }
  return true;
}
