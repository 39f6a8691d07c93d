// What a scene's joints become: rows, each a scalar function of two poses (sim/joint-rows.ts) whose multiplier is bounded.
//
//   role    row                     multiplier λ (force [N] or torque [N m])
//   hold    c = 0                   any
//   upper   c ≤ 0                   λ ≥ 0
//   lower   c ≥ 0                   λ ≤ 0
//   motor   c = 0 as far as it can  |λ| ≤ its maximum
//
// Springs are no rows here: terms.ts has them.

import type { Joint, Scene } from '../../../scene/index.ts';
import type { JointCoordinate, JointFrame, JointRow } from '../../../sim/index.ts';
import { coordinateOf, frameOfJoint, rowsOfJoint } from '../../../sim/index.ts';

/** Modes of a motor in the state. */
export const noMotor = 0;
export const speedMotor = 1;
export const positionMotor = 2;

export interface JointModel extends JointFrame {
  readonly joint: Joint;
  readonly rows: readonly JointRow[];
  /** Index of its first row among all joints' rows. */
  readonly firstRow: number;
  readonly coordinate: JointCoordinate | undefined;
  /** Diagonal of the smaller of its bodies [m]: errors are measured by it. */
  readonly size: number;
}

export function compileJoints(scene: Scene, diagonal: Float64Array): JointModel[] {
  let firstRow = 0;
  return scene.joints.map((joint) => {
    const rows = rowsOfJoint(joint).filter(({ role }) => role !== 'spring');
    const sizes = [joint.a, joint.b].filter((i) => i >= 0 && scene.bodies[i].motion !== 'static');
    const size = Math.min(...sizes.map((i) => diagonal[i]));
    const model = { ...frameOfJoint(joint), joint, rows, firstRow, coordinate: coordinateOf(joint), size };
    firstRow += rows.length;
    return model;
  });
}
