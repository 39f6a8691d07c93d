// Particles are seen: a ball for each, as thick as it is, where a frame has it.

import { InstancedMesh, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { scene as file } from '../../examples/async/particles-09.ts';
import { resolveScene } from '../../src/scene/index.ts';
import { SceneObjects } from '../../src/view/bodies.ts';

test('each particle is a ball where the frame has it', () => {
  const { scene } = resolveScene(file);
  const [{ mesh, thickness }] = scene.deformables;
  const { points } = scene.meshes[mesh];
  const all = scene.deformables.flatMap((one) => [...scene.meshes[one.mesh].positions]);
  const vertices = Float64Array.from(all, (x, i) => x + 0.01 * i);
  const objects = new SceneObjects(scene);
  objects.show({ poses: new Float64Array(7 * scene.bodies.length), vertices });
  const balls: InstancedMesh[] = [];
  objects.root.traverse((child) => {
    if (child instanceof InstancedMesh && child.count === points.length) balls.push(child);
  });
  expect(scene.deformables.reduce((sum, one) => sum + scene.meshes[one.mesh].points.length, 0)).toBe(900);
  expect(balls.length).toBeGreaterThan(0);
  const matrix = new Matrix4();
  const scale = new Vector3();
  for (const i of [0, 7, points.length - 1]) {
    balls[0].getMatrixAt(i, matrix);
    const at = new Vector3().setFromMatrixPosition(matrix);
    for (const [k, x] of [at.x, at.y, at.z].entries()) expect(x).toBeCloseTo(vertices[3 * points[i] + k], 5);
    expect(scale.setFromMatrixScale(matrix).x).toBeCloseTo(thickness / 2, 6);
  }
  objects.dispose();
});
