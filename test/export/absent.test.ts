// Bodies that are not there are not shown: in pictures, in GLB; and scenes say from where they are looked at.

import { describe, expect, test } from 'vitest';
import { exportGlb } from '../../src/export/glb/index.ts';
import { placeCamera, renderPicture } from '../../src/export/picture/index.ts';
import { flight } from '../../src/engines/flight/index.ts';
import { bytesSource, MemorySink, openRecording, RecordingWriter } from '../../src/record/index.ts';
import { resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { defaultsOf, recordRun, run } from '../../src/sim/index.ts';
import { describeRun, lonelyContext } from '../sim/tiny.ts';

const box = { kind: 'box' as const, size: [0.2, 0.2, 0.2] as [number, number, number] };
const file: SceneFile = {
  name: 'spawn',
  engine: 'flight',
  gravity: 0,
  duration: 0.3,
  frameRateHz: 10,
  bodies: [
    { name: 'here', shape: box, position: [-1, 0, 0], color: '#ff0000' },
    { name: 'later', shape: box, position: [1, 0, 0], color: '#00ff00', enabled: false },
  ],
};

async function spawned() {
  const { scene } = resolveScene(file);
  const simulation = flight.start(scene, defaultsOf(flight), lonelyContext());
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, describeRun(flight, scene));
  const inputs = (index: number) =>
    index === 2 ? [{ time: 0, kind: 'enable' as const, target: 1, values: [] }] : [];
  for (const _ of recordRun(
    simulation,
    run(simulation, { scene, reportColumns: flight.columns.length, inputs }),
    writer,
  ));
  return openRecording(bytesSource(sink.bytes()));
}

/** Pixels in which one colour stands out. */
function count(rgb: Uint8Array, channel: number): number {
  let found = 0;
  for (let i = 0; i < rgb.length; i += 3)
    if (
      rgb[i + channel] > 1.6 * rgb[i + ((channel + 1) % 3)] &&
      rgb[i + channel] > 1.6 * rgb[i + ((channel + 2) % 3)]
    )
      found++;
  return found;
}

test('a picture shows who is there', async () => {
  const recording = await spawned();
  const size = { width: 64, height: 48 };
  const before = renderPicture(recording.scene, await recording.frame(0), size);
  const after = renderPicture(recording.scene, await recording.frame(3), size);
  expect([count(before.rgb, 0) > 10, count(before.rgb, 1) > 10]).toEqual([true, false]);
  expect([count(after.rgb, 0) > 10, count(after.rgb, 1) > 10]).toEqual([true, true]);
});

test('in GLB a body has no size while it is absent', async () => {
  const bytes = await exportGlb(await spawned());
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  expect(json.nodes.map(({ scale }: { scale?: number[] }) => scale)).toEqual([undefined, [0, 0, 0]]);
  const [animation] = json.animations;
  const channel = animation.channels.find(
    ({ target }: { target: { path: string } }) => target.path === 'scale',
  );
  expect(channel.target.node).toBe(1);
  expect(animation.samplers[channel.sampler].interpolation).toBe('STEP');
});

describe('the camera of a scene', () => {
  const looking = (camera: SceneFile['camera']) => {
    const { scene } = resolveScene({ ...file, camera });
    const frame = {
      time: 0,
      poses: new Float64Array(14),
      velocities: new Float64Array(12),
      vertices: new Float64Array(0),
    };
    scene.bodies.forEach(({ pose }, i) => {
      frame.poses.set([...pose.position, ...pose.orientation], 7 * i);
    });
    return { scene, frame };
  };

  test('stands where it says, goes along with a body, and yields to whoever asks otherwise', () => {
    const { scene, frame } = looking({
      position: [0, 1, 5],
      target: [0, 0, 0],
      follow: 'here',
      fieldOfViewDegrees: 90,
    });
    const still = placeCamera(scene, frame, 2);
    expect(still.eye).toEqual([0, 1, 5]);
    expect(still.tangent).toBeCloseTo(1, 12);
    frame.poses[0] += 3;
    expect(placeCamera(scene, frame, 2)).toMatchObject({ eye: [3, 1, 5], target: [3, 0, 0] });
    expect(placeCamera(scene, frame, 2, { eye: [9, 9, 9] }).eye).toEqual([9, 9, 9]);
    // across the shorter side: in an upright picture the angle is from side to side
    expect(placeCamera(scene, frame, 0.5).tangent).toBeCloseTo(2, 12);
  });

  test('without a place of its own sees everything', () => {
    const { scene, frame } = looking({ fieldOfViewDegrees: 40 });
    const plain = placeCamera(resolveScene(file).scene, frame, 1.5);
    const own = placeCamera(scene, frame, 1.5);
    expect(own.target).toEqual(plain.target);
    expect(Math.hypot(...own.eye)).toBeLessThan(Math.hypot(...plain.eye));
  });
});
