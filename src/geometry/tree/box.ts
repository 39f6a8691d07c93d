// Axis-aligned boxes, six numbers each: min x y z, max x y z [m].

/**
 * Writes the box of every primitive: `each` vertices of `indices` belong to one primitive (1 for
 * points, 2 for edges, 3 for faces).
 * @param out  six numbers a primitive
 */
export function writePrimitiveBoxes(
  out: Float64Array,
  positions: Float64Array,
  indices: ArrayLike<number>,
  each: number,
): void {
  const count = indices.length / each;
  for (let i = 0; i < count; i++) {
    const o = 6 * i;
    let v = 3 * indices[each * i];
    let minX = positions[v];
    let minY = positions[v + 1];
    let minZ = positions[v + 2];
    let maxX = minX;
    let maxY = minY;
    let maxZ = minZ;
    for (let k = 1; k < each; k++) {
      v = 3 * indices[each * i + k];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      minX = Math.min(minX, x);
      minY = Math.min(minY, y);
      minZ = Math.min(minZ, z);
      maxX = Math.max(maxX, x);
      maxY = Math.max(maxY, y);
      maxZ = Math.max(maxZ, z);
    }
    out[o] = minX;
    out[o + 1] = minY;
    out[o + 2] = minZ;
    out[o + 3] = maxX;
    out[o + 4] = maxY;
    out[o + 5] = maxZ;
  }
}

/** Boxes that only touch overlap. */
export function boxesOverlap(a: Float64Array, ai: number, b: Float64Array, bi: number): boolean {
  return (
    a[ai] <= b[bi + 3] &&
    b[bi] <= a[ai + 3] &&
    a[ai + 1] <= b[bi + 4] &&
    b[bi + 1] <= a[ai + 4] &&
    a[ai + 2] <= b[bi + 5] &&
    b[bi + 2] <= a[ai + 5]
  );
}
