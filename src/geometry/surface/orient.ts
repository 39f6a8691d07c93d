// Turns faces so that neighbours look the same way, and closed shells look outward.
//
// Over every manifold edge two neighbours must run in opposite directions; a walk over each shell
// turns those that do not. Then a closed shell of negative volume is turned over as a whole, unless
// it lies inside another shell of the mesh: there it is the wall of a cavity and rightly looks in.
// (Inside or not is decided by the solid angle the other shell fills, seen from one vertex.)

import { atan2 } from '../../num/elementary/index.ts';
import { directionOf, shellKinds } from './closedness.ts';
import { faceShells } from './components.ts';
import type { Mesh } from '../mesh.ts';
import { meshTopology } from './topology.ts';

export interface Oriented {
  readonly mesh: Mesh;
  /** How many faces were turned over. */
  readonly turned: number;
  /** False where some shell cannot be oriented, such as a Möbius strip or crossing sheets. */
  readonly consistent: boolean;
}

export function orientMesh(mesh: Mesh): Oriented {
  const topology = meshTopology(mesh);
  const { starts, items } = topology.facesOfEdge;
  const shells = faceShells(topology);
  const faceTotal = mesh.faces.length / 3;
  /** 0 not visited, 1 kept, -1 turned over. */
  const side = new Int8Array(faceTotal);
  let consistent = true;

  const stack: number[] = [];
  for (let first = 0; first < faceTotal; first++) {
    if (side[first] !== 0) continue;
    side[first] = 1;
    stack.push(first);
    while (stack.length > 0) {
      const face = stack.pop()!;
      for (let k = 0; k < 3; k++) {
        const edge = topology.faceEdges[3 * face + k];
        if (starts[edge + 1] - starts[edge] !== 2) continue;
        const other = items[starts[edge]] === face ? items[starts[edge] + 1] : items[starts[edge]];
        if (other === face) continue;
        const along = directionOf(mesh, topology, face, edge) * side[face];
        const wanted = -along * directionOf(mesh, topology, other, edge);
        if (side[other] === 0) {
          side[other] = wanted;
          stack.push(other);
        } else if (side[other] !== wanted) {
          consistent = false;
        }
      }
    }
  }
  keepMajorities(side, shells.of, shells.count);
  const walked = withSides(mesh, side);
  const outward = turnShellsOutward(walked, shells.of, shells.count);
  let turned = 0;
  for (let f = 0; f < faceTotal; f++) if (side[f] * outward[shells.of[f]] < 0) turned++;
  const result = Int8Array.from(side, (s, f) => s * outward[shells.of[f]]);
  return { mesh: turned === 0 ? mesh : withSides(mesh, result), turned, consistent };
}

/** Which way a shell was turned by the walk depends on its first face: turn the fewer faces instead. */
function keepMajorities(side: Int8Array, shellOf: Uint32Array, shellTotal: number): void {
  const sums = new Int32Array(shellTotal);
  for (let f = 0; f < side.length; f++) sums[shellOf[f]] += side[f];
  for (let f = 0; f < side.length; f++) if (sums[shellOf[f]] < 0) side[f] = -side[f];
}

function withSides(mesh: Mesh, side: Int8Array): Mesh {
  const faces = Uint32Array.from(mesh.faces);
  for (let f = 0; f < side.length; f++) {
    if (side[f] > 0) continue;
    const swapped = faces[3 * f + 1];
    faces[3 * f + 1] = faces[3 * f + 2];
    faces[3 * f + 2] = swapped;
  }
  return { ...mesh, faces };
}

/** Per shell: 1 to keep it, -1 to turn it over. Open shells are kept. */
function turnShellsOutward(mesh: Mesh, shellOf: Uint32Array, shellTotal: number): Int8Array {
  const kinds = shellKinds(mesh, meshTopology(mesh));
  const closed = (s: number) => kinds.rim[s] === 0 && kinds.flipped[s] === 0;
  const parts: number[][] = Array.from({ length: shellTotal }, () => []);
  for (let f = 0; f < shellOf.length; f++) {
    parts[shellOf[f]].push(mesh.faces[3 * f], mesh.faces[3 * f + 1], mesh.faces[3 * f + 2]);
  }
  const signs = new Int8Array(shellTotal).fill(1);
  for (let s = 0; s < shellTotal; s++) {
    if (!closed(s) || shellVolume(mesh.positions, parts[s]) >= 0) continue;
    const vertex = parts[s][0];
    const enclosed = parts.some(
      (faces, other) =>
        other !== s && closed(other) && Math.abs(windingNumber(mesh.positions, faces, vertex)) > 0.5,
    );
    if (!enclosed) signs[s] = -1;
  }
  return signs;
}

/** Six times the volume that a closed shell encloses [m³], about its own first vertex: the sum of a·(b×c). */
function shellVolume(positions: Float64Array, faces: readonly number[]): number {
  let total = 0;
  const p = new Float64Array(9);
  for (let f = 0; f < faces.length; f += 3) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++)
        p[3 * i + k] = positions[3 * faces[f + i] + k] - positions[3 * faces[0] + k];
    }
    total += tripleProduct(p);
  }
  return total;
}

/** a·(b×c) of the three vectors one after the other. */
function tripleProduct(p: Float64Array): number {
  return (
    p[0] * (p[4] * p[8] - p[5] * p[7]) +
    p[1] * (p[5] * p[6] - p[3] * p[8]) +
    p[2] * (p[3] * p[7] - p[4] * p[6])
  );
}

/** How often a closed surface winds around a vertex: the sum of the faces' solid angles over 4π. */
export function windingNumber(positions: Float64Array, faces: readonly number[], vertex: number): number {
  let total = 0;
  const p = new Float64Array(9);
  for (let f = 0; f < faces.length; f += 3) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) p[3 * i + k] = positions[3 * faces[f + i] + k] - positions[3 * vertex + k];
    }
    // Van Oosterom & Strackee 1983: tan(Ω/2) = a·(b×c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)
    const dot = (i: number, j: number) => p[i] * p[j] + p[i + 1] * p[j + 1] + p[i + 2] * p[j + 2];
    const [a, b, c] = [Math.sqrt(dot(0, 0)), Math.sqrt(dot(3, 3)), Math.sqrt(dot(6, 6))];
    total += 2 * atan2(tripleProduct(p), a * b * c + dot(0, 3) * c + dot(3, 6) * a + dot(6, 0) * b);
  }
  return total / (4 * Math.PI);
}
