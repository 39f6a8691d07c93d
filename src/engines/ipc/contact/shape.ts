// A body's primitives and the trees over them: built once a mesh, in body coordinates.

import { buildTree, type Tree, writePrimitiveBoxes } from '../../../geometry/tree/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import type { Core } from '../../../scene/index.ts';
import { isConvex } from '../surface/convex.ts';
import { describeSurface, type Surface } from '../surface/surface.ts';

/** Primitives of one kind: `each` vertices a primitive, and a tree over them. */
export interface Primitives {
  readonly indices: Uint32Array;
  readonly tree: Tree;
}

/** A box in body coordinates: its centre and half its edges [m]. */
export interface Box {
  readonly centre: readonly number[];
  readonly half: readonly number[];
}

export interface Shape {
  /** What the primitives are of: the core of a round shape. */
  readonly mesh: Mesh;
  /** How thick the body is around that [m]. */
  readonly round: number;
  /** Radius of the circle that a polygon of it stands for [m], 0 where there is none. */
  readonly curve: number;
  /** The axis of that circle. */
  readonly axis: readonly number[];
  /** Every vertex that something uses. */
  readonly vertices: Primitives;
  /** Every edge, of faces and of wires. */
  readonly edges: Primitives;
  readonly faces: Primitives;
  /** Edges that bound no face, and vertices that belong to nothing else. */
  readonly wires: Primitives;
  readonly points: Primitives;
  /** How features count for what comes near them, and which of them push. */
  readonly surface: Surface;
  /** Largest distance from the body's centre of a vertex, and of the surface [m]. */
  readonly coreRadius: number;
  readonly radius: number;
  /** Diagonal of the box around the surface in body coordinates [m]. */
  readonly diagonal: number;
  /** The box around all vertices. */
  readonly box: Box;
  readonly isConvex: boolean;
}

/** @param core  of a round shape, whose mesh it is */
export function buildShape(mesh: Mesh, topology: Topology, core?: Core): Shape {
  const { positions } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (const list of [mesh.faces, mesh.wires, mesh.points]) for (const v of list) used[v] = 1;
  const vertices = Uint32Array.from(used.keys()).filter((v) => used[v] === 1);
  const primitives = (indices: Uint32Array, each: number): Primitives => {
    const boxes = new Float64Array((6 * indices.length) / each);
    writePrimitiveBoxes(boxes, positions, indices, each);
    return { indices, tree: buildTree(boxes) };
  };
  let radiusSquared = 0;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of vertices) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const c = positions[3 * v + k];
      squared += c * c;
      low[k] = Math.min(low[k], c);
      high[k] = Math.max(high[k], c);
    }
    radiusSquared = Math.max(radiusSquared, squared);
  }
  const size = high.map((h, k) => h - low[k]);
  const round = core?.radius ?? 0;
  const coreRadius = Math.sqrt(radiusSquared);
  const diagonal = core?.diagonal ?? Math.sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
  return {
    mesh,
    round,
    curve: core?.curve ?? 0,
    axis: core?.axis ?? [0, 0, 0],
    vertices: primitives(vertices, 1),
    edges: primitives(topology.edges, 2),
    faces: primitives(mesh.faces, 3),
    wires: primitives(mesh.wires, 2),
    points: primitives(mesh.points, 1),
    surface: describeSurface(mesh, topology, diagonal),
    // rounded up: it bounds motion
    coreRadius: coreRadius * (1 + 1e-12),
    radius: (coreRadius + round) * (1 + 1e-12),
    diagonal,
    box: { centre: low.map((l, k) => 0.5 * (l + high[k])), half: size.map((whole) => 0.5 * whole) },
    isConvex: isConvex(mesh, topology, diagonal),
  };
}
