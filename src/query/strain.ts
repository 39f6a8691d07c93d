// How far a deformable is stretched: of each vertex, by which part what is around it is longer or shorter than at rest.
//
// A triangle is stretched along two directions; the one that is farther from 1 counts. Vertices have the mean of their triangles, by
// area, and of their wires, by length. Of solids this is the strain of the skin.

import type { Deformable, Mesh } from '../scene/index.ts';

/** Strain at the vertices of one deformable. */
export class Strain {
  private readonly faces: Uint32Array;
  private readonly wires: Uint32Array;
  /** Of each face: the inverse of its rest edges in its own plane (xx, xy, yy); zero where it has no area. */
  private readonly inverses: Float64Array;
  private readonly lengths: Float64Array;
  /** Of each face and of each wire, what it counts for; of each vertex, their sum. */
  private readonly weights: Float64Array;
  private readonly totals: Float64Array;

  constructor(deformable: Pick<Deformable, 'restPositions'>, mesh: Mesh) {
    const { faces, wires } = mesh;
    const x = deformable.restPositions ?? mesh.positions;
    const count = faces.length / 3;
    this.faces = faces;
    this.wires = wires;
    this.inverses = new Float64Array(faces.length);
    this.lengths = new Float64Array(wires.length / 2);
    this.weights = new Float64Array(count + wires.length / 2);
    this.totals = new Float64Array(x.length / 3);
    for (let f = 0; f < count; f++) {
      const [a, b, c] = [3 * faces[3 * f], 3 * faces[3 * f + 1], 3 * faces[3 * f + 2]];
      const { first, along, across } = inPlane(x, a, b, c);
      if (!(first * across > 0)) continue;
      this.inverses.set([1 / first, -along / (first * across), 1 / across], 3 * f);
      this.weights[f] = 0.5 * first * across;
    }
    for (let w = 0; w < wires.length; w += 2) {
      const length = distance(x, 3 * wires[w], 3 * wires[w + 1]);
      this.lengths[w / 2] = length;
      this.weights[count + w / 2] = length;
    }
    for (let i = 0; i < faces.length; i++) this.totals[faces[i]] += this.weights[Math.floor(i / 3)];
    for (let i = 0; i < wires.length; i++) this.totals[wires[i]] += this.weights[count + (i >> 1)];
  }

  /**
   * Writes the strain of each vertex: 0.1 where it is a tenth longer, -0.1 where it is a tenth shorter.
   * @param first  where the deformable's coordinates begin
   */
  write(vertices: ArrayLike<number>, first: number, out: Float64Array): void {
    const { faces, wires, inverses, lengths, weights, totals } = this;
    out.fill(0, 0, totals.length);
    for (let f = 0; f < faces.length; f += 3) {
      const weight = weights[f / 3];
      if (!(weight > 0)) continue;
      const strain = this.strainOf(vertices, first, f, inverses);
      for (let k = 0; k < 3; k++) out[faces[f + k]] += weight * strain;
    }
    for (let w = 0; w < wires.length; w += 2) {
      const rest = lengths[w / 2];
      if (!(rest > 0)) continue;
      const change = distance(vertices, first + 3 * wires[w], first + 3 * wires[w + 1]) - rest;
      out[wires[w]] += change;
      out[wires[w + 1]] += change;
    }
    for (let v = 0; v < totals.length; v++) if (totals[v] > 0) out[v] /= totals[v];
  }

  private strainOf(x: ArrayLike<number>, first: number, f: number, inverses: Float64Array): number {
    const { faces } = this;
    const [a, b, c] = [first + 3 * faces[f], first + 3 * faces[f + 1], first + 3 * faces[f + 2]];
    const xx = inverses[f];
    const xy = inverses[f + 1];
    const yy = inverses[f + 2];
    let uu = 0;
    let uv = 0;
    let vv = 0;
    for (let k = 0; k < 3; k++) {
      const u = (x[b + k] - x[a + k]) * xx;
      const v = (x[b + k] - x[a + k]) * xy + (x[c + k] - x[a + k]) * yy;
      uu += u * u;
      uv += u * v;
      vv += v * v;
    }
    const mean = 0.5 * (uu + vv);
    const spread = Math.sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
    const most = Math.sqrt(mean + spread) - 1;
    const least = Math.sqrt(Math.max(0, mean - spread)) - 1;
    return most >= -least ? most : least;
  }
}

/** A triangle in its own plane: its first edge lies along one axis, its third corner is at (along, across). */
function inPlane(x: ArrayLike<number>, a: number, b: number, c: number) {
  const first = distance(x, a, b);
  let along = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    along += (x[c + k] - x[a + k]) * (x[b + k] - x[a + k]);
    squared += (x[c + k] - x[a + k]) * (x[c + k] - x[a + k]);
  }
  along /= first;
  return { first, along, across: Math.sqrt(Math.max(0, squared - along * along)) };
}

function distance(x: ArrayLike<number>, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (x[b + k] - x[a + k]) * (x[b + k] - x[a + k]);
  return Math.sqrt(sum);
}
