// What separating needs to know of each thing: its primitives in world coordinates with trees over them, and which way
// is out.

import { buildTree, type Tree, writePrimitiveBoxes } from '../../geometry/tree/index.ts';
import { closednessOf, faceNormals, meshTopology } from '../../geometry/surface/index.ts';
import { type Mesh, meshBounds, moveMesh } from '../../geometry/index.ts';
import { acos } from '../../num/elementary/index.ts';
import { type Core, coreOf } from '../core.ts';
import type { Body, Scene, Vec3 } from '../types.ts';

export interface PlacedShape {
  /** In world coordinates; but for its place where it is shared. Of what is round, its core. */
  readonly mesh: Mesh;
  /** How thick it is around that [m]. */
  readonly thickness: number;
  readonly vertices: Tree;
  readonly edges: Tree;
  readonly faces: Tree;
  readonly edgeVertices: Uint32Array;
  /** Three edges a face, as in topology.ts. */
  readonly faceEdges: Uint32Array;
  /** Unit normals of the faces, and of edges and vertices the sum over their faces, weighted by angle. */
  readonly faceNormals: Float64Array;
  readonly edgeNormals: Float64Array;
  readonly vertexNormals: Float64Array;
  readonly closed: boolean;
  /** Diagonal of its box [m]. */
  readonly size: number;
  /** Of its box. */
  readonly middle: Vec3;
}

/** Shapes of bodies, and of deformables counted on from them, about their origins: those that are alike are made once. */
export class ItemShapes {
  private readonly scene: Scene;
  private readonly known = new Map<string, PlacedShape>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  of(item: number): PlacedShape {
    const { bodies, deformables } = this.scene;
    const { orientation } = bodies[item]?.pose ?? { orientation: [] };
    const mesh = bodies[item]?.mesh ?? deformables[item - bodies.length].mesh;
    const core = coreOfItem(this.scene, item);
    const key = `${core ? JSON.stringify(bodies[item].shape) : mesh} ${orientation.join(' ')}`;
    let shape = this.known.get(key);
    if (shape === undefined) {
      shape = core
        ? placeMesh(moveMesh(core.mesh, orientation, [0, 0, 0]), core.radius)
        : placeMesh(meshAboutOrigin(this.scene, item));
      this.known.set(key, shape);
    }
    return shape;
  }
}

/** What is round is so for rigid bodies; to what bends it is the mesh that draws it. */
function coreOfItem({ bodies, deformables }: Scene, item: number): Core | undefined {
  return deformables.length === 0 ? coreOf(bodies[item].shape) : undefined;
}

/** As it stands in the world, but for its place. */
export function meshAboutOrigin(scene: Scene, item: number): Mesh {
  if (item >= scene.bodies.length) return scene.meshes[scene.deformables[item - scene.bodies.length].mesh];
  const { mesh, pose } = scene.bodies[item];
  return moveMesh(scene.meshes[mesh], pose.orientation, [0, 0, 0]);
}

export function originOf(scene: Scene, item: number): Vec3 {
  return scene.bodies[item]?.pose.position ?? [0, 0, 0];
}

/** Of a box: its least and greatest coordinates. */
export function diagonalOf(bounds: Float64Array): number {
  const [x, y, z] = [bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

export function placeBody(scene: Scene, body: Body): PlacedShape {
  return placeMesh(moveMesh(scene.meshes[body.mesh], body.pose.orientation, body.pose.position));
}

/** @param thickness  around it: of a core */
export function placeMesh(mesh: Mesh, thickness = 0): PlacedShape {
  const topology = meshTopology(mesh);
  const tree = (indices: ArrayLike<number>, each: number): Tree => {
    const boxes = new Float64Array((6 * indices.length) / each);
    writePrimitiveBoxes(boxes, mesh.positions, indices, each);
    return buildTree(boxes);
  };
  const bounds = meshBounds(mesh);
  const normals = faceNormals(mesh);
  const edgeNormals = new Float64Array((3 * topology.edges.length) / 2);
  const vertexNormals = new Float64Array(mesh.positions.length);
  for (let c = 0; c < mesh.faces.length; c++) {
    const f = 3 * Math.floor(c / 3);
    const angle = cornerAngle(mesh, c);
    for (let k = 0; k < 3; k++) {
      edgeNormals[3 * topology.faceEdges[c] + k] += normals[f + k];
      vertexNormals[3 * mesh.faces[c] + k] += angle * normals[f + k];
    }
  }
  return {
    mesh,
    thickness,
    vertices: tree(
      Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i),
      1,
    ),
    edges: tree(topology.edges, 2),
    faces: tree(mesh.faces, 3),
    edgeVertices: topology.edges,
    faceEdges: topology.faceEdges,
    faceNormals: normals,
    edgeNormals,
    vertexNormals,
    closed: closednessOf(mesh).closed,
    size: diagonalOf(bounds),
    middle: [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k]) / 2) as unknown as Vec3,
  };
}

/** The angle of corner c of all faces [rad]. */
export function cornerAngle({ positions: x, faces }: Mesh, c: number): number {
  const f = 3 * Math.floor(c / 3);
  const [p, q, r] = [3 * faces[c], 3 * faces[f + ((c + 1) % 3)], 3 * faces[f + ((c + 2) % 3)]];
  const [ux, uy, uz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
  const [vx, vy, vz] = [x[r] - x[p], x[r + 1] - x[p + 1], x[r + 2] - x[p + 2]];
  const lengths = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  if (!(lengths > 0)) return 0;
  return acos(Math.max(-1, Math.min(1, (ux * vx + uy * vy + uz * vz) / lengths)));
}
