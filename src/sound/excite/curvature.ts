// How sharply a body is curved where it is touched [1/m].
//
// Known of balls, capsules and cylinders. Of a mesh: where the faces about the touched vertex or edge meet at small
// angles it stands for a smooth surface, and the curvature is the angle over the distance of the faces' centres; where
// they meet at more than 40° it is a corner, rounded as such bodies are with 2% of their size. A face is flat: it
// counts as curved as the whole body is.

import { faceNormals } from '../face-normals.ts';
import type { Mesh } from '../../geometry/index.ts';
import { acos } from '../../num/elementary/index.ts';
import type { Shape } from '../../scene/index.ts';

const SHARP_COSINE = 0.766; // of 40°
const ROUNDING = 0.02;

/** How round a body is where it is touched. */
export class Curvatures {
  private readonly shape: Shape;
  private readonly mesh: Mesh;
  /** Half the longest extent [m]. */
  readonly size: number;
  private readonly ofVertex: Float64Array;

  constructor(mesh: Mesh, shape: Shape) {
    this.mesh = mesh;
    this.shape = shape;
    let size = 0;
    for (let i = 0; i < mesh.positions.length; i++) size = Math.max(size, Math.abs(mesh.positions[i]));
    this.size = Math.max(size, 1e-6);
    this.ofVertex = vertexCurvatures(mesh, 1 / (ROUNDING * this.size));
  }

  /** At a point of the body [m]. */
  at(x: number, y: number, z: number): number {
    const { shape } = this;
    const flat = 1 / this.size;
    if (shape.kind === 'sphere') return 1 / shape.radius;
    if (shape.kind === 'plane') return 0;
    if (shape.kind === 'capsule') return 1 / shape.radius;
    if (shape.kind === 'cylinder') {
      const [ax, ay, az] = shape.axis;
      const along = Math.abs(ax * x + ay * y + az * z);
      const beside = Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
      const onEnd = along > 0.49 * shape.length;
      const onSide = beside > 0.98 * shape.radius;
      return onEnd && onSide ? 1 / (ROUNDING * this.size) : onEnd ? flat : 1 / shape.radius;
    }
    // between the curvatures of the nearest vertex and of the flat about it
    const { positions } = this.mesh;
    let nearest = Infinity;
    let vertex = -1;
    for (let v = 0; v < this.ofVertex.length; v++) {
      const dx = x - positions[3 * v];
      const dy = y - positions[3 * v + 1];
      const dz = z - positions[3 * v + 2];
      const d = dx * dx + dy * dy + dz * dz;
      if (d < nearest) {
        nearest = d;
        vertex = v;
      }
    }
    if (vertex < 0) return flat;
    const corner = this.ofVertex[vertex] >= 0.99 / (ROUNDING * this.size);
    if (corner && Math.sqrt(nearest) > ROUNDING * this.size) return flat;
    return Math.max(flat, this.ofVertex[vertex]);
  }
}

function vertexCurvatures({ positions, faces }: Mesh, sharp: number): Float64Array {
  const count = positions.length / 3;
  const triangles = faces.length / 3;
  const { normals } = faceNormals(positions, faces);
  const centres = new Float64Array(3 * triangles);
  const around: number[][] = Array.from({ length: count }, () => []);
  for (let t = 0; t < triangles; t++) {
    const [a, b, c] = [3 * faces[3 * t], 3 * faces[3 * t + 1], 3 * faces[3 * t + 2]];
    for (let k = 0; k < 3; k++) {
      centres[3 * t + k] = (positions[a + k] + positions[b + k] + positions[c + k]) / 3;
      around[faces[3 * t + k]].push(t);
    }
  }
  return Float64Array.from(around, (list) => {
    let sum = 0;
    let terms = 0;
    for (let i = 0; i < list.length; i++) {
      for (let j = 0; j < i; j++) {
        let cosine = 0;
        let distance = 0;
        for (let k = 0; k < 3; k++) {
          cosine += normals[3 * list[i] + k] * normals[3 * list[j] + k];
          const d = centres[3 * list[i] + k] - centres[3 * list[j] + k];
          distance += d * d;
        }
        if (cosine < SHARP_COSINE) return sharp;
        if (!(distance > 0)) continue;
        sum += acos(Math.min(1, cosine)) / Math.sqrt(distance);
        terms++;
      }
    }
    return terms > 0 ? sum / terms : sharp;
  });
}
