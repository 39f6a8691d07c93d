// Has a surface an inside that can be filled? Refused with what, where and remedy if not.
//
// Closed, turned outward, free of self-intersections (decided exactly for every pair of faces that share no vertex,
// and for an edge against a face that it meets in one vertex), nowhere folded flat onto itself, one body. Shells may
// lie in it: cavities, which look inward.

import { faceNormals } from '../surface/face-normals.ts';
import { writePrimitiveBoxes } from '../tree/box.ts';
import { shellKinds } from '../surface/closedness.ts';
import { faceShells } from '../surface/components.ts';
import { IndexList } from '../tree/index-list.ts';
import { signedVolume } from '../mass.ts';
import type { Mesh } from '../mesh.ts';
import { meshBounds } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { segmentIntersectsTriangle, trianglesIntersect } from '../predicates/intersect.ts';
import { meshTopology, type Topology } from '../surface/topology.ts';
import { buildTree } from '../tree/tree.ts';
import { findSelfPairs } from '../tree/self-pairs.ts';
import { sixVolume } from './orientation.ts';

/** Volume below this part of the box around it is none. */
const FLAT = 1e-9;

/** @throws MeshError */
export function requireSolid(mesh: Mesh): { readonly volume: number; readonly topology: Topology } {
  const { positions, faces } = mesh;
  if (faces.length === 0)
    throw new MeshError('there are no faces', 'mesh', undefined, 'give a closed surface');
  for (let i = 0; i < positions.length; i++)
    if (!Number.isFinite(positions[i]))
      throw new MeshError(
        'a coordinate is no number',
        `vertex ${Math.floor(i / 3)}`,
        positions[i],
        'repair the file',
      );
  const topology = meshTopology(mesh);
  requireClosed(mesh, topology);
  const volume = signedVolume(mesh);
  const bounds = meshBounds(mesh);
  const longest = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  if (Math.abs(volume) <= FLAT * longest * longest * longest)
    throw new MeshError('the surface encloses no volume', 'mesh', volume, 'give the body a thickness');
  if (volume < 0)
    throw new MeshError(
      'the surface is inside out',
      'mesh',
      `volume ${volume.toPrecision(3)} m³`,
      'turn its faces over (counter-clockwise seen from outside)',
    );
  requireUnfolded(mesh, topology);
  requireNoCrossing(mesh);
  requireOneBody(mesh, topology);
  return { volume, topology };
}

function requireClosed(mesh: Mesh, topology: Topology): void {
  const kinds = shellKinds(mesh, topology);
  const { starts } = topology.facesOfEdge;
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    const uses = starts[e + 1] - starts[e];
    if (uses === 2) continue;
    requireDifferent(mesh);
    if (uses & 1)
      throw new MeshError(
        'the surface is open',
        edgeAt(mesh, topology, e),
        `${kinds.rim.reduce((sum, n) => sum + n, 0)} rim edges`,
        'close it, or weld its vertices',
      );
    throw new MeshError(
      `${uses} faces meet in one edge`,
      edgeAt(mesh, topology, e),
      undefined,
      'separate the parts that touch there',
    );
  }
  const flipped = kinds.flipped.reduce((sum, n) => sum + n, 0);
  if (flipped > 0)
    throw new MeshError(
      'neighbouring faces look to different sides',
      'mesh',
      `${flipped} edges`,
      'turn the faces consistently',
    );
}

/** A face that is there twice looks like an open rim all around it. */
function requireDifferent({ positions, faces }: Mesh): void {
  const first = new Map<string, number>();
  for (let f = 0; f < faces.length; f += 3) {
    const key = Array.from(faces.subarray(f, f + 3))
      .sort((a, b) => a - b)
      .join(' ');
    const other = first.get(key);
    if (other === undefined) first.set(key, f / 3);
    else
      throw new MeshError(
        'a face is there twice',
        `faces ${other} and ${f / 3}, near ${pointText(positions, 3 * faces[f])}`,
        undefined,
        'leave one of them out',
      );
  }
}

/** Two faces folded onto each other enclose nothing between them. */
function requireUnfolded(mesh: Mesh, topology: Topology): void {
  const normals = faceNormals(mesh);
  const { starts, items } = topology.facesOfEdge;
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    const a = 3 * items[starts[e]];
    const b = 3 * items[starts[e] + 1];
    const cosine =
      normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
    if (cosine < -1 + 1e-12)
      throw new MeshError(
        'the body has no thickness',
        edgeAt(mesh, topology, e),
        undefined,
        'move the folded faces apart',
      );
  }
}

function requireNoCrossing(mesh: Mesh): void {
  const { positions: x, faces } = mesh;
  const boxes = new Float64Array(2 * faces.length);
  writePrimitiveBoxes(boxes, x, faces, 3);
  const pairs = new IndexList();
  findSelfPairs(pairs, buildTree(boxes));
  for (let p = 0; p < pairs.length; p += 2) {
    const i = 3 * pairs.data[p];
    const j = 3 * pairs.data[p + 1];
    if (!facesCross(x, faces, i, j)) continue;
    throw new MeshError(
      'the surface passes through itself',
      `faces ${i / 3} and ${j / 3}, near ${pointText(x, 3 * faces[i])}`,
      undefined,
      'unite the parts, or move them apart',
    );
  }
}

/** Each outward shell is a body of its own; inward ones are cavities. */
function requireOneBody({ positions: x, faces }: Mesh, topology: Topology): void {
  const shells = faceShells(topology);
  if (shells.count === 1) return;
  const volumes = new Float64Array(shells.count);
  for (let f = 0; f < faces.length; f += 3)
    // about a vertex of the mesh: digits survive far from the origin
    volumes[shells.of[f / 3]] += sixVolume(x, faces[0], faces[f], faces[f + 1], faces[f + 2]);
  const bodies = volumes.reduce((count, volume) => count + (volume > 0 ? 1 : 0), 0);
  if (bodies > 1)
    throw new MeshError(
      'it is in parts that do not hang together',
      'mesh',
      `${bodies} parts`,
      'unite them, or take them one by one',
    );
}

function facesCross(x: Float64Array, faces: Uint32Array, i: number, j: number): boolean {
  let shared = 0;
  let ownI = 0;
  let ownJ = 0;
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 3; b++)
      if (faces[i + a] === faces[j + b]) {
        shared++;
        ownI = a;
        ownJ = b;
      }
  const corner = (face: number, k: number): number => 3 * faces[face + (k % 3)];
  if (shared === 0)
    return trianglesIntersect(
      x,
      corner(i, 0),
      corner(i, 1),
      corner(i, 2),
      corner(j, 0),
      corner(j, 1),
      corner(j, 2),
    );
  if (shared !== 1) return false;
  const edgeMeets = (f: number, own: number, g: number): boolean =>
    segmentIntersectsTriangle(
      x,
      corner(f, own + 1),
      corner(f, own + 2),
      corner(g, 0),
      corner(g, 1),
      corner(g, 2),
    );
  return edgeMeets(i, ownI, j) || edgeMeets(j, ownJ, i);
}

function edgeAt(mesh: Mesh, topology: Topology, edge: number): string {
  const [a, b] = [topology.edges[2 * edge], topology.edges[2 * edge + 1]];
  return `edge of vertices ${a} and ${b}, near ${pointText(mesh.positions, 3 * a)}`;
}

function pointText(x: ArrayLike<number>, at: number): string {
  return `(${[0, 1, 2].map((k) => Number(x[at + k].toPrecision(4))).join(', ')})`;
}
