// Questions a filling method asks of the surface: what is nearest, inside or outside, where a ray meets it.
//
// Inside or not is the sign of the angle-weighted normal at the nearest point (Bærentzen, Aanæs 2005), exact for
// closed surfaces that do not cross themselves, and free once the nearest point is known.

import { acos } from '../../num/elementary/index.ts';
import { writePrimitiveBoxes } from '../tree/box.ts';
import type { Mesh } from '../mesh.ts';
import type { Topology } from '../surface/topology.ts';
import { buildTree, NODE_SIZE, type Tree } from '../tree/tree.ts';
import { faceNormals } from '../surface/face-normals.ts';

export class SurfaceProbe {
  /** The nearest point that `nearest` found [m]. */
  readonly point = new Float64Array(3);
  /** Its face. */
  face = 0;
  readonly normals: Float64Array;
  private readonly x: Float64Array;
  private readonly faces: Uint32Array;
  private readonly tree: Tree;
  private readonly vertexNormals: Float64Array;
  private readonly edgeNormals: Float64Array;
  private readonly faceEdges: Uint32Array;
  private readonly stack: Int32Array;
  /** Barycentric region of the nearest point: 0 inside, 1–3 vertex, 4–6 edge. */
  private region = 0;
  private readonly scratch = new Float64Array(3);

  constructor(mesh: Mesh, topology: Topology) {
    this.x = mesh.positions;
    this.faces = mesh.faces;
    this.faceEdges = topology.faceEdges;
    this.normals = faceNormals(mesh);
    const boxes = new Float64Array(2 * mesh.faces.length);
    writePrimitiveBoxes(boxes, mesh.positions, mesh.faces, 3);
    this.tree = buildTree(boxes);
    this.stack = new Int32Array(this.tree.depth + 2);
    this.vertexNormals = new Float64Array(mesh.positions.length);
    this.edgeNormals = new Float64Array(3 * topology.faceEdgeCount);
    this.gatherNormals();
  }

  private gatherNormals(): void {
    const { x, faces, normals, vertexNormals, edgeNormals, faceEdges } = this;
    for (let f = 0; f < faces.length; f += 3)
      for (let c = 0; c < 3; c++) {
        const [a, b, d] = [c, c + 1, c + 2].map((k) => 3 * faces[f + (k % 3)]);
        const weight = angleAt(x, a, b, d);
        for (let k = 0; k < 3; k++) {
          vertexNormals[a + k] += weight * normals[f + k];
          edgeNormals[3 * faceEdges[f + c] + k] += normals[f + k];
        }
      }
  }

  /** Signed distance [m], negative outside; the nearest point is kept in `point` and `face`. */
  nearest(px: number, py: number, pz: number): number {
    const { tree, stack } = this;
    const { nodes, links } = tree;
    let best = Infinity;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      if (boxDistance(nodes, NODE_SIZE * i, px, py, pz) >= best) continue;
      const link = links[i];
      if (link < 0) {
        best = this.offer(3 * ~link, px, py, pz, best);
        continue;
      }
      const left = boxDistance(nodes, NODE_SIZE * (i + 1), px, py, pz);
      const right = boxDistance(nodes, NODE_SIZE * link, px, py, pz);
      // the nearer child is looked at first, so that the other can often be left out
      if (left < right) {
        stack[top++] = link;
        stack[top++] = i + 1;
      } else {
        stack[top++] = i + 1;
        stack[top++] = link;
      }
    }
    const { point } = this;
    const distance = Math.sqrt(best);
    const [normals, at] = this.pseudoNormal();
    const side =
      (px - point[0]) * normals[at] + (py - point[1]) * normals[at + 1] + (pz - point[2]) * normals[at + 2];
    return side > 0 ? -distance : distance;
  }

  private pseudoNormal(): readonly [Float64Array, number] {
    const f = 3 * this.face;
    if (this.region === 0) return [this.normals, f];
    if (this.region < 4) return [this.vertexNormals, 3 * this.faces[f + this.region - 1]];
    return [this.edgeNormals, 3 * this.faceEdges[f + this.region - 4]];
  }

  private offer(f: number, px: number, py: number, pz: number, best: number): number {
    const { x, faces, scratch } = this;
    const region = nearestOnTriangle(
      scratch,
      x,
      3 * faces[f],
      3 * faces[f + 1],
      3 * faces[f + 2],
      px,
      py,
      pz,
    );
    const dx = px - scratch[0];
    const dy = py - scratch[1];
    const dz = pz - scratch[2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= best) return best;
    this.point.set(scratch);
    this.face = f / 3;
    this.region = region;
    return squared;
  }

  /**
   * The first parameter t in (from, to) where p + t d meets the surface, Infinity if none; `face` is what it meets.
   * @param skip  a face that does not count
   */
  cast(p: ArrayLike<number>, d: ArrayLike<number>, from: number, to: number, skip = -1): number {
    const { tree, stack, x, faces } = this;
    const { nodes, links } = tree;
    let best = Infinity;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const i = stack[--top];
      if (!rayMeetsBox(nodes, NODE_SIZE * i, p, d, from, Math.min(best, to))) continue;
      const link = links[i];
      if (link >= 0) {
        stack[top++] = link;
        stack[top++] = i + 1;
        continue;
      }
      const f = ~link;
      if (f === skip) continue;
      const t = rayMeetsTriangle(x, 3 * faces[3 * f], 3 * faces[3 * f + 1], 3 * faces[3 * f + 2], p, d);
      if (t > from && t < to && t < best) {
        best = t;
        this.face = f;
      }
    }
    return best;
  }
}

function angleAt(x: Float64Array, a: number, b: number, c: number): number {
  let bb = 0;
  let cc = 0;
  let bc = 0;
  for (let k = 0; k < 3; k++) {
    const u = x[b + k] - x[a + k];
    const v = x[c + k] - x[a + k];
    bb += u * u;
    cc += v * v;
    bc += u * v;
  }
  const scale = Math.sqrt(bb * cc);
  return scale === 0 ? 0 : acos(Math.max(-1, Math.min(1, bc / scale)));
}

function boxDistance(nodes: Float64Array, o: number, px: number, py: number, pz: number): number {
  const dx = Math.max(0, Math.abs(px - nodes[o]) - nodes[o + 3]);
  const dy = Math.max(0, Math.abs(py - nodes[o + 1]) - nodes[o + 4]);
  const dz = Math.max(0, Math.abs(pz - nodes[o + 2]) - nodes[o + 5]);
  return dx * dx + dy * dy + dz * dz;
}

/** Writes the nearest point; returns its region: 0 inside, 1–3 the corners, 4–6 the edges ab, bc, ca. */
function nearestOnTriangle(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  px: number,
  py: number,
  pz: number,
): number {
  const abx = x[b] - x[a];
  const aby = x[b + 1] - x[a + 1];
  const abz = x[b + 2] - x[a + 2];
  const acx = x[c] - x[a];
  const acy = x[c + 1] - x[a + 1];
  const acz = x[c + 2] - x[a + 2];
  const apx = px - x[a];
  const apy = py - x[a + 1];
  const apz = pz - x[a + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) {
    place(out, x, a, 0, 0, 0, 0);
    return 1;
  }
  const bpx = px - x[b];
  const bpy = py - x[b + 1];
  const bpz = pz - x[b + 2];
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  if (d3 >= 0 && d4 <= d3) {
    place(out, x, b, 0, 0, 0, 0);
    return 2;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    place(out, x, a, d1 / (d1 - d3), abx, aby, abz);
    return 4;
  }
  const cpx = px - x[c];
  const cpy = py - x[c + 1];
  const cpz = pz - x[c + 2];
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  if (d6 >= 0 && d5 <= d6) {
    place(out, x, c, 0, 0, 0, 0);
    return 3;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    place(out, x, a, d2 / (d2 - d6), acx, acy, acz);
    return 6;
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    place(out, x, b, w, acx - abx, acy - aby, acz - abz);
    return 5;
  }
  const sum = va + vb + vc;
  const s = vb / sum;
  const t = vc / sum;
  out[0] = x[a] + s * abx + t * acx;
  out[1] = x[a + 1] + s * aby + t * acy;
  out[2] = x[a + 2] + s * abz + t * acz;
  return 0;
}

/** Writes the point that lies by s along a vector from a corner. */
function place(
  out: Float64Array,
  x: Float64Array,
  corner: number,
  s: number,
  ux: number,
  uy: number,
  uz: number,
): void {
  out[0] = x[corner] + s * ux;
  out[1] = x[corner + 1] + s * uy;
  out[2] = x[corner + 2] + s * uz;
}

function rayMeetsBox(
  nodes: Float64Array,
  o: number,
  p: ArrayLike<number>,
  d: ArrayLike<number>,
  from: number,
  to: number,
): boolean {
  let near = from;
  let far = to;
  for (let k = 0; k < 3; k++) {
    const low = nodes[o + k] - nodes[o + 3 + k] - p[k];
    const high = nodes[o + k] + nodes[o + 3 + k] - p[k];
    if (d[k] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const a = low / d[k];
    const b = high / d[k];
    near = Math.max(near, Math.min(a, b) * (1 - 1e-12) - 1e-300);
    far = Math.min(far, Math.max(a, b) * (1 + 1e-12) + 1e-300);
  }
  return near <= far * (1 + 1e-9);
}

/** The parameter along d (Möller, Trumbore 1997), NaN where it passes. Edges count with a hair. */
function rayMeetsTriangle(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  p: ArrayLike<number>,
  d: ArrayLike<number>,
): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const hx = d[1] * vz - d[2] * vy;
  const hy = d[2] * vx - d[0] * vz;
  const hz = d[0] * vy - d[1] * vx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return Number.NaN;
  const sx = p[0] - x[a];
  const sy = p[1] - x[a + 1];
  const sz = p[2] - x[a + 2];
  const s = (sx * hx + sy * hy + sz * hz) / det;
  if (s < -1e-9 || s > 1 + 1e-9) return Number.NaN;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const t = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
  if (t < -1e-9 || s + t > 1 + 1e-9) return Number.NaN;
  return (vx * qx + vy * qy + vz * qz) / det;
}
