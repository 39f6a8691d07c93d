import type { InstancedMesh } from 'three';
import { expect, test } from 'vitest';
import { cylinder, resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { SceneObjects } from '../../src/view/bodies.ts';

function geometryOf(size: number) {
  const file: SceneFile = {
    name: 'pin',
    bodies: [cylinder({ radius: 0.3 * size, length: size, segments: 24 })],
  };
  const objects = new SceneObjects(resolveScene(file).scene);
  const { geometry } = objects.root.children.find(
    (one) => (one as InstancedMesh).isInstancedMesh,
  ) as InstancedMesh;
  return {
    normals: geometry.getAttribute('normal').array,
    positions: geometry.getAttribute('position').array,
  };
}

test.each([1e-5, 1e-3, 0.01, 30, 1e4])('a pin of %d m has the creases of one of 1 m', (size) => {
  const one = geometryOf(1);
  const other = geometryOf(size);
  expect(other.normals.length).toBe(one.normals.length);
  for (let i = 0; i < one.normals.length; i++) {
    expect(Math.abs(other.normals[i] - one.normals[i])).toBeLessThan(1e-5);
    expect(Math.abs(other.positions[i] - size * one.positions[i])).toBeLessThan(1e-6 * size);
  }
});
