// What a scene's joints become: rows, each a scalar function c of two poses whose impulse λ is bounded.
//
//   role    row                     impulse λ
//   hold    c = 0                   any
//   upper   c ≤ 0                   λ ≤ 0
//   lower   c ≥ 0                   λ ≥ 0
//   motor   ċ = target              |λ| ≤ its maximum
//   spring  λ = −h (k c + d ċ)      any
//
// sim/joint-rows.ts says which rows a joint has.

import type { Joint, Scene } from '../../scene/index.ts';
import { frameOfJoint, type JointFrame, type JointRow, rowsOfJoint } from '../../sim/index.ts';

export interface JointModel extends JointFrame {
  readonly joint: Joint;
  /** Among the scene's joints. */
  readonly index: number;
  readonly rows: readonly JointRow[];
  /** Index of its first row among all joints' rows. */
  readonly firstRow: number;
}

export function compileJoints(scene: Scene): JointModel[] {
  let firstRow = 0;
  return scene.joints.map((joint, index) => {
    const rows = rowsOfJoint(joint);
    const model = { ...frameOfJoint(joint), joint, index, rows, firstRow };
    firstRow += rows.length;
    return model;
  });
}
