// Meshes as USD prims: faces a Mesh, wires straight BasisCurves, points Points.

import { type Mesh, meshBounds } from '../../geometry/index.ts';
import { shadingMesh } from '../../geometry/surface/index.ts';
import { type BentBody, type Recording, writeBent } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import { extent, points, single, tuple } from './text.ts';
import { vertexStarts } from '../world-mesh.ts';

/** One of up to three prims of a mesh: what of it says how it hangs together, and which vertices it shows. */
interface Prim {
  readonly type: 'Mesh' | 'BasisCurves' | 'Points';
  readonly name: string;
  readonly vertices: ArrayLike<number>;
  readonly topology: string;
  readonly margin: number;
}

/** Every shape that a body has, once, under an abstract prim: seen only where it is referenced. */
export function* shapePrims(scene: Scene): Generator<string, void> {
  yield '    class "shapes"\n    {\n';
  for (const number of new Set(scene.bodies.map(({ mesh }) => mesh))) {
    const mesh = scene.meshes[number];
    const bounds = meshBounds(mesh);
    const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    yield `        def Xform "shape_${number}"\n        {\n`;
    for (const prim of primsOf(mesh, 0.01 * size || 0.01)) {
      yield open(prim);
      if (prim.type === 'Mesh') yield normals(mesh);
      yield `                point3f[] points = ${points(mesh.positions, prim.vertices)}\n`;
      yield `                float3[] extent = ${extent(mesh.positions, prim.vertices, prim.margin)}\n`;
      yield '            }\n';
    }
    yield '        }\n';
  }
  yield '    }\n';
}

/** The prims of a deformable, their points at every time code, in one pass over the recording each. */
export function deformablePrim(
  recording: Recording,
  number: number,
  codes: readonly string[],
): AsyncGenerator<string, void> {
  const { scene } = recording;
  const { mesh, thickness } = scene.deformables[number];
  const starts = vertexStarts(scene);
  return movingPrims(scene.meshes[mesh], thickness, codes, async (i) => {
    const { vertices } = await recording.frame(i);
    return vertices.subarray(starts[number], starts[number + 1]);
  });
}

/** The prims of a body that bends, in body coordinates, in one pass over the recording. */
export function bentPrim(
  recording: Recording,
  { shape, at }: BentBody,
  codes: readonly string[],
): AsyncGenerator<string, void> {
  const none = new Uint32Array(0);
  const mesh = { positions: shape.positions, faces: shape.faces, wires: none, points: none };
  const positions = new Float64Array(shape.positions.length);
  return movingPrims(mesh, 0, codes, async (i) => {
    writeBent(positions, shape, (await recording.frame(i)).bends, at);
    return positions;
  });
}

/** @param positionsAt  all vertices at a frame */
async function* movingPrims(
  mesh: Mesh,
  width: number,
  codes: readonly string[],
  positionsAt: (frame: number) => Promise<Float64Array>,
): AsyncGenerator<string, void> {
  for (const prim of primsOf(mesh, width)) {
    const extents: string[] = [];
    yield open(prim);
    yield '                point3f[] points.timeSamples = {\n';
    for (let i = 0; i < codes.length; i++) {
      const own = await positionsAt(i);
      yield `                    ${codes[i]}: ${points(own, prim.vertices)},\n`;
      extents.push(`                    ${codes[i]}: ${extent(own, prim.vertices, prim.margin)},\n`);
    }
    yield '                }\n                float3[] extent.timeSamples = {\n';
    yield extents.join('');
    yield '                }\n            }\n';
  }
}

function primsOf(mesh: Mesh, width: number): Prim[] {
  const prims: Prim[] = [];
  const { faces, wires, points: loose } = mesh;
  if (faces.length > 0) {
    const counts = new Array<number>(faces.length / 3).fill(3).join(', ');
    const topology =
      `                int[] faceVertexCounts = [${counts}]\n` +
      `                int[] faceVertexIndices = [${faces.join(', ')}]\n` +
      '                uniform token subdivisionScheme = "none"\n' +
      '                uniform bool doubleSided = 1\n';
    const vertices = Uint32Array.from({ length: mesh.positions.length / 3 }, (_, i) => i);
    prims.push({ type: 'Mesh', name: 'faces', vertices, topology, margin: 0 });
  }
  // A width for all: an array of one, said to be constant.
  const widths = `                float[] widths = [${single(width)}] (\n                    interpolation = "constant"\n                )\n`;
  if (wires.length > 0) {
    const topology =
      `                int[] curveVertexCounts = [${new Array<number>(wires.length / 2).fill(2).join(', ')}]\n` +
      '                uniform token type = "linear"\n' +
      widths;
    prims.push({ type: 'BasisCurves', name: 'wires', vertices: wires, topology, margin: width / 2 });
  }
  if (loose.length > 0)
    prims.push({ type: 'Points', name: 'points', vertices: loose, topology: widths, margin: width / 2 });
  return prims;
}

function open({ type, name, topology }: Prim): string {
  return `            def ${type} "${name}"\n            {\n${topology}`;
}

/** A normal a corner, smooth and sharp as the pictures have it. */
function normals(mesh: Mesh): string {
  const shading = shadingMesh(mesh);
  const words: string[] = [];
  for (const corner of shading.faces) {
    const n = shading.normals.subarray(3 * corner, 3 * corner + 3);
    words.push(tuple(single, n[0], n[1], n[2]));
  }
  return `                normal3f[] normals = [${words.join(', ')}] (\n                    interpolation = "faceVarying"\n                )\n`;
}
