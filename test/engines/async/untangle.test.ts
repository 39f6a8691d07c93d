import { describe, expect, test } from 'vitest';
import { asynchronous } from '../../../src/engines/async/engine.ts';
import { untangle } from '../../../src/engines/async/untangle.ts';
import { makeMesh } from '../../../src/geometry/index.ts';
import { box, cloth, inline } from '../../../src/scene/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { optionsOf, sceneOf } from './harness.ts';

const sheet = cloth({
  name: 'sheet',
  size: [0.2, 0.2],
  cells: [4, 4],
  thickness: 0.004,
  areaDensity: 0.3,
  stretchStiffness: 40,
  bendStiffness: 1e-5,
});

describe('untangling', () => {
  test('draws a sheet out of a box, as near to its place as it gets', () => {
    const scene = sceneOf({
      name: 'through a box',
      bodies: [{ ...box({ size: [0.08, 0.08, 0.08] }), name: 'box', motion: 'static' }],
      deformables: [
        { ...sheet, position: [0, 0.03, 0] },
        { ...sheet, name: 'other', position: [0.01, 0.032, 0], rotation: { axis: 'x', degrees: 5 } },
      ],
    });
    const options = optionsOf(scene);
    expect(asynchronous.refuse(scene, options).length).toBeGreaterThan(0);
    const { scene: free, off } = untangle(scene, options, lonelyContext());
    expect(asynchronous.refuse(free, options)).toEqual([]);
    // a box of which 1 cm stands above where they were wanted
    for (const distance of off) expect(distance).toBeLessThan(0.05);
  });

  test('unfolds what intersects itself where a rest shape is known, and says so where none is', () => {
    const crossed = [0, 0, 0, 1, 0, -1, 1, 0, 1, 0.5, -0.5, 0, 0.5, 0.5, 0].map((x) => 0.1 * x);
    const flat = [0, 0, 0, 1, 0, -1, 1, 0, 1, -0.5, 0, -0.5, -0.5, 0, 0.5].map((x) => 0.1 * x);
    const faces = [0, 1, 2, 0, 3, 4];
    const { kind, thickness, areaDensity } = sheet;
    const make = (rest: boolean) =>
      sceneOf({
        name: 'crossed',
        deformables: [
          {
            kind,
            thickness,
            areaDensity,
            stretchStiffness: 40,
            bendStiffness: 1e-5,
            shape: inline(makeMesh(crossed, faces)),
            ...(rest ? { rest: inline(makeMesh(flat, faces)) } : {}),
          },
        ],
      });
    const scene = make(true);
    const { scene: free, off } = untangle(scene, optionsOf(scene), lonelyContext());
    expect(asynchronous.refuse(free, optionsOf(scene))).toEqual([]);
    expect(off[0]).toBeLessThan(0.1);
    expect(() => untangle(make(false), optionsOf(scene), lonelyContext())).toThrow(/rest shape/);
  });
});
