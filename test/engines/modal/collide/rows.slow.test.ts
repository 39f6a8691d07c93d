// The Jacobian of contacts against finite differences of where the two bodies' points are.

import { expect, test } from 'vitest';
import type { Configuration, ModalBodies } from '../../../../src/engines/modal/bodies/body.ts';
import type { ContactSet } from '../../../../src/engines/modal/collide/contact-set.ts';
import { layoutOf, makeRows, writeRows } from '../../../../src/engines/modal/collide/rows.ts';
import { writeTangents } from '../../../../src/engines/modal/collide/tangents.ts';
import {
  multiplyQuaternions,
  quaternionFromRotationVector,
  Random,
  rotateByQuaternion,
  unrotateByQuaternion,
} from '../../../../src/num/index.ts';
import { box, sphere } from '../../../../src/scene/index.ts';
import { contactsOf, modelOf, startOf } from './harness.ts';

const soft = { like: 'steel', youngsModulus: 2e9 } as const;

/** A bending plate that lies across a clamped one, and a rigid ball on top. */
const model = modelOf(
  [
    {
      ...box({ size: [0.2, 0.06, 0.012] }),
      name: 'clamped',
      motion: 'static',
      clamp: 'x<-0.09',
      material: soft,
    },
    { ...box({ size: [0.1, 0.12, 0.012] }), name: 'free', position: [0.03, 0.005, 0.012], material: soft },
    { ...sphere({ radius: 0.01 }), name: 'ball', position: [0.04, 0, 0.028] },
  ],
  { capHz: 5000 },
);

function configuration(seed: number): Configuration {
  const random = new Random(seed);
  const at = startOf(model);
  for (let i = 0; i < at.modal.length; i++) at.modal[i] = 2e-5 * random.normal();
  const turn = new Float64Array(7);
  for (let k = 0; k < 3; k++) turn[k] = 1e-3 * random.normal();
  quaternionFromRotationVector(turn, 3, turn, 0);
  multiplyQuaternions(at.rotations, 4, turn, 3, at.rotations.slice(4, 8), 0);
  at.positions[5] -= 2e-4;
  at.positions[8] -= 6e-4;
  return at;
}

/** The world position of the point of a body that a contact has there, as the body moves on. */
function follow(
  { bodies, firstMode }: ModalBodies,
  set: ContactSet,
  k: number,
  isA: boolean,
  from: Configuration,
  to: Configuration,
): Float64Array {
  const b = isA ? set.a[k] : set.b[k];
  const arms = isA ? set.armsA : set.armsB;
  const x = new Float64Array(3);
  unrotateByQuaternion(x, 0, from.rotations, 4 * b, arms, 3 * k);
  const { shapes, modes } = bodies[b];
  const places = isA ? set.placesA : set.placesB;
  const weights = isA ? set.weightsA : set.weightsB;
  for (let m = 0; m < modes; m++) {
    const change = to.modal[firstMode[b] + m] - from.modal[firstMode[b] + m];
    for (let c = 0; c < 3; c++)
      for (let j = 0; j < 3; j++)
        x[j] += change * weights[3 * k + c] * shapes[(places[3 * k + c] * modes + m) * 3 + j];
  }
  rotateByQuaternion(x, 0, to.rotations, 4 * b, x, 0);
  for (let j = 0; j < 3; j++) x[j] += to.positions[3 * b + j];
  return x;
}

/** Moves every unknown with its velocity for a time. */
function move(from: Configuration, velocity: Float64Array, first: Int32Array, time: number): Configuration {
  const to = {
    positions: from.positions.slice(),
    rotations: from.rotations.slice(),
    modal: from.modal.slice(),
  };
  const turn = new Float64Array(7);
  model.bodies.forEach(({ motion, modes }, b) => {
    if (first[b] < 0) return;
    let i = first[b];
    if (motion === 'dynamic') {
      for (let k = 0; k < 3; k++) {
        to.positions[3 * b + k] += time * velocity[i + k];
        turn[k] = time * velocity[i + 3 + k];
      }
      quaternionFromRotationVector(turn, 3, turn, 0);
      multiplyQuaternions(to.rotations, 4 * b, from.rotations, 4 * b, turn, 3);
      i += 6;
    }
    for (let m = 0; m < modes; m++) to.modal[model.firstMode[b] + m] += time * velocity[i + m];
  });
  return to;
}

const simulated = Int32Array.from(model.bodies, ({ modes }) => modes);

test('rows are the derivative of the relative position', () => {
  expect(simulated[0]).toBeGreaterThan(3);
  expect(simulated[1]).toBeGreaterThan(1);
  expect(simulated[2]).toBe(0);
  const layout = layoutOf(model, simulated);
  expect(layout.dofs).toBe(simulated[0] + simulated[1] + 12);
  const rows = makeRows();
  const directions = new Float64Array(9);
  let [contacts, worst, unordered] = [0, 0, 0];
  for (let seed = 0; seed < 5; seed++) {
    const at = configuration(seed);
    const set = contactsOf(model, at);
    writeRows(rows, set, model, at, layout);
    contacts += set.count;
    const random = new Random(seed, 1);
    const velocity = Float64Array.from({ length: layout.dofs }, () => random.normal());
    const h = 1e-6;
    const ahead = move(at, velocity, layout.first, h);
    const behind = move(at, velocity, layout.first, -h);
    for (let k = 0; k < set.count; k++) {
      writeTangents(directions, set.normals, 3 * k);
      const side = (isA: boolean, to: Configuration) => follow(model, set, k, isA, at, to);
      const [aAhead, aBehind, bAhead, bBehind] = [
        side(true, ahead),
        side(true, behind),
        side(false, ahead),
        side(false, behind),
      ];
      for (let d = 0; d < 3; d++) {
        let [byRow, byDifference] = [0, 0];
        for (let i = rows.starts[3 * k + d]; i < rows.starts[3 * k + d + 1]; i++) {
          byRow += rows.values[i] * velocity[rows.columns[i]];
          if (i > rows.starts[3 * k + d] && set.a[k] < set.b[k] && rows.columns[i] <= rows.columns[i - 1])
            unordered++;
        }
        for (let j = 0; j < 3; j++)
          byDifference +=
            (directions[3 * d + j] * (aAhead[j] - aBehind[j] - bAhead[j] + bBehind[j])) / (2 * h);
        worst = Math.max(worst, Math.abs(byRow - byDifference));
      }
    }
  }
  expect(contacts).toBeGreaterThan(50);
  expect(worst).toBeLessThan(1e-7);
  expect(unordered).toBe(0);
});

test('an impulse changes no momentum and no angular momentum of two free bodies together', () => {
  const at = configuration(1);
  const set = contactsOf(model, at);
  const layout = layoutOf(model, simulated);
  const rows = makeRows();
  writeRows(rows, set, model, at, layout);
  let [seen, worst] = [0, 0];
  for (let k = 0; k < set.count; k++) {
    const [a, b] = [set.a[k], set.b[k]];
    if (a === 0 || b === 0) continue;
    seen++;
    for (let d = 0; d < 3; d++) {
      const impulse = new Float64Array(layout.dofs);
      for (let i = rows.starts[3 * k + d]; i < rows.starts[3 * k + d + 1]; i++)
        impulse[rows.columns[i]] = rows.values[i];
      const total = new Float64Array(6);
      for (const body of [a, b]) {
        const i = layout.first[body];
        const spin = new Float64Array(3);
        rotateByQuaternion(spin, 0, at.rotations, 4 * body, impulse, i + 3);
        const [x, y, z] = at.positions.subarray(3 * body, 3 * body + 3);
        const [fx, fy, fz] = impulse.subarray(i, i + 3);
        const moment = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
        for (let j = 0; j < 3; j++) {
          total[j] += impulse[i + j];
          total[3 + j] += spin[j] + moment[j];
        }
      }
      worst = Math.max(worst, ...total.map(Math.abs));
    }
  }
  expect(seen).toBeGreaterThan(0);
  expect(worst).toBeLessThan(1e-15);
});

test('fewer modes are the first columns of more', () => {
  const at = configuration(2);
  const set = contactsOf(model, at);
  const rows = makeRows();
  const few = Int32Array.of(2, 0, 0);
  const layout = layoutOf(model, few, [1, 0]);
  expect([...layout.first]).toEqual([6, 0, -1]);
  writeRows(rows, set, model, at, layout);
  const all = makeRows();
  const full = layoutOf(model, simulated);
  writeRows(all, set, model, at, full);
  let different = 0;
  for (let k = 0; k < 3 * set.count; k++) {
    const wide = new Map<number, number>();
    for (let i = all.starts[k]; i < all.starts[k + 1]; i++) wide.set(all.columns[i], all.values[i]);
    for (let i = rows.starts[k]; i < rows.starts[k + 1]; i++) {
      const column = rows.columns[i];
      if (rows.values[i] !== wide.get(column < 6 ? full.first[1] + column : column - 6)) different++;
    }
  }
  expect(rows.starts[3 * set.count]).toBeGreaterThan(0);
  expect(different).toBe(0);
});
