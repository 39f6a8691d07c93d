import { expect, test } from 'vitest';
import { memoryCache } from '../../../src/modes/index.ts';
import { box, defineScene, floor, type Material, sphere } from '../../../src/scene/index.ts';
import { type RenderOptions, SoundScene } from '../../../src/sound/sound-scene.ts';
import { recorded } from '../recorded.ts';

const cache = memoryCache();
const heard: RenderOptions = { rateHz: 48000, listener: [0, 10, 40], tail: 0, redistribute: true };

/** A board of oak that slides over a floor of wood. */
const board = (engine: 'ipc' | 'lcp', speed: number, duration = 0.6): Promise<SoundScene> =>
  open(
    engine,
    {
      ...box({ size: [0.4, 0.02, 0.15], material: 'oak', friction: 0.02, restitution: 0 }),
      name: 'mover',
      position: [0, 0.01001, 0],
      velocity: [speed, 0, 0],
    },
    duration,
  );

/** A marble of steel on a shelf of oak that is held by its end: it rolls, or slides without turning. */
async function marble(engine: 'ipc' | 'lcp', rolls: boolean): Promise<SoundScene> {
  const friction = rolls ? 0.5 : 0;
  const file = defineScene({
    name: 'marble',
    duration: 0.6,
    bodies: [
      {
        ...box({ size: [0.6, 0.01, 0.1], material: 'oak', friction, restitution: 0 }),
        name: 'shelf',
        motion: 'static',
        clamp: 'x<=-0.29',
      },
      {
        ...sphere({ radius: 0.01, material: 'steel', friction, restitution: 0 }),
        name: 'marble',
        position: [-0.2, 0.01501, 0],
        velocity: [0.6, 0, 0],
        angularVelocity: rolls ? [0, 0, -60] : [0, 0, 0],
      },
    ],
  });
  return SoundScene.open(await recorded(file, engine), { count: 24, upToHz: 12000, cache });
}

async function open(
  engine: 'ipc' | 'lcp',
  body: ReturnType<typeof box>,
  duration: number,
): Promise<SoundScene> {
  const { friction } = body;
  const bodies = [floor({ material: 'wood', friction: friction as number, restitution: 0 }), body];
  const file = defineScene({ name: 'slide', duration, bodies });
  return SoundScene.open(await recorded(file, engine), { count: 24, upToHz: 12000, cache });
}

/** Root mean square of what is heard after it came down [dB above 1 Pa]. */
function level(sound: SoundScene, options: Partial<RenderOptions> = {}): number {
  const tail = sound.render({ ...heard, ...options }).channels[0].slice(9600);
  return 10 * Math.log10(tail.reduce((sum, sample) => sum + sample * sample, 0) / tail.length + 1e-30);
}

const rough = (sound: SoundScene, roughness: number): Partial<RenderOptions> => ({
  materials: new Map(
    sound.scene.bodies.map(({ name, material }): [string, Material] => [name, { ...material, roughness }]),
  ),
});

test.each(['ipc', 'lcp'] as const)(
  'what slides is heard in recordings of %s, unless it is smooth or told not to',
  async (engine) => {
    const sound = await board(engine, 0.5);
    const usual = level(sound);
    const off = level(sound, { scraping: false });
    expect(usual - off).toBeGreaterThan(40);
    expect(level(sound, rough(sound, 0))).toBe(off);
    // 40 m away it is softer by 40; a board that is pushed over a floor is as loud as talk
    expect(usual).toBeGreaterThan(-94 + 40 - 32);
    expect(usual).toBeLessThan(-94 + 80 - 32);
  },
);

test('it is 4.2 dB louder at twice the speed, and 4.8 where twice as rough', async () => {
  const levels: number[] = [];
  for (const speed of [0.5, 1, 2]) {
    const sound = await board('lcp', speed);
    levels.push(level(sound, rough(sound, 2e-6)));
    const rougher = level(sound, rough(sound, 4e-6)) - levels[levels.length - 1];
    expect(Math.abs(rougher - 4.8)).toBeLessThan(0.6);
  }
  const [slow, middle, fast] = levels;
  expect(Math.abs((fast - slow) / 2 - 4.2)).toBeLessThan(1.2);
  expect(middle).toBeGreaterThan(slow + 2);
  expect(fast).toBeGreaterThan(middle + 2);
});

test.each(['ipc', 'lcp'] as const)(
  'what rolls is much softer than what slides as fast, and heard: %s',
  async (engine) => {
    const rolling = await marble(engine, true);
    const sliding = level(await marble(engine, false));
    expect(level(rolling)).toBeLessThan(sliding - 15);
    expect(level(rolling)).toBeGreaterThan(level(rolling, { scraping: false }) + 3);
  },
);

test('the same recording gives the same bits, and what rests makes no sound', async () => {
  const sound = await board('lcp', 0.5, 0.3);
  const again = await board('lcp', 0.5, 0.3);
  expect(again.render(heard).channels).toEqual(sound.render(heard).channels);
  const still = await board('lcp', 0, 0.3);
  expect(level(still)).toBeLessThan(-180);
});
