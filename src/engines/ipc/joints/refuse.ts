// Joints that this engine cannot honour, or that are open or beyond their limits at the start, or where a body is put.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Joint } from '../../../scene/index.ts';
import { isRigid } from '../../../sim/index.ts';
import { placeJoint } from './joint-rows.ts';
import { createJoints, type Joints } from './joints.ts';
import type { JointModel } from './model.ts';
import type { Model } from '../model.ts';
import { Poses } from '../step/poses.ts';

/** Largest error at the start or of a body that is put, as a part of the smaller body's size, that a step may close. */
const mostOpen = 1e-4;

export function refuseJoints(model: Model): Fault[] {
  const faults: Fault[] = [];
  model.scene.joints.forEach((joint, j) => {
    const fault = unsupported(model, joint);
    if (fault) faults.push({ ...fault, where: `joints[${j}] "${joint.name}"` });
  });
  if (faults.length === 0 && model.scene.joints.length > 0) faults.push(...openAtStart(model));
  return faults;
}

type Reason = Omit<Fault, 'where'>;

function unsupported({ scene }: Model, joint: Joint): Reason | undefined {
  const { kind, limits, a, b } = joint;
  const dynamic = [a, b].some((i) => i >= 0 && scene.bodies[i].motion === 'dynamic');
  if (!dynamic) {
    return {
      what: 'joins no dynamic body',
      value: [a, b].map((i) => (i < 0 ? 'the world' : scene.bodies[i].name)).join(', '),
      remedy: 'make one of its bodies dynamic, or remove the joint',
    };
  }
  if (limits && kind === 'ball' && (limits[1] < 1e-3 || limits[0] > Math.PI - 1e-3)) {
    return {
      what: 'the two axes of a ball joint cannot be held on one line by its limits',
      value: `${limits[0]} … ${limits[1]} rad`,
      remedy: 'use a hinge, or an upper limit of a thousandth of a radian or more',
    };
  }
  if (limits && kind === 'distance' && joint.length + limits[1] <= 0) {
    return {
      what: 'the limits of the distance joint leave no length',
      value: `${joint.length} m + ${limits[1]} m`,
      remedy: 'limits count from its length; give an upper limit that leaves some',
    };
  }
  return undefined;
}

function openAtStart(model: Model): Fault[] {
  const { bodies } = model.scene;
  const isThere = (i: number): boolean => i < 0 || bodies[i].enabled !== false;
  return findOpen(createJoints(model), Poses.atStart(model), 'at the start', ({ a, b }) => {
    return isThere(a) && isThere(b);
  });
}

/**
 * Joints that are open at these poses, of those that count.
 * @param when  how the fault says where or when that is
 */
export function findOpen(
  joints: Joints,
  poses: Poses,
  when: string,
  counts: (joint: JointModel, j: number) => boolean,
): Fault[] {
  const faults: Fault[] = [];
  joints.models.forEach((joint, j) => {
    if (!counts(joint, j)) return;
    placeJoint(joint, poses);
    for (const row of joint.rows) {
      if (row.role === 'motor') continue;
      const c = joints.measure(j, row) - row.offset;
      const open = row.role === 'hold' ? Math.abs(c) : row.role === 'upper' ? c : -c;
      if (!(open > (row.angular ? mostOpen : mostOpen * joint.size))) continue;
      const amount = row.angular ? `${open.toPrecision(3)} rad` : `${(1000 * open).toPrecision(3)} mm`;
      faults.push({
        what: row.role === 'hold' ? `is open ${when}` : `is beyond its limits ${when}`,
        where: `joints[${j}] "${joint.joint.name}"`,
        value: amount,
        remedy:
          row.role !== 'hold'
            ? 'widen the limits or place the bodies within them'
            : joint.joint.kind === 'distance' && isRigid(joint.joint)
              ? 'leave out length, or give the joint a spring'
              : 'leave out frameB, or place the bodies so that both frames are in one place',
      });
      break;
    }
  });
  return faults;
}
