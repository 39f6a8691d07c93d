// Sheets that go through something, or lie in it, where they start: refused, with both named.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import {
  type BodyFile,
  type DeformableFile,
  resolveScene,
  type SceneFile,
} from '../../../../src/scene/index.ts';
import { judge, optionsOf, Trial } from '../harness.ts';

await loadKernels();

type Place = [number, number, number];

/** Two large triangles in a level square metre. */
const cloth = (more: Partial<DeformableFile> = {}): DeformableFile => ({
  name: 'cloth',
  kind: 'cloth',
  shape: { kind: 'grid', size: [1, 1], cells: [1, 1] },
  thickness: 0.001,
  areaDensity: 0.3,
  stretchStiffness: 100,
  bendStiffness: 1e-4,
  ...more,
});

const box = (name: string, size: Place, position: Place, more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'box', size },
  position,
  mass: 1,
  ...more,
});

const file = (deformables: DeformableFile[], bodies: BodyFile[] = []): SceneFile => ({
  name: 'start',
  duration: 0.1,
  frameRateHz: 50,
  gravity: 0,
  deformables,
  bodies,
});

function faultsOf(deformables: DeformableFile[], bodies: BodyFile[] = []) {
  const { scene } = resolveScene(file(deformables, bodies));
  return ipc.refuse(scene, optionsOf(scene));
}

describe('what goes through a sheet at the start', () => {
  test('an edge of a body through the middle of its face', () => {
    const [fault, ...more] = faultsOf([cloth()], [box('post', [0.05, 0.8, 0.05], [0.2, 0, 0.1])]);
    expect(more).toEqual([]);
    const said = `${fault.where}: ${fault.what}`;
    expect(said).toMatch(/goes through .*at the start \(an edge through face \d+\)/);
    expect(said).toMatch(/body 0 "post"|bodies\[0\] "post"/);
    expect(said).toMatch(/deformables\[0\] "cloth"|deformable 0 "cloth"/);
    // beside it nothing is wrong
    expect(faultsOf([cloth()], [box('post', [0.05, 0.8, 0.05], [0.7, 0, 0.1])])).toEqual([]);
  });

  test('an edge of it through the face of a body', () => {
    const [fault] = faultsOf([cloth()], [box('wall', [0.01, 3, 3], [0.2, 0.4, 0.3])]);
    expect(`${fault.where}: ${fault.what}`).toMatch(/goes through/);
  });

  test('another sheet, and itself', () => {
    const upright = cloth({ name: 'sail', rotation: { axis: 'x', degrees: 90 }, position: [0.1, 0, 0.13] });
    const [fault] = faultsOf([cloth(), upright]);
    expect(`${fault.where}: ${fault.what}`).toMatch(
      /"cloth".* goes through .*"sail"|"sail".* goes through .*"cloth"/,
    );
    const vertices: Place[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 1],
      [0.2, -0.5, 0.2],
      [0.3, 0.5, 0.2],
      [0.25, 0.5, 0.4],
    ];
    const shape = {
      kind: 'inline' as const,
      vertices,
      faces: [
        [0, 1, 2],
        [3, 4, 5],
      ] as Place[],
    };
    expect(faultsOf([cloth({ shape })])).toMatchObject([
      { what: expect.stringMatching(/goes through itself at the start/) },
    ]);
  });

  test('held vertices are held to it too', () => {
    const pins = [{ vertices: [0, 1, 2, 3] }];
    const ground = box('ground', [3, 0.1, 3], [0, -0.0502, 0], { motion: 'static' });
    expect(faultsOf([cloth({ pins })], [ground])).toMatchObject([
      { what: expect.stringMatching(/is nearer than thickness allows to .* at the start/) },
    ]);
  });
});

describe('what is wholly inside', () => {
  test('a sheet inside a body is refused, one inside a hollow one is not', () => {
    const small = cloth({ shape: { kind: 'grid', size: [0.1, 0.1], cells: [1, 1] } });
    const [fault, ...more] = faultsOf([small], [box('block', [1, 1, 1], [0, 0, 0])]);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ what: 'is inside body 0 "block" at the start' });
    expect(fault.where).toMatch(/deformables\[0\] "cloth"/);
    const shell: BodyFile = {
      name: 'shell',
      shape: {
        kind: 'inline',
        vertices: [
          [-9, -9, -9],
          [9, -9, -9],
          [0, 9, -9],
        ],
        faces: [[0, 1, 2]],
      },
      mass: 1,
    };
    expect(faultsOf([small], [shell])).toEqual([]);
  });

  test('closed cloth is hollow: it may hold a body, and the judge says so', async () => {
    const bag = cloth({ name: 'bag', shape: { kind: 'sphere', radius: 0.5, subdivisions: 1 } });
    const inside = file([bag], [box('die', [0.1, 0.1, 0.1], [0, 0, 0])]);
    const { scene } = resolveScene(inside);
    expect(ipc.refuse(scene, optionsOf(scene))).toEqual([]);
    const { verdict, error } = await judge(inside);
    expect(error).toBeUndefined();
    expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, kept: true });
  });
});

test('a body that comes, or is put, into a sheet is refused, and nothing has changed', () => {
  const away = box('die', [0.1, 0.1, 0.1], [0, 3, 0], { enabled: false });
  const trial = new Trial(file([cloth()], [away, box('other', [0.1, 0.1, 0.1], [0, 2, 0])])).to(0.02);
  const into = [0.2, 0.01, 0.1, 0, 0, 0, 1];
  const put = (kind: 'enable' | 'pose', target: number, values: number[]) =>
    trial.simulation.apply({ time: 0.02, kind, target, values });
  expect(() => put('pose', 1, into)).toThrow(/goes through/);
  expect(() => put('enable', 0, [...into, 0, 0, 0, 0, 0, 0])).toThrow(/goes through/);
  put('enable', 0, [0.2, 0.2, 0.1, 0, 0, 0, 1, 0, -2, 0, 0, 0, 0]);
  trial.to(0.2);
  // it has met the cloth and pushed it
  expect(trial.velocity('die')[1]).toBeGreaterThan(-1.99);
  expect(trial.smallestGap).toBeGreaterThan(0);
});
