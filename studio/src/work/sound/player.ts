// Plays the sound of the recording in step with the picture. The clock of the picture follows the sound card; seeking,
// looping and another speed start the sound anew where the picture is. Slower is deeper; backwards is silent.

import { effect, signal, untracked } from '@preact/signals';
import { complain } from '../../model/complaints.ts';
import { duration, playing, speed, time } from '../../model/playback.ts';
import { openAudio } from './audio.ts';
import type { Rendered } from './messages.ts';
import { rendered } from './state.ts';

/** Names of bodies that are not heard. */
export const muted = signal<ReadonlySet<string>>(new Set());

/** The clock goes on by no more than this from picture to picture, at plain speed; else it was set by hand [s]. */
const LEAP = 0.101;
/** The sound card tells its time in steps: differences up to this are smoothed, a part at every picture [s]. */
const STEP = 0.02;
const SMOOTHING = 0.1;
/** As near as this is in step [s]. */
const NEAR = 0.001;
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
  /** How far the sound card's time since then is ahead of the page's clock [s], smoothed. */
  ahead?: number;
}

const sounding = signal<Playing | undefined>(undefined);
const buffers = new WeakMap<Rendered, readonly AudioBuffer[]>();

/** Where the sound is that reaches the ear [s]; undefined while nothing plays. */
function heardAt(): number | undefined {
  const now = sounding.peek();
  if (now === undefined) return undefined;
  const { context, from, at, rate } = now;
  const late = context.outputLatency || 0;
  const passed = context.currentTime - at - late;
  if (passed <= 0) return from;
  // Between two steps of the sound card the page's own clock goes on.
  const wall = performance.now() / 1000;
  const ahead = passed - wall;
  const known = now.ahead;
  now.ahead =
    known === undefined || Math.abs(ahead - known) > STEP ? ahead : known + SMOOTHING * (ahead - known);
  return from + rate * Math.max(0, now.ahead + wall);
}

async function begin(sound: Rendered): Promise<void> {
  const { context, master } = await openAudio();
  if (!playing.peek() || speed.peek() <= 0 || rendered.peek() !== sound) return;
  end();
  const list = buffers.get(sound) ?? buffersOf(sound, context);
  buffers.set(sound, list);
  const from = time.peek();
  const rate = speed.peek();
  const level = sound.peak > 0 ? LEVEL / sound.peak : 0;
  const gains = new Map<string, GainNode>();
  const sources = sound.stems.map(({ name }, i) => {
    const source = new AudioBufferSourceNode(context, { buffer: list[i], playbackRate: rate });
    const gain = new GainNode(context, { gain: muted.peek().has(name) ? 0 : level });
    source.connect(gain).connect(master);
    gains.set(name, gain);
    source.start(0, from);
    return source;
  });
  sounding.value = { context, sources, gains, from, at: context.currentTime, rate };
}

function end(): void {
  for (const source of sounding.peek()?.sources ?? []) source.stop();
  sounding.value = undefined;
}

function buffersOf({ stems, rateHz }: Rendered, context: AudioContext): AudioBuffer[] {
  return stems.map(({ channels }) => {
    const buffer = context.createBuffer(channels.length, channels[0].length, rateHz);
    channels.forEach((samples, c) => {
      buffer.copyToChannel(samples, c);
    });
    return buffer;
  });
}

/** Call what it returns to stop. */
export function keepInStep(): () => void {
  let before = 0;
  const restart = () => {
    const sound = rendered.peek();
    end();
    if (sound && playing.peek() && speed.peek() > 0) begin(sound).catch(complain);
  };
  const stops = [
    effect(() => {
      const isOn = playing.value && speed.value > 0 && rendered.value !== undefined;
      // What rings when the film has ended rings out.
      if (isOn || untracked(() => time.value < duration.value)) end();
      if (isOn) untracked(restart);
    }),
    // Whoever moves the clock, the picture is put to where the sound is before it is drawn.
    effect(() => {
      const shown = time.value;
      untracked(() => {
        const isLeap = shown < before || shown - before > LEAP * speed.value;
        before = shown;
        const heard = playing.value ? heardAt() : undefined;
        if (heard === undefined) return;
        if (isLeap) restart();
        else if (Math.abs(heard - shown) > NEAR && heard < duration.value) time.value = before = heard;
      });
    }),
    effect(() => {
      const peak = rendered.value?.peak ?? 0;
      const silenced = muted.value;
      const now = sounding.peek();
      if (now === undefined || !(peak > 0)) return;
      for (const [name, { gain }] of now.gains)
        gain.setTargetAtTime(silenced.has(name) ? 0 : LEVEL / peak, now.context.currentTime, 0.01);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    end();
  };
}
