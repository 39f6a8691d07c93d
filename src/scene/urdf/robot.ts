// A URDF robot as a tree of links and joints, checked: every name once, every link one parent at most, no circles.

import { MeshError } from '../../geometry/index.ts';
import { compose, fromAxisAngle, multiply, noRotation } from '../pose.ts';
import type { Pose, Quaternion, Vec3 } from '../types.ts';
import { type Element, readXml } from './xml-tree.ts';

const URDF_JOINTS = ['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'] as const;
type UrdfJointType = (typeof URDF_JOINTS)[number];

export interface UrdfJoint {
  readonly name: string;
  readonly type: UrdfJointType;
  readonly parent: string;
  readonly child: string;
  /** In the parent link. */
  readonly origin: Pose;
  /** In the child link, of length 1. */
  readonly axis: Vec3;
  /** [rad or m] */
  readonly limits?: readonly [number, number];
  readonly damping: number;
  readonly friction: number;
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number };
  /** Where it stands at the start [rad or m]: at 0, or as near as its limits let it. */
  readonly start: number;
  readonly element: Element;
}

export interface Robot {
  readonly name: string;
  readonly root: Element;
  /** Elements of links by name, parents before children. */
  readonly links: ReadonlyMap<string, Element>;
  readonly joints: readonly UrdfJoint[];
  /** The joint above each link; roots have none. */
  readonly above: ReadonlyMap<string, UrdfJoint>;
}

/** @throws MeshError */
export function readRobot(text: string, file: string): Robot {
  if (/<xacro:/.test(text))
    throw new MeshError(
      'this is xacro, of which URDF is made',
      file,
      undefined,
      'make it: xacro robot.urdf.xacro > robot.urdf',
    );
  const root = readXml(text, file);
  if (root.name !== 'robot')
    throw new MeshError('this is not URDF', root.where, `<${root.name}>`, 'give a file with a <robot>');
  const links = byName(root.all('link'));
  if (links.size === 0) throw new MeshError('the robot has no links', root.where, undefined, 'give it some');
  const joints = withStarts([...byName(root.all('joint')).values()].map(readJoint));
  const above = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const link of [joint.parent, joint.child])
      if (!links.has(link))
        throw new MeshError(`joint "${joint.name}" names no link`, joint.element.where, link, 'correct it');
    const other = above.get(joint.child);
    if (other !== undefined)
      throw new MeshError(
        `link "${joint.child}" has two parents`,
        joint.element.where,
        `joints "${other.name}" and "${joint.name}"`,
        'URDF is a tree: remove one of them',
      );
    above.set(joint.child, joint);
  }
  return { name: root.get('name') ?? '', root, links: inOrder(links, above), joints, above };
}

function byName(elements: readonly Element[]): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of elements) {
    const name = element.require('name');
    if (found.has(name))
      throw new MeshError(`there are two of <${element.name}>`, element.where, name, 'rename one of them');
    found.set(name, element);
  }
  return found;
}

function inOrder(
  links: ReadonlyMap<string, Element>,
  above: ReadonlyMap<string, UrdfJoint>,
): Map<string, Element> {
  const ordered = new Map<string, Element>();
  for (const name of links.keys()) {
    const way: string[] = [];
    const seen = new Set<string>();
    for (
      let at: string | undefined = name;
      at !== undefined && !ordered.has(at);
      at = above.get(at)?.parent
    ) {
      if (seen.has(at))
        throw new MeshError(
          'the links go round in a circle',
          (links.get(at) as Element).where,
          [...way.slice(way.indexOf(at)), at].join(' under '),
          'URDF is a tree: remove a joint',
        );
      seen.add(at);
      way.push(at);
    }
    for (const one of way.reverse()) ordered.set(one, links.get(one) as Element);
  }
  return ordered;
}

function readJoint(element: Element): UrdfJoint {
  const name = element.require('name');
  const type = URDF_JOINTS.find((one) => one === element.get('type'));
  if (type === undefined)
    throw new MeshError(
      `joint "${name}" has no type that is known`,
      element.where,
      element.get('type'),
      `use one of ${URDF_JOINTS.join(', ')}`,
    );
  const linkOf = (side: 'parent' | 'child') => {
    const found = element.child(side);
    if (found !== undefined) return found.require('link');
    throw new MeshError(`joint "${name}" has no ${side}`, element.where, undefined, 'give it one');
  };
  const limit = element.child('limit');
  const dynamics = element.child('dynamics');
  const mimic = element.child('mimic');
  const isLimited = type === 'revolute' || type === 'prismatic';
  const limits =
    isLimited && limit !== undefined
      ? ([limit.number('lower', 0), limit.number('upper', 0)] as const)
      : undefined;
  if (limits !== undefined && limits[0] > limits[1])
    throw new MeshError(
      `limits of joint "${name}" are the wrong way round`,
      element.where,
      limits,
      'swap them',
    );
  return {
    name,
    type,
    parent: linkOf('parent'),
    child: linkOf('child'),
    origin: originOf(element),
    axis: axisOf(element, name),
    ...(limits === undefined ? {} : { limits }),
    damping: Math.max(0, dynamics?.number('damping', 0) ?? 0),
    friction: Math.max(0, dynamics?.number('friction', 0) ?? 0),
    ...(mimic === undefined
      ? {}
      : {
          mimic: {
            joint: mimic.require('joint'),
            multiplier: mimic.number('multiplier', 1),
            offset: mimic.number('offset', 0),
          },
        }),
    start: limits === undefined ? 0 : Math.min(limits[1], Math.max(limits[0], 0)),
    element,
  };
}

/** Joints that follow others start where these put them. */
function withStarts(joints: readonly UrdfJoint[]): UrdfJoint[] {
  const named = new Map(joints.map((joint) => [joint.name, joint]));
  return joints.map((joint) => {
    if (joint.mimic === undefined) return joint;
    const leader = named.get(joint.mimic.joint);
    if (leader === undefined || leader.mimic !== undefined)
      throw new MeshError(
        `joint "${joint.name}" follows no joint that leads`,
        joint.element.where,
        joint.mimic.joint,
        'name a joint that follows no other',
      );
    return { ...joint, start: joint.mimic.multiplier * leader.start + joint.mimic.offset };
  });
}

function axisOf(element: Element, name: string): Vec3 {
  const [x, y, z] = element.child('axis')?.numbers('xyz', 3, [1, 0, 0]) ?? [1, 0, 0];
  const size = Math.sqrt(x * x + y * y + z * z);
  if (size > 1e-9) return [x / size, y / size, z / size];
  throw new MeshError(
    `the axis of joint "${name}" has no direction`,
    element.where,
    `${x} ${y} ${z}`,
    'give one',
  );
}

/** Of an element in what it is in: xyz [m], and rpy: turns about x, y and z, axes that stay where they are [rad]. */
export function originOf(element: Element): Pose {
  const origin = element.child('origin');
  if (origin === undefined) return { position: [0, 0, 0], orientation: noRotation };
  const position = origin.numbers('xyz', 3, [0, 0, 0]) as unknown as Vec3;
  const [roll, pitch, yaw] = origin.numbers('rpy', 3, [0, 0, 0]);
  const about = (axis: Vec3, angle: number) => fromAxisAngle(axis, angle) as Quaternion;
  const orientation = multiply(
    about([0, 0, 1], yaw),
    multiply(about([0, 1, 0], pitch), about([1, 0, 0], roll)),
  );
  return { position, orientation };
}

/** How far a joint at its start has moved its child. */
function motionOf({ type, axis, start }: UrdfJoint): Pose {
  if (type === 'prismatic')
    return { position: axis.map((x) => x * start) as unknown as Vec3, orientation: noRotation };
  const orientation = type === 'revolute' || type === 'continuous' ? fromAxisAngle(axis, start) : undefined;
  return { position: [0, 0, 0], orientation: orientation ?? noRotation };
}

/** The child link in its parent at the start. */
export function childInParent(joint: UrdfJoint): Pose {
  return compose(joint.origin, motionOf(joint));
}
