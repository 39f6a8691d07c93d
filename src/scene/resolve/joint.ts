// Joints: names to bodies, world points and axes to a frame in each body; gears and racks to the joints that they couple.

import type { Collector } from '../fault/collector.ts';
import { NameTable } from '../fault/names.ts';
import { atOrigin, axisOf, compose, fromXTo, invert, noRotation, radians, readRotation } from '../pose.ts';
import type { JointFile } from '../schema/joint.ts';
import { breaking, resolveCoupling } from './coupling.ts';
import { checkMotor, checkWords } from './joint-words.ts';
import type { PoseFile } from '../schema/values.ts';
import {
  type Body,
  type Freedom,
  FREEDOMS,
  type Joint,
  type JointCoordinateRule,
  type JointKind,
  type JointSpring,
  type Pose,
  type Vec3,
} from '../types.ts';

/** @param bodyOf  the index of the body of this name; undefined, and a fault, where there is none */
export function resolveJoints(
  files: readonly (JointFile | undefined)[],
  bodies: readonly Body[],
  bodyOf: (name: string, where: string) => number | undefined,
  collector: Collector,
): Joint[] {
  const joints: (Joint | undefined)[] = [];
  const names = new NameTable(collector);
  const couplings: number[] = [];
  files.forEach((file, i) => {
    if (file === undefined) return;
    const where = `joints[${i}]`;
    const name = nameOf(file, i);
    names.add(name, i, where);
    checkWords(file, where, collector);
    if (file.kind === 'gear' || file.kind === 'rack') {
      couplings.push(i);
      return;
    }
    if (file.a === undefined) {
      collector.add('is missing', `${where}.a`, undefined, 'name the body that it joins');
      return;
    }
    const a = bodyOf(file.a, `${where}.a`);
    const b = file.b === undefined ? -1 : bodyOf(file.b, `${where}.b`);
    if (a === undefined || b === undefined) return;
    joints[i] = resolveJoint({ file, name, where, a, b }, bodies, collector);
  });
  for (const i of couplings) {
    const file = files[i] as JointFile;
    joints[i] = resolveCoupling(file, nameOf(file, i), `joints[${i}]`, joints, names, collector);
  }
  return joints.filter((joint) => joint !== undefined);
}

function nameOf({ name }: JointFile, i: number): string {
  return name ?? `joint-${i}`;
}

interface Named {
  readonly file: JointFile;
  readonly name: string;
  readonly where: string;
  readonly a: number;
  readonly b: number;
}

function resolveJoint(
  { file, name, where, a, b }: Named,
  bodies: readonly Body[],
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
  const limits = limitsOf(file, where, collector);
  const coordinates = coordinatesOf(file, where, collector);
  const twist = limitsOf({ limits: file.twist, limitsDegrees: file.twistDegrees }, where, collector, 'twist');
  const cone = file.cone ?? (file.coneDegrees === undefined ? undefined : radians(file.coneDegrees));
  if (frames === undefined || collector.faults.length > before) return undefined;
  const { frameA, frameB } = frames;
  return {
    name,
    kind: file.kind,
    a,
    b,
    frameA,
    frameB,
    length: file.kind === 'distance' ? (file.length ?? distanceAtStart(bodyA, bodyB, frameA, frameB)) : 0,
    ...(limits === undefined ? {} : { limits }),
    ...(file.spring === undefined ? {} : { spring: springOf(file.spring) }),
    ...(file.motor === undefined ? {} : { motor: file.motor }),
    ...(coordinates === undefined ? {} : { coordinates }),
    ...(cone === undefined ? {} : { cone }),
    ...(twist === undefined ? {} : { twist }),
    ...(file.pitch === undefined ? {} : { pitch: file.pitch }),
    ...breaking(file),
    collide: file.collide ?? false,
  };
}

function springOf({ stiffness, damping = 0, rest = 0 }: NonNullable<JointFile['spring']>): JointSpring {
  return { stiffness, damping, rest };
}

/** Which degrees each kind leaves free, where it has more than one. */
const FREE: Readonly<Partial<Record<JointKind, readonly Freedom[]>>> = {
  cylindrical: ['x', 'turnX'],
  universal: ['turnX', 'turnY'],
  'six-dof': FREEDOMS,
};

function coordinatesOf(file: JointFile, where: string, collector: Collector): Joint['coordinates'] {
  const free = FREE[file.kind];
  if (free === undefined || file.coordinates === undefined) return undefined;
  const rules: Partial<Record<Freedom, JointCoordinateRule>> = {};
  for (const freedom of FREEDOMS) {
    const rule = file.coordinates[freedom];
    if (rule === undefined) continue;
    const place = `${where}.coordinates.${freedom}`;
    if (!free.includes(freedom)) {
      collector.add(`a ${file.kind} joint does not move so`, place, undefined, `use ${free.join(' and ')}`);
      continue;
    }
    if (rule.limitsDegrees !== undefined && !freedom.startsWith('turn'))
      collector.add('travel is not counted in degrees', place, rule.limitsDegrees, 'give limits in metres');
    if (rule.motor) checkMotor(rule.motor, place, collector);
    const limits = limitsOf(rule, place, collector);
    rules[freedom] = {
      ...(limits === undefined ? {} : { limits }),
      ...(rule.spring === undefined ? {} : { spring: springOf(rule.spring) }),
      ...(rule.motor === undefined ? {} : { motor: rule.motor }),
    };
  }
  return rules;
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

function limitsOf(
  file: Pick<JointFile, 'limits' | 'limitsDegrees'>,
  where: string,
  collector: Collector,
  word = 'limits',
): readonly [number, number] | undefined {
  if (file.limits !== undefined && file.limitsDegrees !== undefined) {
    collector.add(
      'the limits are given twice',
      `${where}.${word}`,
      file.limits,
      `give ${word} or ${word}Degrees`,
    );
  }
  const given = file.limits ?? file.limitsDegrees;
  if (given === undefined) return undefined;
  if (given[0] > given[1]) {
    collector.add('the lower limit is above the upper', `${where}.${word}`, given, 'swap the two');
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
