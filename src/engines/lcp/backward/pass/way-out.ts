// Whether a resting body may leave: free or constrained, by the normals of its contacts.
//
// It is free if some direction d has n·d ≥ 0 at all its contacts (normals pointing into it) and n·d > 0 at those that
// carry it, and no unreleased body rests on it. The seed (Twigg, James 2008, §4) asks that every two normals have a
// positive product instead, which holds a ball that touches floor and wall, and lets three leaning ones go.
//
// The directions allowed are a polyhedral cone. It is spanned by its extreme rays, which are among ±nᵢ × nⱼ, by the
// normals' projections onto each other's planes where there are two planes only, and by n where there is one; the sum of
// all of these that lie in the cone is inside it, as deep as it goes.

/** Allowed to fall short of 0 by this: normals of one face differ by rounding. */
const SLACK = 1e-9;
/** n·d of a contact that counts as parting, for d of length 1. */
const PARTING = 1e-3;

/**
 * A unit direction along which a body may leave its contacts, at out[o]; false where there is none.
 * @param normals   unit, pointing into the body, xyz each
 * @param carries   1 where a contact carries the body and so must part
 */
export function findWayOut(
  out: Float64Array,
  o: number,
  normals: Float64Array,
  carries: Uint8Array,
  count: number,
): boolean {
  const d = [0, 0, 0];
  const consider = (x: number, y: number, z: number): void => {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 1e-6) return;
    const ux = x / length;
    const uy = y / length;
    const uz = z / length;
    for (let i = 0; i < count; i++) {
      if (normals[3 * i] * ux + normals[3 * i + 1] * uy + normals[3 * i + 2] * uz < -SLACK) return;
    }
    d[0] += ux;
    d[1] += uy;
    d[2] += uz;
  };
  for (let i = 0; i < count; i++) {
    const ax = normals[3 * i];
    const ay = normals[3 * i + 1];
    const az = normals[3 * i + 2];
    consider(ax, ay, az);
    for (let j = 0; j < count; j++) {
      if (j === i) continue;
      const bx = normals[3 * j];
      const by = normals[3 * j + 1];
      const bz = normals[3 * j + 2];
      const along = ax * bx + ay * by + az * bz;
      consider(ax - along * bx, ay - along * by, az - along * bz);
      if (j > i) continue;
      const cx = ay * bz - az * by;
      const cy = az * bx - ax * bz;
      const cz = ax * by - ay * bx;
      consider(cx, cy, cz);
      consider(-cx, -cy, -cz);
    }
  }
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  if (length < 1e-9) return false;
  for (let k = 0; k < 3; k++) out[o + k] = d[k] / length;
  for (let i = 0; i < count; i++) {
    const parts = normals[3 * i] * out[o] + normals[3 * i + 1] * out[o + 1] + normals[3 * i + 2] * out[o + 2];
    if (parts < -SLACK || (carries[i] === 1 && parts < PARTING)) return false;
  }
  return true;
}
