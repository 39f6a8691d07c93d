// Splits a mesh into the solids that it was drawn as, one mesh each.
//
// A file of printed or mated parts holds several closed shells, and welding joins them wherever they touch: two
// blocks that share a face share its four edges, each with four faces then. At such an edge the faces are sorted
// around it, and a face belongs together with the one across its own material: the next face, turning into the
// material, that bounds it from the other side. Two faces in one place bound two different solids.
//
// A closed shell that looks inward and lies inside another is the wall of a cavity and stays with the smallest
// solid around it.

import { dotTriple, rootOf, singles, unite } from '../../num/index.ts';
import { atan2 } from '../../num/elementary/index.ts';
import { closednessOf, directionOf } from './closedness.ts';
import { compactMesh } from './components.ts';
import { signedVolume } from '../mass.ts';
import type { Mesh } from '../mesh.ts';
import { windingNumber } from './orient.ts';
import { meshTopology, type Topology } from './topology.ts';
import { joinMeshes } from '../transform.ts';

/** In the order of their first faces; wires and points are dropped. */
export function splitSolids(mesh: Mesh): Mesh[] {
  const topology = meshTopology(mesh);
  const parents = singles(mesh.faces.length / 3);
  const { starts, items } = topology.facesOfEdge;
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    const uses = starts[e + 1] - starts[e];
    if (uses <= 2 || uses % 2 === 1) {
      for (let i = starts[e] + 1; i < starts[e + 1]; i++) unite(parents, items[starts[e]], items[i]);
    } else {
      const faces = Array.from(items.subarray(starts[e], starts[e + 1]));
      for (const [a, b] of materialPairs(mesh, topology, e, faces)) unite(parents, a, b);
    }
  }
  const shells = new Map<number, number[]>();
  for (let f = 0; f < parents.length; f++) {
    const root = rootOf(parents, f);
    const shell = shells.get(root) ?? [];
    shells.set(root, shell);
    shell.push(mesh.faces[3 * f], mesh.faces[3 * f + 1], mesh.faces[3 * f + 2]);
  }
  const pieces = [...shells.values()].map((faces) =>
    compactMesh(mesh.positions, { faces, wires: [], points: [] }),
  );
  return withCavities(pieces);
}

/** Pairs the faces of an edge that bound the same material; all together where their turns do not fit. */
function materialPairs(
  mesh: Mesh,
  topology: Topology,
  edge: number,
  faces: readonly number[],
): [number, number][] {
  const turns = anglesAround(mesh, topology, edge, faces);
  // Seen along the edge, a face that runs forward has its material behind it when turning one way, one that runs
  // backward when turning the other way.
  const forward = faces.map((face) => directionOf(mesh, topology, face, edge) > 0);
  const offers: { from: number; to: number; turn: number }[] = [];
  faces.forEach((_, i) => {
    if (!forward[i]) return;
    faces.forEach((__, j) => {
      if (forward[j]) return;
      let turn = turns[i] - turns[j];
      while (turn <= 1e-6) turn += 2 * Math.PI;
      offers.push({ from: i, to: j, turn });
    });
  });
  offers.sort((a, b) => a.turn - b.turn);
  const taken = new Set<string>();
  const pairs: [number, number][] = [];
  for (const { from, to } of offers) {
    if (taken.has(`+${from}`) || taken.has(`-${to}`)) continue;
    taken.add(`+${from}`).add(`-${to}`);
    pairs.push([faces[from], faces[to]]);
  }
  if (2 * pairs.length === faces.length) return pairs;
  return faces.slice(1).map((face) => [faces[0], face]);
}

/** The direction of each face away from the edge, as an angle about the edge [rad]. */
function anglesAround(mesh: Mesh, topology: Topology, edge: number, faces: readonly number[]): number[] {
  const { positions } = mesh;
  const [p, q] = [3 * topology.edges[2 * edge], 3 * topology.edges[2 * edge + 1]];
  const axis = unit([0, 1, 2].map((k) => positions[q + k] - positions[p + k]));
  let u: number[] | undefined;
  return faces.map((face) => {
    const corners = [0, 1, 2].map((k) => 3 * mesh.faces[3 * face + k]);
    const third = corners.find((corner) => corner !== p && corner !== q) ?? p;
    const away = [0, 1, 2].map((k) => positions[third + k] - positions[p + k]);
    const along = dotTriple(away, axis);
    const across = unit(away.map((x, k) => x - along * axis[k]));
    u ??= across;
    const v = [
      axis[1] * u[2] - axis[2] * u[1],
      axis[2] * u[0] - axis[0] * u[2],
      axis[0] * u[1] - axis[1] * u[0],
    ];
    return atan2(dotTriple(across, v), dotTriple(across, u));
  });
}

function withCavities(pieces: readonly Mesh[]): Mesh[] {
  if (pieces.length < 2) return [...pieces];
  const closed = pieces.map((piece) => closednessOf(piece).closed);
  const volumes = pieces.map((piece, i) => (closed[i] ? signedVolume(piece) : 0));
  const homes = pieces.map((piece, i) => (volumes[i] < 0 ? homeOf(i, piece, pieces, volumes) : i));
  const cavities = new Map<number, Mesh[]>();
  homes.forEach((home, i) => {
    if (home !== i) cavities.set(home, [...(cavities.get(home) ?? []), pieces[i]]);
  });
  return pieces.flatMap((piece, i) => {
    if (homes[i] !== i) return [];
    const own = cavities.get(i);
    return [own === undefined ? piece : joinMeshes([piece, ...own])];
  });
}

/** The smallest outward shell around an inward one, itself where there is none. */
function homeOf(i: number, piece: Mesh, pieces: readonly Mesh[], volumes: readonly number[]): number {
  let home = i;
  pieces.forEach((other, j) => {
    if (volumes[j] <= -volumes[i] || (home !== i && volumes[j] >= volumes[home])) return;
    const positions = new Float64Array(other.positions.length + 3);
    positions.set(other.positions);
    positions.set(piece.positions.subarray(0, 3), other.positions.length);
    const winding = windingNumber(positions, Array.from(other.faces), other.positions.length / 3);
    if (Math.abs(winding) > 0.5) home = j;
  });
  return home;
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(dotTriple(v, v));
  return length > 0 ? v.map((x) => x / length) : [0, 0, 0];
}
