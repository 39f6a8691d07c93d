// A solid: its tetrahedra, and what each node weighs.
//
// Vertices of the surface are the deformable's. Nodes inside it are hidden ones. On the surface of a solid of ten-node tetrahedra
// the nodes on edges are vertices too, each face being four triangles: what collides and is seen is what deforms.

import { nodeShare, writePoints } from '../../../elastic/index.ts';
import type { Topology } from '../../../geometry/surface/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import type { Deformable, Vec3 } from '../../../scene/index.ts';
import type { Fault } from '../../../scene/fault/index.ts';
import type { HiddenNode } from './hidden.ts';
import type { SoftPlan } from './plan.ts';
import { type Lame, Solids } from './solids.ts';

/** Of a solid that the scene has filled. */
export function planSolid(deformable: Deformable, mesh: Mesh, topology: Topology): SoftPlan {
  const { filling, masses, material, stretchDamping } = deformable;
  const none = { hidden: [], elements: [], hardness: 0 };
  if (!filling) return none;
  const { nodesEach, nodes, inside, velocities } = filling;
  const atRest = restNodes(deformable, mesh);
  const count = atRest.length / 3;
  const points: number[] = [];
  const volumes = new Float64Array(count);
  for (let at = 0; at < nodes.length; at += nodesEach) {
    const volume = writePoints(nodesEach, atRest, nodes.subarray(at, at + nodesEach), points);
    // refused before (refuseSolid)
    if (volume === undefined) return none;
    for (let n = 0; n < nodesEach; n++) volumes[nodes[at + n]] += nodeShare(nodesEach, n) * volume;
  }
  const density = sum(masses) / sum(volumes);
  const all = volumes.map((volume) => density * volume);
  const vertices = masses.length;
  const start = middleOf(mesh.positions);
  const rest = middleOf(atRest.subarray(0, 3 * vertices));
  const triple = (list: Float64Array, n: number): Vec3 => [list[3 * n], list[3 * n + 1], list[3 * n + 2]];
  const hidden = Array.from({ length: inside.length / 3 }, (_, n): HiddenNode => {
    const [x, y, z] = triple(atRest, vertices + n);
    return {
      position: [x + start[0] - rest[0], y + start[1] - rest[1], z + start[2] - rest[2]],
      velocity: triple(velocities, n),
      mass: all[vertices + n],
    };
  });
  const { youngsModulus } = material;
  return {
    hidden,
    masses: all.subarray(0, vertices),
    elements: [new Solids(nodesEach, [...nodes], points, lameOf(deformable), stretchDamping)],
    // about E times the size of a triangle
    hardness: youngsModulus * meanLength(mesh.positions, topology.edges),
  };
}

/** Places of all nodes without stress, vertices first. */
function restNodes({ filling, restPositions }: Deformable, mesh: Mesh): Float64Array {
  const surface = restPositions ?? mesh.positions;
  const inside = filling?.inside ?? [];
  const all = new Float64Array(surface.length + inside.length);
  all.set(surface);
  for (let k = 0; k < inside.length; k++) all[surface.length + k] = surface[k % 3] + inside[k];
  return all;
}

function lameOf({ material: { youngsModulus, poissonRatio } }: Deformable): Lame {
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  return { lambda: (2 * mu * poissonRatio) / (1 - 2 * poissonRatio), mu };
}

/** Why a solid cannot be one. */
export function refuseSolid(deformable: Deformable, mesh: Mesh, where: string): Fault[] {
  const { filling, track, material } = deformable;
  if (deformable.kind !== 'solid' || track) return [];
  if (!filling)
    return [
      {
        what: 'is a solid with nothing inside',
        where,
        remedy: 'make the scene from a scene file, which fills it, or give a filling',
      },
    ];
  const faults: Fault[] = [];
  if (!(material.poissonRatio < 0.5 && material.poissonRatio > -1))
    faults.push({
      what: 'has a Poisson ratio that no compressible solid has',
      where: `${where}, material.poissonRatio`,
      value: `${material.poissonRatio}`,
      remedy: 'give one below 0.5, such as 0.49 for rubber',
    });
  const { nodesEach, nodes } = filling;
  const atRest = restNodes(deformable, mesh);
  const bad = Array.from({ length: nodes.length / nodesEach }, (_, e) =>
    nodes.subarray(nodesEach * e, nodesEach * (e + 1)),
  ).findIndex((own) => writePoints(nodesEach, atRest, own, []) === undefined);
  if (bad >= 0)
    faults.push({
      what: 'has a tetrahedron that is flat or turned inside out',
      where: `${where}, tetrahedron ${bad}`,
      value: `nodes ${[...nodes.subarray(nodesEach * bad, nodesEach * bad + 4)].join(', ')}`,
      remedy: 'give another resolution, or order its corners so that its volume is positive',
    });
  return faults;
}

function sum(list: Float64Array): number {
  let total = 0;
  for (const x of list) total += x;
  return total;
}

function middleOf(places: Float64Array): Vec3 {
  const middle: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < places.length; k++) middle[k % 3] += places[k];
  const count = places.length / 3;
  return [middle[0] / count, middle[1] / count, middle[2] / count];
}

/** Of an edge [m]. */
function meanLength(x: Float64Array, edges: ArrayLike<number>): number {
  let total = 0;
  for (let e = 0; e < edges.length; e += 2) {
    let squares = 0;
    for (let k = 0; k < 3; k++) {
      const along = x[3 * edges[e + 1] + k] - x[3 * edges[e] + k];
      squares += along * along;
    }
    total += Math.sqrt(squares);
  }
  return total / (edges.length / 2);
}
