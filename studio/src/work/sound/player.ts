// Plays the sound of the recording in step with the picture. The clock of the picture follows the sound card; seeking,
// looping and another speed start the sound anew where the picture is. Slower is deeper; backwards is silent.

import { effect, signal } from '@preact/signals';
import { complain } from '../../model/complaints.ts';
import { duration, playing, speed, time } from '../../model/playback.ts';
import { openAudio } from './audio.ts';
import type { Rendered } from './messages.ts';
import { rendered } from './state.ts';

/** Names of bodies that are not heard. */
export const muted = signal<ReadonlySet<string>>(new Set());

/** A clock that moved further than this between two pictures was set by hand [s]. */
const LEAP = 0.25;
/** The picture is set right where it is this far off [s]. */
const OFF = 0.02;
/** Of full scale. */
const LEVEL = 0.8;

interface Playing {
  readonly context: AudioContext;
  readonly sources: readonly AudioBufferSourceNode[];
  readonly gains: ReadonlyMap<string, GainNode>;
  /** Where it began [s], when by the sound card [s], and how fast it runs. */
  readonly from: number;
  readonly at: number;
  readonly rate: number;
}

let now: Playing | undefined;
let buffers: { readonly of: Rendered; readonly list: readonly AudioBuffer[] } | undefined;

/** Where the sound is that reaches the ear [s]; undefined while nothing plays. */
function heardAt(): number | undefined {
  if (now === undefined) return undefined;
  const { context, from, at, rate } = now;
  const late = context.outputLatency || 0;
  return from + rate * Math.max(0, context.currentTime - at - late);
}

async function begin(sound: Rendered): Promise<void> {
  const { context, master } = await openAudio();
  if (!playing.peek() || speed.peek() <= 0 || rendered.peek() !== sound) return;
  end();
  if (buffers?.of !== sound)
    buffers = {
      of: sound,
      list: sound.stems.map(({ samples }) => {
        const buffer = context.createBuffer(1, samples.length, sound.rateHz);
        buffer.copyToChannel(samples, 0);
        return buffer;
      }),
    };
  const from = time.peek();
  const rate = speed.peek();
  const level = sound.peak > 0 ? LEVEL / sound.peak : 0;
  const gains = new Map<string, GainNode>();
  const sources = sound.stems.map(({ name }, i) => {
    const source = new AudioBufferSourceNode(context, { buffer: buffers?.list[i], playbackRate: rate });
    const gain = new GainNode(context, { gain: muted.peek().has(name) ? 0 : level });
    source.connect(gain).connect(master);
    gains.set(name, gain);
    source.start(0, from);
    return source;
  });
  now = { context, sources, gains, from, at: context.currentTime, rate };
}

function end(): void {
  for (const source of now?.sources ?? []) source.stop();
  now = undefined;
}

/** Call what it returns to stop. */
export function keepInStep(): () => void {
  let asked = 0;
  let before = 0;
  const beat = () => {
    asked = requestAnimationFrame(beat);
    const shown = time.peek();
    const isLeap = shown < before || shown - before > LEAP * Math.max(1, speed.peek());
    before = shown;
    const heard = heardAt();
    if (heard === undefined) return;
    if (isLeap) restart();
    else if (Math.abs(heard - shown) > OFF && heard < duration.peek()) before = time.value = heard;
  };
  const restart = () => {
    const sound = rendered.peek();
    end();
    if (sound && playing.peek() && speed.peek() > 0) begin(sound).catch(complain);
  };
  const stops = [
    effect(() => {
      const isOn = playing.value && speed.value > 0 && rendered.value !== undefined;
      cancelAnimationFrame(asked);
      // What rings when the film has ended rings out.
      if (isOn || time.peek() < duration.peek()) end();
      if (!isOn) return;
      before = time.peek();
      restart();
      asked = requestAnimationFrame(beat);
    }),
    effect(() => {
      const peak = rendered.value?.peak ?? 0;
      const silenced = muted.value;
      if (now === undefined || !(peak > 0)) return;
      for (const [name, { gain }] of now.gains)
        gain.setTargetAtTime(silenced.has(name) ? 0 : LEVEL / peak, now.context.currentTime, 0.01);
    }),
  ];
  return () => {
    cancelAnimationFrame(asked);
    for (const stop of stops) stop();
    end();
  };
}
