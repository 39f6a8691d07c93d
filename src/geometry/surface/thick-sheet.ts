// A sheet as thick as it is, for looking at: what lies half a thickness before and behind it, and a band along its rim.
//
// Edges that are sharp at rest stay sharp, all others are smooth, however the sheet folds.

import { norm3 } from '../../num/index.ts';
import type { Mesh } from '../mesh.ts';
import { shadingMesh } from './shading.ts';
import { boundaryEdges, meshTopology } from './topology.ts';

export class ThickSheet {
  /** Of the vertices here: those before the sheet, those behind it, and four for each edge of the rim. */
  readonly faces: Uint32Array;
  /** The vertex of the sheet that each vertex here comes from. */
  readonly source: Uint32Array;
  /** [m], xyz a vertex. */
  readonly positions: Float64Array;
  /** Unit, xyz a vertex; zero where faces say nothing. */
  readonly normals: Float64Array;
  private readonly half: number;
  /** Vertices on one side, and the faces between them. */
  private readonly count: number;
  private readonly side: Uint32Array;
  /** Of the sheet: from and to of each edge of the rim, as its face goes round. */
  private readonly rim: Uint32Array;
  /** Where the sheet's own vertices are pushed to, xyz a vertex. */
  private readonly outward: Float64Array;

  /** @param thickness  [m] */
  constructor(rest: Mesh, thickness: number) {
    const { source, faces } = shadingMesh(rest);
    this.half = 0.5 * thickness;
    this.count = source.length;
    this.side = faces;
    this.rim = rimOf(rest);
    const edges = this.rim.length / 2;
    const back = this.count;
    const band = 2 * back;
    this.source = new Uint32Array(band + 4 * edges);
    this.source.set(source);
    this.source.set(source, back);
    this.faces = new Uint32Array(2 * faces.length + 6 * edges);
    this.faces.set(faces);
    for (let f = 0; f < faces.length; f += 3)
      this.faces.set([faces[f] + back, faces[f + 2] + back, faces[f + 1] + back], faces.length + f);
    for (let e = 0; e < edges; e++) {
      const at = band + 4 * e;
      const [a, b] = [this.rim[2 * e], this.rim[2 * e + 1]];
      this.source.set([a, b, a, b], at);
      // before, behind: seen from outside they go round the other way than the sheet's face does
      this.faces.set([at + 1, at, at + 2, at + 1, at + 2, at + 3], 2 * faces.length + 6 * e);
    }
    this.positions = new Float64Array(3 * this.source.length);
    this.normals = new Float64Array(3 * this.source.length);
    this.outward = new Float64Array(rest.positions.length);
  }

  /**
   * Puts it where the sheet's vertices are.
   * @param vertices  [m], xyz a vertex
   * @param first     where those of this sheet begin
   */
  write(vertices: ArrayLike<number>, first: number): void {
    const { positions, normals, outward, source, side, count, half, rim } = this;
    normals.fill(0, 0, 3 * count);
    outward.fill(0);
    for (let f = 0; f < side.length; f += 3) {
      const [a, b, c] = [
        first + 3 * source[side[f]],
        first + 3 * source[side[f + 1]],
        first + 3 * source[side[f + 2]],
      ];
      const ux = vertices[b] - vertices[a];
      const uy = vertices[b + 1] - vertices[a + 1];
      const uz = vertices[b + 2] - vertices[a + 2];
      const vx = vertices[c] - vertices[a];
      const vy = vertices[c + 1] - vertices[a + 1];
      const vz = vertices[c + 2] - vertices[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      for (let k = 0; k < 3; k++) {
        addAt(normals, 3 * side[f + k], nx, ny, nz);
        addAt(outward, 3 * source[side[f + k]], nx, ny, nz);
      }
    }
    for (let i = 0; i < 3 * count; i += 3) unit(normals, i);
    for (let i = 0; i < outward.length; i += 3) unit(outward, i);
    for (let i = 0; i < count; i++) {
      const at = 3 * source[i];
      const behind = 3 * (count + i);
      for (let k = 0; k < 3; k++) {
        positions[3 * i + k] = vertices[first + at + k] + half * outward[at + k];
        positions[behind + k] = vertices[first + at + k] - half * outward[at + k];
        normals[behind + k] = -normals[3 * i + k];
      }
    }
    for (let e = 0; e < rim.length; e += 2) {
      const [a, b] = [3 * rim[e], 3 * rim[e + 1]];
      const at = 6 * count + 6 * e;
      for (let k = 0; k < 3; k++) {
        positions[at + k] = vertices[first + a + k] + half * outward[a + k];
        positions[at + 3 + k] = vertices[first + b + k] + half * outward[b + k];
        positions[at + 6 + k] = vertices[first + a + k] - half * outward[a + k];
        positions[at + 9 + k] = vertices[first + b + k] - half * outward[b + k];
      }
      this.writeBandNormals(at, a, b);
    }
  }

  /** Away from the sheet: along the rim, times what is before the sheet. */
  private writeBandNormals(at: number, a: number, b: number): void {
    const { positions, normals, outward } = this;
    const ex = positions[at + 3] - positions[at];
    const ey = positions[at + 4] - positions[at + 1];
    const ez = positions[at + 5] - positions[at + 2];
    const nx = outward[a] + outward[b];
    const ny = outward[a + 1] + outward[b + 1];
    const nz = outward[a + 2] + outward[b + 2];
    normals[at] = ey * nz - ez * ny;
    normals[at + 1] = ez * nx - ex * nz;
    normals[at + 2] = ex * ny - ey * nx;
    unit(normals, at);
    for (let k = 3; k < 12; k++) normals[at + k] = normals[at + (k % 3)];
  }
}

/** Edges of one face only, from and to, as that face goes round. */
function rimOf(mesh: Mesh): Uint32Array {
  const topology = meshTopology(mesh);
  const { faceEdges, facesOfEdge } = topology;
  const out: number[] = [];
  for (const edge of boundaryEdges(topology)) {
    const face = facesOfEdge.items[facesOfEdge.starts[edge]];
    for (let k = 0; k < 3; k++)
      if (faceEdges[3 * face + k] === edge)
        out.push(mesh.faces[3 * face + k], mesh.faces[3 * face + ((k + 1) % 3)]);
  }
  return Uint32Array.from(out);
}

function addAt(out: Float64Array, at: number, x: number, y: number, z: number): void {
  out[at] += x;
  out[at + 1] += y;
  out[at + 2] += z;
}

function unit(out: Float64Array, at: number): void {
  const size = norm3(out, at);
  const scale = size > 0 ? 1 / size : 0;
  for (let k = 0; k < 3; k++) out[at + k] *= scale;
}
