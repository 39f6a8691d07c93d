// All faces of two bodies that go through each other: the engine names one pair of them, a picture wants all.

import { findTreePairs, IndexList, relativeRest } from '../../../../src/geometry/tree/index.ts';
import { segmentIntersectsTriangle } from '../../../../src/geometry/predicates/index.ts';
import { meshTopology } from '../../../../src/geometry/surface/index.ts';
import { placeBody, type PlacedShape } from '../../../../src/scene/separate/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';

export interface Crossing {
  readonly a: Set<number>;
  readonly b: Set<number>;
  /** How far the shallowest edge goes through a face [m]: where bodies overlap a little, about how deep; 0 for none. */
  readonly depth: number;
}

export function crossingFaces(scene: Scene, a: number, b: number): Crossing {
  const [first, second] = [placeBody(scene, scene.bodies[a]), placeBody(scene, scene.bodies[b])];
  const found = { a: new Set<number>(), b: new Set<number>() };
  const depth = Math.min(
    addCrossings(first, second, found.a, found.b),
    addCrossings(second, first, found.b, found.a),
  );
  return { ...found, depth: Number.isFinite(depth) ? depth : 0 };
}

/** Edges of one that go through faces of the other; the faces beside such an edge go through it too. */
function addCrossings(of: PlacedShape, through: PlacedShape, own: Set<number>, others: Set<number>): number {
  const pairs = new IndexList(64);
  findTreePairs(pairs, of.edges, through.faces, relativeRest(0));
  const x = joined(of.mesh.positions, through.mesh.positions);
  const shift = of.mesh.positions.length;
  const { facesOfEdge } = meshTopology(of.mesh);
  const { faces } = through.mesh;
  let depth = Infinity;
  for (let k = 0; k < pairs.length; k += 2) {
    const edge = pairs.data[k];
    const face = pairs.data[k + 1];
    const corner = (i: number) => shift + 3 * faces[3 * face + i];
    const p = 3 * of.edgeVertices[2 * edge];
    const q = 3 * of.edgeVertices[2 * edge + 1];
    if (!segmentIntersectsTriangle(x, p, q, corner(0), corner(1), corner(2))) continue;
    const reach = Math.min(heightOf(through, face, x, p), heightOf(through, face, x, q));
    // An end that lies in the face touches it and goes through no further.
    if (reach > 0) depth = Math.min(depth, reach);
    others.add(face);
    for (let i = facesOfEdge.starts[edge]; i < facesOfEdge.starts[edge + 1]; i++)
      own.add(facesOfEdge.items[i]);
  }
  return depth;
}

/** Above or below the plane of a face [m]. */
function heightOf({ mesh, faceNormals: n }: PlacedShape, face: number, x: Float64Array, p: number): number {
  const o = 3 * mesh.faces[3 * face];
  let height = 0;
  for (let k = 0; k < 3; k++) height += n[3 * face + k] * (x[p + k] - mesh.positions[o + k]);
  return Math.abs(height);
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
