// Joints of a URDF as a scene has them.

import type { JointFile } from '../schema/joint.ts';
import type { UrdfJoint } from './robot.ts';

type Place = Pick<JointFile, 'a' | 'b' | 'at' | 'axis'>;

const KINDS = { revolute: 'hinge', continuous: 'hinge', prismatic: 'slider' } as const;
const LOCKED = { limits: [0, 0] as [number, number] };

/** Between two bodies at the start, from which its coordinate is counted here. */
export function jointFile(joint: UrdfJoint, place: Place): JointFile {
  const { name, type, limits, start, damping, friction } = joint;
  if (type === 'planar')
    return {
      name,
      kind: 'six-dof',
      ...place,
      // Its axis is the normal of the plane.
      coordinates: { x: LOCKED, turnY: LOCKED, turnZ: LOCKED },
    };
  const kind = KINDS[type as keyof typeof KINDS];
  return {
    name,
    kind,
    ...place,
    ...(limits === undefined ? {} : { limits: [limits[0] - start, limits[1] - start] as [number, number] }),
    ...(damping > 0 ? { spring: { stiffness: 0, damping } } : {}),
    // Dry friction is a motor that wants to stand still and is no stronger than that.
    ...(friction > 0 ? { motor: { targetSpeed: 0, maxForce: friction } } : {}),
  };
}

/** A joint that follows another; undefined where scenes have no word for the two. */
export function coupling(leader: UrdfJoint, follower: UrdfJoint): JointFile | undefined {
  const turns = ({ type }: UrdfJoint) => type === 'revolute' || type === 'continuous';
  if (!turns(leader) || follower.mimic === undefined || follower.mimic.multiplier === 0) return undefined;
  const kind = turns(follower) ? 'gear' : follower.type === 'prismatic' ? 'rack' : undefined;
  if (kind === undefined) return undefined;
  return {
    name: `${follower.name} follows ${leader.name}`.slice(0, 200),
    kind,
    first: leader.name,
    second: follower.name,
    ratio: follower.mimic.multiplier,
  };
}
