// What a scene's joints become: rows, each a scalar function of two poses (joint-rows.ts) whose multiplier is bounded.
//
//   role    row                     multiplier λ (force [N] or torque [N m])
//   hold    c = 0                   any
//   upper   c ≤ 0                   λ ≥ 0
//   lower   c ≥ 0                   λ ≤ 0
//   motor   c = 0 as far as it can  |λ| ≤ its maximum
//
// The coordinate of a hinge is its angle, of a slider its travel along b's x axis, of a distance joint how much longer
// it is than its length. Springs act on it and motors drive it. A distance joint with a spring or with limits is not
// rigid. The limits of a ball joint are those of the angle between the two x axes.

import { cos } from '../../../num/elementary/index.ts';
import { matrixFromQuaternion } from '../../../num/index.ts';
import type { Joint, Pose, Scene } from '../../../scene/index.ts';
import type { JointFrame, RowKind } from './joint-rows.ts';

/** Modes of a motor in the state. */
export const noMotor = 0;
export const speedMotor = 1;
export const positionMotor = 2;

type RowRole = 'hold' | 'upper' | 'lower' | 'motor';

export interface Row {
  readonly kind: RowKind;
  readonly i: number;
  readonly j: number;
  /** Subtracted from the function; motors set theirs each step. */
  readonly offset: number;
  readonly role: RowRole;
  /** Whether it counts in radians, so that its multiplier is a torque. */
  readonly angular: boolean;
}

/** The one degree of freedom that springs and motors act on. */
interface Coordinate {
  readonly kind: RowKind;
  readonly i: number;
  readonly offset: number;
  readonly angular: boolean;
}

export interface JointModel extends JointFrame {
  readonly joint: Joint;
  readonly rows: readonly Row[];
  /** Index of its first row among all joints' rows. */
  readonly firstRow: number;
  readonly coordinate: Coordinate | undefined;
  /** Diagonal of the smaller of its bodies [m]: errors are measured by it. */
  readonly size: number;
}

const along = (i: number): Row => ({ kind: 'along', i, j: 0, offset: 0, role: 'hold', angular: false });
const axes = (i: number, j: number): Row => ({ kind: 'axes', i, j, offset: 0, role: 'hold', angular: true });
const point = [0, 1, 2].map(
  (i): Row => ({ kind: 'point', i, j: 0, offset: 0, role: 'hold', angular: false }),
);
/** Near alignment each of these turns about an axis of its own. */
const sameAxes = [axes(0, 1), axes(1, 2), axes(2, 0)];

export function compileJoints(scene: Scene, diagonal: Float64Array): JointModel[] {
  let firstRow = 0;
  return scene.joints.map((joint) => {
    const rows = rowsOf(joint);
    const sizes = [joint.a, joint.b].filter((i) => i >= 0 && scene.bodies[i].motion !== 'static');
    const model = {
      joint,
      a: joint.a,
      b: joint.b,
      pointA: Float64Array.from(joint.frameA.position),
      pointB: Float64Array.from(joint.frameB.position),
      axesA: axesOf(joint.frameA),
      axesB: axesOf(joint.frameB),
      rows,
      firstRow,
      coordinate: coordinateOf(joint),
      size: Math.min(...sizes.map((i) => diagonal[i])),
    };
    firstRow += rows.length;
    return model;
  });
}

function axesOf(pose: Pose): Float64Array {
  const matrix = new Float64Array(9);
  matrixFromQuaternion(matrix, 0, Float64Array.from(pose.orientation), 0);
  return matrix;
}

/** Whether a distance joint keeps its length: one with a spring or limits gives way. */
export function isRigid(joint: Joint): boolean {
  return joint.spring === undefined && joint.limits === undefined;
}

function rowsOf(joint: Joint): Row[] {
  switch (joint.kind) {
    case 'ball':
      return [...point, ...coneRows(joint)];
    case 'hinge':
      return [...point, axes(0, 1), axes(0, 2), ...coordinateRows(joint)];
    case 'slider':
      return [along(1), along(2), ...sameAxes, ...coordinateRows(joint)];
    case 'fixed':
      return [...point, ...sameAxes];
    case 'distance': {
      if (!isRigid(joint)) return coordinateRows(joint);
      // a distance of nothing has no direction; its two points are one
      if (joint.length === 0) return [...point];
      return [{ kind: 'distance', i: 0, j: 0, offset: joint.length, role: 'hold', angular: false }];
    }
  }
}

function coordinateOf(joint: Joint): Coordinate | undefined {
  if (joint.kind === 'hinge') return { kind: 'twist', i: 0, offset: 0, angular: true };
  if (joint.kind === 'slider') return { kind: 'along', i: 0, offset: 0, angular: false };
  if (joint.kind === 'distance') return { kind: 'distance', i: 0, offset: joint.length, angular: false };
  return undefined;
}

function coordinateRows(joint: Joint): Row[] {
  const coordinate = coordinateOf(joint) as Coordinate;
  const row = (role: RowRole, offset: number): Row => ({ ...coordinate, j: 0, offset, role });
  const rows: Row[] = [];
  if (joint.limits) {
    rows.push(row('lower', coordinate.offset + joint.limits[0]));
    rows.push(row('upper', coordinate.offset + joint.limits[1]));
  }
  if (joint.motor) rows.push(row('motor', coordinate.offset));
  return rows;
}

/** cos φ = x_a·x_b falls as the angle grows. */
function coneRows(joint: Joint): Row[] {
  if (!joint.limits) return [];
  const [low, high] = joint.limits;
  const rows: Row[] = [];
  const row = (role: RowRole, angle: number): Row => ({
    kind: 'axes',
    i: 0,
    j: 0,
    offset: cos(angle),
    role,
    angular: true,
  });
  if (low > 0) rows.push(row('upper', low));
  if (high < Math.PI) rows.push(row('lower', high));
  return rows;
}
