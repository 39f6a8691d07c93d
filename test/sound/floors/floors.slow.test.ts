import { describe, expect, test } from 'vitest';
import { memoryCache } from '../../../src/modes/index.ts';
import {
  box,
  type BodyFile,
  defineScene,
  floor,
  inline,
  type SceneFile,
  sphere,
} from '../../../src/scene/index.ts';
import { lathe } from '../../../src/geometry/primitives/index.ts';
import { fft } from '../../../src/sound/fft.ts';
import { type Rendering, type RenderOptions, SoundScene } from '../../../src/sound/sound-scene.ts';
import { recorded } from '../recorded.ts';

const RATE = 48000;
const usual = { rateHz: RATE, listener: [0.2, 0.8, 0.6] as const, tail: 0.5, redistribute: true };

async function heard(file: SceneFile, more: Partial<RenderOptions> = {}): Promise<Rendering> {
  const sound = await SoundScene.open(await recorded(file, 'lcp'), {
    count: 16,
    upToHz: 18000,
    cache: memoryCache(),
  });
  return sound.render({ ...usual, ...more });
}

/** [dB] */
function level(samples: Float64Array): number {
  return 10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0));
}

function stem({ stems }: Rendering, name: string): Rendering['stems'][number] {
  const found = stems.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is silent`);
  return found;
}

/** A steel ball of 2 cm that falls on something held. */
const onto = (held: BodyFile): SceneFile =>
  defineScene({
    name: 'onto',
    duration: 0.05,
    bodies: [
      { ...held, name: 'held', motion: 'static' },
      sphere({
        name: 'ball',
        radius: 0.01,
        material: 'steel',
        position: [0.07, 0.0102, 0.05],
        velocity: [0, -1, 0],
      }),
    ],
  });

const table = (thickness: number, material: BodyFile['material']): BodyFile => ({
  ...box({ size: [1.2, thickness, 0.8], material }),
  position: [0, -thickness / 2, 0],
});

describe('what a ball falls on', () => {
  test('a table of oak is much louder than the ball', async () => {
    const rendering = await heard(onto(table(0.02, 'oak')), { reflections: false });
    const held = stem(rendering, 'held');
    expect(held.kind).toBe('plate');
    expect(held.modes).toBeGreaterThan(100);
    expect(level(held.channels[0])).toBeGreaterThan(level(stem(rendering, 'ball').channels[0]) + 6);
    expect(rendering.silent).toEqual([]);
  });

  test('a table that is twice as thick and rings as little is 6 dB softer', async () => {
    // slower than sound up to 12 kHz and more: what is heard is the blow itself, ρ₀F/(2π ρh r)
    const dead = { like: 'lead', lossFactor: 0.5 } as const;
    const levels = [0.002, 0.004].map(async (thickness) =>
      level(stem(await heard(onto(table(thickness, dead)), { reflections: false }), 'held').channels[0]),
    );
    const [thin, thick] = await Promise.all(levels);
    expect(Math.abs(thin - thick - 6)).toBeLessThan(2);
  });

  test('a thick floor of concrete only clicks, softer than the ball', async () => {
    for (const held of [floor({ size: [4, 4], material: 'concrete' }), table(0.4, 'concrete')]) {
      const rendering = await heard(onto(held), { reflections: false });
      expect(stem(rendering, 'held').kind).toBe('block');
      const click = level(stem(rendering, 'held').channels[0]);
      expect(click).toBeLessThan(level(stem(rendering, 'ball').channels[0]) - 6);
      expect(click).toBeGreaterThan(-Infinity);
    }
  });

  test('of which nothing is said stays silent, and so does what is neither plate nor block', async () => {
    const unsaid = await heard(onto(table(0.02, undefined)));
    expect(unsaid.silent).toEqual([{ name: 'held', why: 'it is held, and no clamp says where' }]);
    const cup = inline(lathe([0, 0, 0.2, 0, 0.2, 0.2, 0.19, 0.2, 0.19, 0.01, 0, 0.01], 24));
    const ball = sphere({
      radius: 0.01,
      material: 'steel',
      position: [0.07, 0.05, 0.0202],
      velocity: [0, 0, -1],
    });
    const bowl = { name: 'bowl', shape: cup, material: 'porcelain', motion: 'static' } as const;
    const { silent } = await heard(
      defineScene({ ...onto(bowl), up: 'z', bodies: [bowl, { ...ball, name: 'ball' }] }),
    );
    expect(silent[0].why).toMatch(/neither a plate nor a block/);
  });
});

/** Two balls that meet in the air above a floor of stone. */
const above = (height: number, material: BodyFile['material'] = 'stone'): SceneFile => {
  const ball = { radius: 0.01, material: 'steel', restitution: 0.5 } as const;
  return defineScene({
    name: 'above',
    duration: 0.05,
    gravity: [0, 0, 0],
    bodies: [
      floor({ size: [20, 20], material }),
      sphere({ ...ball, name: 'ball', position: [0, height, 0], velocity: [1, 0, 0] }),
      sphere({ ...ball, name: 'other', position: [0.03, height, 0] }),
    ],
  });
};

describe('a floor', () => {
  const at = (x: number, y: number): Partial<RenderOptions> => ({ listener: [x, y, 0], tail: 0.05 });
  const only = async (file: SceneFile, more: Partial<RenderOptions>): Promise<Float64Array> =>
    stem(await heard(file, more), 'ball').channels[0];

  test('sends a second click, as late and soft as its way is longer', async () => {
    const with_ = await only(above(1), at(2, 1));
    const without = await only(above(1), { ...at(2, 1), reflections: false });
    const back = with_.map((x, n) => x - without[n]);
    const top = (samples: Float64Array): number =>
      samples.reduce((best, x, n) => (Math.abs(x) > Math.abs(samples[best]) ? n : best), 0);
    const [far, near] = [Math.sqrt(8), 2];
    expect((top(back) - top(without)) / RATE).toBeCloseTo((far - near) / 343.2, 4);
    // it leaves the ball at 45°, whose click goes along the way it jumps
    const part = Math.abs(back[top(back)] / without[top(without)]);
    expect(part).toBeGreaterThan((0.9 * near * Math.SQRT1_2) / far);
    expect(part).toBeLessThan((1.1 * near * Math.SQRT1_2) / far);
  });

  test('combs what is heard: a notch where the way is half a wave longer, and 3 dB more in the mean', async () => {
    const [distance, height] = [4, 0.5];
    const image = Math.sqrt(distance * distance + 4 * height * height);
    const notch = (0.5 * 343.2) / (image - distance);
    const given = at(distance, height);
    const with_ = await only(above(height), given);
    const without = await only(above(height), { ...given, reflections: false });
    const power = (samples: Float64Array, hz: number): number => {
      const [re, im] = [new Float64Array(8192), new Float64Array(8192)];
      re.set(samples.subarray(0, 8192));
      fft(re, im);
      const k = Math.round((hz * 8192) / RATE);
      return 10 * Math.log10(re[k] * re[k] + im[k] * im[k]);
    };
    const gain = (hz: number): number => power(with_, hz) - power(without, hz);
    expect(gain(notch)).toBeLessThan(-15);
    expect(gain(2 * notch)).toBeGreaterThan(5);
    expect(gain(3 * notch)).toBeLessThan(-15);
    expect(Math.abs(level(with_) - level(without) - 3)).toBeLessThan(0.7);
  });

  test('reflects where it is and where something is said of it: not beyond its edge, nor above nothing', async () => {
    const beside = defineScene({ ...above(1), name: 'beside' });
    const small = {
      ...beside,
      bodies: [{ ...floor({ size: [0.6, 0.6], material: 'stone' }) }, ...(beside.bodies ?? []).slice(1)],
    };
    for (const file of [small as SceneFile, above(1, 'default')]) {
      const rendering = await heard(file, at(2, 1));
      expect(stem(rendering, 'ball').reflections).toBe(0);
    }
    expect(stem(await heard(above(1), at(2, 1)), 'ball').reflections).toBe(1);
  });
});
