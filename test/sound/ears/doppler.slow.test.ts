// A bar that rings as it flies by at a tenth of the speed of sound: what a still listener hears of it.

import { beforeAll, describe, expect, test } from 'vitest';
import { type RenderOptions, SoundScene, SPEED_OF_SOUND, type Transfer } from '../../../src/sound/index.ts';
import type { Vec3 } from '../../../src/scene/index.ts';
import { recorded } from '../recorded.ts';

const RATE = 48000;
const SPEED = 0.1 * SPEED_OF_SOUND;
const LONG = 0.4;

/** The same collision seen by somebody who stands, and by somebody who flies along. */
async function collision(speed: number): Promise<SoundScene> {
  const velocity = (x: number, y: number): [number, number, number] => [x, y, 0];
  const recording = await recorded(
    {
      name: 'fly-by',
      engine: 'lcp',
      duration: LONG,
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'bar',
          shape: { kind: 'box', size: [0.3, 0.02, 0.03] },
          material: 'steel',
          velocity: velocity(speed, 0),
        },
        {
          name: 'ball',
          shape: { kind: 'sphere', radius: 0.005 },
          material: 'steel',
          position: [0, 0.02, 0],
          velocity: velocity(speed, -1),
        },
      ],
    },
    'lcp',
  );
  return SoundScene.open(recording, { count: 1, upToHz: 20000 });
}

/** Every mode alike wherever it is heard, so that only the way changes anything. */
const evenly = ({ count }: { readonly count: number }): Transfer => ({
  count,
  amplitude(_mode, _x, _y, _z, out) {
    out[0] = 1;
    out[1] = 0;
  },
});

/** The tone between two times [Hz], by whole periods. */
function tone(samples: Float64Array, from: number, until: number): number {
  const ups: number[] = [];
  for (let n = Math.ceil(from * RATE); n < until * RATE; n++)
    if (samples[n - 1] < 0 && samples[n] >= 0) ups.push(n - samples[n] / (samples[n] - samples[n - 1]));
  return ((ups.length - 1) * RATE) / (ups[ups.length - 1] - ups[0]);
}

let flying: SoundScene;
let still: SoundScene;
beforeAll(async () => {
  [flying, still] = [await collision(SPEED), await collision(0)];
});

const aHead = { facing: [0, 1, 0], up: [0, 0, 1] } as const;
/** Measured from one side only, and without any effect. */
const head = {
  rateHz: RATE,
  count: 1,
  taps: 1,
  directions: Float64Array.of(1, 0, 0),
  responses: Float64Array.of(1, 1),
  ahead: 0,
};

function heard(scene: SoundScene, listener: Vec3, ears: RenderOptions['ears']): Float64Array {
  return scene.render({
    rateHz: RATE,
    listener,
    tail: 0,
    redistribute: false,
    transferOf: evenly,
    ...(ears ? { ears } : {}),
  }).stems[0].channels[0];
}

describe.each([
  ['one microphone', undefined],
  ['two ears', aHead],
  ['a measured head', { ...aHead, head }],
])('%s', (_, ears) => {
  test('hears it higher by 1/(1 − M) as it comes and lower by 1/(1 + M) as it goes', () => {
    const own = tone(heard(still, [0, 0, 1], ears), 0.1, 0.35);
    const comes = tone(heard(flying, [30, 0, 0.1], ears), 0.15, 0.35);
    const goes = tone(heard(flying, [-20, 0, 0.1], ears), 0.15, 0.35);
    expect(comes / own).toBeCloseTo(1.111111, 4);
    expect(goes / own).toBeCloseTo(0.909091, 4);
  });

  test('hears it higher by 1/(1 − M²) when it is abeam', () => {
    const own = tone(heard(still, [0, 0, 1], ears), 0.1, 0.35);
    const when = 0.25;
    const abeam = tone(heard(flying, [SPEED * when, 30, 0], ears), when - 0.02, when + 0.02);
    expect(abeam / own).toBeCloseTo(1.010101, 3);
    // what it left 30 m away is under way for 30 / c √(1 − M²)
    const sound = heard(flying, [SPEED * when, 30, 0], ears);
    const first = sound.findIndex((sample) => Math.abs(sample) > 1e-6) / RATE;
    expect(first).toBeGreaterThan(Math.hypot(30, SPEED * when) / SPEED_OF_SOUND);
  });
});
