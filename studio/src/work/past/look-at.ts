// A past, run once more for its looks: a small picture of a moment on the way, and the contacts of each body (Figure 9 of
// Twigg, James 2008). A bin of the track holds the most contact of its steps, so that bounces of one step are seen.

import { Replay } from '../../../../src/engines/lcp/backward/replay.ts';
import type { Past } from '../../../../src/engines/lcp/backward/rewind.ts';
import { contactClass } from '../../../../src/engines/lcp/statistics/contact-class.ts';
import { renderPicture } from '../../../../src/export/picture/render.ts';
import type { Scene } from '../../../../src/scene/types.ts';
import type { FoundPast, Tracks } from './messages.ts';

const BINS = 160;
/** Rows of more bodies could not be told apart. */
const MOST_TRACKED = 24;
const WIDTH = 176;
const HEIGHT = 112;
/** When the picture is taken, as a part of the way. */
const MOMENT = 0.6;

export function lookAt(scene: Scene, past: Past): Pick<FoundPast, 'tracks' | 'picture'> {
  const { model, ticks, log } = past;
  const stride = Math.max(1, Math.ceil(ticks / BINS));
  const tracked: number[] = [];
  for (let b = 0; b < model.bodies && tracked.length < MOST_TRACKED; b++)
    if (model.isDynamic[b] === 1 && log.restTicks[b] > 0) tracked.push(b);
  const restOf = (body: number) => Math.min(log.restTicks[body], ticks);
  const rows = tracked.map((body) => new Uint8Array(Math.ceil(restOf(body) / stride)));
  const replay = new Replay(model, past.start, past.end.poses, log);
  const taken = Math.round(MOMENT * ticks);
  let poses = replay.poses.slice();
  while (replay.tick < ticks) {
    replay.step();
    if (replay.tick === taken) poses = replay.poses.slice();
    tracked.forEach((body, row) => {
      const back = restOf(body) - replay.tick;
      if (back < 0 || back >= stride * rows[row].length || replay.contacts.count === 0) return;
      const { mid, motion, contacts, impulses } = replay;
      const bin = Math.floor(back / stride);
      const now = contactClass(model, body, mid, motion, contacts, impulses.normal);
      if (now > rows[row][bin]) rows[row][bin] = now;
    });
  }
  const tracks: Tracks = { bin: stride * model.timeStep, rows };
  return { tracks, picture: pictureOf(scene, poses) };
}

function pictureOf(scene: Scene, poses: Float64Array): FoundPast['picture'] {
  const frame = {
    time: 0,
    poses,
    velocities: new Float64Array(6 * scene.bodies.length),
    vertices: new Float64Array(0),
  };
  const { rgb } = renderPicture(scene, frame, { width: WIDTH, height: HEIGHT });
  const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255);
  for (let i = 0, k = 0; i < rgb.length; k++) {
    rgba[k++] = rgb[i++];
    rgba[k++] = rgb[i++];
    rgba[k++] = rgb[i++];
  }
  return { width: WIDTH, height: HEIGHT, rgba };
}
