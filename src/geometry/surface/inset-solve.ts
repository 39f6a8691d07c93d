// Solves one symmetric positive definite 3×3 system by cofactors.

/** v = S⁻¹ b, S as xx xy xz yy yz zz and b behind it, at `at`. */
export function solveSymmetric3(v: Float64Array, s: Float64Array, at: number): void {
  const [xx, xy, xz] = [s[at], s[at + 1], s[at + 2]];
  const [yy, yz, zz] = [s[at + 3], s[at + 4], s[at + 5]];
  const [bx, by, bz] = [s[at + 6], s[at + 7], s[at + 8]];
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const determinant = xx * cxx + xy * cxy + xz * cxz;
  const cyy = xx * zz - xz * xz;
  const cyz = xy * xz - xx * yz;
  const czz = xx * yy - xy * xy;
  v[0] = (cxx * bx + cxy * by + cxz * bz) / determinant;
  v[1] = (cxy * bx + cyy * by + cyz * bz) / determinant;
  v[2] = (cxz * bx + cyz * by + czz * bz) / determinant;
}
