// Every contact of a recording that pushes, both sides together, as columns in the order of time.
//
// Points and vectors are turned into the coordinates of the two bodies at once, where modes are: the pose is that in
// the middle of the step, between the nearest knots of the path or frames.

import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import type { ContactRows, Recording } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import type { PoseTrack } from '../pose-track.ts';

/** What is kept of one side, at 10 × (2 meeting + side): point [m], impulse on it [N s], normal into it, normal impulse. */
export const SIDE_SIZE = 10;
/** Where the point begins. */
export const POINT = 0;
export const IMPULSE = 3;
export const NORMAL = 6;
/** Where the normal impulse is. */
export const PRESS = 9;

export interface Meetings {
  readonly count: number;
  /** Body of each side, at 2 × meeting + side; deformables count on from the bodies. */
  readonly bodies: Uint32Array;
  readonly features: Uint32Array;
  readonly sides: Float64Array;
  /** When the step began and how long it was [s]. */
  readonly start: Float64Array;
  readonly duration: Float64Array;
  readonly friction: Float64Array;
}

/** More contacts than this are not loaded at once: they take 250 bytes each. */
const MOST_MEETINGS = 8_000_000;

export async function readMeetings(recording: Recording, track: PoseTrack): Promise<Meetings> {
  const frames: ContactRows[] = [];
  let rows = 0;
  for (let f = 0; f < recording.frameCount; f++) {
    const contacts = await recording.contacts(f);
    if (contacts.count === 0) continue;
    rows += contacts.count;
    if (rows > 2 * MOST_MEETINGS) {
      const what = `it has more than ${MOST_MEETINGS} contacts`;
      throw new FaultError('this recording cannot be heard:', [
        { what, where: 'recording', remedy: 'record a shorter stretch' },
      ]);
    }
    frames.push(contacts);
  }
  return meetingsOf(frames, recording.scene.bodies.length, track);
}

/** @param bodyCount  bodies of which there are poses */
function meetingsOf(frames: readonly ContactRows[], bodyCount: number, track: PoseTrack): Meetings {
  const most = frames.reduce((sum, { count }) => sum + count, 0);
  const meetings = {
    bodies: new Uint32Array(2 * most),
    features: new Uint32Array(2 * most),
    sides: new Float64Array(2 * SIDE_SIZE * most),
    start: new Float64Array(most),
    duration: new Float64Array(most),
    friction: new Float64Array(most),
  };
  let count = 0;
  for (const rows of frames) {
    for (let i = 0; i < rows.count; i++) {
      if (!isSound(rows, i)) continue;
      // the other side follows at once where it is told at all
      const paired =
        i + 1 < rows.count &&
        rows.body[i + 1] === rows.other[i] &&
        rows.other[i + 1] === rows.body[i] &&
        rows.pair[i + 1] === rows.pair[i] &&
        rows.start[i + 1] === rows.start[i];
      meetings.start[count] = rows.start[i];
      meetings.duration[count] = rows.duration[i];
      meetings.friction[count] = rows.friction[i];
      writeSide(meetings, 2 * count, rows, i, 1, rows.body[i], bodyCount, track);
      if (paired) i++;
      writeSide(
        meetings,
        2 * count + 1,
        rows,
        i,
        paired ? 1 : -1,
        paired ? rows.body[i] : rows.other[i],
        bodyCount,
        track,
      );
      if (meetings.sides[2 * SIDE_SIZE * count + PRESS] > 0 || hasImpulse(meetings.sides, 2 * count)) count++;
      else meetings.sides.fill(0, 2 * SIDE_SIZE * count, 2 * SIDE_SIZE * (count + 1));
    }
  }
  return { count, ...meetings };
}

function hasImpulse(sides: Float64Array, side: number): boolean {
  const at = SIDE_SIZE * side + IMPULSE;
  return sides[at] !== 0 || sides[at + 1] !== 0 || sides[at + 2] !== 0;
}

/** Recordings come from strangers: what is no number is left out. */
function isSound(rows: ContactRows, i: number): boolean {
  return (
    Number.isFinite(rows.start[i]) &&
    rows.duration[i] >= 0 &&
    rows.duration[i] < 1e6 &&
    Number.isFinite(rows.normalImpulse[i]) &&
    Number.isFinite(rows.point[3 * i] + rows.point[3 * i + 1] + rows.point[3 * i + 2]) &&
    Number.isFinite(rows.normal[3 * i] + rows.normal[3 * i + 1] + rows.normal[3 * i + 2]) &&
    Number.isFinite(
      rows.tangentialImpulse[3 * i] + rows.tangentialImpulse[3 * i + 1] + rows.tangentialImpulse[3 * i + 2],
    )
  );
}

const pose = new Float64Array(7);
const vector = new Float64Array(3);

/** @param sign  -1 where row i is of the other side */
function writeSide(
  { bodies, features, sides }: Pick<Meetings, 'bodies' | 'features' | 'sides'>,
  side: number,
  rows: ContactRows,
  i: number,
  sign: number,
  body: number,
  bodyCount: number,
  track: PoseTrack,
): void {
  const at = SIDE_SIZE * side;
  bodies[side] = body;
  features[side] = rows.feature[i];
  const push = Math.max(0, rows.normalImpulse[i]);
  sides[at + PRESS] = push;
  const known = body < bodyCount;
  if (known) track.poseAt(body, rows.start[i] + 0.5 * rows.duration[i], pose);
  for (let k = 0; k < 3; k++) {
    sides[at + POINT + k] = rows.point[3 * i + k];
    sides[at + NORMAL + k] = sign * rows.normal[3 * i + k];
    sides[at + IMPULSE + k] = sign * (push * rows.normal[3 * i + k] + rows.tangentialImpulse[3 * i + k]);
  }
  if (!known) return;
  if (sign < 0 && rows.body[i] < bodyCount) {
    // of the side that was not told only the world point is known
    const own = new Float64Array(7);
    track.poseAt(rows.body[i], rows.start[i] + 0.5 * rows.duration[i], own);
    for (let k = 0; k < 3; k++) vector[k] = sides[at + POINT + k];
    rotateByQuaternion(vector, 0, own, 3, vector, 0);
    for (let k = 0; k < 3; k++) vector[k] += own[k] - pose[k];
    unrotateByQuaternion(sides, at + POINT, pose, 3, vector, 0);
  }
  for (const offset of [IMPULSE, NORMAL]) {
    for (let k = 0; k < 3; k++) vector[k] = sides[at + offset + k];
    unrotateByQuaternion(sides, at + offset, pose, 3, vector, 0);
  }
}
