import { describe, expect, test } from 'vitest';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { buildModel } from '../../../src/engines/async/model/model.ts';
import { startNearness } from '../../../src/engines/async/start-overlap.ts';
import { makeMesh } from '../../../src/geometry/index.ts';
import { box, cloth, type DeformableFile, floor, inline, type SceneFile } from '../../../src/scene/index.ts';
import { optionsOf, sceneOf } from './harness.ts';

const sheet = cloth({ name: 'sheet', size: [0.2, 0.2], cells: [2, 2], thickness: 0.002 });

function faults(file: SceneFile, given = {}) {
  const scene = sceneOf(file);
  return asynchronous.refuse(scene, optionsOf(scene, given));
}

/** Faces as given, all of it one cloth. */
function mesh(positions: number[], triangles: number[]): DeformableFile {
  return {
    name: 'cloth',
    kind: 'cloth',
    shape: inline(makeMesh(positions, triangles)),
    thickness: 1e-3,
    areaDensity: 1,
  };
}

describe('starts that intersect', () => {
  test('are named by both faces', () => {
    const found = faults({
      name: 'x',
      bodies: [floor({ size: [1, 1] })],
      deformables: [{ ...sheet, rotation: { axis: 'x', degrees: 90 } }],
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found[0].code).toBe('overlap');
    expect(`${found[0].where} ${found[0].what}`).toMatch(/face \d+/);
    expect(`${found[0].where} ${found[0].what}`).toContain('floor');
  });

  test('are found within one cloth, also of faces that share a vertex', () => {
    // two triangles with a common vertex, one's far edge through the other
    const found = faults({
      name: 'x',
      deformables: [mesh([0, 0, 0, 1, 0, -1, 1, 0, 1, 0.5, -0.5, 0, 0.5, 0.5, 0], [0, 1, 2, 0, 3, 4])],
    });
    expect(found.length).toBe(1);
    expect(found[0].what).toContain('intersects itself');
  });

  test('are not seen where faces only share an edge or a vertex', () => {
    const fold = mesh(
      [0, 0, 0, 1, 0, 0, 0.5, 0.1, 1, 0.5, 0.1, 0.9, 2, 0, 0, 2, 1, 0],
      [0, 1, 2, 1, 0, 3, 1, 4, 5],
    );
    expect(faults({ name: 'x', deformables: [fold] })).toEqual([]);
  });

  test('are allowed where nothing collides', () => {
    const file: SceneFile = {
      name: 'x',
      bodies: [floor({ size: [1, 1] })],
      deformables: [{ ...sheet, rotation: { axis: 'x', degrees: 90 } }],
      pairs: [{ a: 'sheet', b: 'floor', collide: false }],
    };
    expect(faults(file)).toEqual([]);
  });
});

test('what starts nearer than its thickness is counted and measured', () => {
  const scene = sceneOf({
    name: 'x',
    bodies: [floor({ size: [1, 1] })],
    deformables: [{ ...sheet, position: [0, 2.5e-4, 0] }],
  });
  const nearness = startNearness(buildModel(scene, optionsOf(scene)));
  expect(nearness.count).toBeGreaterThan(4);
  expect(nearness.share).toBeCloseTo(0.25, 9);
  const far = sceneOf({ name: 'x', bodies: [floor()], deformables: [{ ...sheet, position: [0, 1, 0] }] });
  expect(startNearness(buildModel(far, optionsOf(far))).count).toBe(0);
});

describe('refusals', () => {
  const path = (last: [number, number, number]) => ({
    keys: [{ time: 0 }, { time: 1, position: last }],
    after: 'repeat' as const,
  });

  test.each([
    [
      'free rigid bodies',
      { bodies: [{ ...box(), name: 'b' }], deformables: [{ ...sheet, position: [0, 3, 0] as const }] },
    ],
    ['a time that cannot be counted', { duration: 20000, deformables: [sheet] }],
    ['nothing that deforms', { bodies: [floor()] }],
    [
      'a path that jumps',
      {
        bodies: [{ ...box(), name: 'b', path: path([1, 0, 0]) }],
        deformables: [{ ...sheet, position: [0, 3, 0] as const }],
      },
    ],
    ['a pin that jumps', { deformables: [{ ...sheet, pins: [{ vertices: [0], path: path([0, 1, 0]) }] }] }],
    ['steps below a tick', { deformables: [{ ...sheet, areaDensity: 1e-6, stretchStiffness: 1e18 }] }],
  ])('%s', (_, rest) => {
    const found = faults({ name: 'x', ...(rest as object) });
    expect(found.length).toBeGreaterThan(0);
    for (const { what, where, remedy } of found) expect([what, where, remedy].every(Boolean)).toBe(true);
  });

  test('layers that would not stop everything', () => {
    expect(faults({ name: 'x', deformables: [sheet] }, { layerStiffening: 0.4 }).length).toBe(1);
  });

  test('edges that start beyond the limit of their length', () => {
    const bent: DeformableFile = {
      ...sheet,
      shape: { kind: 'grid', size: [0.3, 0.2], cells: [2, 2] },
      rest: { kind: 'grid', size: [0.2, 0.2], cells: [2, 2] },
    };
    expect(faults({ name: 'x', deformables: [bent] }, { extensionLimit: 0.1 })[0].what).toContain(
      'beyond the limit',
    );
    expect(faults({ name: 'x', deformables: [bent] })).toEqual([]);
  });
});
