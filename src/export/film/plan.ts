// What a film shows: which recorded frames, how fast, and one camera that sees all of them.
//
// Every picture is of a recorded frame, the nearest in time, so that nothing is shown that was not simulated.

import type { Frame, Recording } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { bentScene } from '../bent-scene.ts';
import { type Camera, type CameraOptions, placeCamera } from '../picture/camera.ts';

export interface FilmOptions extends CameraOptions {
  /** Pixels; even, as video has one colour for two by two. */
  readonly width: number;
  readonly height: number;
  /** Pictures a second; as recorded unless said, at most 60. */
  readonly fps?: number;
  /** The part of the recording to show [s]; all of it unless said. */
  readonly from?: number;
  readonly to?: number;
}

export interface FilmPlan {
  readonly fps: number;
  /** The recorded frame of every picture. */
  readonly frames: readonly number[];
  /** None where the scene's camera follows a body: it is placed for each frame. */
  readonly camera?: Camera;
}

const MOST_FPS = 60;
/** Moments that the camera is placed for. */
const MOMENTS = 24;

export async function planFilm(recording: Recording, options: FilmOptions): Promise<FilmPlan> {
  const { scene } = recording;
  const times = await recording.times();
  const from = options.from ?? times[0];
  const to = Math.min(options.to ?? times[times.length - 1], times[times.length - 1]);
  const fps = options.fps ?? Math.min(MOST_FPS, scene.frameRateHz);
  checkPlan(options, from, to, fps, times);
  const count = Math.floor((to - from) * fps + 1e-6) + 1;
  const frames: number[] = [];
  let index = 0;
  for (let i = 0; i < count; i++) {
    const time = from + i / fps;
    while (index + 1 < times.length && Math.abs(times[index + 1] - time) <= Math.abs(times[index] - time))
      index++;
    frames.push(index);
  }
  if ((recording.scene.camera?.follow ?? -1) >= 0) return { fps, frames };
  const camera = await cameraForAll(recording, frames, options);
  return { fps, frames, camera };
}

function checkPlan(options: FilmOptions, from: number, to: number, fps: number, times: Float64Array): void {
  const last = times[times.length - 1];
  const faults = [];
  if (options.width % 2 !== 0 || options.height % 2 !== 0) {
    const value = `${options.width}x${options.height}`;
    faults.push({
      what: 'a film needs even sizes',
      where: '--size',
      value,
      remedy: 'add or leave out a pixel',
    });
  }
  if (!(fps > 0 && fps <= 1000))
    faults.push({ what: 'no rate for a film', where: '--fps', value: String(fps), remedy: 'give 1 to 1000' });
  if (!(from <= to)) {
    const remedy = `give times from 0 to ${last} s, the first before the last`;
    faults.push({ what: 'nothing was recorded there', where: '--from', value: `${from} to ${to} s`, remedy });
  }
  if (faults.length > 0) throw new FaultError('a film cannot be made:', faults);
}

/** One camera for moments spread over the film: they are laid together as if they were one scene. */
async function cameraForAll(
  recording: Recording,
  frames: readonly number[],
  options: FilmOptions,
): Promise<Camera> {
  const { scene } = recording;
  const step = Math.max(1, Math.ceil(frames.length / MOMENTS));
  const moments: Frame[] = [];
  for (let i = 0; i < frames.length; i += step) moments.push(await recording.frame(frames[i]));
  const bending = await recording.bending();
  const scenes = moments.map((frame) => bentScene(scene, bending, frame));
  // Each moment has meshes of its own where bodies bend.
  const meshes = scenes.flatMap((one) => one.meshes);
  const repeated: Scene = {
    ...scene,
    meshes,
    bodies: scenes.flatMap(({ bodies }, i) => shifted(bodies, i * scenes[0].meshes.length)),
    deformables: scenes.flatMap(({ deformables }, i) => shifted(deformables, i * scenes[0].meshes.length)),
  };
  const together: Frame = {
    time: 0,
    poses: joined(moments.map(({ poses }) => poses)),
    velocities: new Float64Array(0),
    vertices: joined(moments.map(({ vertices }) => vertices)),
  };
  return placeCamera(repeated, together, options.width / options.height, options);
}

function shifted<Item extends { readonly mesh: number }>(items: readonly Item[], by: number): Item[] {
  return items.map((item) => ({ ...item, mesh: item.mesh + by }));
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
