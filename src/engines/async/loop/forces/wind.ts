// Wind on faces, wires and particles, each by the air's velocity u relative to it, half the density ρ/2 = r and its area A:
//
//   face      F = r A ((c_D - c_L) (u·n)² u/|u| + c_L |u| (u·n) n)      drag c_D sin²α along u, lift c_L sin α cos α across it
//   wire      F = r c ℓ t |u_⊥| u_⊥                                      u_⊥ across the wire, t its diameter
//   particle  F = r c π r² |u| u
//
// α is the angle between face and wind. With c_L = c_D the air pushes along the normal alone. Both parts never feed energy: F·u ≥ 0. The
// force is shared evenly by the vertices.
//
// Velocities are those before the tick, so that faces do not see each other's kicks. Air that is thick or fast beside a light sheet would
// throw it back and forth: a kick is at most m|u|/4 with the lightest vertex' m, which at a vertex of six faces is half of its relative speed.

import {
  GROUP_ELEMENTS,
  GROUP_START,
  GROUP_VERTEX,
  GROUP_VERTICES,
  NOW,
  VELOCITY,
  WIND_MASS,
  WIND_REALS,
  WIND_SIZE,
  WIND_SPEED,
  WIND_VERTICES,
  WIND_WIDTH,
} from '../layout/layout.ts';
import { CONTROL_REALS, REAL_AIR, REAL_DRAG, REAL_LIFT, REAL_WIND } from '../layout/control.ts';
import { copyReals, type f64, type i32, realAt, wholeAt } from '../../../../num/kernels/machine.ts';
import { kick } from '../vertices.ts';

/** Of a ball and of a cylinder across the flow, at the Reynolds numbers of grains and threads in a breeze and above. */
const BALL_DRAG: f64 = 0.47;
const WIRE_DRAG: f64 = 1.1;
/** A kick is at most so much of the momentum that the relative speed is. */
const MOST_KICK: f64 = 0.25;

let fx: f64 = 0;
let fy: f64 = 0;
let fz: f64 = 0;

/** Kicks of all that the wind of group g blows on, which stands at the tick. */
export function windTick(g: i32, h: f64): void {
  const last: i32 = wholeAt(GROUP_VERTEX + g + 1);
  for (let at: i32 = wholeAt(GROUP_VERTEX + g); at < last; at++) {
    const i: i32 = wholeAt(GROUP_VERTICES + at);
    copyReals(3, WIND_SPEED + 3 * i, VELOCITY + 3 * i);
  }
  const end: i32 = wholeAt(GROUP_START + g + 1);
  for (let at: i32 = wholeAt(GROUP_START + g); at < end; at++) blow(wholeAt(GROUP_ELEMENTS + at), h);
}

function blow(element: i32, h: f64): void {
  const a: i32 = wholeAt(WIND_VERTICES + 3 * element);
  const b: i32 = wholeAt(WIND_VERTICES + 3 * element + 1);
  const c: i32 = wholeAt(WIND_VERTICES + 3 * element + 2);
  const count: f64 = b < 0 ? 1 : c < 0 ? 2 : 3;
  const ux: f64 = realAt(CONTROL_REALS + REAL_WIND) - meanOf(0, a, b, c, count);
  const uy: f64 = realAt(CONTROL_REALS + REAL_WIND + 1) - meanOf(1, a, b, c, count);
  const uz: f64 = realAt(CONTROL_REALS + REAL_WIND + 2) - meanOf(2, a, b, c, count);
  const speed: f64 = Math.sqrt(ux * ux + uy * uy + uz * uz);
  if (!(speed > 0)) return;
  const reals: i32 = WIND_REALS + WIND_SIZE * element;
  const width: f64 = realAt(reals + WIND_WIDTH);
  if (b < 0) along(BALL_DRAG * width * speed, ux, uy, uz);
  else if (c < 0) across(a, b, WIRE_DRAG * width, ux, uy, uz);
  else onFace(a, b, c, ux, uy, uz, speed);

  const force: f64 = Math.sqrt(fx * fx + fy * fy + fz * fz);
  const most: f64 = MOST_KICK * speed * realAt(reals + WIND_MASS);
  const time: f64 = force * h > most ? most / force : h;
  const share: f64 = time / count;
  kick(a, share * fx, share * fy, share * fz);
  if (b >= 0) kick(b, share * fx, share * fy, share * fz);
  if (c >= 0) kick(c, share * fx, share * fy, share * fz);
}

/** Coordinate k of the mean velocity. */
function meanOf(k: i32, a: i32, b: i32, c: i32, count: f64): f64 {
  let sum: f64 = realAt(WIND_SPEED + 3 * a + k);
  if (b >= 0) sum += realAt(WIND_SPEED + 3 * b + k);
  if (c >= 0) sum += realAt(WIND_SPEED + 3 * c + k);
  return sum / count;
}

/** Leaves a force along a velocity: half the density times `scale` times it. */
function along(scale: f64, x: f64, y: f64, z: f64): void {
  const s: f64 = realAt(CONTROL_REALS + REAL_AIR) * scale;
  fx = s * x;
  fy = s * y;
  fz = s * z;
}

function across(a: i32, b: i32, width: f64, ux: f64, uy: f64, uz: f64): void {
  const x: f64 = realAt(NOW + 3 * b) - realAt(NOW + 3 * a);
  const y: f64 = realAt(NOW + 3 * b + 1) - realAt(NOW + 3 * a + 1);
  const z: f64 = realAt(NOW + 3 * b + 2) - realAt(NOW + 3 * a + 2);
  const squared: f64 = x * x + y * y + z * z;
  const foot: f64 = squared > 0 ? (ux * x + uy * y + uz * z) / squared : 0;
  const px: f64 = ux - foot * x;
  const py: f64 = uy - foot * y;
  const pz: f64 = uz - foot * z;
  along(width * Math.sqrt(squared) * Math.sqrt(px * px + py * py + pz * pz), px, py, pz);
}

function onFace(a: i32, b: i32, c: i32, ux: f64, uy: f64, uz: f64, speed: f64): void {
  const ax: f64 = realAt(NOW + 3 * a);
  const ay: f64 = realAt(NOW + 3 * a + 1);
  const az: f64 = realAt(NOW + 3 * a + 2);
  const bx: f64 = realAt(NOW + 3 * b) - ax;
  const by: f64 = realAt(NOW + 3 * b + 1) - ay;
  const bz: f64 = realAt(NOW + 3 * b + 2) - az;
  const cx: f64 = realAt(NOW + 3 * c) - ax;
  const cy: f64 = realAt(NOW + 3 * c + 1) - ay;
  const cz: f64 = realAt(NOW + 3 * c + 2) - az;
  // of twice the area
  const nx: f64 = by * cz - bz * cy;
  const ny: f64 = bz * cx - bx * cz;
  const nz: f64 = bx * cy - by * cx;
  const twice: f64 = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(twice > 0)) {
    along(0, ux, uy, uz);
    return;
  }
  const through: f64 = (ux * nx + uy * ny + uz * nz) / twice;
  const lift: f64 = realAt(CONTROL_REALS + REAL_LIFT);
  const drag: f64 = realAt(CONTROL_REALS + REAL_DRAG) - lift;
  const air: f64 = 0.5 * realAt(CONTROL_REALS + REAL_AIR);
  const onWind: f64 = (air * twice * drag * through * through) / speed;
  const onNormal: f64 = air * lift * speed * through;
  fx = onWind * ux + onNormal * nx;
  fy = onWind * uy + onNormal * ny;
  fz = onWind * uz + onNormal * nz;
}
