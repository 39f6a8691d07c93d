// Bodies that are not there: what a frame says of them holds since the frame before, and their poses mean nothing.
//
// So that nothing else has to know, they stand where they were last judged while they are away. One that comes is judged
// from its first recorded pose on: before that it was nowhere.

import type { Frame, Knots } from '../record/index.ts';

/** 1 for each body that is not there up to this frame. */
export function absentFlags(
  { absent, time }: Frame,
  bodies: number,
  broken: (time: number, what: string) => void,
): Uint8Array {
  const flags = new Uint8Array(bodies);
  for (const body of absent ?? []) {
    if (body < bodies) flags[body] = 1;
    else broken(time, `body ${body} is said not to be there, and there are ${bodies}`);
  }
  return flags;
}

/** The same frame with poses for the bodies that are not there: those they had, or at first any. */
export function withoutAbsent(frame: Frame, absent: Uint8Array, last: Float64Array | undefined): Frame {
  if (!absent.includes(1)) return frame;
  const poses = frame.poses.slice();
  keepAbsent(poses, absent, last);
  return { ...frame, poses };
}

export function pathWithoutAbsent(path: Knots, absent: Uint8Array, last: Float64Array): Knots {
  if (!absent.includes(1)) return path;
  const poses = path.poses.slice();
  for (let at = 0; at < poses.length; at += last.length)
    keepAbsent(poses.subarray(at, at + last.length), absent, last);
  return { times: path.times, poses };
}

const ANYWHERE = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

function keepAbsent(poses: Float64Array, absent: Uint8Array, last: Float64Array | undefined): void {
  for (let body = 0; body < absent.length; body++) {
    if (absent[body] === 0) continue;
    poses.set(last ? last.subarray(7 * body, 7 * body + 7) : ANYWHERE, 7 * body);
  }
}
