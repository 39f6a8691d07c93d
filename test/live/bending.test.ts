import { expect, test } from 'vitest';
import { startLive } from '../../src/live/live.ts';
import { bendCount, contentHash, type Frame } from '../../src/record/index.ts';
import { box, type SceneFile } from '../../src/scene/index.ts';
import { Playback } from '../../src/view/index.ts';

/** A shelf that is clamped at one end and pushed down at the other for a while. */
const scene: SceneFile = {
  name: 'shelf',
  engine: 'modal',
  duration: 0.1,
  frameRateHz: 50,
  options: { mostModes: 3 },
  bodies: [
    {
      ...box({ size: [0.4, 0.02, 0.1] }),
      name: 'shelf',
      motion: 'static',
      material: { density: 1000, youngsModulus: 5e7, poissonRatio: 0.3 },
      clamp: ['x<-0.19'],
    },
  ],
  forces: [{ body: 'shelf', force: [0, -2, 0], at: [0.2, 0, 0], from: 0, until: 0.05 }],
};

test('a live run tells how bodies bend, and goes on after a break as if there had been none', async () => {
  const live = await startLive({ scene, worker: false });
  const frames: Frame[] = [];
  live.on('frame', ({ frame }) => frames.push(frame));
  await live.done;
  const bending = await live.bending();
  expect(bendCount(bending)).toBe(3);
  const whole = await live.recording();
  expect(await whole.bending()).toEqual(bending);
  expect(frames).toHaveLength(6);
  for (let i = 0; i < 6; i++) expect((await whole.frame(i)).bends).toEqual(frames[i].bends);
  expect(frames[5].bends).not.toEqual(frames[1].bends);

  const playback = await Playback.open(live);
  expect(playback.frame.bends).toHaveLength(3);
  playback.dispose();

  const begun = await startLive({ scene, worker: false, lastFrame: 2 });
  await begun.done;
  const rest = await startLive({ resume: begun.blob(), worker: false, lastFrame: 5 });
  await rest.done;
  expect(await contentHash(await rest.recording())).toBe(await contentHash(whole));
});
