// A solid's surface and what fills it: the shape is meshed with tetrahedra, whose boundary becomes the surface, so that it can bend
// where it was one large triangle. Of ten-node tetrahedra every face of the boundary is four triangles, between all of its nodes.

import { type Mesh, MeshError, moveMesh, scaleMesh, vertexCount } from '../../geometry/index.ts';
import { fill, quadratic, sixVolume, type TetraMesh } from '../../geometry/tetra/index.ts';
import { noRotation } from '../pose.ts';
import type { DeformableFile } from '../schema/deformable.ts';
import type { Vec3 } from '../types.ts';
import { analyticShape } from './analytic.ts';

/** In model coordinates. */
export interface Filled {
  readonly surface: Mesh;
  readonly nodesEach: 4 | 10;
  /** Vertices of the surface, then nodes inside. */
  readonly nodes: Uint32Array;
  /** Places of the nodes inside [m]. */
  readonly inside: Float64Array;
}

/** Elements across the thinnest part: as many nodes of either kind. */
const USUAL_RESOLUTION = { quadratic: 2, linear: 4 };

/**
 * @param model  its closed surface, or where tetrahedra are given their vertices
 * @throws MeshError where it cannot be filled
 */
export function fillSolid(file: DeformableFile, model: Mesh, up: 'y' | 'z'): Filled {
  const { elements = 'quadratic', shape, tetrahedra } = file;
  const resolution = file.resolution ?? USUAL_RESOLUTION[elements];
  const known =
    shape.kind === 'grid' || shape.kind === 'strip' || shape.kind === 'lattice'
      ? undefined
      : analyticShape(shape, [1, 1, 1], { position: [0, 0, 0], orientation: noRotation }, up);
  const filled = tetrahedra
    ? quadratic(model.positions, given(tetrahedra, model))
    : filledMesh(model, known, resolution, file.resolution === undefined);
  return order(filled, elements === 'linear' ? 4 : 10);
}

/** More tetrahedra make a step slow: no more unless that is asked for, or thin parts need them. */
const USUAL_MOST = 1200;

function filledMesh(
  model: Mesh,
  shape: Parameters<typeof fill>[1],
  resolution: number,
  isFrugal: boolean,
): TetraMesh {
  if (isFrugal)
    try {
      return fill(model, shape, { resolution, mostElements: USUAL_MOST }).mesh;
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
    }
  return fill(model, shape, { resolution }).mesh;
}

/** Below this part of its longest edge cubed a tetrahedron is flat. */
const FLAT = 1e-9;

function given(tetrahedra: readonly (readonly number[])[], { positions }: Mesh): Uint32Array {
  const count = positions.length / 3;
  tetrahedra.forEach((corners, t) => {
    const where = `tetrahedra[${t}]`;
    for (const v of corners)
      if (v >= count)
        throw new MeshError('there is no such vertex', where, v, `there are ${count}, counted from 0`);
    const [a, b, c, d] = corners;
    const volume = sixVolume(positions, a, b, c, d) / 6;
    let longest = 0;
    for (const v of corners)
      for (let k = 0; k < 3; k++)
        longest = Math.max(longest, Math.abs(positions[3 * v + k] - positions[3 * a + k]));
    if (Math.abs(volume) <= FLAT * longest * longest * longest)
      throw new MeshError('the tetrahedron is flat', where, `volume ${volume} m³`, 'remove it, or mesh anew');
    if (volume < 0)
      throw new MeshError(
        'the tetrahedron is turned inside out',
        where,
        `volume ${volume.toPrecision(3)} m³`,
        'exchange two of its corners',
      );
  });
  const used = new Set(tetrahedra.flat());
  for (let v = 0; v < count; v++)
    if (!used.has(v)) throw new MeshError('a vertex is in no tetrahedron', `vertices[${v}]`, v, 'remove it');
  return Uint32Array.from(tetrahedra.flat());
}

/** Nodes of the surface first, in their order, then the others. */
function order({ positions, elements, surface }: TetraMesh, nodesEach: 4 | 10): Filled {
  const faces: number[] = [];
  for (let f = 0; f < surface.length; f += 6) {
    const [a, b, c, ab, bc, ca] = surface.subarray(f, f + 6);
    if (nodesEach === 4) faces.push(a, b, c);
    else faces.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const nodes: number[] = [];
  for (let e = 0; e < elements.length; e += 10) nodes.push(...elements.subarray(e, e + nodesEach));
  const ascending = (list: Iterable<number>): number[] => [...list].sort((p, q) => p - q);
  const outside = new Set(faces);
  const seen = ascending(outside);
  const hidden = ascending(new Set(nodes.filter((n) => !outside.has(n))));
  const numbers = new Map([...seen, ...hidden].map((node, n) => [node, n]));
  const placesOf = (list: readonly number[]): Float64Array =>
    Float64Array.from(list.flatMap((n) => [...positions.subarray(3 * n, 3 * n + 3)]));
  const renumbered = (list: readonly number[]): Uint32Array =>
    Uint32Array.from(list, (n) => numbers.get(n) as number);
  return {
    surface: {
      positions: placesOf(seen),
      faces: renumbered(faces),
      wires: new Uint32Array(0),
      points: new Uint32Array(0),
    },
    nodesEach,
    nodes: renumbered(nodes),
    inside: placesOf(hidden),
  };
}

/** The same scaled; turned over where that mirrors. */
export function scaleFilled({ surface, nodes, nodesEach, inside }: Filled, [x, y, z]: Vec3): Filled {
  const mirrored = x * y * z < 0;
  return {
    surface: scaleMesh(surface, x, y, z),
    nodesEach,
    nodes: mirrored ? turnedOver(nodes, nodesEach) : nodes,
    inside: scaleMesh(asMesh(inside), x, y, z).positions,
  };
}

function turnedOver(nodes: Uint32Array, nodesEach: 4 | 10): Uint32Array {
  const swaps =
    nodesEach === 4
      ? [[2, 3]]
      : [
          [2, 3],
          [5, 6],
          [7, 8],
        ];
  const out = nodes.slice();
  for (let at = 0; at < nodes.length; at += nodesEach)
    for (const [i, j] of swaps) [out[at + i], out[at + j]] = [nodes[at + j], nodes[at + i]];
  return out;
}

/** Nodes inside where the solid is put. */
export function moveInside(
  inside: Float64Array,
  orientation: Parameters<typeof moveMesh>[1],
  position: Vec3,
): Float64Array {
  return moveMesh(asMesh(inside), orientation, position).positions;
}

function asMesh(positions: Float64Array): Mesh {
  return {
    positions,
    faces: new Uint32Array(0),
    wires: new Uint32Array(0),
    points: Uint32Array.from({ length: vertexCount({ positions } as Mesh) }, (_, v) => v),
  };
}
