// Knots of rigid bodies in a recording: only of the bodies that moved.
//
// A body that is at every knot of a frame where it is in the frame itself, to the bit, needs no knots. Of the others, each
// number of the pose is kept at one knot after the other, so that what follows in the file is what follows in time.

import { RecordingError } from '../error.ts';
import type { Knots } from '../frame-record.ts';

/** The path of the bodies that moved. */
export interface MovedPath {
  /** Of the knots [s]. */
  readonly times: Float64Array;
  /** Increasing. */
  readonly moved: Uint32Array;
  /** poses[(7 m + k) knots + i] is number k of the pose of the m-th moved body at knot i. */
  readonly poses: Float64Array;
}

/** @param framePoses  where the bodies are in the frame that the knots lead to */
export function movedPath(
  { times, poses }: Knots,
  framePoses: Float64Array,
  moved = movedBodies(poses, framePoses, times.length),
): MovedPath {
  const knots = times.length;
  const size = framePoses.length;
  const kept = new Float64Array(7 * moved.length * knots);
  for (let m = 0; m < moved.length; m++) {
    let from = 7 * moved[m];
    for (let knot = 0; knot < knots; knot++, from += size) {
      let to = 7 * m * knots + knot;
      for (let k = 0; k < 7; k++, to += knots) kept[to] = poses[from + k];
    }
  }
  return { times, moved, poses: kept };
}

/** The bodies that are not at all of the knots where they are in the frame. */
export function movedBodies(poses: Float64Array, framePoses: Float64Array, knots: number): Uint32Array {
  // Bits, not numbers: −0 is another bit pattern than 0, and what is read must be what was told.
  const bits = new Uint32Array(poses.buffer, poses.byteOffset, 2 * poses.length);
  const frameBits = new Uint32Array(framePoses.buffer, framePoses.byteOffset, 2 * framePoses.length);
  const size = frameBits.length;
  const moved: number[] = [];
  for (let at = 0; at < size; at += 14) {
    let same = true;
    for (let knot = 0; same && knot < knots; knot++) {
      for (let k = at; same && k < at + 14; k++) same = bits[knot * size + k] === frameBits[k];
    }
    if (!same) moved.push(at / 14);
  }
  return Uint32Array.from(moved);
}

/** The poses of all bodies at every knot. */
export function fullPath({ times, moved, poses }: MovedPath, framePoses: Float64Array): Knots {
  const knots = times.length;
  const size = framePoses.length;
  if (poses.length !== 7 * moved.length * knots)
    throw new RecordingError('motion/pose', `has ${poses.length} numbers for ${knots} knots`);
  const full = new Float64Array(knots * size);
  for (let knot = 0; knot < knots; knot++) full.set(framePoses, knot * size);
  for (let m = 0; m < moved.length; m++) {
    if (moved[m] >= size / 7) throw new RecordingError('moved/body', `names body ${moved[m]} of ${size / 7}`);
    let to = 7 * moved[m];
    for (let knot = 0; knot < knots; knot++, to += size) {
      let from = 7 * m * knots + knot;
      for (let k = 0; k < 7; k++, from += knots) full[to + k] = poses[from];
    }
  }
  return { times: times.slice(), poses: full };
}

/** The numbers of the moved bodies' poses among those of all bodies. */
export function movedColumns(moved: Uint32Array): number[] {
  return Array.from({ length: 7 * moved.length }, (_, i) => 7 * moved[Math.floor(i / 7)] + (i % 7));
}
