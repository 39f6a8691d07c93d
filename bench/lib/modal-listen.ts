// Lets runs be heard: what examples say about their sound is asked of a recording.

import type { Heard, Hearing, SoundExpectation } from '../../examples/sound/parts/heard.ts';
import { bytesSource, type MemorySink, openRecording, type Recording } from '../../src/record/index.ts';
import { bodyLanes, redistribute, type Rendering, sidesByBody, SoundScene } from '../../src/sound/index.ts';
import { secondsSince } from './modal-run.ts';

const RATE_HZ = 44100;

export interface Listened {
  readonly sound: SoundScene;
  /** By the quick way to the ear: every piece of a surface by itself. Kept by what was asked. */
  readonly heard: Heard;
}

export async function listenTo(
  recording: Recording,
  { listener, modes: count, upToHz, tail }: Hearing,
): Promise<Listened> {
  const sound = await SoundScene.open(recording, { count, upToHz });
  const usual = { rateHz: RATE_HZ, listener, tail, redistribute: true };
  const made = new Map<string, Rendering>();
  const heard: Heard = (options = {}) => {
    const key = JSON.stringify(options);
    const rendering = made.get(key) ?? sound.render({ ...usual, ...options });
    made.set(key, rendering);
    return rendering;
  };
  return { sound, heard };
}

export async function listenToBytes(sink: MemorySink, hearing: Hearing): Promise<Listened> {
  return listenTo(await openRecording(bytesSource(sink.bytes())), hearing);
}

/** What should be heard and is not. */
export function unheard(heard: Heard, sounds: readonly SoundExpectation[]): string[] {
  return sounds.filter(({ holds }) => !holds(heard)).map(({ says }) => says);
}

/**
 * Processor time that spreading the impulses of all bodies over their contacts takes (§5.2) [s]: of those that vibrate, as
 * others are not asked when a sound is made.
 */
export function spreadingSeconds({ sound, heard }: Listened): number {
  const { scene, meetings, split } = sound;
  // what damps is no matter here
  const held = new Float64Array(meetings.count);
  const sides = sidesByBody(meetings, scene.bodies.length);
  const lanes = heard()
    .stems.filter(({ modes }) => modes > 0)
    .flatMap(({ body }) => bodyLanes(meetings, split, held, sides[body]));
  const began = process.cpuUsage();
  for (const lane of lanes) redistribute(lane, split.before);
  return secondsSince(began);
}
