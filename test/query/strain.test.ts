// Strain of what deforms: that of a known stretch, whatever the turn; of rods that of their segments.

import { expect, test } from 'vitest';
import { Strain } from '../../src/query/index.ts';
import { resolveScene } from '../../src/scene/index.ts';

function made(deformable: object) {
  const { scene } = resolveScene({ name: 's', duration: 1, deformables: [deformable as never] });
  const [one] = scene.deformables;
  return { one, mesh: scene.meshes[one.mesh] };
}

test('a sheet that is drawn out by a fifth and turned has a strain of 0.2 everywhere; one that is pressed, of -0.3', () => {
  const { one, mesh } = made({ kind: 'cloth', shape: { kind: 'grid', size: [1, 0.5], cells: [5, 4] } });
  const strain = new Strain(one, mesh);
  const out = new Float64Array(mesh.positions.length / 3);
  for (const [along, across, wanted] of [
    [1.2, 0.95, 0.2],
    [1.1, 0.7, -0.3],
    [1, 1, 0],
  ]) {
    const moved = Float64Array.from(mesh.positions);
    for (let i = 0; i < moved.length; i += 3) {
      const x = along * mesh.positions[i];
      moved[i] = 0.6 * x + 3;
      moved[i + 1] = 0.8 * x;
      moved[i + 2] = across * mesh.positions[i + 2];
    }
    strain.write([7, 7, 7, ...moved], 3, out);
    for (const value of out) expect(value).toBeCloseTo(wanted, 12);
  }
});

test('a rod has the strain of its segments, each vertex the mean of its own by length', () => {
  const vertices = [
    [0, 0, 0],
    [1, 0, 0],
    [3, 0, 0],
  ];
  const { one, mesh } = made({
    kind: 'rod',
    shape: {
      kind: 'inline',
      vertices,
      edges: [
        [0, 1],
        [1, 2],
      ],
    },
  });
  const out = new Float64Array(3);
  new Strain(one, mesh).write([0, 0, 0, 0, 1.1, 0, 0, 1.1, 1.8], 0, out);
  expect(out[0]).toBeCloseTo(0.1, 12);
  expect(out[2]).toBeCloseTo(-0.1, 12);
  expect(out[1]).toBeCloseTo((0.1 - 0.2) / 3, 12);
});
