// The constant part of a simulation: all vertices, faces, edges and points of the scene in one numbering.
//
// Bodies and deformables are *items*, bodies first. Items follow each other in every list, so the primitives of
// an item are a range. A vertex with inverse mass 0 is moved from outside (obstacles, held and driven vertices)
// and nothing pushes it.

import { meshTopology, type Topology } from '../../../geometry/surface/index.ts';
import { matrixFromQuaternion } from '../../../num/index.ts';
import type { Body, Deformable, Scene } from '../../../scene/index.ts';
import { buildElements, type Elements } from './elements.ts';
import { flatsOf } from './flats.ts';
import type { AsyncOptions } from '../options.ts';
import { buildRules, type Rules } from './rules.ts';

export interface Model {
  readonly scene: Scene;
  readonly options: Readonly<AsyncOptions>;
  readonly bodies: number;
  readonly items: number;
  readonly vertices: number;
  /** First of each item, and the number of all at the end. */
  readonly firstVertex: Int32Array;
  readonly firstFace: Int32Array;
  readonly firstEdge: Int32Array;
  readonly itemOfVertex: Int32Array;
  /** At the start: [m] and [m/s], xyz a vertex. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** [kg]; of what is moved from outside too, where it has one. */
  readonly masses: Float64Array;
  readonly inverseMasses: Float64Array;
  /** Gravity and pulls of pins [m/s²], xyz a vertex; 0 where the inverse mass is. */
  readonly accelerations: Float64Array;
  /** Three vertices a face; two an edge (those of faces, then wires, of each item). */
  readonly faces: Int32Array;
  readonly edges: Int32Array;
  /** Vertices that belong to nothing else, in order. */
  readonly points: Int32Array;
  /** 1 for vertices and edges that no shape has, and three numbers a face: flats.ts. */
  readonly flatVertices: Uint8Array;
  readonly flatEdges: Uint8Array;
  readonly flatFaces: Uint8Array;
  readonly topologies: readonly Topology[];
  readonly elements: Elements;
  readonly rules: Rules;
}

/** The vertices of items, and which of them move by themselves. */
export interface Shapes {
  readonly scene: Scene;
  readonly bodies: number;
  readonly items: number;
  readonly vertices: number;
  readonly firstVertex: Int32Array;
  readonly masses: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly topologies: readonly Topology[];
}

export function buildModel(scene: Scene, options: Readonly<AsyncOptions>): Model {
  const things: readonly (Body | Deformable)[] = [...scene.bodies, ...scene.deformables];
  const items = things.length;
  const bodies = scene.bodies.length;
  const meshes = things.map(({ mesh }) => scene.meshes[mesh]);
  const topologies = meshes.map(meshTopology);
  const firstVertex = starts(meshes.map((mesh) => mesh.positions.length / 3));
  const firstFace = starts(meshes.map((mesh) => mesh.faces.length / 3));
  const firstEdge = starts(topologies.map((topology) => topology.edges.length / 2));
  const vertices = firstVertex[items];

  const positions = new Float64Array(3 * vertices);
  const velocities = new Float64Array(3 * vertices);
  const masses = new Float64Array(vertices);
  const inverseMasses = new Float64Array(vertices);
  const accelerations = new Float64Array(3 * vertices);
  const itemOfVertex = new Int32Array(vertices);
  const faces = new Int32Array(3 * firstFace[items]);
  const edges = new Int32Array(2 * firstEdge[items]);
  const points: number[] = [];
  const flatVertices = new Uint8Array(vertices);
  const flatEdges = new Uint8Array(edges.length / 2);
  const flatFaces = new Uint8Array(faces.length);
  for (let item = 0; item < items; item++) {
    const first = firstVertex[item];
    itemOfVertex.fill(item, first, firstVertex[item + 1]);
    meshes[item].faces.forEach((v, i) => {
      faces[3 * firstFace[item] + i] = first + v;
    });
    topologies[item].edges.forEach((v, i) => {
      edges[2 * firstEdge[item] + i] = first + v;
    });
    for (const v of meshes[item].points.slice().sort()) points.push(first + v);
    if (item < bodies) {
      const flats = flatsOf(meshes[item], topologies[item]);
      flatVertices.set(flats.vertices, first);
      flatEdges.set(flats.edges, firstEdge[item]);
      flatFaces.set(flats.faces, 3 * firstFace[item]);
    }
    if (item < bodies) placeBody(scene.bodies[item], meshes[item].positions, positions, 3 * first);
    else positions.set(meshes[item].positions, 3 * first);
  }
  scene.deformables.forEach((deformable, d) => {
    const first = firstVertex[bodies + d];
    masses.set(deformable.masses, first);
    if (deformable.track) return;
    velocities.set(deformable.velocities, 3 * first);
    for (let v = 0; v < deformable.masses.length; v++) inverseMasses[first + v] = 1 / deformable.masses[v];
    for (const pin of deformable.pins) {
      if (pin.force) continue;
      for (const v of pin.vertices) {
        inverseMasses[first + v] = 0;
        velocities.fill(0, 3 * (first + v), 3 * (first + v) + 3);
      }
    }
  });
  for (let v = 0; v < vertices; v++) {
    if (inverseMasses[v] > 0) accelerations.set(scene.gravity, 3 * v);
  }
  scene.deformables.forEach(({ pins }, d) => {
    for (const { force, vertices: pulled } of pins) {
      if (!force) continue;
      for (const local of pulled) {
        const v = firstVertex[bodies + d] + local;
        for (let k = 0; k < 3; k++) accelerations[3 * v + k] += inverseMasses[v] * force[k];
      }
    }
  });

  const shapes: Shapes = {
    scene,
    bodies,
    items,
    vertices,
    firstVertex,
    masses,
    inverseMasses,
    topologies,
  };
  return {
    ...shapes,
    options,
    firstFace,
    firstEdge,
    itemOfVertex,
    positions,
    velocities,
    accelerations,
    faces,
    edges,
    points: Int32Array.from(points),
    flatVertices,
    flatEdges,
    flatFaces,
    elements: buildElements(shapes, options),
    rules: buildRules(shapes, options),
  };
}

const matrix = new Float64Array(9);
const orientation = new Float64Array(4);

/** x = p + R r for all vertices of a body. */
function placeBody({ pose }: Body, local: Float64Array, out: Float64Array, at: number): void {
  orientation.set(pose.orientation);
  matrixFromQuaternion(matrix, 0, orientation, 0);
  for (let i = 0; i < local.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const turned =
        matrix[3 * k] * local[i] + matrix[3 * k + 1] * local[i + 1] + matrix[3 * k + 2] * local[i + 2];
      out[at + i + k] = pose.position[k] + turned;
    }
  }
}

function starts(counts: readonly number[]): Int32Array {
  const first = new Int32Array(counts.length + 1);
  counts.forEach((count, i) => {
    first[i + 1] = first[i] + count;
  });
  return first;
}

/** "bodies[2] "wall"" or "deformables[0] "cloth"" */
export function itemName({ scene, bodies }: Pick<Model, 'scene' | 'bodies'>, item: number): string {
  if (item < bodies) return `bodies[${item}] "${scene.bodies[item].name}"`;
  return `deformables[${item - bodies}] "${scene.deformables[item - bodies].name}"`;
}
