import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBodies,
  changeBody,
  changeMotion,
  deleteBodies,
  deleteJoint,
  duplicateBodies,
  freeName,
  renameBody,
} from '../../../studio/src/edit/body-edits.ts';
import { entriesOf, entriesOfBodies } from '../../../studio/src/edit/body-index.ts';
import { eulerOf, eulerOfQuaternion } from '../../../studio/src/edit/fields/euler.ts';
import { placed, whyFixed } from '../../../studio/src/edit/move-body.ts';
import { formatQuantity, parseQuantity } from '../../../studio/src/edit/fields/units.ts';
import { box, defineScene, floor, inline, resolveScene, type SceneFile } from '../../../src/scene/index.ts';
import { fromEuler, multiply, unitQuaternion } from '../../../src/scene/pose.ts';
import { box as boxMesh } from '../../../src/geometry/primitives/index.ts';
import { joinMeshes, translateMesh } from '../../../src/geometry/index.ts';

const cube = box({ size: [0.1, 0.1, 0.1] });

const linked = defineScene({
  name: 'linked',
  bodies: [
    floor(),
    { ...cube, position: [0, 1, 0] },
    { ...cube, name: 'post', position: [1, 1, 0] },
    { ...cube, name: 'arm', position: [2, 1, 0], friction: 0.3 },
  ],
  joints: [
    { kind: 'hinge', a: 'post', b: 'arm' },
    { kind: 'ball', a: 'arm' },
  ],
  forces: [{ body: 'arm', force: [1, 0, 0] }],
  hints: [{ body: 'arm', kind: 'slide' }],
  pairs: [{ a: 'post', b: 'floor', friction: 1 }],
  parameters: [
    { name: 'grip', target: '/bodies/3/friction', min: 0, max: 1 },
    { name: 'push', target: '/forces/0/force/0', min: 0, max: 9 },
  ],
});

const resolves = (file: SceneFile) => resolveScene(file).scene;

describe('changes of a scene file', () => {
  test('deleting a body takes everything about it along, and what stays still points right', () => {
    const after = deleteBodies(linked, [1]);
    expect(after.bodies?.map(({ name }) => name)).toEqual(['floor', 'post', 'arm']);
    expect(after.parameters?.map(({ target }) => target)).toEqual([
      '/bodies/2/friction',
      '/forces/0/force/0',
    ]);
    resolves(after);

    const without = deleteBodies(linked, [3]);
    expect(without.joints).toEqual([]);
    expect(without.forces).toEqual([]);
    expect(without.hints).toEqual([]);
    expect(without.parameters).toEqual([]);
    expect(without.pairs).toHaveLength(1);
    resolves(without);
  });

  test('whatever is deleted, the scene can still be used', () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3]), (entries) => {
        expect(resolves(deleteBodies(linked, entries)).bodies).toHaveLength(4 - entries.length);
      }),
    );
  });

  test('an unnamed body keeps the name that its place gave it', () => {
    const after = deleteBodies({ ...linked, joints: [{ kind: 'ball', a: 'body-1' }] }, [0]);
    expect(resolves(after).joints[0].a).toBe(0);
  });

  test('renaming follows through joints, forces and rules, and avoids names that are taken', () => {
    const after = renameBody(linked, 3, 'lever');
    expect(after.joints?.map(({ a, b }) => [a, b])).toEqual([
      ['post', 'lever'],
      ['lever', undefined],
    ]);
    expect(after.forces?.[0].body).toBe('lever');
    expect(after.hints?.[0].body).toBe('lever');
    resolves(after);
    expect(renameBody(linked, 3, 'post').bodies?.[3].name).toBe('post-2');
    expect(renameBody(linked, 3, '  ')).toBe(linked);
  });

  test('copies stand beside their originals under names of their own', () => {
    const after = duplicateBodies(duplicateBodies(linked, [2], [0.5, 0, 0]), [2], [0, 0, 1]);
    expect(after.bodies?.slice(4).map(({ name, position }) => [name, position])).toEqual([
      ['post-2', [1.5, 1, 0]],
      ['post-3', [1, 1, 1]],
    ]);
    expect(linked.bodies).toHaveLength(4);
    resolves(after);
  });

  test('names end in the next free number', () => {
    expect(freeName('a', new Set(['a', 'a-2']))).toBe('a-3');
    expect(freeName('a-7', new Set(['a-7']))).toBe('a-8');
    const added = addBodies(linked, [cube, { ...cube, name: 'post' }]);
    expect(new Set(added.bodies?.map(({ name }) => name)).size).toBe(6);
  });

  test('a body that becomes static has neither path nor velocity', () => {
    const moving = { ...cube, velocity: [1, 0, 0] as [number, number, number] };
    const file = {
      ...linked,
      joints: [],
      bodies: [{ ...moving, path: { keys: [{ time: 0 }] } }],
      forces: [],
      hints: [],
      pairs: [],
      parameters: [],
    };
    const after = changeBody(file, 0, changeMotion(file.bodies[0], 'static'));
    expect(Object.keys(after.bodies?.[0] ?? {}).sort()).toEqual(['motion', 'shape']);
    expect(resolves(after).bodies[0].motion).toBe('static');
    const back = changeBody(after, 0, changeMotion(after.bodies![0], 'dynamic'));
    expect(resolves(back).bodies[0].motion).toBe('dynamic');
  });

  test('joints go with the parameters that drive them', () => {
    const file: SceneFile = {
      ...linked,
      joints: linked.joints?.map((joint) => ({ ...joint, motor: { targetSpeed: 1, maxForce: 2 } })),
      parameters: [
        { name: 'a', target: '/joints/0/motor/targetSpeed', min: 0, max: 3 },
        { name: 'b', target: '/joints/1/motor/maxForce', min: 0, max: 3 },
      ],
    };
    expect(deleteJoint(file, 0).parameters).toEqual([
      { name: 'b', target: '/joints/0/motor/maxForce', min: 0, max: 3 },
    ]);
  });
});

describe('bodies and their entries', () => {
  const two = joinMeshes([boxMesh.make(), translateMesh(boxMesh.make(), [3, 0, 0])]);
  const split: SceneFile = {
    name: 'split',
    bodies: [floor(), { name: 'pair', shape: inline(two), split: true, position: [0, 2, 0] }, cube],
  };

  test('pieces of a split body belong to one entry', () => {
    const scene = resolves(split);
    expect(scene.bodies.map(({ name }) => name)).toEqual(['floor', 'pair-part0', 'pair-part1', 'body-2']);
    expect([...entriesOfBodies(split, scene)]).toEqual([0, 1, 1, 2]);
    expect(entriesOf(split, scene, [3, 1, 2])).toEqual([1, 2]);
  });

  test('a body that a newer file lacks has no entry', () => {
    const scene = resolves(split);
    expect([...entriesOfBodies({ ...split, bodies: [floor()] }, scene)]).toEqual([0, -1, -1, -1]);
  });
});

describe('placing by hand', () => {
  // Not symmetric: its body frame is neither at its model's origin nor along its axes.
  const wedge = inline({
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0.2, 2, 0, 0.1, 0.3, 0.7),
    faces: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
    wires: new Uint32Array(0),
    points: new Uint32Array(0),
  });

  test('puts the body frame where it was asked to, whatever the model is', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    const rotation = fc
      .tuple(number, number, number, number)
      .map(unitQuaternion)
      .filter((q) => q !== undefined);
    fc.assert(
      fc.property(fc.tuple(number, number, number), rotation, (position, orientation) => {
        const file: SceneFile = { name: 'one', bodies: [{ shape: wedge, position: [0.3, 0.1, 0] }] };
        const scene = resolves(file);
        expect(whyFixed(file, scene, 0)).toBeUndefined();
        const { pose } = resolves(placed(file, scene, 0, { position, orientation })).bodies[0];
        pose.position.forEach((x, k) => {
          expect(Math.abs(x - position[k])).toBeLessThan(2e-7);
        });
        const back = multiply(pose.orientation, [
          -orientation[0],
          -orientation[1],
          -orientation[2],
          orientation[3],
        ]);
        expect(Math.abs(Math.abs(back[3]) - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  test('a move alone leaves the rotation as it was written', () => {
    const file: SceneFile = { name: 'one', bodies: [{ ...cube, rotation: { axis: 'y', degrees: 30 } }] };
    const scene = resolves(file);
    const { orientation } = scene.bodies[0].pose;
    const after = placed(file, scene, 0, { position: [1, 2, 3], orientation });
    expect(after.bodies?.[0]).toEqual({ ...file.bodies?.[0], position: [1, 2, 3] });
  });

  test('a body on a path is not placed', () => {
    const file: SceneFile = {
      name: 'one',
      bodies: [{ ...cube, name: 'arm', path: { keys: [{ time: 0 }, { time: 1, position: [1, 0, 0] }] } }],
    };
    expect(whyFixed(file, resolves(file), 0)).toMatch(/arm follows a path/);
  });
});

describe('what the fields show', () => {
  test('angles give back the rotation', () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(angle, fc.double({ min: -90, max: 90, noNaN: true }), angle, (x, y, z) => {
        const q = fromEuler([x, y, z], 'xyz');
        const again = fromEuler(eulerOfQuaternion(q), 'xyz');
        const dot = q.reduce((sum, part, k) => sum + part * again[k], 0);
        expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-10);
      }),
    );
  });

  test('straight up and down', () => {
    for (const y of [90, -90]) {
      const q = fromEuler([20, y, 50], 'xyz');
      const again = fromEuler(eulerOfQuaternion(q), 'xyz');
      expect(Math.abs(q.reduce((sum, part, k) => sum + part * again[k], 0))).toBeGreaterThan(1 - 1e-10);
    }
  });

  test('angles that were written are shown as they are', () => {
    expect(eulerOf({ euler: [400, 10, -3] })).toEqual([400, 10, -3]);
    expect(eulerOf({ axis: 'z', degrees: 30 })).toEqual([0, 0, 30]);
    expect(eulerOf(undefined)).toEqual([0, 0, 0]);
  });

  test.each([
    ['12 mm', 'm', 'm', 0.012],
    ['12', 'm', 'mm', 0.012],
    ['1,5', 'm', 'm', 1.5],
    ['2in', 'm', 'mm', 0.0508],
    ['-.5e-3', 'm', 'm', -0.0005],
    ['60 rpm', 'rad/s', 'rad/s', 2 * Math.PI],
    ['1 g', 'm/s²', 'm/s²', 9.80665],
    ['7.85 g/cm3', 'kg/m³', 'kg/m³', 7850],
    ['3', '', '', 3],
  ])('%s of %s shown in %s', (text, unit, shown, value) => {
    expect(parseQuantity(text, unit, shown)).toBeCloseTo(value, 14);
  });

  test.each(['', 'x', '1 kg', '1e999', '1 2', '--3', '3 toString'])('%j is no length', (text) => {
    expect(parseQuantity(text, 'm')).toBeUndefined();
  });

  test('what is shown reads back as it was', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.constantFrom('m', 'mm', 'cm', 'in'),
        (value, shown) => {
          const again = parseQuantity(formatQuantity(value, 'm', shown), 'm', shown) as number;
          expect(Math.abs(again - value)).toBeLessThanOrEqual(1e-11 * Math.abs(value));
        },
      ),
    );
    expect(formatQuantity(0.1 + 0.2, 'm', 'mm')).toBe('300');
  });
});
