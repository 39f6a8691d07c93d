// The kick of an island against the laws, computed here from masses and arms alone, and against problems/friction-cone.

import { describe, expect, test } from 'vitest';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { kickBall } from '../../../../src/engines/lcp/forward/kick-ball.ts';
import { clearImpulses, makeImpulses, type Overrides } from '../../../../src/engines/lcp/forward/impulses.ts';
import { kickIsland } from '../../../../src/engines/lcp/forward/kick.ts';
import { findIslands, makeIslands } from '../../../../src/engines/lcp/islands.ts';
import { buildModel, type Model } from '../../../../src/engines/lcp/model.ts';
import { makeMotion, type Motion } from '../../../../src/engines/lcp/motion.ts';
import { solveFriction } from '../../../../src/problems/friction-cone/index.ts';
import { matrixFromQuaternion, Random } from '../../../../src/num/index.ts';
import { box, floor, resolveScene, sphere } from '../../../../src/scene/index.ts';
import { optionsOf } from '../harness.ts';

const random = new Random(11);
const three = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));

/** A brick, a cube and a ball above a floor, at random poses and motions, with random contacts. */
function situation(contactCount: number, friction: number, restitution = 0) {
  const { scene } = resolveScene({
    name: 'kick',
    bodies: [
      floor({ friction }),
      { ...box({ size: [0.3, 0.1, 0.2] }), name: 'brick', friction, restitution },
      { ...box({ size: [0.2, 0.2, 0.2] }), name: 'cube', friction, restitution, density: 300 },
      { ...sphere({ radius: 0.1, subdivisions: 1 }), name: 'ball', friction, restitution },
    ],
  });
  const model = buildModel(scene, optionsOf(scene));
  const poses = model.startPoses.slice();
  const motion = makeMotion(4);
  for (let b = 1; b < 4; b++) {
    poses.set(three(0.1), 7 * b);
    random.rotation(poses, 7 * b + 3);
    motion.velocities.set(three(1), 3 * b);
    motion.momenta.set(three(0.05), 3 * b);
  }
  const contacts = new ContactSet();
  for (let c = 0; c < contactCount; c++) {
    const a = 1 + random.integer(3);
    const b = random.integer(4);
    const [low, high] = b === 0 || a < b ? [a, b] : [b, a];
    if (low === high) {
      c--;
      continue;
    }
    const n = three(1);
    const size = Math.hypot(...n);
    const point = three(0.15);
    const unit = n.map((x) => x / size);
    addContact(contacts, low, high, point, unit, c);
  }
  const islands = makeIslands();
  findIslands(model, contacts, islands);
  return { model, poses, motion, contacts, islands };
}

/** Inverse inertia in the world as nested arrays, from the principal moments. */
function inverseInertia(model: Model, poses: Float64Array, b: number): number[][] {
  const r = new Float64Array(9);
  matrixFromQuaternion(r, 0, poses, 7 * b + 3);
  const at = (i: number, j: number) =>
    [0, 1, 2].reduce((sum, k) => sum + r[3 * i + k] * model.inverseInertias[3 * b + k] * r[3 * j + k], 0);
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => at(i, j)));
}

const crossOf = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dotOf = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Relative velocity at contact c, world axes. */
function slipOf(model: Model, poses: Float64Array, set: ContactSet, c: number, motion: Motion): number[] {
  const at = (b: number) => {
    if (model.isDynamic[b] === 0) return [0, 0, 0];
    const inverse = inverseInertia(model, poses, b);
    const momentum = [...motion.momenta.subarray(3 * b, 3 * b + 3)];
    const spin = inverse.map((row) => dotOf(row, momentum));
    const arm = [0, 1, 2].map((k) => set.points[3 * c + k] - poses[7 * b + k]);
    return crossOf(spin, arm).map((x, k) => x + motion.velocities[3 * b + k]);
  };
  const [va, vb] = [at(set.a[c]), at(set.b[c])];
  return va.map((x, k) => x - vb[k]);
}

function kickAll(
  { model, poses, motion, contacts, islands }: ReturnType<typeof situation>,
  overrides?: Overrides,
) {
  const after = { velocities: motion.velocities.slice(), momenta: motion.momenta.slice() };
  const impulses = makeImpulses(contacts.count, 0);
  clearImpulses(impulses, contacts.count);
  let residual = 0;
  const step = { model, mid: poses, contacts, islands, time: 0, motion: after, overrides, impulses };
  for (let i = 0; i < islands.count; i++) residual = Math.max(residual, kickIsland(step, i));
  return { after, impulses, residual };
}

describe('random contacts', () => {
  test('obey complementarity, the cone and restitution, and momenta change by the impulses', () => {
    for (let round = 0; round < 60; round++) {
      const all = situation(1 + random.integer(9), random.between(0, 0.9), round % 2 === 0 ? 0.5 : 0);
      const { model, poses, motion, contacts } = all;
      const { after, impulses, residual } = kickAll(all);
      expect(residual).toBeLessThan(1e-11);
      const change = Float64Array.from(
        after.velocities,
        (v, k) => (v - motion.velocities[k]) * model.masses[Math.floor(k / 3)],
      );
      for (let b = 1; b < 4; b++) change[3 * b + 1] += 9.81 * model.timeStep * model.masses[b];
      for (let c = 0; c < contacts.count; c++) {
        const n = [...contacts.normals.subarray(3 * c, 3 * c + 3)];
        const before = dotOf(slipOf(model, poses, contacts, c, motion), n);
        const u = slipOf(model, poses, contacts, c, after);
        const restitution =
          -before >= model.bounceSpeed ? model.restitution(contacts.a[c], contacts.b[c]) : 0;
        const un = dotOf(u, n) + restitution * before;
        const fn = impulses.normal[c];
        const ft = [...impulses.tangential.subarray(3 * c, 3 * c + 3)];
        const ut = u.map((x, k) => x - dotOf(u, n) * n[k]);
        expect(fn).toBeGreaterThanOrEqual(-1e-12);
        expect(un).toBeGreaterThan(-1e-10);
        expect(Math.min(fn, un)).toBeLessThan(1e-10);
        const bound = model.friction(contacts.a[c], contacts.b[c]) * fn;
        expect(Math.hypot(...ft)).toBeLessThan(bound + 1e-10);
        if (Math.hypot(...ut) > 1e-8 && fn > 1e-8) {
          const along = ut.map((x) => (-bound * x) / Math.hypot(...ut));
          for (let k = 0; k < 3; k++) expect(ft[k]).toBeCloseTo(along[k], 8);
        }
        for (let k = 0; k < 3; k++) {
          change[3 * contacts.a[c] + k] -= fn * n[k] + ft[k];
          if (contacts.b[c] > 0) change[3 * contacts.b[c] + k] += fn * n[k] + ft[k];
        }
      }
      for (let k = 3; k < 12; k++) expect(Math.abs(change[k])).toBeLessThan(1e-10);
    }
  });

  test('end with the velocities that problems/friction-cone finds', () => {
    for (let round = 0; round < 20; round++) {
      const all = situation(1 + random.integer(6), random.between(0.1, 0.7));
      const { model, poses, motion, contacts } = all;
      const { after } = kickAll(all);
      const free = { velocities: motion.velocities.slice(), momenta: motion.momenta.slice() };
      for (let b = 1; b < 4; b++) free.velocities[3 * b + 1] -= 9.81 * model.timeStep;
      // frames of contacts, and W by what a unit impulse at each does to all
      const frames = Array.from({ length: contacts.count }, (_, c) => {
        const n = [...contacts.normals.subarray(3 * c, 3 * c + 3)];
        const t = crossOf(n, Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]);
        const t1 = t.map((x) => x / Math.hypot(...t));
        return [n, t1, crossOf(n, t1)];
      });
      const q = frames.flatMap((frame, c) => {
        const u = slipOf(model, poses, contacts, c, free);
        return frame.map((e) => dotOf(u, e));
      });
      const blocks: [number, number, number[]][] = [];
      for (let j = 0; j < contacts.count; j++) {
        const columns = frames[j].map((e) => {
          const unit = makeMotion(4);
          for (const [b, sign] of [
            [contacts.a[j], 1],
            [contacts.b[j], -1],
          ]) {
            if (b === 0) continue;
            const arm = [0, 1, 2].map((k) => contacts.points[3 * j + k] - poses[7 * b + k]);
            const torque = crossOf(arm, e);
            for (let k = 0; k < 3; k++) {
              unit.velocities[3 * b + k] = (sign * e[k]) / model.masses[b];
              unit.momenta[3 * b + k] = sign * torque[k];
            }
          }
          return frames.map((frame, i) => {
            const u = slipOf(model, poses, contacts, i, unit);
            return frame.map((d) => dotOf(u, d));
          });
        });
        for (let i = 0; i < contacts.count; i++)
          blocks.push([i, j, [0, 1, 2].flatMap((row) => columns.map((column) => column[i][row]))]);
      }
      const mu = Array.from({ length: contacts.count }, (_, c) =>
        model.friction(contacts.a[c], contacts.b[c]),
      );
      const solution = solveFriction({ contacts: contacts.count, blocks, q, mu }, { tolerance: 1e-11 });
      if (solution.status !== 'solved') continue;
      frames.forEach((frame, c) => {
        const u = slipOf(model, poses, contacts, c, after);
        frame.forEach((e, k) => {
          expect(Math.abs(dotOf(u, e) - solution.u[3 * c + k])).toBeLessThan(1e-7);
        });
      });
    }
  });
});

function addContact(
  contacts: ContactSet,
  a: number,
  b: number,
  point: readonly number[],
  normal: readonly number[],
  part = 0,
) {
  const i = contacts.append(a, b, 0, 0);
  contacts.part[i] = part;
  contacts.points.set(point, 3 * i);
  contacts.normals.set(normal, 3 * i);
  contacts.gaps[i] = 0;
}

test('the closed form of a ball gives what the general way gives', () => {
  for (let round = 0; round < 200; round++) {
    const all = situation(0, random.between(0, 1), round % 3 === 0 ? 0.6 : 0);
    const { model, poses, motion, contacts, islands } = all;
    const n = three(1);
    const size = Math.hypot(...n);
    const unit = n.map((x) => x / size);
    const point = unit.map((x, k) => poses[21 + k] - 0.1 * x);
    addContact(contacts, 3, 0, point, unit);
    findIslands(model, contacts, islands);
    const closed = { velocities: motion.velocities.slice(), momenta: motion.momenta.slice() };
    const one = makeImpulses(1, 0);
    const step = { model, mid: poses, contacts, islands, time: 0 };
    kickBall({ ...step, motion: closed, impulses: one }, 0);
    // a line along the slip leaves the closed form out and changes nothing where there is none
    const general = { velocities: motion.velocities.slice(), momenta: motion.momenta.slice() };
    const two = makeImpulses(1, 0);
    const isBall = model.isBall.slice();
    model.isBall.fill(0);
    kickIsland({ ...step, motion: general, impulses: two }, islands.of[3]);
    model.isBall.set(isBall);
    for (let k = 9; k < 12; k++) {
      expect(closed.velocities[k]).toBeCloseTo(general.velocities[k], 12);
      expect(closed.momenta[k]).toBeCloseTo(general.momenta[k], 12);
    }
    expect(one.work).toBeCloseTo(two.work, 12);
    expect(one.normal[0]).toBeCloseTo(two.normal[0], 12);
  }
});

test('overrides replace restitution and friction, let contacts pull, and keep friction on its line', () => {
  const all = situation(1, 0.5, 0.5);
  const { model, poses, motion, contacts } = all;
  const n = [...contacts.normals.subarray(0, 3)];
  for (let b = 1; b < 4; b++) motion.momenta.fill(0, 3 * b, 3 * b + 3);
  motion.velocities.fill(0);
  for (let k = 0; k < 3; k++) motion.velocities[3 * contacts.a[0] + k] = -2 * n[k];
  const before = dotOf(slipOf(model, poses, contacts, 0, motion), n);
  const bounced = kickAll(all, { restitution: Float64Array.of(0.9), friction: Float64Array.of(0) });
  expect(dotOf(slipOf(model, poses, contacts, 0, bounced.after), n)).toBeCloseTo(-0.9 * before, 10);
  expect(Math.hypot(...bounced.impulses.tangential)).toBeLessThan(1e-15);

  // below the bounce speed only where it is said so
  const slowly = 0.4 * model.bounceSpeed;
  for (let k = 0; k < 3; k++) motion.velocities[3 * contacts.a[0] + k] = -slowly * n[k];
  const restitution = Float64Array.of(0.9);
  const rests = kickAll(all, { restitution });
  expect(dotOf(slipOf(model, poses, contacts, 0, rests.after), n)).toBeCloseTo(0, 10);
  const always = kickAll(all, { restitution, alwaysBounces: Uint8Array.of(1) });
  expect(dotOf(slipOf(model, poses, contacts, 0, always.after), n)).toBeCloseTo(0.9 * slowly, 10);

  for (let k = 0; k < 3; k++) motion.velocities[3 * contacts.a[0] + k] = 2 * n[k];
  const parted = kickAll(all);
  expect(parted.impulses.normal[0]).toBe(0);
  const held = kickAll(all, { allowPull: Uint8Array.of(1) });
  expect(held.impulses.normal[0]).toBeLessThan(0);
  expect(dotOf(slipOf(model, poses, contacts, 0, held.after), n)).toBeCloseTo(0, 10);

  const t = crossOf(n, Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]);
  for (let k = 0; k < 3; k++)
    motion.velocities[3 * contacts.a[0] + k] = -2 * n[k] + t[k] / Math.hypot(...t) + crossOf(n, t)[k];
  const lined = kickAll(all, { direction: Float64Array.from(t) });
  const across = crossOf(n, t);
  expect(Math.abs(dotOf([...lined.impulses.tangential], across))).toBeLessThan(1e-12);
  expect(Math.abs(dotOf([...lined.impulses.tangential], t))).toBeGreaterThan(1e-3);
});
