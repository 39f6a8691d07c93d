import { expect, test } from 'vitest';
import { faceNormals } from '../../src/sound/face-normals.ts';

test('normals are unit vectors to the side from which corners go round to the left, with twice the area beside them', () => {
  const positions = Float64Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0);
  const { normals, lengths } = faceNormals(positions, [0, 1, 2, 0, 2, 1]);
  expect([...normals]).toEqual([0, 0, 1, 0, 0, -1]);
  expect([...lengths]).toEqual([12, 12]);
});

test('a face without area has none', () => {
  const { normals, lengths } = faceNormals(Float64Array.of(1, 1, 1, 2, 2, 2, 3, 3, 3), [0, 1, 2]);
  expect([...normals, ...lengths]).toEqual([0, 0, 0, 0]);
});
