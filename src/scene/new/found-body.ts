// What there is to say about the mesh of a new body, and making it as whole as it can be.

import { boundaryEdges, closednessOf, meshTopology, weldMesh } from '../../geometry/surface/index.ts';
import { type Mesh, meshBounds, signedVolume, vertexCount } from '../../geometry/index.ts';
import type { Collector } from '../fault/collector.ts';
import type { Vec3 } from '../types.ts';

/** What was found out about one body. */
export interface FoundBody {
  readonly name: string;
  readonly from: string;
  /** Of its box [m]. */
  readonly size: Vec3;
  readonly vertices: number;
  readonly faces: number;
  readonly closed: boolean;
  /** Where it is meant to be open. */
  readonly thin?: 'sheet' | 'rope';
  /** Rims that no face closes; 0 for a closed body. */
  readonly holes: number;
  /** [m³]; 0 where it is not closed. */
  readonly volume: number;
  readonly turnedFaces: number;
}

export function describeMesh(name: string, from: string, mesh: Mesh, turnedFaces: number): FoundBody {
  const size = sizeOf(mesh);
  const { closed } = closednessOf(mesh);
  return {
    name,
    from,
    size,
    vertices: vertexCount(mesh),
    faces: mesh.faces.length / 3,
    closed,
    holes: closed ? 0 : countRims(mesh),
    volume: closed ? signedVolume(mesh) : 0,
    turnedFaces,
  };
}

/** Connected rims of edges that bound one face. */
function countRims(mesh: Mesh): number {
  const topology = meshTopology(mesh);
  const parents = new Map<number, number>();
  const rootOf = (v: number): number => {
    let at = v;
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up;
    return at;
  };
  for (const e of boundaryEdges(topology)) {
    for (const v of [topology.edges[2 * e], topology.edges[2 * e + 1]])
      if (!parents.has(v)) parents.set(v, v);
    parents.set(rootOf(topology.edges[2 * e]), rootOf(topology.edges[2 * e + 1]));
  }
  return [...parents.keys()].filter((v) => parents.get(v) === v).length;
}

export function sizeOf(mesh: Mesh): Vec3 {
  const box = meshBounds(mesh);
  return [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
}

export function diagonalOf([x, y, z]: Vec3): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Joins equal corners; where that leaves holes, also corners that nearly meet, if it closes some. */
export function weldedMesh(mesh: Mesh, path: string, collector: Collector): Mesh {
  const exact = weldMesh(mesh).mesh;
  const rim = closednessOf(exact).rimEdges;
  if (rim === 0) return exact;
  const tolerance = 1e-5 * diagonalOf(sizeOf(exact));
  const { mesh: loose, joined } = weldMesh(mesh, tolerance);
  const left = closednessOf(loose).rimEdges;
  if (loose.faces.length === 0 || left >= rim) return exact;
  collector.note(
    `${path}: welded ${joined} corners that lay within ${Number((1e6 * tolerance).toPrecision(2))} µm`,
  );
  return loose;
}
