import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packGlb } from '../../../src/export/glb/index.ts';
import { FaultError } from '../../../src/scene/fault/fault.ts';
import { made, Maker, type Node } from './glb-maker.ts';

type Root = Record<string, unknown> & {
  nodes: Node[];
  accessors: Node[];
  bufferViews: Node[];
  meshes: Node[];
};

/** A good file with a skin, morph targets, an animation and physics, to be spoiled. */
function good(): Uint8Array {
  const maker = new Maker();
  const weights = new Float32Array(32).fill(0.25);
  const lift = maker.file.attribute(new Float32Array(24).fill(0.1), 'VEC3', true);
  const skinned = maker.mesh(undefined, {
    attributes: {
      JOINTS_0: maker.file.attribute(new Uint16Array(32), 'VEC4', false),
      WEIGHTS_0: maker.file.attribute(weights, 'VEC4', false),
    },
    targets: [{ POSITION: lift }],
  });
  const bone = maker.node({ name: 'Bone' });
  const skin = maker.node({ name: 'Skin', mesh: skinned, skin: 0 });
  maker.node({ name: 'Root', children: [bone] });
  maker.node({
    name: 'Body',
    translation: [3, 0, 0],
    extensions: { KHR_physics_rigid_bodies: { motion: { mass: 1 }, collider: { geometry: { shape: 0 } } } },
  });
  maker.node({ name: 'Hat', mesh: maker.mesh(), translation: [9, 0, 0], extras: { carom: 'dynamic' } });
  maker.animate(bone, 'rotation', [0, 1], [0, 0, 0, 1, 0, 0, 1, 0]);
  maker.animate(skin, 'weights', [0, 1], [0, 1]);
  return maker.bytes({
    skins: [{ joints: [0] }],
    extensions: {
      KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [1, 1, 1] } }] },
      KHR_physics_rigid_bodies: { physicsJoints: [{ limits: [] }] },
    },
  });
}

function spoiled(change: (root: Root) => void): Uint8Array {
  const bytes = good();
  const length = new DataView(bytes.buffer).getUint32(12, true);
  const root = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Root;
  change(root);
  return packGlb(JSON.stringify(root), [bytes.subarray(28 + length)]);
}

test('the good file is taken', () => {
  expect(made(good()).file.bodies!.map(({ name }) => name)).toEqual(['Body', 'Hat']);
});

describe('is refused with a word about it:', () => {
  test.each<[string, (root: Root) => void, RegExp]>([
    ['a cycle', (root) => (root.nodes[0]['children'] = [2]), /two parents/],
    ['a node that hangs on itself', (root) => (root.nodes[4]['children'] = [4]), /two parents|no body|mesh/],
    ['children that are not there', (root) => (root.nodes[4]['children'] = [99]), /no such entry/],
    ['a mesh that is not there', (root) => (root.nodes[4]['mesh'] = 99), /no such entry/],
    ['a mesh that is a text', (root) => (root.nodes[4]['mesh'] = '__proto__'), /no such entry/],
    ['a translation of texts', (root) => (root.nodes[4]['translation'] = ['1', 2, 3]), /3 finite numbers/],
    [
      'a translation that overflows',
      (root) => (root.nodes[4]['translation'] = [1e200, 0, 0]),
      /finite numbers/,
    ],
    ['a huge count', (root) => (root.accessors[0]['count'] = 4e15), /count is not possible/],
    ['a count beyond the data', (root) => (root.accessors[0]['count'] = 1e6), /reaches past its data/],
    [
      'a buffer view beyond the data',
      (root) => (root.bufferViews[0]['byteOffset'] = 1e9),
      /reaches past its data/,
    ],
    [
      'zeros without data',
      (root) => {
        delete root.accessors[0]['bufferView'];
        root.accessors[0]['count'] = 49_000_000;
      },
      /count is not possible/,
    ],
    [
      'a skin with a bone that is not there',
      (root) => (root['skins'] = [{ joints: [77] }]),
      /no such entry|no such bone/,
    ],
    ['no skins', (root) => delete root['skins'], /no such entry/],
    ['a mass that is a text', (root) => (physics(root, 3)['motion'] = { mass: 'x' }), /finite number/],
    ['a negative mass', (root) => (physics(root, 3)['motion'] = { mass: -1 }), /negative/],
    [
      'a shape that is not there',
      (root) => (physics(root, 3)['collider'] = { geometry: { shape: 9 } }),
      /no such entry/,
    ],
    [
      'a box without size',
      (root) =>
        (root['extensions'] = {
          KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [0, 1, 1] } }] },
        }),
      /size is not possible/,
    ],
    [
      'an extension that is needed',
      (root) => (root['extensionsRequired'] = ['EXT_black_box']),
      /extension that is not read/,
    ],
  ])('%s', (_, change, message) => {
    let error: unknown;
    try {
      made(
        spoiled((root) => void change(root)),
        { chosen: (name) => (name === 'Skin' ? 'static' : undefined) },
      );
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(FaultError);
    expect((error as Error).message).toMatch(message);
  });
});

function physics(root: Root, node: number): Node {
  return (root.nodes[node]['extensions'] as { KHR_physics_rigid_bodies: Node }).KHR_physics_rigid_bodies;
}

test('not a number in positions, times and bones is refused', () => {
  const bytes = good();
  const start = 28 + new DataView(bytes.buffer).getUint32(12, true);
  for (let at = start; at + 4 <= bytes.length; at += 4) {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(at, 0x7fc00000, true);
    try {
      made(copy, { chosen: (name) => (name === 'Skin' ? 'static' : undefined) });
    } catch (error) {
      expect(error).toBeInstanceOf(FaultError);
    }
  }
});

test('whatever is changed in the JSON, it is taken or refused, never anything else', () => {
  const values = fc.oneof(
    fc.constantFrom<unknown>(
      -1,
      0,
      1,
      1e300,
      Number.MAX_SAFE_INTEGER,
      0.5,
      '',
      'x',
      null,
      true,
      [],
      {},
      [0],
      [[]],
      '__proto__',
    ),
    fc.double(),
  );
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 7 }), values, (way, value) => {
      const bytes = spoiled((root) => {
        let at: Record<string, unknown> = root;
        way.forEach((step, i) => {
          const keys = Object.keys(at);
          if (keys.length === 0) return;
          const key = keys[step % keys.length];
          const next = at[key];
          if (i === way.length - 1 || typeof next !== 'object' || next === null)
            at[key] = structuredClone(value);
          else at = next as Record<string, unknown>;
        });
      });
      try {
        made(bytes, { chosen: (name) => (name === 'Skin' ? ('kinematic' as 'dynamic') : undefined) });
      } catch (error) {
        if (!(error instanceof FaultError)) throw error;
      }
    }),
    { numRuns: 800 },
  );
});

describe('in bounded time and memory', () => {
  const chain = (depth: number, animated: boolean): Uint8Array => {
    const maker = new Maker();
    const mesh = maker.mesh();
    for (let i = 0; i < depth; i++)
      maker.node({
        translation: [0, 1e-3, 0],
        ...(i + 1 < depth ? { children: [i + 1] } : { mesh, name: 'End' }),
      });
    if (animated) maker.animate(0, 'translation', [0, 1], [0, 0, 0, 1, 0, 0]);
    return maker.bytes();
  };

  test('a hundred thousand levels', () => {
    const { file } = made(chain(100_000, false));
    expect(file.bodies![1].position![1]).toBeCloseTo(100, 3);
    expect(() => made(chain(100_000, true))).toThrow(/nested too deeply/);
  });

  test('a mesh of many vertices shown by many nodes', () => {
    const maker = new Maker();
    const mesh = maker.mesh({
      positions: Float64Array.from({ length: 30_000 }, (_, i) => i % 997),
      faces: Uint32Array.from({ length: 29_994 }, (_, i) => i % 10_000),
      wires: new Uint32Array(0),
      points: new Uint32Array(0),
    });
    for (let i = 0; i < 20_000; i++) maker.node({ mesh, scale: [1 + i, 1, 1] });
    expect(() => made(maker.bytes())).toThrow(/all nodes: there are too many vertices/);
  });

  test('long animations that many nodes follow', () => {
    const maker = new Maker();
    const mesh = maker.mesh();
    const children = Array.from({ length: 1000 }, (_, i) => maker.node({ mesh, translation: [2 * i, 0, 0] }));
    const root = maker.node({ children });
    const times = Array.from({ length: 15_000 }, (_, i) => i);
    maker.animate(
      root,
      'translation',
      times,
      times.flatMap((t) => [t % 7, t % 5, t % 3]),
    );
    expect(() => made(maker.bytes())).toThrow(/keys of all animated bodies/);
  });

  test('a skin that is moved for a year', () => {
    const maker = new Maker();
    const node = maker.node({ name: 'Slow', mesh: maker.mesh() });
    maker.animate(node, 'scale', [0, 3e7], [1, 1, 1, 2, 2, 2]);
    maker.node({ name: 'Rest', mesh: 0, translation: [9, 0, 0] });
    const { unmapped, file } = made(maker.bytes());
    expect(unmapped[0].why).toMatch(/too many/);
    expect(file.bodies!.map(({ name }) => name)).toEqual(['floor', 'Rest']);
  });

  test('names that are all the same', () => {
    const maker = new Maker();
    const mesh = maker.mesh();
    for (let i = 0; i < 5000; i++) maker.node({ mesh, name: 'Crate', translation: [2 * i, 0, 0] });
    const { file, meshes } = made(maker.bytes());
    expect(new Set(file.bodies!.map(({ name }) => name)).size).toBe(5001);
    expect(meshes.size).toBe(1);
  });
});
