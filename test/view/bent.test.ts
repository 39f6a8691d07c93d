import { type BufferAttribute, type InstancedMesh, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Bending } from '../../src/record/index.ts';
import { box, resolveScene } from '../../src/scene/index.ts';
import { SceneObjects } from '../../src/view/bodies.ts';
import { pickBody } from '../../src/view/pick.ts';
import { Playback } from '../../src/view/playback.ts';
import { madeRecording, pose } from '../export/made.ts';

const { scene } = resolveScene({
  name: 'bent',
  frameRateHz: 10,
  bodies: [
    { ...box({ size: [1, 0.1, 0.2] }), name: 'straight', position: [0, 0, 3] },
    { ...box({ size: [1, 0.1, 0.2] }), name: 'bent' },
  ],
});
const { positions, faces } = scene.meshes[scene.bodies[1].mesh];
/** One mode lifts the right end. */
const bending: Bending = {
  shapes: [
    {
      positions,
      faces,
      modes: 1,
      displacements: Float32Array.from(positions, (_, i) => (i % 3 === 1 && positions[i - 1] > 0 ? 1 : 0)),
    },
  ],
  bodies: [{ body: 1, shape: 0 }],
};
const still = [...pose([0, 0, 3]), ...pose([0, 0, 0])];

const meshOf = (objects: SceneObjects, body: number): InstancedMesh =>
  (objects.instances.find(({ bodies }) => bodies.includes(body)) as { object: InstancedMesh }).object;

/** How high the right end is. */
function rightEnd(objects: SceneObjects): number {
  const { array } = meshOf(objects, 1).geometry.getAttribute('position') as BufferAttribute;
  let most = -Infinity;
  for (let i = 0; i < array.length; i += 3) if (array[i] > 0) most = Math.max(most, array[i + 1]);
  return most;
}

test('a body that bends is drawn bent, by as much as asked, with normals that follow', () => {
  const objects = new SceneObjects(scene, bending);
  const frame = { poses: Float64Array.from(still), vertices: new Float64Array(0) };
  objects.show(frame);
  expect(rightEnd(objects)).toBeCloseTo(0.05, 6);
  objects.show({ ...frame, bends: Float64Array.of(0.3) });
  expect(rightEnd(objects)).toBeCloseTo(0.35, 6);
  const { geometry } = meshOf(objects, 1);
  const normals = geometry.getAttribute('normal') as BufferAttribute;
  // a box stays a box: four corners a side, each with the side's own normal
  expect(normals.count).toBe(24);
  const slope = new Vector3(-0.3, 1, 0).normalize();
  const ups = Array.from({ length: 24 }, (_, i) => new Vector3().fromBufferAttribute(normals, i));
  for (const normal of ups) expect(normal.length()).toBeCloseTo(1, 5);
  expect(ups.filter((normal) => normal.distanceTo(slope) < 1e-5)).toHaveLength(4);

  objects.bendFactor = 10;
  objects.show({ ...frame, bends: Float64Array.of(0.3) });
  expect(rightEnd(objects)).toBeCloseTo(3.05, 5);
  // the one like it stays as it is, and a ray finds what is seen
  expect(meshOf(objects, 0)).not.toBe(meshOf(objects, 1));
  const ray = new Raycaster(new Vector3(0.49, 2.97, 2), new Vector3(0, 0, -1));
  expect(pickBody(objects, ray)?.body).toBe(1);
  objects.dispose();
});

test('between frames bending is blended, and a factor takes effect at once', async () => {
  const bends = (time: number) => [time < 0.05 ? 0.1 : -0.1];
  const recording = await madeRecording(scene, 2, (time) => ({ poses: still, bends: bends(time) }), bending);
  const playback = await Playback.open(recording);
  playback.playing = false;
  await playback.motion.ready(0.1);
  playback.update(0);
  expect(rightEnd(playback.objects)).toBeCloseTo(0.15, 6);
  playback.seek(0.025);
  playback.update(0);
  expect(rightEnd(playback.objects)).toBeCloseTo(0.1, 6);
  playback.bend = 4;
  expect(playback.update(0)).toBe(true);
  expect(rightEnd(playback.objects)).toBeCloseTo(0.25, 6);
  playback.seek(0.1);
  playback.update(0);
  expect(rightEnd(playback.objects)).toBeCloseTo(-0.35, 6);
  playback.dispose();
});
