// Live sound in a page: rendered offline, and live with many bodies.

import { createLiveSound, type LiveSoundStats, type ModalModel } from '../../src/sound/live/index.ts';

/** A tetrahedron of 10 cm with made up modes. */
function model(modes: number, first: number): ModalModel {
  const positions = Float64Array.of(-0.05, -0.05, -0.05, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1);
  return {
    name: 'body',
    material: {
      name: 'steel',
      density: 7850,
      youngsModulus: 2e11,
      poissonRatio: 0.29,
      friction: 0.6,
      contactDamping: 0,
    },
    mass: 0.3,
    clamped: false,
    count: modes,
    frequencies: Float64Array.from({ length: modes }, (_, m) => first * (m + 1)),
    dampings: new Float64Array(modes).fill(2.8),
    radiation: new Float64Array(modes).fill(2e-4),
    positions,
    curvatures: new Float64Array(4).fill(20),
    shapes: new Float32Array(modes * positions.length).fill(0.7),
    faces: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  };
}

const blow = { body: 0, position: [0, 0, 0.1], normal: [0, 0, 1], impulse: 0.05 } as const;

/** What a page hears of one blow from its left, and of what is no contact. */
async function hearOffline(): Promise<{ left: number; right: number; first: number; stats: LiveSoundStats }> {
  const context = new OfflineAudioContext(2, 24000, 48000);
  const sound = await createLiveSound(context, [model(30, 300)]);
  sound.listener({ position: [0, 0, 0], facing: [0, 0, -1], up: [0, 1, 0] });
  sound.place(0, { position: [-1, 0, 0] });
  const at = [-1, 0, 0.1] as const;
  sound.contact({ ...blow, position: at });
  sound.contact({ ...blow, impulse: Number.NaN });
  sound.contact({ ...blow, position: [Infinity, 0, 0] });
  sound.contact({ ...blow, body: 7 });
  for (let i = 0; i < 1000; i++) sound.contact({ ...blow, position: at });
  const stats = await sound.stats();
  const { length } = await context.startRendering().then((buffer) => {
    heard = [buffer.getChannelData(0), buffer.getChannelData(1)];
    return buffer;
  });
  const [left, right] = heard.map((samples) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
  const first = Math.min(length, ...heard.map((samples) => samples.findIndex((x) => Math.abs(x) > 1e-9)));
  return { left, right, first, stats };
}
let heard: Float32Array[] = [];

export interface LiveRun {
  readonly stats: LiveSoundStats;
  /** Of the context, and of the page [s]. */
  readonly played: number;
  readonly passed: number;
  /** Longest time in which the context's clock stood still [s]. */
  readonly stood: number;
}

/** All bodies struck again and again, as a page of 60 Hz tells of them. */
async function playLive(bodies: number, seconds: number): Promise<LiveRun> {
  const context = new AudioContext({ latencyHint: 'interactive', sampleRate: 48000 });
  await context.resume();
  const sound = await createLiveSound(
    context,
    Array.from({ length: bodies }, (_, b) => model(30, 150 + b)),
  );
  const began = performance.now();
  const from = context.currentTime;
  let next = 0;
  let stood = 0;
  let last = context.currentTime;
  let moved = performance.now();
  while (performance.now() - began < 1000 * seconds) {
    for (let i = 0; i < bodies / 6; i++) {
      const body = next++ % bodies;
      const x = (body % 20) / 5 - 2;
      sound.place(body, { position: [x, 0, -1] });
      sound.contact({ ...blow, body, position: [x, 0, -0.9], time: context.currentTime });
    }
    await new Promise((resolve) => setTimeout(resolve, 16));
    if (context.currentTime > last) {
      last = context.currentTime;
      moved = performance.now();
    }
    stood = Math.max(stood, performance.now() - moved);
  }
  const played = context.currentTime - from;
  const passed = (performance.now() - began) / 1000;
  const stats = await sound.stats();
  sound.close();
  await context.close();
  return { stats, played, passed, stood: stood / 1000 };
}

Object.assign(globalThis, { hearOffline, playLive });
