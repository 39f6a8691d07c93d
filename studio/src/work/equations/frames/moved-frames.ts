// Where frames will be when the chosen one is let go, before the text says so: what hangs on it goes along, and so do
// frames of the same statement, since a change of it changes them all.
//
//   inside a frame that went from (p, L) to (p′, L′):   x ↦ p′ + L′ L⁻¹ (x − p)
//
// L is the 3 × 3 matrix of what is inside a frame, scales included.

import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import type { FrameLook } from '../messages.ts';

type Numbers = readonly number[];

export type Change =
  /** In the coordinates of the frame around [m]. */
  | { readonly kind: 'move'; readonly by: Numbers }
  /** In its own axes, x y z w. */
  | { readonly kind: 'turn'; readonly by: Numbers };

/** A rotation and a place; what was at `from` is at `to`. */
interface Shift {
  readonly from: Vector3;
  readonly to: Vector3;
  readonly linear: Matrix3;
  readonly turn: Quaternion;
}

/** @returns the frames, with those that do not move as they were, parents before children as they are given */
export function movedFrames(frames: readonly FrameLook[], chosen: FrameLook, change: Change): FrameLook[] {
  const moved: FrameLook[] = [];
  for (const frame of frames) {
    const around = moved[frame.parent];
    let next = frame;
    if (around !== undefined && around !== frames[frame.parent])
      next = along(shiftOf(frames[frame.parent], around), frame);
    if (around !== undefined && frame.span[0] === chosen.span[0]) next = changed(next, around, change);
    moved.push(next);
  }
  return moved;
}

/** What happened to a frame, and so to everything in it. */
export function shiftOf(before: FrameLook, after: FrameLook): Shift {
  return {
    from: new Vector3(...before.position),
    to: new Vector3(...after.position),
    linear: matrix(after.linear).multiply(matrix(before.linear).invert()),
    turn: quaternion(after.rotation).multiply(quaternion(before.rotation).invert()),
  };
}

export function shifted({ from, to, linear }: Shift, point: Vector3): Vector3 {
  return point.clone().sub(from).applyMatrix3(linear).add(to);
}

function along(shift: Shift, frame: FrameLook): FrameLook {
  return {
    ...frame,
    position: shifted(shift, new Vector3(...frame.position)).toArray(),
    rotation: shift.turn.clone().multiply(quaternion(frame.rotation)).toArray(),
    linear: rows(shift.linear.clone().multiply(matrix(frame.linear))),
  };
}

function changed(frame: FrameLook, around: FrameLook, { kind, by }: Change): FrameLook {
  if (kind === 'move') {
    const step = new Vector3(...by).applyMatrix3(matrix(around.linear));
    return { ...frame, position: step.add(new Vector3(...frame.position)).toArray() };
  }
  const own = quaternion(by);
  const turn = new Matrix3().setFromMatrix4(new Matrix4().makeRotationFromQuaternion(own));
  // Inside the frame around it is turned and then scaled, R S; what turns it comes between: R T S.
  const local = matrix(around.linear).invert().multiply(matrix(frame.linear));
  const [x, y, z] = [0, 1, 2].map((k) => new Vector3().setFromMatrix3Column(local, k).length());
  const unscaled = local.multiply(diagonal(1 / x, 1 / y, 1 / z));
  return {
    ...frame,
    rotation: quaternion(frame.rotation).multiply(own).toArray(),
    linear: rows(
      matrix(around.linear)
        .multiply(unscaled)
        .multiply(turn)
        .multiply(diagonal(x, y, z)),
    ),
  };
}

function diagonal(x: number, y: number, z: number): Matrix3 {
  return new Matrix3().set(x, 0, 0, 0, y, 0, 0, 0, z);
}

function matrix(byRows: Numbers): Matrix3 {
  return new Matrix3().set(...(byRows as Parameters<Matrix3['set']>));
}

function rows(of: Matrix3): number[] {
  return of.clone().transpose().toArray();
}

function quaternion(xyzw: Numbers): Quaternion {
  return new Quaternion().fromArray(xyzw);
}
