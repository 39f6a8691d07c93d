// Is a surface closed, and are its faces turned consistently?
//
// An edge is *rim* when an odd number of faces has it, *non-manifold* when more than two have it, and *flipped*
// when its faces do not run along it equally often in both directions (two neighbours that see
// different sides). A shell without rim and flipped edges has an inside, whose volume the
// divergence theorem gives.

import { faceShells, type Labels } from './components.ts';
import type { Mesh } from '../mesh.ts';
import { meshTopology, type Topology } from './topology.ts';

export interface Closedness {
  readonly rimEdges: number;
  readonly nonManifoldEdges: number;
  readonly flippedEdges: number;
  readonly shells: number;
  /** Some faces, no rim, no flipped edges: every shell has an inside. */
  readonly closed: boolean;
}

export interface ShellKinds {
  readonly shells: Labels;
  /** Per shell: the number of its edges that are rim, and that are flipped. */
  readonly rim: Uint32Array;
  readonly flipped: Uint32Array;
}

export function closednessOf(mesh: Mesh): Closedness {
  const topology = meshTopology(mesh);
  const kinds = shellKinds(mesh, topology);
  const { starts } = topology.facesOfEdge;
  let nonManifoldEdges = 0;
  for (let e = 0; e < topology.faceEdgeCount; e++) if (starts[e + 1] - starts[e] > 2) nonManifoldEdges++;
  const rimEdges = kinds.rim.reduce((sum, n) => sum + n, 0);
  const flippedEdges = kinds.flipped.reduce((sum, n) => sum + n, 0);
  return {
    rimEdges,
    nonManifoldEdges,
    flippedEdges,
    shells: kinds.shells.count,
    closed: mesh.faces.length > 0 && rimEdges === 0 && flippedEdges === 0,
  };
}

export function shellKinds(mesh: Mesh, topology: Topology): ShellKinds {
  const shells = faceShells(topology);
  const rim = new Uint32Array(shells.count);
  const flipped = new Uint32Array(shells.count);
  const { starts, items } = topology.facesOfEdge;
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    const shell = shells.of[items[starts[e]]];
    const uses = starts[e + 1] - starts[e];
    let balance = 0;
    for (let i = starts[e]; i < starts[e + 1]; i++) balance += directionOf(mesh, topology, items[i], e);
    // Three faces at an edge bound no inside either, so they count as rim.
    if (uses & 1) rim[shell]++;
    if (Math.abs(balance) > 1) flipped[shell]++;
  }
  return { shells, rim, flipped };
}

/** +1 where the face runs along the edge from its smaller to its larger vertex, -1 otherwise. */
export function directionOf(mesh: Mesh, topology: Topology, face: number, edge: number): number {
  for (let k = 0; k < 3; k++) {
    if (topology.faceEdges[3 * face + k] === edge) {
      return mesh.faces[3 * face + k] === topology.edges[2 * edge] ? 1 : -1;
    }
  }
  throw new Error('the face does not have this edge');
}
