import { expect, test } from 'vitest';
import { dieFaces } from '../../../src/geometry/primitives/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';

test('a die is a fair box: centred, the same moment about every axis', () => {
  const { scene } = resolveScene({
    name: 'd',
    bodies: [{ shape: { kind: 'die', size: 0.02 }, density: 1200 }],
  });
  const [{ shape, inertia, mass, model }] = scene.bodies;
  expect(shape).toEqual({ kind: 'box', size: [0.02, 0.02, 0.02] });
  expect(mass).toBeCloseTo(1200 * 8e-6, 12);
  expect(inertia[1]).toBeCloseTo(inertia[0], 15);
  expect(inertia[2]).toBeCloseTo(inertia[0], 15);
  expect(model.position).toEqual([0, 0, 0]);
  expect(model.orientation).toEqual([0, 0, 0, 1]);
});

test('opposite faces add up to seven, and each has as many pips as it says', () => {
  const { scene } = resolveScene({ name: 'd', bodies: [{ shape: { kind: 'die', size: 2 } }] });
  const { positions } = scene.meshes[scene.bodies[0].mesh];
  for (const { value, at } of dieFaces) {
    const out = at(0, 0, 1);
    const opposite = dieFaces.find((face) =>
      face.at(0, 0, 1).every((x, k) => x === 0 - out[k] || x + out[k] === 0),
    );
    expect(value + opposite!.value).toBe(7);
    // the bottoms of its pips lie 0.18 below the face
    let pips = 0;
    for (let v = 0; v < positions.length; v += 3) {
      const along = out[0] * positions[v] + out[1] * positions[v + 1] + out[2] * positions[v + 2];
      if (Math.abs(along - 0.82) < 1e-12) pips++;
    }
    expect(pips).toBe(value);
  }
});
