// Do two meshes, or two faces of one, really cross? Brute force over boxes, then exact orientation
// signs of every edge against every face. Touching counts as crossing between meshes; within a
// mesh, faces that share a vertex are compared only where an edge pierces the other's inside.

import { orient3d } from 'robust-predicates';
import type { Mesh } from '../../../src/geometry/mesh.ts';

type Faces = { mesh: Mesh; boxes: Float64Array };

export function meshesMeet(a: Mesh, b: Mesh): [number, number] | undefined {
  const [p, q] = [boxed(a), boxed(b)];
  for (let f = 0; f < a.faces.length / 3; f++) {
    for (let g = 0; g < b.faces.length / 3; g++) {
      if (apart(p.boxes, f, q.boxes, g)) continue;
      if (edgesPierce(a, f, b, g) || edgesPierce(b, g, a, f)) return [f, g];
    }
  }
  return undefined;
}

/** A pair of faces without common vertices that cross. */
export function meetsItself(mesh: Mesh): [number, number] | undefined {
  const { boxes } = boxed(mesh);
  const n = mesh.faces.length / 3;
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => boxes[6 * i] - boxes[6 * j]);
  for (let s = 0; s < n; s++) {
    const f = order[s];
    for (let t = s + 1; t < n && boxes[6 * order[t]] <= boxes[6 * f + 3]; t++) {
      const g = order[t];
      if (apart(boxes, f, boxes, g) || shareVertex(mesh, f, g)) continue;
      if (edgesPierce(mesh, f, mesh, g) || edgesPierce(mesh, g, mesh, f)) return [f, g];
    }
  }
  return undefined;
}

function shareVertex(mesh: Mesh, f: number, g: number): boolean {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) if (mesh.faces[3 * f + i] === mesh.faces[3 * g + j]) return true;
  }
  return false;
}

function boxed(mesh: Mesh): Faces {
  const boxes = new Float64Array(2 * mesh.faces.length);
  for (let f = 0; f < mesh.faces.length / 3; f++) {
    for (let k = 0; k < 3; k++) {
      const x = [0, 1, 2].map((i) => mesh.positions[3 * mesh.faces[3 * f + i] + k]);
      boxes[6 * f + k] = Math.min(...x);
      boxes[6 * f + 3 + k] = Math.max(...x);
    }
  }
  return { mesh, boxes };
}

function apart(a: Float64Array, f: number, b: Float64Array, g: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (a[6 * f + k] > b[6 * g + 3 + k] || b[6 * g + k] > a[6 * f + 3 + k]) return true;
  }
  return false;
}

/** Does an edge of face f of `a` pass through face g of `b`, corners and rims included? */
function edgesPierce(a: Mesh, f: number, b: Mesh, g: number): boolean {
  const corner = (mesh: Mesh, face: number, i: number) => {
    const at = 3 * mesh.faces[3 * face + (i % 3)];
    return [mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]] as const;
  };
  const [u, v, w] = [corner(b, g, 0), corner(b, g, 1), corner(b, g, 2)];
  const side = (p: readonly number[], q: readonly number[], r: readonly number[], s: readonly number[]) =>
    Math.sign(orient3d(p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2], s[0], s[1], s[2]));
  for (let i = 0; i < 3; i++) {
    const [p, q] = [corner(a, f, i), corner(a, f, i + 1)];
    const [above, below] = [side(u, v, w, p), side(u, v, w, q)];
    if (above * below > 0 || (above === 0 && below === 0)) continue;
    const [x, y, z] = [side(p, q, u, v), side(p, q, v, w), side(p, q, w, u)];
    if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0)) return true;
  }
  return false;
}
