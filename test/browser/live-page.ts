// What the tests of live simulations do inside the page.

import { contentHash, type Input } from '../../src/record/index.ts';
import type { SceneFile } from '../../src/scene/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { type Live, type LiveChoices, loggedInputs, startLive } from '../../src/live/index.ts';

export interface Told {
  readonly ended: string;
  readonly hash: string;
  readonly frames: number;
  readonly threads: number;
  readonly inputs: Input[];
}

async function tell(live: Live): Promise<Told> {
  const end = await live.done;
  const recording = await live.recording();
  return {
    ended: end.ended === 'failed' ? end.what : end.ended,
    hash: await contentHash(recording),
    frames: recording.frameCount,
    threads: live.started.threads,
    inputs: await loggedInputs(recording),
  };
}

async function toTheEnd(scene: SceneFile, choices: LiveChoices = {}): Promise<Told> {
  return tell(await startLive({ scene, ...choices }));
}

/** Drags a body for some frames and lets it go; a wrong input on the way changes nothing. */
async function dragged(scene: SceneFile, body: number): Promise<Told & { unapplied: string[] }> {
  const live = await startLive({ scene, ahead: 3 });
  const unapplied: string[] = [];
  live.on('unapplied', (_, faults) => unapplied.push(faults[0].what));
  live.on('frame', ({ index }) => {
    if (index === 10) live.drag(body, [0.05, 0, 0], [0.6, 0.9, 0.1]);
    if (index === 12) live.drag(0, [0, 0, 0], [0, 1, 0]);
    if (index === 30) live.letGo(body);
    live.played(index);
  });
  return { ...(await tell(live)), unapplied };
}

/** Kills the worker in the middle and goes on from what was handed out; then cancels and goes on again. */
async function broken(scene: SceneFile): Promise<Told & { resumedAt: number[] }> {
  const stored = new Uint8Array(1 << 25);
  let length = 0;
  const store = (bytes: Uint8Array, offset: number) => {
    stored.set(bytes, offset);
    length = offset + bytes.length;
  };
  const resumedAt: number[] = [];
  const first = await startLive({ scene, ahead: 3 });
  first.on('bytes', store);
  first.on('frame', ({ index }) => {
    first.played(index);
    if (index === 20) first.pause();
    // Not committed any more.
    if (index === 35) first.kill();
  });
  while (length === 0 || first.frameCount < 21) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 100));
  first.resume();
  await first.done;
  const second = await startLive({ resume: stored.slice(0, length), ahead: 3 });
  resumedAt.push(second.started.firstFrame);
  second.on('bytes', store);
  second.on('frame', ({ index }) => (index < 50 ? second.played(index) : second.cancel()));
  if ((await second.done).ended !== 'cancelled') throw new Error('was not cancelled');
  const third = await startLive({ resume: new Blob([stored.slice(0, length)]) });
  resumedAt.push(third.started.firstFrame);
  return { ...(await tell(third)), resumedAt };
}

/** How far it goes when nothing says that its frames are shown, and when paused. */
async function heldBack(scene: SceneFile): Promise<number[]> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const settled = async (live: Live, least: number) => {
    while (live.frameCount < least) await pause(10);
    await pause(300);
    return live.frameCount;
  };
  const live = await startLive({ scene, ahead: 4, engine: 'flight' });
  const counts = [await settled(live, 5)];
  live.played(6);
  counts.push(await settled(live, 11));
  live.kill();
  const paused = await startLive({ scene, paused: true, engine: 'flight' });
  counts.push(await settled(paused, 1));
  paused.kill();
  return counts;
}

async function refused(scene: SceneFile, choices: LiveChoices = {}): Promise<string[]> {
  try {
    await startLive({ scene, ...choices });
    return [];
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return error.faults.map(({ where }) => where);
  }
}

Object.assign(globalThis, { toTheEnd, dragged, broken, heldBack, refused });
