// How one rigid body moves as seen from another, over a stretch and since a remembered place.
//
// Seen from the base body the mover is at y ↦ t + R y. Its points y move since the reference by
//   (t + R c) − (t₀ + R₀ c) + (R − R₀)(y − c) = Δ + …,   |…| ≤ W |y − c|,   W = ‖R − R₀‖ = ‖R − R₀‖_F / √2
// whatever the centre c: put where the bodies are near each other, sliding and rolling count for
// little there, and moving together for nothing.
//
// Between the ends of a stretch, s from 0 to 1, both bodies shift by u and turn by ω at constant rates.
// Seen from the base, c has the speed v and the acceleration α − 2 ω_b × v, with
//   v = u_m − u_b + ω_m × r_m − ω_b × r_b,      α = ω_m × (ω_m × r_m) − ω_b × (ω_b × r_b),
// r_m and r_b from the two origins to c. The last term is square to v, so |v| grows by ∫|α| at most; and |α|
// itself by |ω_m|² |ω_m × r_m| + |ω_b|² |u_m − u_b + ω_m × r_m|. An eighth of the largest acceleration
// is how far c gets off the chord between its ends, and a point at distance ρ from c gets at most
// (|ω_m − ω_b|² + |ω_m × ω_b|) ρ / 8 farther off its own.

import { cross3, norm3 } from '../../num/index.ts';
import type { World } from '../world.ts';

/** R, row by row, then t. */
export const RELATION = 12;

/** Writes how `base` sees `mover` at the start (0) or the end (1) of the stretch. */
export function relate(world: World, mover: number, base: number, end: 0 | 1, out: Float64Array): void {
  const rotations = end === 0 ? world.rotations0 : world.rotations1;
  const poses = end === 0 ? world.poses0 : world.poses1;
  const m = 9 * mover;
  const b = 9 * base;
  const x = poses[7 * mover] - poses[7 * base];
  const y = poses[7 * mover + 1] - poses[7 * base + 1];
  const z = poses[7 * mover + 2] - poses[7 * base + 2];
  for (let row = 0; row < 3; row++) {
    const b0 = rotations[b + row];
    const b1 = rotations[b + 3 + row];
    const b2 = rotations[b + 6 + row];
    out[3 * row] = b0 * rotations[m] + b1 * rotations[m + 3] + b2 * rotations[m + 6];
    out[3 * row + 1] = b0 * rotations[m + 1] + b1 * rotations[m + 4] + b2 * rotations[m + 7];
    out[3 * row + 2] = b0 * rotations[m + 2] + b1 * rotations[m + 5] + b2 * rotations[m + 8];
    out[9 + row] = b0 * x + b1 * y + b2 * z;
  }
}

/** ‖R − R₀‖ of two relations, the largest displacement per distance from the centre. */
export function turnBetween(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 9; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return Math.sqrt(0.5 * sum);
}

/** Writes t + R c. */
export function see(relation: Float64Array, c: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    out[k] =
      relation[9 + k] + (relation[3 * k] * c[0] + relation[3 * k + 1] * c[1] + relation[3 * k + 2] * c[2]);
  }
}

/** How far, seen from the base, the mover's point c gets off its chord over the stretch [m]. */
export function bendOf(world: World, mover: number, base: number, c: Float64Array): number {
  if (!world.moved[mover] && !world.moved[base]) return 0;
  const { shifts, turns, poses0, rotations0 } = world;
  const m = 9 * mover;
  const mx = turns[3 * mover];
  const my = turns[3 * mover + 1];
  const mz = turns[3 * mover + 2];
  const bx = turns[3 * base];
  const by = turns[3 * base + 1];
  const bz = turns[3 * base + 2];
  const rx = rotations0[m] * c[0] + rotations0[m + 1] * c[1] + rotations0[m + 2] * c[2];
  const ry = rotations0[m + 3] * c[0] + rotations0[m + 4] * c[1] + rotations0[m + 5] * c[2];
  const rz = rotations0[m + 6] * c[0] + rotations0[m + 7] * c[1] + rotations0[m + 8] * c[2];
  const qx = rx + (poses0[7 * mover] - poses0[7 * base]);
  const qy = ry + (poses0[7 * mover + 1] - poses0[7 * base + 1]);
  const qz = rz + (poses0[7 * mover + 2] - poses0[7 * base + 2]);
  // ω_m × r_m and ω_b × r_b
  const sx = my * rz - mz * ry;
  const sy = mz * rx - mx * rz;
  const sz = mx * ry - my * rx;
  const tx = by * qz - bz * qy;
  const ty = bz * qx - bx * qz;
  const tz = bx * qy - by * qx;
  // u_m − u_b + ω_m × r_m
  const ux = shifts[3 * mover] - shifts[3 * base] + sx;
  const uy = shifts[3 * mover + 1] - shifts[3 * base + 1] + sy;
  const uz = shifts[3 * mover + 2] - shifts[3 * base + 2] + sz;
  const acceleration = length(
    my * sz - mz * sy - (by * tz - bz * ty),
    mz * sx - mx * sz - (bz * tx - bx * tz),
    mx * sy - my * sx - (bx * ty - by * tx),
  );
  const turnM = length(mx, my, mz);
  const turnB = length(bx, by, bz);
  const swing = length(sx, sy, sz);
  const relativeSwing =
    swing +
    length(
      shifts[3 * mover] - shifts[3 * base],
      shifts[3 * mover + 1] - shifts[3 * base + 1],
      shifts[3 * mover + 2] - shifts[3 * base + 2],
    );
  const largest = acceleration + turnM * turnM * swing + turnB * turnB * relativeSwing;
  const speed = length(ux - tx, uy - ty, uz - tz) + largest;
  return (largest + 2 * turnB * speed) / 8;
}

/** How much the mover turns against the base over the stretch [rad]. */
export function relativeTurn(world: World, mover: number, base: number): number {
  const { turns } = world;
  return length(
    turns[3 * mover] - turns[3 * base],
    turns[3 * mover + 1] - turns[3 * base + 1],
    turns[3 * mover + 2] - turns[3 * base + 2],
  );
}

const skew = new Float64Array(3);

/** How far per distance from the centre points of the mover get off their chords, beyond the centre. */
export function spinOf(world: World, mover: number, base: number): number {
  const relative = relativeTurn(world, mover, base);
  cross3(skew, 0, world.turns, 3 * mover, world.turns, 3 * base);
  return (relative * relative + norm3(skew, 0)) / 8;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
