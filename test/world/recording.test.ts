import { expect, test } from 'vitest';
import { exportGlb, type ExportKind, exportRecording } from '../../src/export/index.ts';
import { box, defineScene, floor, sphere } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/index.ts';
import { instantAt, sensorEvents, simulate, start, touchesOf } from '../../src/world/index.ts';

const zone = box({ name: 'gate', size: [1, 0.1, 1], position: [0, 0.3, 0], motion: 'static', sensor: true });
const ball = sphere({ name: 'ball', radius: 0.1, position: [0, 0.5, 0] });
const scene = defineScene({ name: 'drop', duration: 0.5, bodies: [floor(), zone, ball] });
const recording = await simulate(scene);

test('poses, velocities and contacts at any time', async () => {
  const halfway = await instantAt(recording, 0.105);
  const { position, velocity } = halfway.body('ball');
  const [before, after] = [await instantAt(recording, 0.1), await instantAt(recording, 7 / 60)];
  expect(position[1]).toBeLessThan(before.body('ball').position[1]);
  expect(position[1]).toBeGreaterThan(after.body('ball').position[1]);
  expect(velocity).toEqual(before.body('ball').velocity);
  expect(halfway.time).toBe(0.105);
  expect(halfway.contacts()).toEqual([]);
  const end = await instantAt(recording, 99);
  expect(end.time).toBe(0.5);
  expect(end.contacts('ball')[0]).toMatchObject({ a: 'ball', b: 'floor' });
  expect(end.castRay([0, 2, 0], [0, -1, 0])?.body).toBe('ball');
  expect((await instantAt(recording, -1)).time).toBe(0);
});

test('events of a recording are those of a world', async () => {
  const world = await start(scene);
  const told = world.advance(0.5);
  const touches = [];
  for await (const event of touchesOf(recording)) touches.push(event);
  const sensed = [];
  for await (const event of sensorEvents(recording)) sensed.push(event);
  expect(touches.map(({ kind, a, b, time }) => [kind, a, b, time])).toEqual(
    told.contacts.map(({ kind, a, b, time }) => [kind, a, b, time]),
  );
  expect(sensed).toEqual(told.sensors);
  expect(sensed.map(({ kind }) => kind)).toEqual(['begin', 'end']);
  const late = [];
  for await (const event of touchesOf(recording, 0.4, 0.45)) late.push(event.time);
  expect(late.every((time) => time >= 0.4 && time <= 0.45)).toBe(true);
  expect(late.length).toBeGreaterThan(0);
});

test('what is in a sensor is no intersection', async () => {
  expect(await verify(recording)).toMatchObject({ kept: true, intersections: 0 });
});

test('a recording becomes a file of any kind in one call', async () => {
  const text = async (kind: ExportKind) => new TextDecoder().decode(await exportRecording(recording, kind));
  expect(await exportRecording(recording, 'glb')).toEqual(new Uint8Array(await exportGlb(recording)));
  expect(await text('usda')).toMatch(/^#usda/);
  expect((await text('csv')).split('\n').length).toBeGreaterThan(30);
  expect(await text('obj')).toContain('o ball');
  expect(await text('zip')).toContain('drop_000030.obj');
  const picture = await exportRecording(recording, 'png', { at: 0, width: 64, height: 36 });
  expect(picture.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  await expect(exportRecording(recording, 'pc2')).rejects.toThrow(/deforms/);
  expect(await exportRecording(recording, 'obj', { at: 0 })).not.toEqual(
    await exportRecording(recording, 'obj'),
  );
});
