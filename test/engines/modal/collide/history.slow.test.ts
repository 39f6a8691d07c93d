// What contacts remember, and that nothing else of the past shows in them.

import { expect, test } from 'vitest';
import type { Configuration } from '../../../../src/engines/modal/bodies/body.ts';
import { Collider } from '../../../../src/engines/modal/collide/contacts.ts';
import { ContactSet } from '../../../../src/engines/modal/collide/contact-set.ts';
import { type ContactMemory, emptyMemory } from '../../../../src/engines/modal/collide/memory.ts';
import { multiplyQuaternions, quaternionFromRotationVector, Random } from '../../../../src/num/index.ts';
import { box, cylinder, floor, sphere } from '../../../../src/scene/index.ts';
import { modelOf, startOf, usual } from './harness.ts';

const soft = { like: 'steel', youngsModulus: 2e9 } as const;
const model = modelOf(
  [
    floor({ size: [2, 2] }),
    { ...box({ size: [0.2, 0.06, 0.02] }), name: 'plate', position: [0, 0, 0.01], material: soft },
    {
      ...cylinder({ radius: 0.02, length: 0.05, segments: 24 }),
      name: 'can',
      position: [0.03, 0, 0.045],
    },
    { ...sphere({ radius: 0.01, subdivisions: 2 }), name: 'ball', position: [-0.05, 0.01, 0.03] },
    { ...box({ size: [0.02, 0.02, 0.02] }), name: 'die', position: [-0.02, 0, 0.03] },
  ],
  { flexible: ['plate'], capHz: 4000 },
);

/** A little away from rest, and bent. */
function jiggled(random: Random, amount: number): Configuration {
  const at = startOf(model);
  const turn = new Float64Array(7);
  for (let b = 1; b < model.bodies.length; b++) {
    for (let k = 0; k < 3; k++) {
      at.positions[3 * b + k] += amount * random.normal();
      turn[k] = 10 * amount * random.normal();
    }
    quaternionFromRotationVector(turn, 3, turn, 0);
    multiplyQuaternions(at.rotations, 4 * b, turn, 3, at.rotations.slice(4 * b, 4 * b + 4), 0);
  }
  for (let m = 0; m < at.modal.length; m++) at.modal[m] = amount * random.normal();
  return at;
}

function listOf(set: ContactSet): number[] {
  const list: number[] = [];
  for (let k = 0; k < set.count; k++) {
    list.push(set.ids[k], set.a[k], set.b[k], set.gaps[k], ...set.normals.subarray(3 * k, 3 * k + 3));
    list.push(...set.points.subarray(3 * k, 3 * k + 3), ...set.armsA.subarray(3 * k, 3 * k + 3));
    list.push(...set.placesA.subarray(3 * k, 3 * k + 3), ...set.weightsB.subarray(3 * k, 3 * k + 3));
  }
  return list;
}

const copy = ({ ids }: ContactMemory): ContactMemory => ({ ids: ids.slice() });

test('the same place and memory give the same bits, whatever was looked at before', () => {
  const used = new Collider(model, usual);
  const memory = emptyMemory();
  const [out, fresh] = [new ContactSet(), new ContactSet()];
  const random = new Random(3);
  let [seen, unordered, different] = [0, 0, 0];
  for (let i = 0; i < 40; i++) {
    // small steps that use what was collected, large ones that collect again, and back
    const at = jiggled(random, [1e-6, 1e-5, 1e-4, 3e-3][i % 4]);
    const before = copy(memory);
    used.findContacts(at, memory, out);
    const other = copy(before);
    new Collider(model, usual).findContacts(at, other, fresh);
    const [first, second] = [listOf(out), listOf(fresh)];
    expect(first.length).toBe(second.length);
    if (first.some((value, k) => value !== second[k])) different++;
    if (memory.ids.join() !== other.ids.join()) different++;
    seen += out.count;
    for (let k = 1; k < out.count; k++) if (!(out.ids[k] > out.ids[k - 1])) unordered++;
  }
  expect(seen).toBeGreaterThan(500);
  expect(unordered).toBe(0);
  expect(different).toBe(0);
});

test('every feature that is near is found: nothing less than a search with all margins wide', () => {
  const collider = new Collider(model, usual);
  const memory = emptyMemory();
  const out = new ContactSet();
  const at = startOf(model);
  // the plate and all on it sink into the floor in a thousand small steps
  const wide = new Collider(model, { slop: 2e-3, depth: 5e-3 });
  const all = new ContactSet();
  let missed = 0;
  for (let i = 0; i < 60; i++) {
    for (let b = 1; b < model.bodies.length; b++) at.positions[3 * b + 2] -= 2e-5 * (i % 7 === 0 ? -1 : 1);
    at.positions[6] += 1e-4;
    collider.findContacts(at, memory, out);
    wide.findContacts(at, emptyMemory(), all);
    const close = new Set(
      [...Array(all.count).keys()].filter((k) => all.gaps[k] < usual.slop).map((k) => all.ids[k]),
    );
    const found = new Set(out.ids.subarray(0, out.count));
    // places of balls are counted, and more slop has more of them; what is beside a face depends on the slop too
    for (const id of close) {
      const k = all.ids.indexOf(id);
      if (model.bodies[all.a[k]].kind === 'sphere') continue;
      if (all.gaps[k] < -1e-7 && !found.has(id)) missed++;
    }
  }
  expect(missed).toBe(0);
});

test('a contact begins at the slop and ends at twice the slop', () => {
  const two = modelOf([floor({ size: [2, 2] }), { ...sphere({ radius: 0.01 }), name: 'ball' }], {
    flexible: 'none',
  });
  const collider = new Collider(two, usual);
  const memory = emptyMemory();
  const out = new ContactSet();
  const at = startOf(two);
  const at2 = (gap: number): number => {
    at.positions[5] = 0.01 + gap;
    collider.findContacts(at, memory, out);
    return out.count;
  };
  expect([3e-5, 1.5e-5, 0.9e-5, 1.5e-5, 1.9e-5, 2.1e-5, 1.5e-5, 1.1e-5, 0.5e-5].map(at2)).toEqual([
    0, 0, 1, 1, 1, 0, 0, 0, 1,
  ]);
});

test('only pairs of active bodies are looked at, and the others are remembered', () => {
  const collider = new Collider(model, usual);
  const memory = emptyMemory();
  const [all, some] = [new ContactSet(), new ContactSet()];
  const at = startOf(model);
  collider.findContacts(at, memory, all);
  const before = [...memory.ids];
  const active = Uint8Array.of(0, 0, 1, 0, 0);
  collider.findContacts(at, memory, some, active);
  expect(some.count).toBeGreaterThan(0);
  expect(some.count).toBeLessThan(all.count);
  for (let k = 0; k < some.count; k++) expect([some.a[k], some.b[k]]).toContain(2);
  expect([...memory.ids]).toEqual(before);
  // the can is lifted: its contacts are forgotten, all others stay
  at.positions[8] += 0.01;
  collider.findContacts(at, memory, some, active);
  expect(some.count).toBe(0);
  expect(memory.ids.length).toBe(
    [...Array(all.count).keys()].filter((k) => all.a[k] !== 2 && all.b[k] !== 2).length,
  );
});

test('bodies of one group, and pairs that are told so, do not touch', () => {
  const cube = box({ size: [0.1, 0.1, 0.1] });
  const bodies = [
    { ...cube, name: 'a', group: 1 },
    { ...cube, name: 'b', group: 1, position: [0, 0, 0.1] as const },
    { ...cube, name: 'c', position: [0, 0, 0.2] as const },
  ];
  const count = (more: object): number => {
    const some = modelOf(bodies as never, { flexible: 'none' }, more);
    const out = new ContactSet();
    new Collider(some, usual).findContacts(startOf(some), emptyMemory(), out);
    return out.count;
  };
  expect(count({})).toBeGreaterThan(0);
  expect(count({ pairs: [{ a: 'b', b: 'c', collide: false }] })).toBe(0);
});

test('rough surfaces have the same normals at the same place, tilted by as much as was asked', () => {
  const bodies = [
    {
      ...box({ size: [0.4, 0.4, 0.1] }),
      name: 'board',
      motion: 'static' as const,
      position: [0, 0, -0.05] as const,
    },
    { ...sphere({ radius: 0.01 }), name: 'ball', position: [0, 0, 0.01] as const },
  ];
  const options = { flexible: 'none', rough: ['board'], roughness: 0.05 } as const;
  const some = modelOf(bodies as never, options);
  const collider = new Collider(some, usual);
  const out = new ContactSet();
  const at = startOf(some);
  const normalAt = (x: number, y: number): number[] => {
    at.positions.set([x, y, 0.01], 3);
    collider.findContacts(at, emptyMemory(), out);
    expect(out.count).toBe(1);
    return [...out.normals.subarray(0, 3)];
  };
  const first = normalAt(0.0123, 0.0456);
  let squares = 0;
  const count = 600;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = normalAt(-0.15 + 0.0005 * i, 0.1 * Math.sin(i));
    expect(Math.sqrt(x * x + y * y + z * z)).toBeCloseTo(1, 12);
    squares += (x * x + y * y) / 2;
  }
  expect(Math.sqrt(squares / count)).toBeGreaterThan(0.045);
  expect(Math.sqrt(squares / count)).toBeLessThan(0.055);
  expect(normalAt(0.0123, 0.0456)).toEqual(first);
  const near = normalAt(0.0123 + 1e-7, 0.0456);
  near.forEach((value, k) => {
    expect(Math.abs(value - first[k])).toBeLessThan(1e-4);
  });
  const smooth = modelOf(bodies as never, { flexible: 'none' });
  new Collider(smooth, usual).findContacts(at, emptyMemory(), out);
  expect([...out.normals.subarray(0, 3)]).toEqual([0, 0, 1]);
});
