// Joints of KHR_physics_rigid_bodies as joints of the scene.
//
// There a joint is a heap of limits, each on one, two or three axes of its frame, and drives on single axes. Those that
// add up to one of ours become one; the rest is listed. The coordinate of a joint is measured there from the joint's
// node to the connected one, and here from b to a: so a is the connected body, or signs are turned.
//
//   along x y z   about x y z          becomes
//   held          held                 fixed
//   held          two held             hinge about the third
//   held          free, or in a cone   ball; any other limits about single axes are listed
//   two held      held                 slider along the third
//   at a distance free                 distance

import { isObject, type Json, textOf } from '../../geometry/files/index.ts';
import type { JointFile } from '../builder.ts';
import { compose, invert } from '../pose.ts';
import type { Pose, Quaternion } from '../types.ts';
import { type JointUse, numberAt, type Physics } from './physics.ts';
import type { GltfSource } from './source.ts';

/** Ranges of the two kinds of axes; undefined is free. */
type Range = readonly [number, number];
interface Ranges {
  readonly linear: (Range | undefined)[];
  readonly angular: (Range | undefined)[];
  /** Angle from axis `axis` of one frame to that of the other. */
  cone?: { readonly axis: number; readonly range: Range };
  distance?: Range;
}

const endless = 1e9;
const isHeld = (range: Range | undefined) =>
  range !== undefined && Math.max(Math.abs(range[0]), Math.abs(range[1])) < 1e-9;

export function addJoints(
  source: GltfSource,
  physics: Physics,
  bodyOf: (node: number) => string | undefined,
): void {
  for (const use of physics.joints) addJoint(source, physics, use, bodyOf);
}

function addJoint(
  source: GltfSource,
  physics: Physics,
  use: JointUse,
  bodyOf: (node: number) => string | undefined,
): void {
  const { draft } = source;
  const where = source.where(use.node);
  const list = (what: string, why: string) => draft.list(what, where, why);
  const connected = bodyOf(use.connectedNode);
  const own = bodyOf(use.node);
  if (connected === own) {
    list(
      'joint',
      own === undefined ? 'neither of its nodes is part of a moving body' : 'both nodes belong to one body',
    );
    return;
  }
  const ranges = rangesOf(use.joint, where, list);
  const kind = kindOf(ranges);
  if (kind === undefined) {
    list('joint', 'its limits are those of no joint here (fixed, hinge, slider, ball, distance)');
    return;
  }
  if (kind.dropped)
    list('limits about single axes', 'it is taken as a ball joint, which turns about all of them');
  const [nodeFrame, connectedFrame] = [use.node, use.connectedNode].map((node) => poseOf(source, node));
  if (nodeFrame === undefined || connectedFrame === undefined) {
    list('joint', 'one of its nodes is scaled to nothing');
    return;
  }
  const turned: Pose = { position: [0, 0, 0], orientation: towards(kind.axis) };
  const inModel = (frame: Pose, node: number, name: string | undefined): Pose => {
    const owner = name === undefined ? undefined : poseOf(source, physics.owner(node) as number);
    const placed = compose(frame, turned);
    return owner === undefined ? placed : compose(invert(owner), placed);
  };
  const ends = [
    { body: connected, frame: inModel(connectedFrame, use.connectedNode, connected) },
    { body: own, frame: inModel(nodeFrame, use.node, own) },
  ];
  const isTurned = connected === undefined;
  if (isTurned) ends.reverse();
  const [a, b] = ends;
  const signed = ([low, high]: Range): [number, number] => (isTurned ? [0 - high, 0 - low] : [low, high]);
  draft.joints.push({
    name: draft.jointNames.unique(source.name(use.node)),
    kind: kind.kind,
    a: a.body,
    ...(b.body === undefined ? {} : { b: b.body }),
    frameA: poseFile(a.frame),
    frameB: poseFile(b.frame),
    ...(kind.length === undefined ? {} : { length: kind.length }),
    ...(kind.limits === undefined
      ? {}
      : { limits: kind.isSigned ? signed(kind.limits) : [kind.limits[0], kind.limits[1]] }),
    ...drivesOf(use.joint, kind, isTurned, where, list),
    ...(use.collide ? { collide: true } : {}),
  });
}

interface Kind {
  readonly kind: JointFile['kind'];
  readonly axis: number;
  readonly limits?: Range;
  /** Whether the limits change sign with the order of the bodies. */
  readonly isSigned?: boolean;
  readonly length?: number;
  /** A ball joint that should also be limited about single axes. */
  readonly dropped?: boolean;
}

function kindOf({ linear, angular, cone, distance }: Ranges): Kind | undefined {
  const held = (ranges: readonly (Range | undefined)[]) => ranges.filter(isHeld).length;
  const open = (ranges: readonly (Range | undefined)[]) => ranges.findIndex((range) => !isHeld(range));
  const limited = (kind: 'hinge' | 'slider', axis: number, range: Range | undefined): Kind => {
    return { kind, axis, isSigned: true, ...(range === undefined ? {} : { limits: range }) };
  };
  if (distance !== undefined) {
    const isFree = [...linear, ...angular].every((range) => range === undefined) && cone === undefined;
    if (!isFree) return undefined;
    const [low, high] = distance;
    return {
      kind: 'distance',
      axis: 0,
      length: high,
      ...(low < high ? { limits: [low - high, 0] as const } : {}),
    };
  }
  if (held(linear) === 3) {
    if (held(angular) === 3) return { kind: 'fixed', axis: 0 };
    const axis = open(angular);
    if (held(angular) === 2) return limited('hinge', axis, angular[axis]);
    const dropped = angular.some((range) => range !== undefined);
    return cone === undefined || dropped
      ? { kind: 'ball', axis: 0, dropped }
      : { kind: 'ball', axis: cone.axis, limits: [Math.max(0, cone.range[0]), cone.range[1]] };
  }
  if (held(linear) === 2 && held(angular) === 3) return limited('slider', open(linear), linear[open(linear)]);
  return undefined;
}

type List = (what: string, why: string) => void;

function rangesOf(joint: Json, where: string, list: List): Ranges {
  const none = () => [undefined, undefined, undefined];
  const ranges: Ranges = { linear: none(), angular: none() };
  for (const limit of objects(joint['limits'])) {
    const kind = Array.isArray(limit['linearAxes']) ? 'linear' : 'angular';
    const axes = axesOf(limit[`${kind}Axes`]);
    const min = numberAt(limit, 'min', where);
    const max = numberAt(limit, 'max', where);
    if (axes.length === 0) {
      list('joint limit', 'it names no axes');
      continue;
    }
    if (limit['stiffness'] !== undefined || limit['damping'] !== undefined)
      list('softness of a joint limit', 'limits are hard here');
    // Beyond one axis it is a distance or an angle, which is never negative.
    const range: Range = [min ?? (axes.length > 1 ? 0 : -endless), max ?? endless];
    const isHolding = axes.length > 1 ? Math.abs(range[1]) < 1e-9 : isHeld(range);
    if (isHolding) for (const axis of axes) ranges[kind][axis] = [0, 0];
    else if (min === undefined && max === undefined) continue;
    else if (axes.length === 1) ranges[kind][axes[0]] = range;
    else if (kind === 'linear' && axes.length === 3) ranges.distance = range;
    else if (kind === 'angular' && axes.length === 2)
      ranges.cone = { axis: [0, 1, 2].find((axis) => !axes.includes(axis)) as number, range };
    else list(`joint limit on ${axes.length} ${kind} axes`, 'no joint here has such a limit');
  }
  return ranges;
}

function drivesOf(
  joint: Json,
  { kind, axis }: Kind,
  isTurned: boolean,
  where: string,
  list: List,
): Pick<JointFile, 'spring' | 'motor'> {
  let found: Pick<JointFile, 'spring' | 'motor'> = {};
  const sign = isTurned ? -1 : 1;
  for (const drive of objects(joint['drives'])) {
    const name = `${textOf(drive['type'])} drive about axis ${textOf(drive['axis'])}`;
    const wanted = kind === 'hinge' ? 'angular' : kind === 'slider' ? 'linear' : undefined;
    if (drive['type'] !== wanted || drive['axis'] !== axis) {
      list(name, `a ${kind} joint has no motor on that axis`);
      continue;
    }
    if (found.spring !== undefined || found.motor !== undefined) {
      list(name, 'the joint has a drive already');
      continue;
    }
    const value = (key: string) => numberAt(drive, key, where);
    const stiffness = Math.max(0, value('stiffness') ?? 0);
    const damping = Math.max(0, value('damping') ?? 0);
    const maxForce = value('maxForce');
    const speed = sign * (value('velocityTarget') ?? 0) + 0;
    const rest = sign * (value('positionTarget') ?? 0) + 0;
    const isPlain = drive['mode'] !== 'acceleration';
    if (isPlain && maxForce === undefined && speed === 0) {
      found = { spring: { stiffness, damping, rest } };
    } else if (stiffness > 0) {
      found = { motor: { targetPosition: rest, maxForce: maxForce || endless } };
      list(`stiffness and damping of the ${name}`, 'a motor goes to its target as hard as it may');
    } else {
      found = { motor: { targetSpeed: speed, maxForce: maxForce || endless } };
      if (damping > 0) list(`damping of the ${name}`, 'a motor keeps its speed as hard as it may');
    }
  }
  return found;
}

function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function axesOf(value: unknown): readonly number[] {
  return Array.isArray(value)
    ? [...new Set(value.filter((axis) => [0, 1, 2].includes(axis as number)) as number[])]
    : [];
}

/** Takes x to the axis, y and z to those that follow. */
function towards(axis: number): Quaternion {
  const h = axis === 1 ? 0.5 : -0.5;
  return axis === 0 ? [0, 0, 0, 1] : [h, h, h, 0.5];
}

function poseOf(source: GltfSource, node: number): Pose | undefined {
  const frame = source.frame(node);
  if (frame === undefined) return undefined;
  const [x, y, z] = frame.position;
  const [qx, qy, qz, qw] = frame.rotation;
  return { position: [x, y, z], orientation: [qx, qy, qz, qw] };
}

function poseFile({ position, orientation }: Pose): NonNullable<JointFile['frameA']> {
  return {
    position: [position[0], position[1], position[2]],
    rotation: [orientation[0], orientation[1], orientation[2], orientation[3]],
  };
}
