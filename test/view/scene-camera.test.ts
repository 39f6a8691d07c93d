import { Object3D } from 'three';
import { expect, test } from 'vitest';
import { resolveScene } from '../../src/scene/index.ts';
import { sceneCamera } from '../../src/view/scene-camera.ts';

const body = {
  name: 'cart',
  shape: { kind: 'box' as const },
  position: [1, 2, 3] as [number, number, number],
};
const poses = Float64Array.of(4, 2, 3, 0, 0, 0, 1);

test('the camera of a scene keeps its distance to the body that it follows, whichever way is up', () => {
  const camera = { position: [1, 2, 8] as [number, number, number], follow: 'cart' };
  const { scene } = resolveScene({ name: 'a', bodies: [body], camera });
  const upright = new Object3D();
  const own = sceneCamera(scene, { poses }, upright);
  expect(own?.position?.toArray()).toEqual([4, 2, 8]);
  expect(own?.target?.toArray()).toEqual([4, 2, 3]);
  const laid = new Object3D();
  laid.rotation.x = -Math.PI / 2;
  laid.updateMatrixWorld();
  const [x, y, z] = sceneCamera(scene, { poses }, laid)!.position!.toArray();
  expect([x, y, z].map((value) => Math.round(1e9 * value) / 1e9)).toEqual([4, 8, -2]);
  expect(sceneCamera(resolveScene({ name: 'b', bodies: [body] }).scene, { poses }, upright)).toBeUndefined();
});
