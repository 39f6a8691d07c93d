// Joints: names to bodies, world points and axes to a frame in each body.

import type { Collector } from '../fault/collector.ts';
import { atOrigin, axisOf, compose, fromXTo, invert, noRotation, radians, readRotation } from '../pose.ts';
import type { JointFile } from '../schema/joint.ts';
import type { PoseFile } from '../schema/values.ts';
import type { Body, Joint, Pose, Vec3 } from '../types.ts';

export function resolveJoint(
  file: JointFile,
  name: string,
  where: string,
  bodies: readonly Body[],
  a: number,
  b: number,
  collector: Collector,
): Joint | undefined {
  const before = collector.faults.length;
  if (a === b)
    collector.add(
      'joins a body to itself',
      `${where}.b`,
      file.b,
      'name another body, or leave b out for the world',
    );
  const bodyA = bodies[a];
  const bodyB = b < 0 ? undefined : bodies[b];
  const frames = framesOf(file, where, bodyA, bodyB, collector);
  checkWords(file, where, collector);
  const limits = limitsOf(file, where, collector);
  if (frames === undefined || collector.faults.length > before) return undefined;
  const { frameA, frameB } = frames;
  const { spring, motor } = file;
  return {
    name,
    kind: file.kind,
    a,
    b,
    frameA,
    frameB,
    length: file.kind === 'distance' ? (file.length ?? distanceAtStart(bodyA, bodyB, frameA, frameB)) : 0,
    ...(limits === undefined ? {} : { limits }),
    ...(spring === undefined
      ? {}
      : { spring: { stiffness: spring.stiffness, damping: spring.damping ?? 0, rest: spring.rest ?? 0 } }),
    ...(motor === undefined ? {} : { motor }),
    ...(file.breakForce === undefined ? {} : { breakForce: file.breakForce }),
    collide: file.collide ?? false,
  };
}

/** The frame of a body in the world; the world's own for none. */
const worldOf = (body: Body | undefined): Pose => body?.pose ?? atOrigin;

function framesOf(
  file: JointFile,
  where: string,
  bodyA: Body,
  bodyB: Body | undefined,
  collector: Collector,
): { frameA: Pose; frameB: Pose } | undefined {
  const ownFrame = (pose: PoseFile, place: string, body: Body | undefined): Pose | undefined => {
    const orientation = pose.rotation === undefined ? noRotation : readRotation(pose.rotation);
    if (orientation === undefined) {
      collector.add(
        'the rotation has no direction',
        `${place}.rotation`,
        pose.rotation,
        'give an axis or quaternion that is not zero',
      );
      return undefined;
    }
    return compose(body?.model ?? atOrigin, { position: pose.position ?? [0, 0, 0], orientation });
  };
  if (file.frameA !== undefined && (file.at !== undefined || file.axis !== undefined)) {
    collector.add(
      'the joint is placed in two ways',
      `${where}.frameA`,
      undefined,
      'give at and axis, or frameA and frameB',
    );
    return undefined;
  }
  let frameA: Pose | undefined;
  if (file.frameA !== undefined) frameA = ownFrame(file.frameA, `${where}.frameA`, bodyA);
  else {
    const orientation = file.axis === undefined ? noRotation : fromXTo(axisOf(file.axis));
    if (orientation === undefined) {
      collector.add('the axis has no length', `${where}.axis`, file.axis, 'give a direction');
      return undefined;
    }
    frameA = compose(invert(worldOf(bodyA)), { position: file.at ?? bodyA.pose.position, orientation });
  }
  if (frameA === undefined) return undefined;
  if (file.frameB !== undefined) {
    const frameB = ownFrame(file.frameB, `${where}.frameB`, bodyB);
    return frameB === undefined ? undefined : { frameA, frameB };
  }
  // Without word of its own, the second frame stands where the first one stands at the start.
  const inWorld = compose(bodyA.pose, frameA);
  const there = file.kind === 'distance' ? (file.to ?? worldOf(bodyB).position) : inWorld.position;
  return { frameA, frameB: compose(invert(worldOf(bodyB)), { ...inWorld, position: there }) };
}

function checkWords(file: JointFile, where: string, collector: Collector): void {
  const turnsOrSlides = file.kind === 'hinge' || file.kind === 'slider';
  const wrong = (key: keyof JointFile, kinds: string) =>
    collector.add(
      `a ${file.kind} joint has no ${key}`,
      `${where}.${key}`,
      file[key],
      `remove it; it is for ${kinds}`,
    );
  if (file.axis !== undefined && !turnsOrSlides) wrong('axis', 'hinges and sliders');
  if (file.to !== undefined && file.kind !== 'distance') wrong('to', 'distance joints');
  if (file.length !== undefined && file.kind !== 'distance') wrong('length', 'distance joints');
  if (file.motor !== undefined && !turnsOrSlides) wrong('motor', 'hinges and sliders');
  if (file.limitsDegrees !== undefined && file.kind !== 'hinge' && file.kind !== 'ball')
    wrong('limitsDegrees', 'hinges and balls');
  if (file.kind === 'fixed' && file.limits !== undefined) wrong('limits', 'the other kinds');
  const { motor } = file;
  if (motor !== undefined && (motor.targetSpeed === undefined) === (motor.targetPosition === undefined)) {
    collector.add(
      'the motor needs one target',
      `${where}.motor`,
      motor,
      'give targetSpeed or targetPosition',
    );
  }
}

function limitsOf(
  file: JointFile,
  where: string,
  collector: Collector,
): readonly [number, number] | undefined {
  if (file.limits !== undefined && file.limitsDegrees !== undefined) {
    collector.add(
      'the limits are given twice',
      `${where}.limits`,
      file.limits,
      'give limits or limitsDegrees',
    );
  }
  const given = file.limits ?? file.limitsDegrees;
  if (given === undefined) return undefined;
  if (given[0] > given[1]) {
    collector.add('the lower limit is above the upper', `${where}.limits`, given, 'swap the two');
  }
  if (file.limits !== undefined) return file.limits;
  // Limits may lie more than a turn apart, so whole turns are kept here.
  return given.map((d) => radians(d) + 2 * Math.PI * Math.trunc(d / 360)) as unknown as readonly [
    number,
    number,
  ];
}

function distanceAtStart(a: Body, b: Body | undefined, frameA: Pose, frameB: Pose): number {
  const p: Vec3 = compose(a.pose, frameA).position;
  const q: Vec3 = compose(worldOf(b), frameB).position;
  const [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return Math.sqrt(x * x + y * y + z * z);
}
