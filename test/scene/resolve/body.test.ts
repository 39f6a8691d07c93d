import { describe, expect, test } from 'vitest';
import { resolveScene } from '../../../src/scene/resolve/resolve.ts';

describe('given centres and inertias', () => {
  const body = { name: 'b', shape: { kind: 'box' as const, size: [1, 2, 3] as [number, number, number] } };

  test('stand in for those of the mesh', () => {
    const { scene } = resolveScene({
      name: 'given',
      bodies: [
        {
          ...body,
          mass: 5,
          centre: [0.1, 0, 0],
          position: [1, 0, 0],
          inertia: { moments: [1, 2, 3], rotation: { axis: 'x', degrees: 90 } },
        },
      ],
    });
    const [{ mass, inertia, pose, shape, mesh, model }] = scene.bodies;
    expect({ mass, inertia, shape }).toEqual({ mass: 5, inertia: [1, 2, 3], shape: { kind: 'mesh' } });
    expect(pose.position[0]).toBeCloseTo(1.1, 12);
    expect(model.position[0]).toBeCloseTo(-0.1, 12);
    // The mesh is turned into the given axes: 3 m lie along y now.
    const ys = [...scene.meshes[mesh].positions].filter((_, i) => i % 3 === 1);
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(3, 12);
  });

  test('without direction or size are refused', () => {
    expect(() =>
      resolveScene({
        name: 'x',
        bodies: [{ ...body, inertia: { moments: [1, 1, 1], rotation: [0, 0, 0, 0] } }],
      }),
    ).toThrow(/no direction/);
    expect(() => resolveScene({ name: 'x', bodies: [{ ...body, inertia: { moments: [0, 1, 1] } }] })).toThrow(
      /not positive/,
    );
  });
});
