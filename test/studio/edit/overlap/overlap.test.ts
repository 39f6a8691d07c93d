import { describe, expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/index.ts';
import { box, floor, resolveScene, type Scene, type SceneFile } from '../../../../src/scene/index.ts';
import type { Fault } from '../../../../src/scene/fault/index.ts';
import { refusals } from '../../../../src/sim/index.ts';
import { placeAbove, scaledDefaults, suitableScale } from '../../../../studio/src/edit/add-body.ts';
import { crossingFaces } from '../../../../studio/src/edit/overlap/crossing-faces.ts';
import { fixScene } from '../../../../studio/src/edit/overlap/fix-scene.ts';
import { gravityNumber, gravityVector, withUp } from '../../../../studio/src/edit/fields/gravity.ts';
import { pairOfFault } from '../../../../studio/src/edit/overlap/overlap-faults.ts';
import { nextSelection } from '../../../../studio/src/edit/select.ts';
import { evenSize, filmTimes } from '../../../../studio/src/export/film-times.ts';
import { primitives } from '../../../../src/geometry/primitives/index.ts';

const overlapsOf = (scene: Scene): readonly Fault[] =>
  refusals(ipc, scene).filter((fault) => pairOfFault(fault) !== undefined);
const sceneOf = (file: SceneFile) => resolveScene(file).scene;
const cube = box({ size: [1, 1, 1] });

/** Two cubes whose names try to be read as something else. */
function cubes(gap: number, names = ['a', 'b']): SceneFile {
  return {
    name: 'cubes',
    bodies: [
      { ...cube, name: names[0], position: [0, 0, 0] },
      { ...cube, name: names[1], position: [1 + gap, 0.3, 0.2] },
    ],
  };
}

describe('what overlaps', () => {
  const tricky = ['touches body 7 "x" at the start', `", face 99 against face 98`, 'body 5 "y"'];

  test.each([
    ['overlap', -0.01],
    ['touch', 0],
  ])('pairs that %s are read from the engine’s words, whatever bodies are called', (_, gap) => {
    for (const name of tricky) {
      const faults = overlapsOf(sceneOf(cubes(gap, [name, `other ${name}`])));
      expect(faults).toHaveLength(1);
      const pair = pairOfFault(faults[0]);
      expect([pair?.a, pair?.b].sort()).toEqual([0, 1]);
      for (const face of [pair?.faceA ?? 0, pair?.faceB ?? 0]) expect(face).toBeLessThan(12);
    }
  });

  test('refusals about other things are none', () => {
    expect(pairOfFault({ what: 'has no mass', where: 'bodies[3] "x"', remedy: '' })).toBeUndefined();
  });

  test('the faces are those that cross, and no others', () => {
    const scene = sceneOf(cubes(-0.01));
    const { a, b, depth } = crossingFaces(scene, 0, 1);
    expect(depth).toBeCloseTo(0.01, 12);
    expect(a.size).toBeGreaterThan(0);
    expect(b.size).toBeGreaterThan(0);
    // The far sides of both cubes are not among them.
    const isFar = (body: number, face: number, x: number) => {
      const mesh = scene.meshes[scene.bodies[body].mesh];
      return [0, 1, 2].every((k) => mesh.positions[3 * mesh.faces[3 * face + k]] === x);
    };
    expect([...a].some((face) => isFar(0, face, -0.5))).toBe(false);
    expect([...b].some((face) => isFar(1, face, 0.5))).toBe(false);
    const apart = crossingFaces(sceneOf(cubes(0.1)), 0, 1);
    expect(apart.a.size + apart.b.size + apart.depth).toBe(0);
  });
});

describe('separating', () => {
  test.each(['both', 'motion', 'inset'] as const)(
    'by %s leaves nothing that overlaps and says what it did',
    (by) => {
      const file = cubes(-0.005);
      const {
        left,
        changes,
        file: after,
        meshes,
      } = fixScene(file, new Map(), by, 'meshes/fixed-1', overlapsOf);
      expect(left).toEqual([]);
      expect(changes.length).toBeGreaterThan(0);
      if (by === 'motion') {
        expect(meshes.size).toBe(0);
        expect(changes[0]).toMatch(/moved by .* along/);
      }
      if (by === 'inset') expect(changes[0]).toMatch(/inward/);
      const scene = resolveScene(after, { loadFile: (path) => meshes.get(path) }).scene;
      expect(overlapsOf(scene)).toEqual([]);
    },
  );

  test('what overlaps too deeply is told, and static bodies stay', () => {
    const file: SceneFile = {
      name: 'deep',
      bodies: [
        { ...cube, name: 'a', motion: 'static' },
        { ...cube, name: 'b', position: [0.4, 0, 0], motion: 'static' },
      ],
    };
    const dynamic = {
      ...file,
      bodies: [
        ...(file.bodies ?? []),
        { ...cube, name: 'c', position: [0.5, 0.1, 0] as [number, number, number] },
      ],
    };
    expect(fixScene(dynamic, new Map(), 'motion', 'm', overlapsOf).left.length).toBeGreaterThan(0);
  });
});

describe('a new body', () => {
  test.each(primitives.map(({ name }) => name))('%s suits scenes of any size', (kind) => {
    for (const typical of [1e-3, 0.05, 1, 30]) {
      const shape = { kind, ...scaledDefaults(kind, suitableScale(kind, typical)) };
      const scene = sceneOf({ name: 'one', bodies: [{ shape: shape as never }] });
      expect(scene.bodies).toHaveLength(1);
    }
  });

  test.each(['y', 'z'] as const)('stands clear above the others where %s is up', (up) => {
    const stack: SceneFile = {
      name: 's',
      up,
      bodies: [floor(), { ...cube, position: up === 'y' ? [2, 1, 3] : [2, 3, 1] }],
    };
    const scene = sceneOf(stack);
    const shape = { kind: 'sphere' as const, radius: 0.4 };
    const position = placeAbove(scene, shape);
    const after = sceneOf({ ...stack, bodies: [...(stack.bodies ?? []), { shape, position }] });
    expect(overlapsOf(after)).toEqual([]);
    expect(position[0]).toBe(2);
  });
});

describe('small things', () => {
  test('clicks make selections', () => {
    const rows = [4, 7, 9, 12];
    expect(nextSelection([4], rows, 9, 4, 'only')).toEqual([9]);
    expect(nextSelection([4], rows, 9, 4, 'toggle')).toEqual([4, 9]);
    expect(nextSelection([4, 9], rows, 9, 4, 'toggle')).toEqual([4]);
    expect(nextSelection([4], rows, 12, 7, 'range')).toEqual([7, 9, 12]);
    expect(nextSelection([4], rows, 4, 9, 'range')).toEqual([7, 9, 4]);
    expect(nextSelection([], rows, 9, -1, 'range')).toEqual([9]);
  });

  test('gravity turns with the up axis', () => {
    expect(gravityNumber(undefined)).toBe(9.81);
    expect(gravityVector(3, 'z')).toEqual([0, 0, -3]);
    expect(withUp({ name: 'x', gravity: [0, -2, 0] }, 'z').gravity).toEqual([0, 0, -2]);
    expect(withUp({ name: 'x', gravity: [1, -2, 0] }, 'z').gravity).toEqual([1, -2, 0]);
    expect(withUp({ name: 'x', gravity: 5 }, 'z')).toEqual({ name: 'x', gravity: 5, up: 'z' });
  });

  test('the pictures of a film are evenly spaced and end with the recording', () => {
    expect([...filmTimes(0.1, 20, 1)]).toEqual([0, 0.05, 0.1]);
    expect(filmTimes(1, 30, 0.1)).toHaveLength(301);
    expect(filmTimes(1e9, 60, 1).length).toBeLessThan(1e5);
    expect([...filmTimes(0, 60, 1)]).toEqual([0]);
    expect([evenSize(721), evenSize(1), evenSize(1e9)]).toEqual([722, 16, 8192]);
  });
});
