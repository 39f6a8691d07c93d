// The whole search: against brute force, against its own memory, and against the order of things.

import { describe, expect, test } from 'vitest';
import {
  buildCollider,
  findContacts,
  findContactsOf,
  refusals,
} from '../../../../src/engines/lcp/collide/collider.ts';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { box as boxMesh, torus } from '../../../../src/geometry/primitives/index.ts';
import { joinMeshes, makeMesh, translateMesh } from '../../../../src/geometry/index.ts';
import { multiplyQuaternions, Random, rotateByQuaternion } from '../../../../src/num/index.ts';
import { type BodyFile, box, capsule, cylinder, floor, mesh, sphere } from '../../../../src/scene/index.ts';
import { contactsOf, posesOf, sceneOf, type Told, tell } from './scenes.ts';

/** Bodies of all kinds and sizes, some of which overlap. */
function crowd(random: Random, count: number, spread: number): BodyFile[] {
  const at = (): [number, number, number] => [
    random.between(-spread, spread),
    random.between(-spread, spread),
    random.between(0, spread),
  ];
  const turn = () => {
    const axis: [number, number, number] = [random.normal(), random.normal(), random.normal()];
    return { axis, radians: random.between(0, 3) };
  };
  const size = () => random.between(0.05, random.uniform() < 0.1 ? 0.8 : 0.2);
  const made: (() => BodyFile)[] = [
    () => sphere({ radius: size() }),
    () => box({ size: [size(), size(), size()] }),
    () => capsule({ radius: size(), length: size() }),
    () => cylinder({ radius: size(), length: size() }),
    () =>
      mesh(
        joinMeshes([
          boxMesh.make({ size: [0.1, 0.1, 0.1] }),
          translateMesh(boxMesh.make({ size: [0.1, 0.1, 0.1] }), [0.3, 0, 0]),
        ]),
      ),
  ];
  return Array.from({ length: count }, () => ({
    ...made[random.integer(made.length)](),
    position: at(),
    rotation: turn(),
    ...(random.uniform() < 0.2 ? { motion: 'static' as const } : {}),
  }));
}

/** Poses a little or a lot elsewhere. */
function stirred(
  random: Random,
  poses: Float64Array,
  scene: ReturnType<typeof sceneOf>,
  by: number,
): Float64Array {
  const next = poses.slice();
  scene.bodies.forEach(({ motion }, b) => {
    if (motion === 'static' || random.uniform() < 0.3) return;
    for (let k = 0; k < 3; k++) next[7 * b + k] += by * random.normal();
    if (random.uniform() < 0.5) random.rotation(next, 7 * b + 3);
  });
  return next;
}

function close(one: readonly number[] | undefined, two: readonly number[]): void {
  two.forEach((x, k) => {
    expect(one?.[k]).toBeCloseTo(x, 9);
  });
}

const bits = (told: Told[]) => JSON.stringify(told);

describe('the search', () => {
  const random = new Random(5);
  const scene = sceneOf([floor(), ...crowd(random, 120, 1.2)]);

  test('finds the same bits with a memory of other poses, and without', () => {
    const collider = buildCollider(scene);
    const set = new ContactSet();
    let poses = posesOf(scene);
    for (let step = 0; step < 40; step++) {
      poses = stirred(random, poses, scene, step % 3 === 0 ? 0.5 : 0.003);
      findContacts(collider, poses, set);
      const fresh = contactsOf(scene, poses);
      expect(bits(tell(set))).toBe(bits(fresh));
      expect(fresh.length).toBeGreaterThan(20);
    }
  });

  test('finds exactly what pairs find by themselves', () => {
    const poses = posesOf(scene);
    const all = contactsOf(scene, poses).filter(({ b }) => scene.bodies[b].motion === 'dynamic');
    const single: Told[] = [];
    for (let i = 0; i < scene.bodies.length; i++) {
      for (let j = i + 1; j < scene.bodies.length; j++) {
        if (scene.bodies[i].motion === 'static' || scene.bodies[j].motion === 'static') continue;
        const two = { ...scene, bodies: [scene.bodies[i], scene.bodies[j]] };
        const part = new Float64Array([
          ...poses.subarray(7 * i, 7 * i + 7),
          ...poses.subarray(7 * j, 7 * j + 7),
        ]);
        for (const told of contactsOf(two, part)) single.push({ ...told, a: i, b: j });
      }
    }
    expect(bits(all)).toBe(bits(single));
    expect(all.length).toBeGreaterThan(10);
  });

  test('of some bodies is what of all has part in them', () => {
    const collider = buildCollider(scene);
    const set = new ContactSet();
    let poses = posesOf(scene);
    for (let step = 0; step < 20; step++) {
      poses = stirred(random, poses, scene, 0.05);
      const some = Int32Array.from({ length: 15 }, () => random.integer(scene.bodies.length)).filter(
        (b) => scene.bodies[b].motion === 'dynamic',
      );
      findContactsOf(collider, poses, some, set);
      const wanted = contactsOf(scene, poses).filter(({ a, b }) => some.includes(a) || some.includes(b));
      expect(bits(tell(set))).toBe(bits(wanted));
    }
  });

  test('tells contacts in order, a dynamic and static bodies second', () => {
    const told = contactsOf(scene);
    const key = ({ a, b, featureA, featureB, part }: Told) =>
      [a, b, featureA, featureB, part].map((x) => `${x}`.padStart(9)).join();
    expect(told.map(key)).toEqual([...new Set(told.map(key))].sort());
    for (const { a, b } of told) {
      expect(scene.bodies[a].motion).toBe('dynamic');
      if (scene.bodies[b].motion === 'dynamic') expect(a).toBeLessThan(b);
    }
  });

  test('moves with the world', () => {
    const poses = posesOf(scene);
    const q = new Float64Array(4);
    random.rotation(q, 0);
    const shift = [3, -2, 5];
    const moved = poses.slice();
    const point = new Float64Array(3);
    const carry = (x: ArrayLike<number>, by: readonly number[]) => {
      point.set([x[0], x[1], x[2]]);
      rotateByQuaternion(point, 0, q, 0, point, 0);
      return [...point].map((c, k) => c + by[k]);
    };
    for (let i = 0; i < poses.length; i += 7) {
      moved.set(carry(poses.subarray(i, i + 3), shift), i);
      multiplyQuaternions(moved, i + 3, q, 0, poses, i + 3);
    }
    const there = contactsOf(scene, moved);
    const here = contactsOf(scene, poses);
    expect(there.length).toBe(here.length);
    here.forEach((c, i) => {
      expect([there[i].a, there[i].b, there[i].featureA, there[i].featureB]).toEqual([
        c.a,
        c.b,
        c.featureA,
        c.featureB,
      ]);
      expect(there[i].gap).toBeCloseTo(c.gap, 9);
      close(there[i].point, carry(c.point, shift));
      close(there[i].normal, carry(c.normal, [0, 0, 0]));
    });
  });

  test('does not depend on which body comes first', () => {
    const reversed = { ...scene, bodies: [...scene.bodies].reverse() };
    const last = scene.bodies.length - 1;
    const turned = contactsOf(reversed).map((c) => {
      const back = { ...c, a: last - c.a, b: last - c.b };
      if (scene.bodies[back.b].motion === 'static') return back;
      return {
        ...back,
        a: back.b,
        b: back.a,
        featureA: c.featureB,
        featureB: c.featureA,
        normal: c.normal.map((x) => -x),
      };
    });
    const name = (c: Told) => `${c.a} ${c.b} ${c.featureA} ${c.featureB} ${c.part}`;
    const here = contactsOf(scene);
    const found = new Map(turned.map((c) => [name(c), c]));
    expect(turned.length).toBe(here.length);
    for (const c of here) {
      expect(found.get(name(c))?.gap).toBeCloseTo(c.gap, 9);
      close(found.get(name(c))?.normal, c.normal);
    }
  });
});

describe('who collides', () => {
  const touching = (): BodyFile[] => [
    { ...sphere({ radius: 0.5 }), name: 'one' },
    { ...sphere({ radius: 0.5 }), name: 'two', position: [0.99, 0, 0] },
  ];

  test('two balls do', () => {
    const [only] = contactsOf(sceneOf(touching()));
    expect(only).toMatchObject({ a: 0, b: 1, normal: [-1, 0, 0] });
    expect(only.gap).toBeCloseTo(-0.01, 14);
  });

  test('bodies of one group, of a rule against it or of a joint do not', () => {
    const apart = [
      sceneOf(touching().map((body) => ({ ...body, group: 3 }))),
      sceneOf(touching(), { pairs: [{ a: 'one', b: 'two', collide: false }] }),
      sceneOf(touching(), { joints: [{ kind: 'ball', a: 'one', b: 'two', collide: false }] }),
    ];
    for (const scene of apart) expect(contactsOf(scene)).toEqual([]);
  });

  test('a ball as far as the margin, and no farther', () => {
    const scene = sceneOf([floor(), { ...sphere({ radius: 0.5 }) }]);
    const at = (z: number) => {
      const poses = posesOf(scene);
      poses[9] = z;
      return contactsOf(scene, poses).length;
    };
    expect(at(0.50049)).toBe(1);
    expect(at(0.50051)).toBe(0);
  });

  test('a finite floor only over itself', () => {
    const scene = sceneOf([
      floor({ size: [1, 1] }),
      { ...box({ size: [0.4, 0.4, 0.4] }), position: [0.5, 0, 0.2] },
    ]);
    const told = contactsOf(scene);
    expect(told.map(({ point }) => point.map((x) => Math.round(1e6 * x) / 1e6 + 0)).sort()).toEqual([
      [0.3, -0.2, 0],
      [0.3, 0.2, 0],
      [0.5, -0.2, 0],
      [0.5, 0.2, 0],
    ]);
  });
});

describe('what cannot collide is refused', () => {
  test.each([['a sheet that moves', mesh(makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])), 'closed']])(
    '%s',
    (_, body, reason) => {
      const scene = sceneOf([{ ...body, mass: 1 }] as BodyFile[]);
      const [fault, ...none] = refusals(scene);
      expect(none).toEqual([]);
      expect(fault.what).toContain(reason);
      expect(() => buildCollider(scene)).toThrow(reason);
    },
  );

  test('but not a ring, whether it moves or not, or one of convex parts', () => {
    const two = joinMeshes([boxMesh.make({}), translateMesh(boxMesh.make({}), [2, 0, 0])]);
    const ring = mesh(torus.make({}));
    expect(refusals(sceneOf([ring, { ...ring, motion: 'static' }, mesh(two)]))).toEqual([]);
  });
});
