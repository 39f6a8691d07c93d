// A deformable over time as morph targets: a shape for every key, and weights that fade from one to the next.
//
// Not every frame becomes a key: a frame is left out where the straight way between the keys around it passes within
// `TOLERANCE` of the mesh's size of all its vertices. Targets hold differences from the first frame, and only of
// vertices that moved; of the weights, which are nearly all zero, only the ones are stored.

import { areaTriple } from '../../num/index.ts';
import { type Mesh, meshBounds } from '../../geometry/index.ts';
import { shadingMesh, ThickRod } from '../../geometry/surface/index.ts';
import type { GlbFile } from './file.ts';

const TOLERANCE = 5e-4;
/** Frames that are looked at together. */
const LONGEST = 32;

/** Takes the frames one after another, and keeps those that matter. */
export class KeyFrames {
  /** Numbers of the frames that were kept, and their positions. */
  readonly frames: number[] = [];
  readonly positions: Float32Array[] = [];
  private readonly waiting: Float64Array[] = [];
  private readonly tolerance: number;
  private last = new Float64Array(0);
  private next = 0;
  /** Whether the frames since the last key are all equal to it. */
  private isResting = false;

  constructor(mesh: Mesh) {
    const [x0, y0, z0, x1, y1, z1] = meshBounds(mesh);
    const [x, y, z] = [x1 - x0, y1 - y0, z1 - z0];
    this.tolerance = TOLERANCE * Math.sqrt(x * x + y * y + z * z);
  }

  add(positions: Float64Array): void {
    if (this.next === 0) this.keep(0, positions);
    else if (this.waiting.length === 0 && positions.every((x, i) => x === this.last[i]))
      this.isResting = true;
    else {
      // What rests keeps still until the frame before it moves.
      if (this.isResting) this.keep(this.next - 1, this.last);
      if (this.waiting.length > 0 && !this.isStraight(positions)) this.flush();
      this.waiting.push(positions);
    }
    this.next++;
  }

  /** After the last frame, which is kept unless it rests where the key before it is. */
  finish(): void {
    if (this.waiting.length > 0) this.flush();
  }

  private flush(): void {
    this.keep(this.next - 1, this.waiting[this.waiting.length - 1]);
    this.waiting.length = 0;
  }

  private keep(frame: number, positions: Float64Array): void {
    this.frames.push(frame);
    this.positions.push(Float32Array.from(positions));
    this.last = Float64Array.from(positions);
    this.isResting = false;
  }

  /** Whether all waiting frames lie near the straight way from the last key to here. */
  private isStraight(to: Float64Array): boolean {
    const { waiting, last, tolerance } = this;
    if (waiting.length >= LONGEST) return false;
    const limit = tolerance * tolerance;
    return waiting.every((frame, k) => {
      const s = (k + 1) / (waiting.length + 1);
      for (let i = 0; i < frame.length; i += 3) {
        let squared = 0;
        for (let c = i; c < i + 3; c++) {
          const d = frame[c] - (last[c] + s * (to[c] - last[c]));
          squared += d * d;
        }
        if (squared > limit) return false;
      }
      return true;
    });
  }
}

/**
 * The primitives of a mesh that is morphed through the keys: its faces, its wires as tubes, as lines have no width, and its points.
 * @param thickness  of the wires [m]
 */
export function morphPrimitives(
  file: GlbFile,
  mesh: Mesh,
  keys: readonly Float32Array[],
  thickness = 0,
): object[] {
  const primitives: object[] = [];
  const { wires, points } = mesh;
  if (mesh.faces.length > 0) {
    const { faces, source } = shadingMesh({ ...mesh, positions: Float64Array.from(keys[0]) });
    primitives.push(morphFaces(file, faces, keys, (key) => gathered(key, source)));
  }
  if (wires.length > 0) {
    const rod = new ThickRod(wires, thickness);
    const around = (key: Float32Array): Float32Array => {
      rod.write(key);
      return Float32Array.from(rod.positions);
    };
    primitives.push(morphFaces(file, rod.faces, keys, around));
  }
  if (points.length > 0) {
    const attributes = { POSITION: file.attribute(keys[0], 'VEC3', true) };
    const targets = keys
      .slice(1)
      .map((key) => ({ POSITION: file.sparse(changes(keys[0], key), 'VEC3', true) }));
    primitives.push({
      attributes,
      indices: file.indices(points),
      mode: 0,
      ...(targets.length > 0 ? { targets } : {}),
    });
  }
  return primitives;
}

/** @param shapeAt  the vertices of the faces at a key; asked for one after another, as the file holds all of them anyhow */
function morphFaces(
  file: GlbFile,
  faces: Uint32Array,
  keys: readonly Float32Array[],
  shapeAt: (key: Float32Array) => Float32Array,
): object {
  const first = shapeAt(keys[0]);
  const firstNormals = normalsOf(first, faces);
  const targets = keys.slice(1).map((key) => {
    const shape = shapeAt(key);
    return {
      POSITION: file.sparse(changes(first, shape), 'VEC3', true),
      NORMAL: file.sparse(changes(firstNormals, normalsOf(shape, faces)), 'VEC3', false),
    };
  });
  return {
    attributes: {
      POSITION: file.attribute(first, 'VEC3', true),
      NORMAL: file.attribute(firstNormals, 'VEC3', false),
    },
    indices: file.indices(faces),
    mode: 4,
    ...(targets.length > 0 ? { targets } : {}),
  };
}

function changes(from: Float32Array, to: Float32Array): Float32Array {
  return to.map((x, i) => x - from[i]);
}

/** At key k target k − 1 has all the weight; the first key is the mesh itself. */
export function morphWeights(file: GlbFile, keys: number): number {
  const weights = new Float32Array(keys * (keys - 1));
  for (let k = 1; k < keys; k++) weights[k * (keys - 1) + k - 1] = 1;
  return file.sparse(weights, 'SCALAR', false);
}

function gathered(positions: Float32Array, source: Uint32Array): Float32Array {
  const out = new Float32Array(3 * source.length);
  source.forEach((v, i) => {
    out.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return out;
}

/** Of each vertex, by the areas of the faces around it; somewhere upward where there are none. */
function normalsOf(x: Float32Array, faces: Uint32Array): Float32Array {
  const out = new Float64Array(x.length);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const normal = areaTriple(x, a, b, c);
    for (const at of [a, b, c]) for (let k = 0; k < 3; k++) out[at + k] += normal[k];
  }
  for (let i = 0; i < out.length; i += 3) {
    const size = Math.sqrt(out[i] * out[i] + out[i + 1] * out[i + 1] + out[i + 2] * out[i + 2]);
    for (let k = 0; k < 3; k++) out[i + k] = size > 0 ? out[i + k] / size : k === 1 ? 1 : 0;
  }
  return Float32Array.from(out);
}
