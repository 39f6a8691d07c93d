import { type BufferGeometry, type Material, type Mesh, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { startLive } from '../../src/live/index.ts';
import { bytesSource, openRecording, RecordingError } from '../../src/record/index.ts';
import { box, cloth, defineScene, floor, resolveScene } from '../../src/scene/index.ts';
import { SceneObjects } from '../../src/view/bodies.ts';
import { Motion } from '../../src/view/motion.ts';
import { pickBody } from '../../src/view/pick.ts';
import { Playback } from '../../src/view/playback.ts';
import { recordTiny } from '../browser/record-page.ts';
import { tinyScene } from '../sim/tiny.ts';

const worker = false;
const recordingOfTiny = async () => openRecording(bytesSource(await recordTiny()));

describe('a motion', () => {
  test('has the frames of its recording at their times', async () => {
    const recording = await recordingOfTiny();
    const motion = await Motion.open(recording);
    const out = motion.emptyFrame();
    for (const index of [0, 1, 17, recording.frameCount - 1]) {
      const frame = await recording.frame(index);
      await motion.ready(frame.time);
      expect(motion.write(frame.time, out)).toBe(true);
      expect([...out.poses]).toEqual([...frame.poses]);
    }
    expect(motion.growing).toBe(false);
    motion.dispose();
  });

  test('of a damaged recording shows the frame before what is damaged, and tells why', async () => {
    const bytes = await recordTiny();
    const whole = await openRecording(bytesSource(bytes));
    const member = whole.contents.members.find(({ name }) => name === 'pose/00000001.npy');
    const copy = bytes.slice();
    copy[(member?.offset ?? 0) + 200] ^= 1;
    const motion = await Motion.open(await openRecording(bytesSource(copy)));
    const out = motion.emptyFrame();
    await motion.ready(motion.times[1]);
    expect(motion.failure).toBeInstanceOf(RecordingError);
    expect(String(motion.failure)).toMatch(/pose\/00000001\.npy: .* \(of frames 1 to \d+\)/);
    await expect.poll(() => motion.write(motion.times[1], out)).toBe(true);
    expect([...out.poses]).toEqual([...(await whole.frame(0)).poses]);
    motion.dispose();
  });

  test('is read back from what is committed when a simulation was joined late', async () => {
    const live = await startLive({ scene: tinyScene({ duration: 4, engine: 'flight' }), worker });
    await live.done;
    const motion = await Motion.open(live);
    expect(motion.times.length).toBe(121);
    const out = motion.emptyFrame();
    for (const time of [0, 1.31, 4]) {
      await motion.ready(time);
      expect(motion.write(time, out)).toBe(true);
      expect(out.time).toBe(time);
    }
    motion.dispose();
  });
});

describe('a playback', () => {
  test('follows a simulation while it runs, which stays as far ahead as it may', async () => {
    const live = await startLive({ scene: tinyScene({ duration: 2, engine: 'flight' }), worker, ahead: 3 });
    const playback = await Playback.open(live);
    let last = 0;
    let furthest = 0;
    while (playback.motion.growing) {
      playback.update(0.02);
      const shown = playback.motion.indexAt(playback.time + 1e-9);
      furthest = Math.max(furthest, live.frameCount - 1 - shown);
      // Waits for frames instead of beginning again.
      expect(playback.time).toBeGreaterThanOrEqual(last);
      last = playback.time;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(live.ended).toEqual({ ended: 'finished' });
    expect(furthest).toBeGreaterThan(0);
    expect(furthest).toBeLessThanOrEqual(3);
    playback.seek(1.99);
    playback.update(0.02);
    expect(playback.time).toBeCloseTo(0.01, 9);
    playback.speed = -1;
    playback.update(0.02);
    expect(playback.time).toBeCloseTo(1.99, 9);
    playback.loop = false;
    playback.speed = 1;
    playback.update(0.5);
    expect(playback.time).toBe(2);
    playback.step(-1);
    expect(playback.time).toBe(59 / 30);
    expect(playback.playing).toBe(false);
    playback.dispose();
  });

  test('gives everything back', async () => {
    const playback = await Playback.open(await recordingOfTiny());
    const kept = new Set<BufferGeometry | Material>();
    playback.root.traverse((object) => {
      const { geometry, material } = object as Mesh;
      for (const one of [geometry, material as Material]) {
        if (!one) continue;
        kept.add(one);
        (one as BufferGeometry).addEventListener('dispose', () => kept.delete(one));
      }
    });
    expect(kept.size).toBeGreaterThan(1);
    playback.dispose();
    expect(kept.size).toBe(0);
    expect(playback.root.parent).toBe(null);
  });
});

describe('picking', () => {
  test.each(['y', 'z'] as const)('finds the nearest body and where it is held (%s up)', async (up) => {
    const crate = box({ size: [0.2, 0.2, 0.2] });
    const { scene } = resolveScene(
      defineScene({
        name: 'pick',
        up,
        bodies: [
          floor(),
          { ...crate, name: 'near', position: up === 'y' ? [0, 1, 0.5] : [0, -0.5, 1] },
          { ...crate, name: 'far', position: up === 'y' ? [0, 1, -0.5] : [0, 0.5, 1] },
        ],
      }),
    );
    const objects = new SceneObjects(scene);
    objects.show({
      poses: Float64Array.from(scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation])),
      vertices: new Float64Array(0),
    });
    const ray = new Raycaster(new Vector3(0.05, 1, 4), new Vector3(0, 0, -1));
    const picked = pickBody(objects, ray);
    expect(picked?.body).toBe(1);
    expect(picked?.point.toArray().map((x) => +x.toFixed(6))).toEqual([0.05, 1, 0.6]);
    const side = up === 'y' ? [0.05, 0, 0.1] : [0.05, -0.1, 0];
    expect(picked?.held.map((x) => Math.round(x * 1e6) / 1e6 + 0)).toEqual(side);
    expect(pickBody(objects, new Raycaster(new Vector3(0, 1, 4), new Vector3(0, 1, 0)))).toBe(undefined);
    objects.dispose();
  });

  test('finds cloth before what it hangs in front of, in a group that is moved and scaled, and nothing that is absent', () => {
    const { scene } = resolveScene(
      defineScene({
        name: 'curtain',
        bodies: [{ ...box({ size: [1, 1, 1] }), name: 'crate', position: [0, 0, -2] }],
        deformables: [{ ...cloth({ size: [1, 1], cells: [2, 2], upright: true }), name: 'curtain' }],
      }),
    );
    const objects = new SceneObjects(scene);
    const ray = new Raycaster(new Vector3(10.2, 0.1, 20), new Vector3(0, 0, -1));
    expect(pickBody(objects, ray)).toBe(undefined);
    const vertices = scene.meshes[scene.deformables[0].mesh].positions.slice();
    const poses = Float64Array.of(0, 0, -2, 0, 0, 0, 1);
    objects.show({ poses, vertices });
    objects.root.position.set(10, 0, 0);
    objects.root.scale.setScalar(2);
    const picked = pickBody(objects, ray);
    expect(picked?.body).toBe(1);
    expect(picked?.distance).toBeCloseTo(20, 6);
    expect(picked?.held.map((x) => Number(x.toFixed(6)) + 0)).toEqual([0.1, 0.05, 0]);
    // the cloth is drawn aside: what is behind it, at z = -1.5 in the scene
    objects.show({ poses, vertices: vertices.map((x, i) => (i % 3 === 0 ? x + 5 : x)) });
    expect(pickBody(objects, ray)).toMatchObject({ body: 0 });
    expect(pickBody(objects, ray)?.distance).toBeCloseTo(23, 6);
    ray.far = 22;
    expect(pickBody(objects, ray)).toBe(undefined);
    ray.far = Infinity;
    objects.show({ poses, vertices: vertices.map((x) => x + 5), absent: Uint32Array.of(0) });
    expect(pickBody(objects, ray)).toBe(undefined);
    objects.dispose();
  });
});
