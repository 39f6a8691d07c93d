// What a scene's joints become: rows, each a scalar function c of two poses whose impulse λ is bounded.
//
//   role    row                     impulse λ
//   hold    c = 0                   any
//   upper   c ≤ 0                   λ ≤ 0
//   lower   c ≥ 0                   λ ≥ 0
//   motor   ċ = target              |λ| ≤ its maximum
//   spring  λ = −h (k c + d ċ)      any
//
// The coordinate of a hinge is its angle, of a slider its travel along b's x axis, of a distance joint how much longer
// it is than its length. A distance joint with a spring or with limits is not rigid. The limits of a ball joint are
// those of the angle between the two x axes.

import { cos } from '../../num/elementary/index.ts';
import { matrixFromQuaternion } from '../../num/index.ts';
import type { Joint, Pose, Scene } from '../../scene/index.ts';

/** Functions of two poses: forward/joint-rows.ts evaluates them. */
type RowKind = 'point' | 'along' | 'axes' | 'distance' | 'twist';
type RowRole = 'hold' | 'upper' | 'lower' | 'motor' | 'spring';

export interface JointRow {
  readonly kind: RowKind;
  /** Axis of the world for 'point', of b for 'along', of a for 'axes'; and of b for 'axes'. */
  readonly i: number;
  readonly j: number;
  /** Subtracted from the function. */
  readonly offset: number;
  readonly role: RowRole;
  /** Whether it counts in radians, so that its impulse is one of a torque. */
  readonly angular: boolean;
}

export interface JointModel {
  readonly joint: Joint;
  /** Among the scene's joints. */
  readonly index: number;
  /** Bodies; b = -1 is the world. */
  readonly a: number;
  readonly b: number;
  /** Its frame in each body: a point [m], and a matrix whose columns are its axes. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly axesA: Float64Array;
  readonly axesB: Float64Array;
  readonly rows: readonly JointRow[];
  /** Index of its first row among all joints' rows. */
  readonly firstRow: number;
}

type Coordinate = Pick<JointRow, 'kind' | 'i' | 'offset' | 'angular'>;

const along = (i: number): JointRow => ({ kind: 'along', i, j: 0, offset: 0, role: 'hold', angular: false });
const axes = (i: number, j: number): JointRow => ({
  kind: 'axes',
  i,
  j,
  offset: 0,
  role: 'hold',
  angular: true,
});
const point = [0, 1, 2].map(
  (i): JointRow => ({ kind: 'point', i, j: 0, offset: 0, role: 'hold', angular: false }),
);
/** Near alignment each of these turns about an axis of its own. */
const sameAxes = [axes(0, 1), axes(1, 2), axes(2, 0)];

export function compileJoints(scene: Scene): JointModel[] {
  let firstRow = 0;
  return scene.joints.map((joint, index) => {
    const rows = rowsOf(joint);
    const model = {
      joint,
      index,
      a: joint.a,
      b: joint.b,
      pointA: Float64Array.from(joint.frameA.position),
      pointB: Float64Array.from(joint.frameB.position),
      axesA: axesOf(joint.frameA),
      axesB: axesOf(joint.frameB),
      rows,
      firstRow,
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

function rowsOf(joint: Joint): JointRow[] {
  switch (joint.kind) {
    case 'ball':
      return [...point, ...coneRows(joint)];
    case 'hinge':
      return [
        ...point,
        axes(0, 1),
        axes(0, 2),
        ...coordinateRows(joint, { kind: 'twist', i: 0, offset: 0, angular: true }),
      ];
    case 'slider':
      return [
        along(1),
        along(2),
        ...sameAxes,
        ...coordinateRows(joint, { kind: 'along', i: 0, offset: 0, angular: false }),
      ];
    case 'fixed':
      return [...point, ...sameAxes];
    case 'distance': {
      const coordinate: Coordinate = { kind: 'distance', i: 0, offset: joint.length, angular: false };
      if (joint.spring || joint.limits) return coordinateRows(joint, coordinate);
      // a distance of nothing has no direction; its two points are one
      if (joint.length === 0) return [...point];
      return [{ ...coordinate, j: 0, role: 'hold' }];
    }
  }
}

function coordinateRows(joint: Joint, coordinate: Coordinate): JointRow[] {
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
  const row = (role: RowRole, angle: number): JointRow => ({
    kind: 'axes',
    i: 0,
    j: 0,
    offset: cos(angle),
    role,
    angular: true,
  });
  const rows: JointRow[] = [];
  if (low > 0) rows.push(row('upper', low));
  if (high < Math.PI) rows.push(row('lower', high));
  return rows;
}
