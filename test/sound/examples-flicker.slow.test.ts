// Redistribution on real recordings (Figures 10 and 11 of the paper). Where engines share loads steadily the flicker of an
// active set is put into what was recorded: the slab is carried by other corners in every step, while force and moment,
// and so the motion, stay what they were. The example spinning-plate has flicker of its own.

import { expect, test } from 'vitest';
import { level, noiseFloor } from '../../examples/sound/parts/heard.ts';
import { scene } from '../../examples/sound/rocking-slab.ts';
import { box, defineScene, floor } from '../../src/scene/index.ts';
import { Random } from '../../src/num/index.ts';
import {
  IMPULSE,
  type Meetings,
  NORMAL,
  POINT,
  PRESS,
  readMeetings,
  SIDE_SIZE,
} from '../../src/sound/excite/meetings.ts';
import { readPoseTrack } from '../../src/sound/pose-track.ts';
import { SoundScene } from '../../src/sound/sound-scene.ts';
import { recorded } from './recorded.ts';

const SLAB = 1;

/** Shifts load from one diagonal to the other as far as it goes. @returns steps where it did */
function flicker({ count, start, bodies, sides }: Meetings, random: Random): number {
  let shifted = 0;
  for (let first = 0, end = 0; first < count; first = end) {
    while (end < count && start[end] === start[first]) end++;
    if (end - first !== 4) continue;
    const own = (m: number): number => SIDE_SIZE * (2 * m + (bodies[2 * m] === SLAB ? 0 : 1));
    const towards = random.between(0, 1) < 0.5 ? 1 : -1;
    const signs: number[] = [];
    let most = Number.POSITIVE_INFINITY;
    for (let m = first; m < end; m++) {
      const at = own(m);
      const sign = towards * Math.sign(sides[at + POINT] * sides[at + POINT + 2]);
      signs.push(sign);
      if (sign < 0) most = Math.min(most, sides[at + PRESS]);
    }
    // one contact at each corner, or it would not balance
    if (signs.reduce((sum, sign) => sum + sign, 0) !== 0) continue;
    for (let m = first; m < end; m++) {
      for (const at of [SIDE_SIZE * 2 * m, SIDE_SIZE * (2 * m + 1)]) {
        const more = signs[m - first] * most;
        sides[at + PRESS] += more;
        for (let k = 0; k < 3; k++) sides[at + IMPULSE + k] += more * sides[at + NORMAL + k];
      }
    }
    shifted++;
  }
  return shifted;
}

test('redistribution takes 10 dB and more of the noise of flickering loads from between the lines', async () => {
  const recording = await recorded(scene, 'lcp');
  const track = await readPoseTrack(recording);
  const meetings = await readMeetings(recording, track);
  expect(flicker(meetings, new Random(7))).toBeGreaterThan(300);
  const sound = new SoundScene(recording.scene, track, meetings, { count: 8, upToHz: 15000 });
  const floor = (redistribute: boolean): number => {
    const rendering = sound.render({ rateHz: 44100, listener: [0, 0.6, 1], tail: 0, redistribute });
    // its lowest tone is at 3056 Hz: there is no line here
    return noiseFloor(rendering, 'slab', 0.4, 16384, 500, 2500);
  };
  const [spread, left] = [floor(true), floor(false)];
  expect(left).toBeGreaterThan(-160);
  expect(left - spread).toBeGreaterThan(10);
});

test('redistribution adds no noise to a box that slides and turns', async () => {
  const surface = { material: 'stone', friction: 0.5, restitution: 0 } as const;
  const sliding = defineScene({
    name: 'sliding',
    duration: 0.4,
    options: { timeStep: 0.001 },
    bodies: [
      floor({ size: [4, 4], ...surface }),
      {
        ...box({ size: [0.2, 0.03, 0.12], ...surface }),
        name: 'slab',
        position: [0, 0.0152, 0],
        velocity: [3, 0, 0.5],
        angularVelocity: [0, 4, 0],
      },
    ],
  });
  const sound = await SoundScene.open(await recorded(sliding, 'lcp'), { count: 8, upToHz: 15000 });
  const [spread, left] = [true, false].map((redistribute) =>
    // scraping is far above, and the floor would throw back what is there
    sound.render({
      rateHz: 44100,
      listener: [0, 0.6, 1],
      tail: 0,
      redistribute,
      scraping: false,
      reflections: false,
    }),
  );
  expect(noiseFloor(spread, 'slab', 0.1, 8192, 200, 14000)).toBeLessThan(
    noiseFloor(left, 'slab', 0.1, 8192, 200, 14000) + 3,
  );
  expect(level(spread, 'slab', 0.1, 0.4)).toBeLessThan(level(left, 'slab', 0.1, 0.4) + 3);
  // nobody hears less than 20 µPa
  expect(level(spread, 'slab', 0.1, 0.4)).toBeLessThan(-94);
});
