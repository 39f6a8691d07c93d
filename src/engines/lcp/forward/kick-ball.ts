// One ball with one contact against something that does not give way, in closed form: most of what thousands of balls do.
//
// The arm lies along the normal, so W is diagonal: 1/m along it and 1/m + r²/I across. f_n = −q_n m where q_n < 0; friction
// stops the slip where μ f_n is enough, else it is μ f_n against the slip, whose direction it cannot change.

import type { ContactSet } from '../collide/contact-set.ts';
import { hasBelt } from '../belt.ts';
import type { Model } from '../model.ts';
import { scriptedVelocity } from '../scripted.ts';
import { bounces } from './contact-rows.ts';
import type { Overrides } from './impulses.ts';
import type { KickStep } from './kick.ts';
import { addForces } from './members.ts';

const other = new Float64Array(6);

/** Whether contact c can be solved so: a ball on something static or scripted, without rolling friction, belts or given lines. */
export function isBallContact(
  model: Model,
  contacts: ContactSet,
  c: number,
  overrides: Overrides | undefined,
): boolean {
  const a = contacts.a[c];
  const b = contacts.b[c];
  if (model.isBall[a] === 0 || model.isDynamic[b] === 1 || model.rolling(a, b) > 0) return false;
  if (hasBelt(model, a, b)) return false;
  return !overrides?.direction || !(Math.abs(overrides.direction[3 * c]) >= 0);
}

/** Kicks the ball in place; see kickIsland. Exact to rounding. */
export function kickBall(step: KickStep, c: number): void {
  const { model, mid, contacts, time, overrides, impulses: out } = step;
  const { velocities, momenta } = step.motion;
  const a = contacts.a[c];
  const b = contacts.b[c];
  const at = 3 * a;
  const n = 3 * c;
  const { points, normals } = contacts;
  const nx = normals[n];
  const ny = normals[n + 1];
  const nz = normals[n + 2];
  const rx = points[n] - mid[7 * a];
  const ry = points[n + 1] - mid[7 * a + 1];
  const rz = points[n + 2] - mid[7 * a + 2];
  const inverseMass = model.inverseMasses[at];
  const inverseInertia = model.inverseInertias[at];

  let bx = 0;
  let by = 0;
  let bz = 0;
  if (model.isKinematic[b] === 1) {
    scriptedVelocity(model, b, time + 0.5 * model.timeStep, other, 0);
    const sx = points[n] - mid[7 * b];
    const sy = points[n + 1] - mid[7 * b + 1];
    const sz = points[n + 2] - mid[7 * b + 2];
    bx = other[0] + other[4] * sz - other[5] * sy;
    by = other[1] + other[5] * sx - other[3] * sz;
    bz = other[2] + other[3] * sy - other[4] * sx;
  }
  // slip before the kick, whole
  let wx = momenta[at] * inverseInertia;
  let wy = momenta[at + 1] * inverseInertia;
  let wz = momenta[at + 2] * inverseInertia;
  const beforeX = velocities[at] + wy * rz - wz * ry - bx;
  const beforeY = velocities[at + 1] + wz * rx - wx * rz - by;
  const beforeZ = velocities[at + 2] + wx * ry - wy * rx - bz;
  const approach = beforeX * nx + beforeY * ny + beforeZ * nz;
  addForces(model, mid, a, time, velocities, at, momenta, at);
  wx = momenta[at] * inverseInertia;
  wy = momenta[at + 1] * inverseInertia;
  wz = momenta[at + 2] * inverseInertia;
  let ux = velocities[at] + wy * rz - wz * ry - bx;
  let uy = velocities[at + 1] + wz * rx - wx * rz - by;
  let uz = velocities[at + 2] + wx * ry - wy * rx - bz;
  const un = ux * nx + uy * ny + uz * nz;

  let restitution = 0;
  if (bounces(model, overrides, c, approach)) {
    const given = overrides?.restitution?.[c] ?? Number.NaN;
    restitution = Number.isNaN(given) ? model.restitution(a, b) : given;
  }
  let fn = -(un + restitution * approach + contacts.ahead[c]) / inverseMass;
  if (fn < 0 && !(overrides?.allowPull?.[c] === 1)) fn = 0;
  out.normal[c] = fn;
  out.rolling[n] = out.rolling[n + 1] = out.rolling[n + 2] = 0;
  out.tangential[n] = out.tangential[n + 1] = out.tangential[n + 2] = 0;
  out.work = 0;
  if (fn === 0) return;

  ux -= un * nx;
  uy -= un * ny;
  uz -= un * nz;
  const slip = Math.sqrt(ux * ux + uy * uy + uz * uz);
  let fx = fn * nx;
  let fy = fn * ny;
  let fz = fn * nz;
  if (slip > 0 && fn > 0) {
    const given = overrides?.friction?.[c] ?? Number.NaN;
    const friction = Number.isNaN(given) ? model.friction(a, b) : given;
    const stops = slip / (inverseMass + inverseInertia * (rx * rx + ry * ry + rz * rz));
    const scale = -Math.min(stops, friction * fn) / slip;
    out.tangential[n] = scale * ux;
    out.tangential[n + 1] = scale * uy;
    out.tangential[n + 2] = scale * uz;
    fx += scale * ux;
    fy += scale * uy;
    fz += scale * uz;
  }
  velocities[at] += inverseMass * fx;
  velocities[at + 1] += inverseMass * fy;
  velocities[at + 2] += inverseMass * fz;
  momenta[at] += ry * fz - rz * fy;
  momenta[at + 1] += rz * fx - rx * fz;
  momenta[at + 2] += rx * fy - ry * fx;
  wx = momenta[at] * inverseInertia;
  wy = momenta[at + 1] * inverseInertia;
  wz = momenta[at + 2] * inverseInertia;
  // f·(u⁻ + u⁺)/2, with what a scripted body moves counted to it
  out.work =
    0.5 *
    (fx * (beforeX + bx + velocities[at] + wy * rz - wz * ry) +
      fy * (beforeY + by + velocities[at + 1] + wz * rx - wx * rz) +
      fz * (beforeZ + bz + velocities[at + 2] + wx * ry - wy * rx));
}
