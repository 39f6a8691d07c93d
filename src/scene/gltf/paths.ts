// The motion of an animated node as a path of a rigid body.
//
// A path is straight in (rotation vector, centre of mass) between its keys; glTF interpolates each node of a hierarchy
// by itself, on great arcs or cubics. So keys are set at every key of the animation, and more between them until no
// corner of the body's box is further from where the animation has it than `pathTolerance` of the box's diagonal,
// looked at in seven places between each two keys.

import { type Affine, type RigidPart, rigidPart } from '../../geometry/index.ts';
import type { Track } from '../../geometry/files/index.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionFromRotationVector,
  rotateByQuaternion,
  rotationVectorFromQuaternion,
} from '../../num/index.ts';

/** Part of the diagonal of a body's box. */
const pathTolerance = 1e-4;
/** A scale that changes by more than this is no rigid motion. */
const mostStretch = 1e-4;
/** A jump takes this long [s]. */
const jumpTime = 1e-3;
const shortest = 1e-5;
const places = [1, 2, 3, 4, 5, 6, 7].map((i) => i / 8);

interface Key {
  readonly time: number;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

interface SampledPath {
  readonly keys: readonly Key[];
  /** Places of time where the animation jumps. */
  readonly jumps: number;
}

/** Moments that matter: every key, and a moment before each jump. */
export function keyTimes(tracks: readonly Track[]): { times: number[]; jumps: Set<number> } {
  const times = new Set<number>([0]);
  const jumps = new Set<number>();
  for (const { times: own, interpolation, values, width } of tracks) {
    for (let k = 0; k < own.length; k++) {
      times.add(own[k]);
      if (interpolation !== 'STEP' || k === 0) continue;
      let changes = false;
      for (let i = 0; i < width; i++) changes ||= values[width * k + i] !== values[width * (k - 1) + i];
      if (!changes) continue;
      jumps.add(own[k]);
      times.add(own[k] - Math.min(jumpTime, 0.5 * (own[k] - own[k - 1])));
    }
  }
  return { times: [...times].sort((a, b) => a - b), jumps };
}

/** Whether the map only turns and moves, looked at between all moments too. */
export function staysRigid(at: (time: number) => Affine, times: readonly number[]): boolean {
  const first = rigidPart(at(times[0]));
  if (first === undefined) return false;
  const size = Math.max(...first.stretch.map(Math.abs));
  const isSame = (time: number) => {
    const part = rigidPart(at(time));
    return part?.stretch.every((x, i) => Math.abs(x - first.stretch[i]) <= mostStretch * size) ?? false;
  };
  return times.every((time, i) => isSame(time) && (i === 0 || isSame((time + times[i - 1]) / 2)));
}

/**
 * @param at       the node in the scene at a time; rigid
 * @param centre   centre of mass, in the node's own frame
 * @param corners  of the body's box, in the same
 * @param most     keys; more make the rest rougher
 */
export function samplePath(
  at: (time: number) => Affine,
  { times, jumps }: { readonly times: readonly number[]; readonly jumps: ReadonlySet<number> },
  centre: Float64Array,
  corners: Float64Array,
  most: number,
): SampledPath {
  const tolerance = pathTolerance * diagonal(corners);
  const keyAt = (time: number): Key => {
    const { position, rotation } = rigidPart(at(time)) as RigidPart;
    return { time, position, rotation };
  };
  const keys = [keyAt(times[0])];
  let jumped = 0;
  for (let i = 1; i < times.length; i++) {
    const stack = [keyAt(times[i])];
    while (stack.length > 0) {
      const from = keys[keys.length - 1];
      const to = stack[stack.length - 1];
      const isJump = jumps.has(to.time) && stack.length === 1 && to.time - from.time < 1.01 * jumpTime;
      if (isJump) jumped++;
      const isFine =
        isJump ||
        to.time - from.time < shortest ||
        keys.length + stack.length > most ||
        places.every((s) => {
          const time = from.time + s * (to.time - from.time);
          return apart(from, to, s, keyAt(time), centre, corners) <= tolerance;
        });
      if (isFine) keys.push(stack.pop() as Key);
      else stack.push(keyAt((from.time + to.time) / 2));
    }
  }
  return { keys: withoutRests(keys, centre, corners, 0.01 * tolerance), jumps: jumped };
}

const turn = new Float64Array(3);
const between = new Float64Array(4);
const rotation = new Float64Array(4);
const middle = new Float64Array(3);
const point = new Float64Array(3);
const wanted = new Float64Array(3);
const startCentre = new Float64Array(3);
const endCentre = new Float64Array(3);

/** How far a corner is from where it should be, a part s of the way from one key to another. */
function apart(
  from: Key,
  to: Key,
  s: number,
  real: Key,
  centre: Float64Array,
  corners: Float64Array,
): number {
  conjugateQuaternion(between, 0, from.rotation, 0);
  multiplyQuaternions(between, 0, to.rotation, 0, between, 0);
  rotationVectorFromQuaternion(turn, 0, between, 0);
  for (let k = 0; k < 3; k++) turn[k] *= s;
  quaternionFromRotationVector(between, 0, turn, 0);
  multiplyQuaternions(rotation, 0, between, 0, from.rotation, 0);
  rotateByQuaternion(startCentre, 0, from.rotation, 0, centre, 0);
  rotateByQuaternion(endCentre, 0, to.rotation, 0, centre, 0);
  for (let k = 0; k < 3; k++) {
    const a = startCentre[k] + from.position[k];
    middle[k] = a + s * (endCentre[k] + to.position[k] - a);
  }
  let most = 0;
  for (let c = 0; c < corners.length; c += 3) {
    rotateByQuaternion(wanted, 0, real.rotation, 0, corners, c);
    for (let k = 0; k < 3; k++) point[k] = corners[c + k] - centre[k];
    rotateByQuaternion(point, 0, rotation, 0, point, 0);
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = point[k] + middle[k] - wanted[k] - real.position[k];
      squared += d * d;
    }
    most = Math.max(most, squared);
  }
  return Math.sqrt(most);
}

/** Keys that lie where their neighbours say are not needed: animations come with one a frame. */
function withoutRests(
  keys: readonly Key[],
  centre: Float64Array,
  corners: Float64Array,
  tolerance: number,
): Key[] {
  const kept = [keys[0]];
  for (let i = 1; i < keys.length; i++) {
    const last = kept[kept.length - 1];
    const next = keys[i + 1];
    const s = next && (keys[i].time - last.time) / (next.time - last.time);
    // Only rests and straight ways of one piece: errors of dropped keys must not add up.
    const straight =
      next !== undefined &&
      last === keys[i - 1] &&
      apart(last, next, s, keys[i], centre, corners) <= tolerance;
    const resting = next !== undefined && same(last, keys[i]) && same(keys[i], next);
    if (!straight && !resting) kept.push(keys[i]);
  }
  return kept;
}

function same(a: Key, b: Key): boolean {
  return a.position.every((x, k) => x === b.position[k]) && a.rotation.every((x, k) => x === b.rotation[k]);
}

function diagonal(corners: Float64Array): number {
  const [x, y, z] = [0, 1, 2].map((k) => corners[corners.length - 3 + k] - corners[k]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** The eight corners of a box, the first and the last opposite. */
export function cornersOf(box: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    { length: 24 },
    (_, i) => box[(i % 3) + ((Math.floor(i / 3) >> (i % 3)) & 1 ? 3 : 0)],
  );
}
