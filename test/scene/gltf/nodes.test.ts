import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Affine,
  IDENTITY,
  moveMesh,
  multiplyAffine,
  signedVolume,
} from '../../../src/geometry/index.ts';
import { transformOf } from '../../../src/geometry/files/index.ts';
import { box } from '../../../src/geometry/primitives/index.ts';
import type { Scene } from '../../../src/scene/types.ts';
import { made, Maker, type Node, resolved } from './glb-maker.ts';

/** Where the vertices of a body are at the start. */
function placed(scene: Scene, body: number): Float64Array {
  const { mesh, pose } = scene.bodies[body];
  return moveMesh(scene.meshes[mesh], pose.orientation, pose.position).positions;
}

const number = fc.integer({ min: -2000, max: 2000 }).map((x) => x / 1000);
const vector = fc.tuple(number, number, number);
const scale = fc
  .tuple(fc.integer({ min: 200, max: 2000 }), fc.boolean())
  .map(([s, mirrors]) => (mirrors ? -s : s) / 1000);
const turn = fc.tuple(number, number, number, number).filter((q) => Math.hypot(...q) > 0.1);

test('every vertex stands where the hierarchy puts it, to 1e-12', () => {
  const step = fc.record({
    parent: fc.nat(),
    translation: vector,
    rotation: turn,
    scale: fc.tuple(scale, scale, scale),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.constantFrom('y', 'z'), (steps, up) => {
      const maker = new Maker();
      const cube = maker.mesh();
      const nodes = steps.map(({ translation, rotation, scale: s }, i): Node => {
        const size = Math.hypot(...rotation);
        return {
          name: `n.${i} b`,
          mesh: cube,
          translation,
          rotation: rotation.map((x) => x / size),
          scale: s,
        };
      });
      const parents = steps.map(({ parent }, i) => (i === 0 ? -1 : (parent % (i + 1)) - 1));
      parents.forEach((parent, i) => {
        if (parent >= 0) nodes[parent]['children'] = [...((nodes[parent]['children'] ?? []) as number[]), i];
      });
      maker.nodes.push(...nodes);
      const scene = resolved(made(maker.bytes(), { up, floor: false }));
      expect(scene.bodies).toHaveLength(nodes.length);
      const worlds: Affine[] = [];
      nodes.forEach((node, i) => {
        worlds.push(multiplyAffine(worlds[parents[i]] ?? IDENTITY, transformOf(node, '')));
      });
      for (let b = 0; b < scene.bodies.length; b++) {
        const world = worlds[scene.bodies[b].node!];
        const found = placed(scene, b);
        box.make({}).positions.forEach((_, i, x) => {
          const [row, at] = [i % 3, i - (i % 3)];
          const point = (k: number) =>
            world.matrix[3 * k] * x[at] +
            world.matrix[3 * k + 1] * x[at + 1] +
            world.matrix[3 * k + 2] * x[at + 2] +
            world.translation[k];
          const wanted = up === 'y' ? point(row) : row === 0 ? point(0) : row === 1 ? -point(2) : point(1);
          const size = Math.max(1, ...world.matrix.map(Math.abs), ...world.translation.map(Math.abs));
          expect(Math.abs(found[i] - wanted)).toBeLessThan(1e-12 * size);
        });
      }
    }),
    { numRuns: 40 },
  );
});

describe('a plain GLB', () => {
  function room(extras: Record<string, object> = {}): Uint8Array {
    const maker = new Maker();
    const cube = maker.mesh();
    const add = (name: string, more: Node) =>
      maker.node({ name, mesh: cube, ...(extras[name] ? { extras: extras[name] } : {}), ...more });
    const a = add('Crate.001', { translation: [0, 2, 0] });
    const b = add('Crate.002', { translation: [0, 4, 0], scale: [-0.5, 0.5, 0.5] });
    maker.node({ name: 'Crates', children: [a, b], rotation: [0, 0.6, 0, 0.8] });
    add('Big Wall', { scale: [10, 1, 10] });
    add('Lamp', { translation: [0, 20, 0] });
    return maker.bytes();
  }

  test('every node is a body; equal meshes in equal sizes share a file, and mirrored ones look outward', () => {
    const scene = made(room());
    expect(scene.file.bodies!.map(({ name }) => name)).toEqual([
      'floor',
      'Crate.001',
      'Crate.002',
      'Big Wall',
      'Lamp',
    ]);
    expect(scene.meshes.size).toBe(3);
    const { bodies, meshes } = resolved(scene);
    expect(bodies.map(({ node }) => node)).toEqual([undefined, 0, 1, 3, 4]);
    expect(signedVolume(meshes[bodies[2].mesh])).toBeCloseTo(0.125, 12);
    expect(bodies[1].pose.orientation.map((x) => Math.abs(x))).toEqual([
      0,
      expect.closeTo(0.6, 6),
      0,
      expect.closeTo(0.8, 6),
    ]);
  });

  test('names choose what moves, the rest stands still, and there is no floor', () => {
    const { file } = made(room(), {
      chosen: (name) => (name.startsWith('Crate') ? 'dynamic' : name === 'Lamp' ? 'none' : undefined),
    });
    expect(file.bodies!.map(({ name, motion }) => [name, motion])).toEqual([
      ['Crate.001', undefined],
      ['Crate.002', undefined],
      ['Big Wall', 'static'],
    ]);
  });

  test('extras choose too, in each way of writing them, and what they say wrongly is listed', () => {
    const { file, unmapped } = made(
      room({
        'Crate.001': {
          carom: { body: 'dynamic', mass: 3, friction: 0.2, velocity: [1, 2, 3], material: 'oak' },
        },
        'Crate.002': {
          carom_body: 'dynamic',
          carom_restitution: 0.5,
          carom_angular_velocity: [0, 1, 0],
          other: 1,
        },
        Lamp: { carom: 'none' },
        'Big Wall': { carom: { frction: 2, density: -1, material: 'oka', mass: 'heavy' } },
      }),
    );
    expect(file.bodies![0]).toMatchObject({ mass: 3, friction: 0.2, velocity: [1, 2, 3], material: 'oak' });
    expect(file.bodies![1]).toMatchObject({ restitution: 0.5, angularVelocity: [0, 1, 0] });
    expect(file.bodies![2]).toMatchObject({ name: 'Big Wall', motion: 'static' });
    expect(file.bodies).toHaveLength(3);
    const lines = unmapped.map(({ what, where, why }) => `${where}: ${what}; ${why}`).join('\n');
    expect(lines).toMatch(/"Big Wall": extras.carom.frction; there is no such word; did you mean "friction"/);
    expect(lines).toMatch(/density; it is not a number > 0/);
    expect(lines).toMatch(/material; it is not the name of a material; did you mean "oak"/);
    expect(unmapped).toHaveLength(4);
  });

  test('a node called floor keeps its name', () => {
    const maker = new Maker();
    maker.node({ name: 'Floor', mesh: maker.mesh() });
    expect(made(maker.bytes()).file.bodies!.map(({ name }) => name)).toEqual(['floor-2', 'Floor']);
    expect(made(maker.bytes(), { floor: false }).file.bodies!.map(({ name }) => name)).toEqual(['Floor']);
  });

  test('units and the up axis turn velocities with the bodies', () => {
    const bytes = room({
      'Crate.001': { carom: { body: 'dynamic', velocity: [1, 2, 3], angularVelocity: [1, 2, 3] } },
    });
    const { file } = made(bytes, { up: 'z', units: 'cm' });
    expect(file.bodies![0].velocity).toEqual([0.01, -0.03, 0.02]);
    expect(file.bodies![0].angularVelocity!.map((x) => Number(x.toFixed(9)))).toEqual([1, -3, 2]);
  });
});
