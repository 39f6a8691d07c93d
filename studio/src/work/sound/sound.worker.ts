// Finds modes, how they are heard, and the sound of recordings, away from the page. Modes and waves are kept for as long as
// the scene is open, so that another material or listener takes only what depends on it.

import {
  type BodyModes,
  materialRates,
  memoryCache,
  ModesOfBodies,
  SilentBody,
} from '../../../../src/modes/index.ts';
import { blobSource, httpSource, openRecording } from '../../../../src/record/index.ts';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import type { Material, Scene, Vec3 } from '../../../../src/scene/index.ts';
import {
  fullScaleOf,
  peakOf,
  radiate,
  renderClicks,
  soundPicture,
  SoundScene,
  sphereRadius,
  strikeSound,
  type Transfer,
  writeWav,
} from '../../../../src/sound/index.ts';
import type { Answer, FromWorker, Heard, Rendered, Task } from './messages.ts';

/** Enough for the ear; more take minutes. */
const PANELS = 400;
const HIGHEST_HZ = 18000;
const TELL_MS = 60;
/** Silence before and after a click [s]. */
const CLICK_START = 0.001;
const CLICK_END = 0.03;

interface Opened {
  readonly scene: Scene;
  readonly count: number;
  readonly bodies: ModesOfBodies;
  /** Of the recording that was read last. */
  sound: { readonly take: number; readonly scene: SoundScene } | undefined;
}

const cache = memoryCache();
const transfers = new WeakMap<BodyModes['modes'], Transfer>();
let opened: Opened | undefined;
const progress = tellNowAndThen();

function tellNowAndThen(): (fraction: number, doing: string) => void {
  let told = 0;
  return (fraction, doing) => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    say({ fraction, doing });
  };
}

function say(message: FromWorker): void {
  postMessage(message);
}

// One after another, in the order in which they came.
let last: Promise<void> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<{ number: number; task: Task }>) => {
  last = last.then(async () => say({ number: data.number, answer: await answerTo(data.task) }));
});

async function answerTo(task: Task): Promise<Answer> {
  try {
    return await work(task);
  } catch (error) {
    if (error instanceof SilentBody) return { kind: 'silent', why: error.why, clicks: error.clicks };
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { kind: 'failed', what, faults: error instanceof FaultError ? error.faults : [] };
  }
}

async function work(task: Task): Promise<Answer> {
  if (task.kind === 'open') {
    const { scene, count } = task;
    opened = {
      scene,
      count,
      bodies: new ModesOfBodies(scene, { count, upToHz: HIGHEST_HZ, cache, progress }),
      sound: undefined,
    };
    return { kind: 'opened' };
  }
  if (opened === undefined) throw new Error('no scene is open');
  if (task.kind === 'render') return { kind: 'rendered', rendered: await render(opened, task) };
  if (task.kind === 'click')
    return { kind: 'click', samples: Float32Array.from(clickOf(opened.scene, task, task.rateHz)) };
  if (task.kind === 'hit') return { kind: 'wav', bytes: hitFile(opened, task) };
  const { modes } = modesOf(opened, task.body, task.material);
  const transfer = transferOf(modes);
  const heard = heardAt(transfer, task.listener);
  if (task.kind === 'hear') return { kind: 'heard', heard };
  const { omegas, positions, faces, shapes } = modes;
  const rates = materialRates(modes, task.material);
  return { kind: 'modes', modes: { omegas, rates, positions, faces, shapes, heard } };
}

/** One blow, its peak at −1 dBFS. */
function hitFile(at: Opened, task: Task & { kind: 'hit' }): Uint8Array {
  const { strike, listener, rateHz, seconds, material } = task;
  let samples: Float64Array;
  try {
    const { modes } = modesOf(at, task.body, material);
    samples = strikeSound(modes, material, transferOf(modes), strike, listener, rateHz, seconds);
  } catch (error) {
    if (!(error instanceof SilentBody && error.clicks)) throw error;
    samples = clickOf(at.scene, task, rateHz);
  }
  const peak = peakOf([samples]);
  const scale = peak > 0 ? fullScaleOf(-1) / peak : 0;
  return writeWav([samples.map((sample) => sample * scale)], { rateHz, bits: '24' });
}

/** As a sphere of its volume that is knocked about (src/sound/clicks). */
function clickOf(
  scene: Scene,
  { body, material, listener, strike }: Task & { kind: 'hit' | 'click' },
  rateHz: number,
): Float64Array {
  const { mass } = scene.bodies[body];
  const { impulse, direction, duration } = strike;
  const [x, y, z] = direction;
  const knock = {
    time: CLICK_START + 0.5 * duration,
    duration,
    impulse: [impulse * x, impulse * y, impulse * z] as const,
  };
  const still = (_time: number, out: Float64Array) => out.set(listener);
  const seconds = CLICK_START + duration + CLICK_END;
  const radius = sphereRadius(mass / material.density);
  return renderClicks([knock], mass, radius, still, Math.ceil(seconds * rateHz), 1 / rateHz);
}

function modesOf({ scene, bodies }: Opened, body: number, material: Material): BodyModes {
  return bodies.of(scene.bodies[body], material);
}

function transferOf(modes: BodyModes['modes']): Transfer {
  let transfer = transfers.get(modes);
  if (!transfer) {
    transfer = radiate(modes, {
      mostPanels: PANELS,
      progress: (fraction) => progress(fraction, 'how it is heard'),
    });
    transfers.set(modes, transfer);
  }
  return transfer;
}

function heardAt({ count, amplitude }: Transfer, [x, y, z]: Vec3): Heard {
  const re = new Float64Array(count);
  const im = new Float64Array(count);
  const out = new Float64Array(2);
  for (let m = 0; m < count; m++) {
    amplitude(m, x, y, z, out);
    re[m] = out[0];
    im[m] = out[1];
  }
  return { re, im };
}

async function render(at: Opened, task: Task & { kind: 'render' }): Promise<Rendered> {
  const { source, take, listener, ears, rateHz, tail, materials } = task;
  const began = performance.now();
  if (at.sound?.take !== take) {
    progress(0, 'reading contacts');
    const bytes = typeof source === 'string' ? await httpSource(source) : blobSource(source);
    const choices = { count: at.count, upToHz: HIGHEST_HZ, cache, progress };
    at.sound = { take, scene: await SoundScene.open(await openRecording(bytes), choices) };
  }
  const { stems, channels, silent } = at.sound.scene.render({
    rateHz,
    listener,
    ...(ears ? { ears } : {}),
    tail,
    redistribute: true,
    materials,
    transferOf,
    progress,
  });
  return {
    rateHz,
    silent,
    peak: peakOf(channels),
    seconds: (performance.now() - began) / 1000,
    picture: inColour(soundPicture(mixed(channels), rateHz)),
    stems: stems.map(({ body, name, channels: own, modes, impacts }) => ({
      body,
      name,
      modes,
      impacts,
      channels: own.map((channel) => Float32Array.from(channel)),
      peak: peakOf(own),
    })),
  };
}

function mixed(channels: readonly Float64Array[]): Float64Array {
  return channels[0].map((_, n) => channels.reduce((sum, channel) => sum + channel[n], 0) / channels.length);
}

function inColour({ width, height, rgb }: ReturnType<typeof soundPicture>): Rendered['picture'] {
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) for (let k = 0; k < 3; k++) rgba[4 * i + k] = rgb[3 * i + k];
  return { width, height, rgba };
}
