import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { FaultError } from '../../../src/scene/fault/fault.ts';
import { packScene, unpackScene } from '../../../src/scene/pack/pack.ts';
import { sceneOf } from '../help.ts';

const scene = sceneOf({
  name: 'all of it',
  description: 'something of everything',
  up: 'z',
  engine: 'ipc',
  options: { timeStep: 0.01, mode: 'x', flag: true },
  seed: 7,
  listener: { position: [0, 1, 2] },
  bodies: [
    { name: 'floor', shape: { kind: 'plane' }, motion: 'static', color: '#ff0080' },
    {
      name: 'box',
      shape: { kind: 'box', size: [1, 2, 3] },
      rotation: { euler: [10, 20, 30] },
      material: 'oak',
    },
    { name: 'box2', shape: { kind: 'box', size: [1, 2, 4] } },
    {
      name: 'mover',
      shape: { kind: 'sphere' },
      path: { keys: [{ time: 0 }, { time: 0.1, position: [0.1, 0, 0] }], after: 'release' },
    },
  ],
  deformables: [
    {
      name: 'cloth',
      kind: 'cloth',
      shape: { kind: 'grid', size: [1, 1], cells: [3, 3] },
      rest: { kind: 'grid', size: [1.1, 1], cells: [3, 3] },
      pins: [{ vertices: [0, 1] }, { vertices: [2], path: { keys: [{ time: 0 }, { time: 1 }] } }],
    },
    {
      name: 'rod',
      kind: 'rod',
      shape: {
        kind: 'inline',
        vertices: [
          [0, 5, 0],
          [1, 5, 0],
        ],
        edges: [[0, 1]],
      },
      rest: 'straight',
      twist: 2,
    },
  ],
  joints: [
    {
      kind: 'hinge',
      a: 'box',
      b: 'box2',
      axis: 'y',
      limits: [-1, 1],
      spring: { stiffness: 3 },
      motor: { targetSpeed: 1, maxForce: 2 },
      breakForce: 9,
    },
  ],
  forces: [{ body: 'box', force: [1, 2, 3] }],
  pairs: [{ a: 'box', b: 'cloth', friction: 0.3 }],
  frames: [{ name: 'f', body: 'box' }],
  hints: [{ body: 'box', kind: 'slide', from: [1, 0, 0], restsFor: 0.5 }],
  goals: [
    { body: 'box', passes: [0, 1, 0], time: 0.5, tolerance: 0.1 },
    { body: 'box', startsIn: { center: [0, 1, 0], radius: 0.5 } },
    { body: 'box', startsIn: { center: [0, 1, 0], size: [1, 2, 3] }, weight: 2 },
  ],
  parameters: [{ name: 'how long', target: '/bodies/1/shape/size/0', min: 0.5, max: 2, unit: 'm' }],
});

describe('a packed scene', () => {
  test('comes back bit for bit, through JSON text', () => {
    const { json, arrays } = packScene(scene);
    const back = unpackScene(JSON.parse(JSON.stringify(json)), arrays);
    expect(back).toStrictEqual(scene);
    expect(JSON.stringify(packScene(back).json)).toBe(JSON.stringify(json));
    expect(Object.isFrozen(back.bodies[0].pose)).toBe(true);
  });

  test('keeps large things out of the JSON, and equal ones once', () => {
    const { json, arrays } = packScene(scene);
    expect(JSON.stringify(json).length).toBeLessThan(12_000);
    const boxes = (json as { meshes: { faces: { $array: string } }[] }).meshes.slice(1, 3);
    expect(boxes[0].faces.$array).toBe(boxes[1].faces.$array);
    const contents = Object.values(arrays).map((array) => `${array.constructor.name}:${array.join()}`);
    expect(new Set(contents).size).toBe(contents.length);
  });

  test('damage is refused with a fault, never taken', () => {
    const random = new Random(5);
    const { json, arrays } = packScene(scene);
    const text = JSON.stringify(json);
    let refused = 0;
    for (let round = 0; round < 1500; round++) {
      let damagedText = text;
      const damaged: Record<string, unknown> = { ...arrays };
      if (random.uniform() < 0.6) {
        const numbers = [...text.matchAll(/-?\d+(\.\d+)?|true|"\w+"|\{\}|\[\]/g)];
        const hit = numbers[random.integer(numbers.length)];
        const replacement = ['-1', '1e300', 'null', '"x"', '[]', '{}', '99999'][random.integer(7)];
        damagedText = text.slice(0, hit.index) + replacement + text.slice(hit.index + hit[0].length);
      } else {
        const names = Object.keys(arrays);
        const name = names[random.integer(names.length)];
        const array = arrays[name];
        const change = random.integer(4);
        if (change === 0) delete damaged[name];
        else if (change === 1) damaged[name] = array.slice(0, random.integer(array.length + 1));
        else if (change === 2) damaged[name] = new Float32Array(array.length);
        else {
          const copy = array.slice();
          if (copy.length > 0) copy[random.integer(copy.length)] = Number.NaN;
          damaged[name] = copy;
        }
      }
      try {
        const back = unpackScene(JSON.parse(damagedText), damaged);
        for (const body of back.bodies)
          expect(back.meshes[body.mesh].positions.every(Number.isFinite)).toBe(true);
      } catch (error) {
        if (error instanceof SyntaxError) continue;
        expect(error).toBeInstanceOf(FaultError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });

  test('what names one beyond the last is refused, where it is, and the last is taken', () => {
    const { json, arrays } = packScene(scene);
    // biome-ignore lint/suspicious/noExplicitAny: a packed scene is changed anywhere
    type Packed = any;
    const { bodies, deformables, meshes } = scene;
    const cloth = meshes[deformables[0].mesh].positions.length / 3;
    const places: [string, number, (packed: Packed, index: number) => void][] = [
      ['bodies[1].mesh', meshes.length, (packed, i) => (packed.bodies[1].mesh = i)],
      ['deformables[0].mesh', meshes.length, (packed, i) => (packed.deformables[0].mesh = i)],
      ['forces[0].body', bodies.length, (packed, i) => (packed.forces[0].body = i)],
      ['pairs[0].b', bodies.length + deformables.length, (packed, i) => (packed.pairs[0].b = i)],
      ['goals[1].bodies[0]', bodies.length, (packed, i) => (packed.goals[1].bodies[0] = i)],
      ['hints[0].body', bodies.length, (packed, i) => (packed.hints[0].body = i)],
      ['frames[0].body', bodies.length, (packed, i) => (packed.frames[0].body = i)],
      ['joints[0].b', bodies.length, (packed, i) => (packed.joints[0].b = i)],
      ['deformables[0].pins[0]', cloth, (packed, i) => (packed.deformables[0].pins[0].vertices = [i])],
    ];
    for (const [where, count, set] of places) {
      const changed = (index: number) => {
        const packed: Packed = JSON.parse(JSON.stringify(json));
        set(packed, index);
        return () => unpackScene(packed, arrays);
      };
      expect(changed(count), where).toThrow(where);
      if (!where.endsWith('mesh')) expect(changed(count - 1), where).not.toThrow();
    }
  });

  test('arrays are of the right kind and size, name vertices that are there, and times increase', () => {
    const { json, arrays } = packScene(scene);
    const packed = json as {
      meshes: { positions: { $array: string }; faces: { $array: string } }[];
      bodies: { path?: { times: { $array: string }; poses: { $array: string } } }[];
    };
    const { positions, faces } = packed.meshes[1];
    const path = packed.bodies[3].path!;
    const replaced = (name: string, array: unknown) => () => unpackScene(json, { ...arrays, [name]: array });
    const last = arrays[positions.$array].length / 3 - 1;
    const naming = (vertex: number) => new Uint32Array(arrays[faces.$array].length).fill(vertex);
    expect(replaced(faces.$array, naming(last))).not.toThrow();
    expect(replaced(faces.$array, naming(last + 1))).toThrow('names a vertex that is not there');
    expect(replaced(faces.$array, Uint32Array.of(0, 1, 2, 0))).toThrow('no list of 3 each');
    expect(replaced(faces.$array, undefined)).toThrow('indices is missing');
    expect(replaced(positions.$array, undefined)).toThrow('doubles is missing');
    expect(replaced(positions.$array, new Float64Array(4))).toThrow('no list of triples');
    expect(replaced(path.times.$array, Float64Array.of(0, 0))).toThrow('do not increase');
    expect(replaced(path.times.$array, Float64Array.of(0, 0.1, 0.2))).toThrow('should have 21 entries');
    expect(replaced(path.times.$array, new Float64Array(0))).toThrow('should have 0 entries');
  });
});
