// The way to the loudspeaker: one context, one volume; struck bodies ring in a worklet.

import { signal } from '@preact/signals';
import type { ToWorklet } from './messages.ts';
import workletAddress from './strike.worklet.ts?worker&url';

/** [dB] beside what suits the loudest sound that is expected. */
export const volume = signal(0);

interface Audio {
  readonly context: AudioContext;
  /** Struck bodies, in pascal. */
  readonly strikes: AudioWorkletNode;
  readonly strikeGain: GainNode;
  readonly master: GainNode;
}

let audio: Promise<Audio> | undefined;

/** Must first follow a click: browsers keep pages silent that were not touched. */
export function openAudio(): Promise<Audio> {
  audio ??= start();
  void audio.then(({ context }) => (context.state === 'suspended' ? context.resume() : undefined));
  return audio;
}

async function start(): Promise<Audio> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  await context.audioWorklet.addModule(workletAddress);
  const strikes = new AudioWorkletNode(context, 'strike', { numberOfInputs: 0, outputChannelCount: [1] });
  const strikeGain = new GainNode(context, { gain: 0 });
  const master = new GainNode(context);
  strikes.connect(strikeGain).connect(master).connect(context.destination);
  volume.subscribe((decibels) =>
    master.gain.setTargetAtTime(10 ** (decibels / 20), context.currentTime, 0.02),
  );
  return { context, strikes, strikeGain, master };
}

export async function tellWorklet(told: ToWorklet): Promise<void> {
  (await openAudio()).strikes.port.postMessage(told);
}

/** A sound that was made before, beside struck bodies [Pa]. */
export async function playOnce(samples: Float32Array<ArrayBuffer>, rateHz: number): Promise<void> {
  const { context, strikeGain } = await openAudio();
  const buffer = context.createBuffer(1, samples.length, rateHz);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(strikeGain);
  source.start();
}

/** Lays a hand on everything that was struck. */
export async function hush(): Promise<void> {
  await tellWorklet({ kind: 'hush' });
}

/** Full scale of struck bodies [Pa]. */
export async function setStrikeScale(pascal: number): Promise<void> {
  (await openAudio()).strikeGain.gain.value = 1 / pascal;
}

/** Nothing sounds any more, and the sound card is let go. */
export async function closeAudio(): Promise<void> {
  const open = await audio;
  await open?.context.suspend();
  open?.strikes.port.postMessage({ kind: 'hush' } satisfies ToWorklet);
}
