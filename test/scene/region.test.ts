import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import { conditionsOf, isInRegion, readConditions } from '../../src/scene/region.ts';
import type { BodyFile } from '../../src/scene/schema/body.ts';
import type { RegionBox } from '../../src/scene/types.ts';
import { faultTextOf, sceneOf } from './help.ts';

const held = (clamp: BodyFile['clamp'], more: object = {}) =>
  sceneOf({
    name: 'held',
    bodies: [{ name: 'bar', shape: { kind: 'box' }, motion: 'static', ...more, ...(clamp ? { clamp } : {}) }],
  });

describe('conditions', () => {
  test('are read with units, in any order, the tighter bound where there are two', () => {
    expect(readConditions('x<1, z >= 2cm , x<-3mm')).toEqual({
      low: [null, null, 0.02],
      high: [-0.003, null, null],
    });
  });

  test.each(['', 'x', 'x<', 'x<1,', 'x<1;y<2', 'w<1', 'x<1e999', 'x<y', 'process.exit(1)', 'x<1 furlong'])(
    'are not "%s"',
    (text) => {
      expect(readConditions(text)).toHaveProperty('wrong');
    },
  );

  const bound = fc.option(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { nil: null });
  const sides = fc.tuple(bound, bound, bound);
  test('written down are read as they were', () => {
    fc.assert(
      fc.property(sides, sides, (low, high) => {
        const box: RegionBox = { low, high };
        fc.pre([...low, ...high].some((one) => one !== null));
        const again = readConditions(conditionsOf(box));
        const bare = (one: RegionBox) => [...one.low, ...one.high].map((b) => (b === null ? null : b + 0));
        expect('wrong' in again ? again : bare(again)).toEqual(bare(box));
      }),
    );
  });

  test('of several boxes add up, and a face counts in spite of rounding', () => {
    const boxes = ['x<-1', 'x>1,y>0'].map((text) => readConditions(text) as RegionBox);
    expect(isInRegion(boxes, 0, -2, 5, 0)).toBe(true);
    expect(isInRegion(boxes, 0, 2, -1, 0)).toBe(false);
    expect(isInRegion(boxes, 0, 2, 1, 0)).toBe(true);
    expect(isInRegion(boxes, 1e-9, -1 + 1e-12, 0, 0)).toBe(true);
    expect(isInRegion(boxes, 0, -1 + 1e-12, 0, 0)).toBe(false);
  });
});

describe('a clamp', () => {
  test('goes through a recording', () => {
    const scene = held(['x<-0.4', 'x>0.4,y>0']);
    const { json, arrays } = packScene(scene);
    expect(unpackScene(JSON.parse(JSON.stringify(json)), arrays)).toEqual(scene);
    expect(scene.bodies[0].clamp).toHaveLength(2);
    expect(held(undefined).bodies[0]).not.toHaveProperty('clamp');
  });

  test.each([
    ['a free body', 'x<0', { motion: 'dynamic' }, /free to move has a clamp/],
    ['nonsense', 'x<zero', {}, /clamp: this is no condition.*x<zero/],
    ['a body that is let go', 'x<0', { motion: 'kinematic', path: letGo() }, /released has a clamp/],
  ])('is refused on %s', (_, clamp, more, words) => {
    expect(faultTextOf(() => held(clamp, more))).toMatch(words);
  });
});

function letGo(): object {
  return { keys: [{ time: 0 }, { time: 1, position: [0, 1, 0] }], after: 'release' };
}
