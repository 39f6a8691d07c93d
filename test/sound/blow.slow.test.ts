import { expect, test } from 'vitest';
import { memoryCache } from '../../src/modes/index.ts';
import { box, defineScene, floor, type Material, turn } from '../../src/scene/index.ts';
import { SoundScene } from '../../src/sound/sound-scene.ts';
import { recorded } from './recorded.ts';

const cache = memoryCache();

/** A bar of steel thrown at a stone floor, that bounces off: how loud it rings afterwards [dB], damped by contact and not. */
async function tails(speed: number): Promise<number[]> {
  const file = defineScene({
    name: 'thrown',
    duration: 0.12,
    bodies: [
      floor({ material: 'stone', restitution: 0.5 }),
      {
        ...box({ size: [0.2, 0.02, 0.03], material: 'steel', restitution: 0.5 }),
        name: 'bar',
        position: [0, 0.05 + 0.005 * speed, 0],
        velocity: [0, -speed, 0],
        rotation: turn([0.2, 0.1, 1], 0.2),
      },
    ],
  });
  const sound = await SoundScene.open(await recorded(file, 'ipc'), { count: 12, upToHz: 15000, cache });
  const { material } = sound.scene.bodies[1];
  return [material, { ...material, contactDamping: 0 }].map((heard: Material) => {
    const { channels } = sound.render({
      rateHz: 48000,
      listener: [0, 0.5, 1],
      tail: 0.1,
      redistribute: true,
      materials: new Map([['bar', heard]]),
    });
    const tail = channels[0].slice(7200);
    return 10 * Math.log10(tail.reduce((sum, sample) => sum + sample * sample, 0) / tail.length);
  });
}

test('a blow takes nothing of what it sets ringing, however hard it is', async () => {
  for (const speed of [2, 8, 16]) {
    const [damped, free] = await tails(speed);
    // it was 4, 9 and 38 dB softer
    expect(Math.abs(damped - free)).toBeLessThan(0.5);
  }
});
