// A past, run once more for its looks: where bodies are at some moments, for the small pictures, and the contacts of each body
// (Figure 9 of Twigg, James 2008). A bin of the track holds the most contact of its steps, so that bounces of one step are seen.

import { type Past, Replay } from '../../../../src/engines/lcp/backward/index.ts';
import { contactClass } from '../../../../src/engines/lcp/statistics/index.ts';
import type { FoundPast, Tracks } from './messages.ts';

const BINS = 160;
/** Rows of more bodies could not be told apart. */
const MOST_TRACKED = 24;
/** Enough for a small picture to move evenly; of many bodies fewer, since all of them are kept. */
const MOMENTS = 48;
const FEW_MOMENTS = 16;
const MANY_BODIES = 500;

export function lookAt(past: Past): Pick<FoundPast, 'tracks' | 'reel'> {
  const { model, ticks, log } = past;
  const stride = Math.max(1, Math.ceil(ticks / BINS));
  const tracked: number[] = [];
  for (let b = 0; b < model.bodies && tracked.length < MOST_TRACKED; b++)
    if (model.isDynamic[b] === 1 && log.restTicks[b] > 0) tracked.push(b);
  const restOf = (body: number) => Math.min(log.restTicks[body], ticks);
  const rows = tracked.map((body) => new Uint8Array(Math.ceil(restOf(body) / stride)));
  const replay = new Replay(model, past.start, past.rest, log);
  const size = replay.poses.length;
  const moments = model.bodies > MANY_BODIES ? FEW_MOMENTS : MOMENTS;
  const reel = new Float32Array(moments * size);
  let moment = 0;
  const take = () => {
    for (; moment < moments && Math.round((moment * ticks) / (moments - 1)) <= replay.tick; moment++)
      reel.set(replay.poses, moment * size);
  };
  take();
  while (replay.tick < ticks) {
    replay.step();
    take();
    tracked.forEach((body, row) => {
      const back = restOf(body) - replay.tick;
      if (back < 0 || back >= stride * rows[row].length || replay.contacts.count === 0) return;
      const { mid, motion, contacts, impulses } = replay;
      const bin = Math.floor(back / stride);
      const now = contactClass(model, body, mid, motion, contacts, impulses.normal);
      if (now > rows[row][bin]) rows[row][bin] = now;
    });
  }
  const tracks: Tracks = { bin: stride * model.timeStep, bodies: tracked, rows };
  return { tracks, reel };
}
