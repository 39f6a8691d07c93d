import type { Piece } from '../piece.ts';

/** Whether a point of the plane of a face lies in the face. */
export function isOverFace(piece: Piece, face: number, x: number, y: number, z: number): boolean {
  const { loopStart, loops } = piece.polytope;
  const { vertices, normals } = piece;
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  const end = loopStart[face + 1];
  let p = 3 * loops[end - 1];
  for (let k = loopStart[face]; k < end; k++) {
    const q = 3 * loops[k];
    const ex = vertices[q] - vertices[p];
    const ey = vertices[q + 1] - vertices[p + 1];
    const ez = vertices[q + 2] - vertices[p + 2];
    const dx = x - vertices[p];
    const dy = y - vertices[p + 1];
    const dz = z - vertices[p + 2];
    // (e × n) · d > 0: outside this edge
    if ((ey * nz - ez * ny) * dx + (ez * nx - ex * nz) * dy + (ex * ny - ey * nx) * dz > 0) return false;
    p = q;
  }
  return true;
}
