// How a bar vibrates, and how it is heard: struck, and dropped in a recording.

import { type Makers, once } from './digest.ts';
import * as from from './parts.ts';
import { bar } from './more-scenes.ts';
import { runs } from './runs.ts';
import { meshOf } from './things.ts';

const { modes, sound } = from;
const RATE = 44100;
const steel = from.findMaterial('steel') as from.Material;
const up = [0, 1, 0] as const;
const struck = [0.05, 0.01, 0] as const;
const down = [0, -1, 0] as const;

const filled = (resolution: number) =>
  modes.fill(meshOf(bar.shape), { kind: 'box', size: [0.12, 0.02, 0.03] }, { resolution }).mesh;
const free = once(() => modes.analyse(filled(2), steel, { count: 8, inertia: true }));
const heard = once(() => sound.radiate(free().modes, { mostPanels: 200, fewestPanels: 100 }));

const model = once(() =>
  sound.makeModel({
    name: 'bar',
    material: steel,
    mass: 0.5652,
    mesh: meshOf(bar.shape),
    shape: { kind: 'box', size: [0.12, 0.02, 0.03] },
    modes: free().modes,
    transfer: heard(),
  }),
);

const strike = once(() => {
  const hit = { point: struck, direction: down, impulse: 0.1, duration: 5e-5 };
  return sound.strikeSound(free().modes, steel, heard(), hit, [0.3, 0.2, 1], RATE, 0.3);
});

const scene = once(async () => {
  const { recording } = await runs['lcp dropped bar']();
  return sound.SoundScene.open(recording, { count: 6, upToHz: 18000, cache: modes.memoryCache() });
});
const usual = { rateHz: RATE, listener: [0, 0.5, 1] as const, tail: 0.1, redistribute: true };
const render = async (more: Partial<from.sound.RenderOptions> = {}) =>
  (await scene()).render({ ...usual, ...more });

const wav = async (bits: from.sound.BitDepth, more: Partial<from.sound.RenderOptions> = {}) => {
  const { channels } = await render(more);
  const scaled = channels.map((channel) => channel.map((sample) => sample / sound.FULL_SCALE_PASCAL));
  return sound.writeWav(scaled, { rateHz: RATE, bits });
};

export const soundMakers: Makers = {
  'modes of a free bar: frequencies': () => free().modes.omegas,
  'modes of a free bar: shapes': () => free().modes.shapes,
  'modes of a free bar: report': () => free(),
  'modes of a clamped bar': () =>
    modes.analyse(filled(1), steel, { upToHz: 8000, clamped: (x) => x < -0.0599 }),
  'modal model of a bar as a file': () => sound.writeModal(model()),
  'modal model of a bar as Faust': () => sound.toFaust(model(), struck),
  'modal model of a bar as SuperCollider': () => sound.toSuperCollider(model(), struck),
  'sound radiation of a bar': () => ({ waves: heard().waves, modes: heard().modes }),
  'sound of a strike': () => strike(),
  'sound of a strike: damping fitted to it': () => sound.fitDamping(strike(), RATE),
  'sound of a strike: picture': () => sound.soundPicture(strike(), RATE),
  'sound of a dropped bar: rendering': () => render(),
  'sound of a dropped bar: wav of 16 bits': () => wav('16'),
  'sound of a dropped bar: wav of 24 bits, two ears': () => wav('24', { ears: { facing: [0, 0, -1], up } }),
  'sound of a dropped bar: wav of floats, not redistributed': () => wav('32f', { redistribute: false }),
  'sound of a dropped bar: loudness': async () => {
    const { channels } = await render();
    return [sound.integratedLoudness(channels, RATE), sound.peakOf(channels)];
  },
};
