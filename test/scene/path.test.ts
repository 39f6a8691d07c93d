import { describe, expect, test } from 'vitest';
import { compose, conjugate, multiply } from '../../src/scene/pose.ts';
import type { Body } from '../../src/scene/types.ts';
import { sceneOf } from './help.ts';

function bodyWith(path: unknown, more: object = {}): Body {
  return sceneOf({ name: 'a', bodies: [{ shape: { kind: 'box' }, position: [1, 0, 0], path, ...more }] })
    .bodies[0];
}

const angleBetween = (body: Body, i: number) => {
  const [, , , w] = multiply(body.path!.poses[i + 1].orientation, conjugate(body.path!.poses[i].orientation));
  return 2 * Math.acos(Math.min(1, Math.abs(w)));
};

describe('paths', () => {
  test('make a body kinematic, and keys take what they leave out from the body', () => {
    const body = bodyWith({ keys: [{ time: 0 }, { time: 2, position: [1, 5, 0] }] });
    expect(body.motion).toBe('kinematic');
    expect(body.path).toMatchObject({ times: [0, 2], after: 'hold' });
    expect(body.path!.poses.map((pose) => pose.position)).toEqual([
      [1, 0, 0],
      [1, 5, 0],
    ]);
    expect(body.pose).toEqual(body.path!.poses[0]);
  });

  test('three turns about one axis are cut so that the short way is the right one', () => {
    const body = bodyWith({
      keys: [
        { time: 0, rotation: { axis: 'z', degrees: 0 } },
        { time: 3, rotation: { axis: 'z', degrees: 1080 } },
      ],
    });
    const { times, poses } = body.path!;
    expect(times).toHaveLength(13);
    let total = 0;
    for (let i = 0; i + 1 < poses.length; i++) total += angleBetween(body, i);
    expect(total).toBeCloseTo(6 * Math.PI, 6);
    for (const [i, time] of times.entries()) expect(time).toBeCloseTo(i / 4, 12);
  });

  test('a body that swings about a point outside follows the arc closely', () => {
    const door = {
      keys: [
        { time: 0, position: [0, 0, 0], rotation: { axis: 'y', degrees: 0 } },
        { time: 1, position: [0, 0, 0], rotation: { axis: 'y', degrees: 90 } },
      ],
    };
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const shape = {
      kind: 'inline',
      vertices,
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ],
    };
    const body = bodyWith(door, { shape });
    expect(body.path!.times).toHaveLength(19);
    for (const pose of body.path!.poses) {
      const hinge = compose(pose, body.model).position;
      for (const x of hinge) expect(x).toBeCloseTo(0, 12);
    }
  });

  test('positions of the centre of mass, and displacements', () => {
    const vertices = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const shape = {
      kind: 'inline',
      vertices,
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ],
    };
    const of = 'centre';
    const absolute = bodyWith({ keys: [{ time: 0, position: [7, 8, 9] }], of }, { shape });
    expect(absolute.pose.position).toEqual([7, 8, 9]);
    const relative = bodyWith(
      { keys: [{ time: 0 }, { time: 1, position: [0, 2, 0] }], of, relative: true },
      { shape },
    );
    const [from, to] = relative.path!.poses;
    for (const k of [0, 1, 2]) expect(from.position[k]).toBeCloseTo([1.25, 0.25, 0.25][k], 12);
    expect(to.position[1] - from.position[1]).toBeCloseTo(2, 12);
  });
});
