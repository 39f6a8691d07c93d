// How flat a tetrahedron is: its smallest height over its longest edge, √(2/3) for a regular one.
//
//   6V / √(A² l²),  A twice the largest face, l the longest edge

/** Of four points at offsets of x; ≤ 0 where the volume is. */
export function flatness(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const wx = x[d] - x[a];
  const wy = x[d + 1] - x[a + 1];
  const wz = x[d + 2] - x[a + 2];
  // twice the vector areas of the faces at a; the fourth is their sum
  const px = vy * wz - vz * wy;
  const py = vz * wx - vx * wz;
  const pz = vx * wy - vy * wx;
  const qx = wy * uz - wz * uy;
  const qy = wz * ux - wx * uz;
  const qz = wx * uy - wy * ux;
  const rx = uy * vz - uz * vy;
  const ry = uz * vx - ux * vz;
  const rz = ux * vy - uy * vx;
  const six = ux * px + uy * py + uz * pz;
  const sx = px + qx + rx;
  const sy = py + qy + ry;
  const sz = pz + qz + rz;
  const area = Math.max(
    px * px + py * py + pz * pz,
    qx * qx + qy * qy + qz * qz,
    rx * rx + ry * ry + rz * rz,
    sx * sx + sy * sy + sz * sz,
  );
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    wx * wx + wy * wy + wz * wz,
    (vx - ux) * (vx - ux) + (vy - uy) * (vy - uy) + (vz - uz) * (vz - uz),
    (wx - ux) * (wx - ux) + (wy - uy) * (wy - uy) + (wz - uz) * (wz - uz),
    (wx - vx) * (wx - vx) + (wy - vy) * (wy - vy) + (wz - vz) * (wz - vz),
  );
  return six / Math.sqrt(area * longest);
}
