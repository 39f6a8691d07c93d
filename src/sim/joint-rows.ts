// What a joint is made of, for engines that hold joints by rows: scalar functions c of two poses, each with a role.
//
//   hold c = 0,  upper c ≤ 0,  lower c ≥ 0,  motor: driven,  spring: drawn to c = 0
//
// The coordinate of a hinge is its angle, of a slider its travel along b's x axis, of a distance joint how much longer
// it is than its length. Springs act on it and motors drive it. A distance joint with a spring or with limits is not
// rigid. The limits of a ball joint are those of the angle between the two x axes.

import { cos } from '../num/elementary/index.ts';
import { matrixFromQuaternion } from '../num/index.ts';
import type { Joint, Pose } from '../scene/index.ts';

/** Functions of two poses; engines evaluate them. */
export type RowKind = 'point' | 'along' | 'axes' | 'distance' | 'twist';
type RowRole = 'hold' | 'upper' | 'lower' | 'motor' | 'spring';

/** One scalar condition of a joint. */
export interface JointRow {
  /** What it holds. */
  readonly kind: RowKind;
  /** Axis of the world for 'point', of b for 'along', of a for 'axes'; and of b for 'axes'. */
  readonly i: number;
  /** The second axis of the condition. */
  readonly j: number;
  /** Subtracted from the function. */
  readonly offset: number;
  /** Whether it holds always, at a limit, or drives. */
  readonly role: RowRole;
  /** Whether it counts in radians, so that what it gives is a torque. */
  readonly angular: boolean;
}

/** The one degree of freedom that springs and motors act on. */
export type JointCoordinate = Pick<JointRow, 'kind' | 'i' | 'offset' | 'angular'>;

/** Where a joint sits: bodies (b = -1 is the world) and its frame in each, as a point and a matrix whose columns are its axes. */
export interface JointFrame {
  /** The first body. */
  readonly a: number;
  /** The second body; -1 is the world. */
  readonly b: number;
  /** The joint's point in the first body's coordinates. */
  readonly pointA: Float64Array;
  /** The joint's point in the second body's coordinates. */
  readonly pointB: Float64Array;
  /** The joint's axes in the first body's coordinates, one after the other. */
  readonly axesA: Float64Array;
  /** The joint's axes in the second body's coordinates. */
  readonly axesB: Float64Array;
}

const along = (i: number): JointRow => ({ kind: 'along', i, j: 0, offset: 0, role: 'hold', angular: false });
const axes = (i: number, j: number, offset = 0, role: RowRole = 'hold'): JointRow => ({
  kind: 'axes',
  i,
  j,
  offset,
  role,
  angular: true,
});
const point = [0, 1, 2].map(
  (i): JointRow => ({ kind: 'point', i, j: 0, offset: 0, role: 'hold', angular: false }),
);
/** Near alignment each of these turns about an axis of its own. */
const sameAxes = [axes(0, 1), axes(1, 2), axes(2, 0)];

/** Where a joint is, in numbers. */
export function frameOfJoint({ a, b, frameA, frameB }: Joint): JointFrame {
  return {
    a,
    b,
    pointA: Float64Array.from(frameA.position),
    pointB: Float64Array.from(frameB.position),
    axesA: axesOf(frameA),
    axesB: axesOf(frameB),
  };
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

/** The conditions of a joint. */
export function rowsOfJoint(joint: Joint): JointRow[] {
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
    default:
      throw new Error(`${joint.kind} joints have no rows yet: engines refuse them`);
  }
}

/** The free coordinate of a joint that has one; undefined for others. */
export function coordinateOf(joint: Joint): JointCoordinate | undefined {
  if (joint.kind === 'hinge') return { kind: 'twist', i: 0, offset: 0, angular: true };
  if (joint.kind === 'slider') return { kind: 'along', i: 0, offset: 0, angular: false };
  if (joint.kind === 'distance') return { kind: 'distance', i: 0, offset: joint.length, angular: false };
  return undefined;
}

function coordinateRows(joint: Joint): JointRow[] {
  const coordinate = coordinateOf(joint) as JointCoordinate;
  const row = (role: RowRole, offset: number): JointRow => ({ ...coordinate, j: 0, offset, role });
  const rows: JointRow[] = [];
  if (joint.limits) {
    rows.push(row('lower', coordinate.offset + joint.limits[0]));
    rows.push(row('upper', coordinate.offset + joint.limits[1]));
  }
  if (joint.motor) rows.push(row('motor', coordinate.offset));
  // the rest of a distance's spring is counted from its length, like every coordinate
  if (joint.spring) rows.push(row('spring', coordinate.offset + joint.spring.rest));
  return rows;
}

/** cos φ = x_a·x_b falls as the angle grows. */
function coneRows(joint: Joint): JointRow[] {
  if (!joint.limits) return [];
  const [low, high] = joint.limits;
  const rows: JointRow[] = [];
  if (low > 0) rows.push(axes(0, 0, cos(low), 'upper'));
  if (high < Math.PI) rows.push(axes(0, 0, cos(high), 'lower'));
  return rows;
}
