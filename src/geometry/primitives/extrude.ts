// Plane outlines with holes to closed solids between two heights.
//
// Rings are lists of x and y by turns: the outer one counter-clockwise, holes clockwise. With that
// turn the walls of outer ring and holes are made alike, and the caps are the same triangles, seen
// from above and from below.

import { type Mesh, makeMesh } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';
import { triangulateRings } from '../surface/triangulate.ts';

export type Ring = readonly number[];

/** A solid with the given outline from z = bottom to z = top. */
export function extrude(rings: readonly Ring[], bottom: number, top: number): Mesh {
  const builder = new SolidBuilder();
  const lower = rings.map((ring) => builder.ring(ring, bottom));
  const upper = rings.map((ring) => builder.ring(ring, top));
  const triangles = builder.fill(lower);
  const rise = upper[0][0] - lower[0][0];
  builder.face(triangles, 'down');
  builder.face(
    triangles.map((v) => v + rise),
    'up',
  );
  for (let r = 0; r < rings.length; r++) builder.wall(lower[r], upper[r]);
  return builder.mesh();
}

/** Collects rings of vertices at some height, flat caps over them and walls between them. */
export class SolidBuilder {
  readonly positions: number[] = [];
  readonly faces: number[] = [];

  /** Adds the vertices of a ring and returns their indices in order. */
  ring(ring: Ring, z: number): number[] {
    const first = this.positions.length / 3;
    for (let i = 0; i < ring.length; i += 2) this.positions.push(ring[i], ring[i + 1], z);
    return Array.from({ length: ring.length / 2 }, (_, i) => first + i);
  }

  /** Joins two rings of equally many corners; the lower first. */
  wall(lower: readonly number[], upper: readonly number[]): void {
    for (let i = 0; i < lower.length; i++) {
      const j = (i + 1) % lower.length;
      this.faces.push(lower[i], lower[j], upper[j], lower[i], upper[j], upper[i]);
    }
  }

  /** Fills the plane between an outer ring and its holes (all at one height), looking up or down. */
  cap(rings: readonly (readonly number[])[], looking: 'up' | 'down'): void {
    this.face(this.fill(rings), looking);
  }

  /** The triangles between an outer ring and its holes, as vertices, counter-clockwise seen from above. */
  fill(rings: readonly (readonly number[])[]): number[] {
    const vertices = rings.flat();
    const points = vertices.flatMap((v) => [this.positions[3 * v], this.positions[3 * v + 1]]);
    let first = 0;
    const local = rings.map((ring) => {
      first += ring.length;
      return ring.map((_, i) => first - ring.length + i);
    });
    const { triangles, simple } = triangulateRings(points, local);
    if (!simple)
      throw new MeshError('the outline crosses itself', 'outline', undefined, 'change the proportions');
    return triangles.map((i) => vertices[i]);
  }

  face(triangles: readonly number[], looking: 'up' | 'down'): void {
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      if (looking === 'up') this.faces.push(a, b, c);
      else this.faces.push(a, c, b);
    }
  }

  mesh(): Mesh {
    return makeMesh(this.positions, this.faces);
  }
}

/** The same ring the other way round. */
export function reversedRing(ring: Ring): Ring {
  const out: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) out.push(ring[i], ring[i + 1]);
  return out;
}
