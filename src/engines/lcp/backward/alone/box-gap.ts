// How far two boxes are apart, by the axis that parts them best: a lower bound of their distance, negative where they
// overlap. A box without size is the ball that it stands for, as small as a point.

const axes = new Float64Array(18);

/**
 * @param p, q      position xyz and quaternion x y z w of each, from this index on
 * @param ha, hb    half sizes, from this index on
 */
export function boxGap(
  p: Float32Array,
  pAt: number,
  ha: Float64Array,
  haAt: number,
  q: Float32Array,
  qAt: number,
  hb: Float64Array,
  hbAt: number,
): number {
  writeAxes(0, p, pAt + 3);
  writeAxes(9, q, qAt + 3);
  const dx = q[qAt] - p[pAt];
  const dy = q[qAt + 1] - p[pAt + 1];
  const dz = q[qAt + 2] - p[pAt + 2];
  const along = (x: number, y: number, z: number): number => {
    let reach = 0;
    for (let k = 0; k < 3; k++) {
      reach += ha[haAt + k] * Math.abs(axes[3 * k] * x + axes[3 * k + 1] * y + axes[3 * k + 2] * z);
      reach += hb[hbAt + k] * Math.abs(axes[9 + 3 * k] * x + axes[10 + 3 * k] * y + axes[11 + 3 * k] * z);
    }
    return Math.abs(dx * x + dy * y + dz * z) - reach;
  };
  let best = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 18; k += 3) best = Math.max(best, along(axes[k], axes[k + 1], axes[k + 2]));
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) {
      const x = axes[i + 1] * axes[j + 2] - axes[i + 2] * axes[j + 1];
      const y = axes[i + 2] * axes[j] - axes[i] * axes[j + 2];
      const z = axes[i] * axes[j + 1] - axes[i + 1] * axes[j];
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length > 1e-6) best = Math.max(best, along(x / length, y / length, z / length));
    }
  }
  return best;
}

/** Columns of the rotation, one after the other. */
function writeAxes(to: number, q: Float32Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  axes[to] = 1 - 2 * (y * y + z * z);
  axes[to + 1] = 2 * (x * y + w * z);
  axes[to + 2] = 2 * (x * z - w * y);
  axes[to + 3] = 2 * (x * y - w * z);
  axes[to + 4] = 1 - 2 * (x * x + z * z);
  axes[to + 5] = 2 * (y * z + w * x);
  axes[to + 6] = 2 * (x * z + w * y);
  axes[to + 7] = 2 * (y * z - w * x);
  axes[to + 8] = 1 - 2 * (x * x + y * y);
}
