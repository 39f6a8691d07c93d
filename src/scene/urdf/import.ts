// URDF, the description of robots of ROS, to a scene file.
//
// Links that fixed joints hold together are one body, whose frame is that of the uppermost; the others become named frames on
// it. A root link called "world" is the world. Robots stand as they do with all joints at 0, or as near as limits let them;
// z is up. Two links that a joint joins do not touch each other, as robot tools have it. What does not map is listed.

import { MeshError } from '../../geometry/index.ts';
import { Collector } from '../fault/collector.ts';
import type { Unmapped } from '../new/draft.ts';
import { atOrigin, compose, rotate } from '../pose.ts';
import { limits } from '../read/limits.ts';
import type { BodyFile } from '../schema/body.ts';
import type { SceneFile } from '../schema/scene.ts';
import type { LoadFile } from '../shape.ts';
import type { Pose } from '../types.ts';
import { coupling, jointFile } from './joints.ts';
import { childInParent, readRobot, type Robot, type UrdfJoint } from './robot.ts';
import { colorOf, MeshFinder, type Part, partsOf } from './shapes.ts';
import { joinedWeight, type Weight, weightOf } from './weights.ts';
import type { Element } from './xml-tree.ts';

/** What a URDF file became. */
export interface UrdfScene {
  /** As a scene file. */
  readonly file: SceneFile;
  /** What was guessed. */
  readonly notes: readonly string[];
  /** What the file holds and the scene does not. */
  readonly unmapped: readonly Unmapped[];
  /** Reads the meshes that the scene names. */
  readonly loadFile: LoadFile;
}

/** Links that move as one. */
interface Group {
  /** Of the uppermost. */
  readonly name: string;
  readonly world: Pose;
  readonly links: { readonly name: string; readonly element: Element; readonly pose: Pose }[];
  readonly isWorld: boolean;
}

/**
 * @param name      what the scene is called, and the file in messages
 * @param loadFile  reads mesh files below the folder of the URDF
 * @throws FaultError
 */
export function importUrdf(text: string, name: string, loadFile: LoadFile = () => undefined): UrdfScene {
  const collector = new Collector();
  const made = collector.attempt(name, () => new UrdfImport(text, name, loadFile).run());
  collector.throwIfAny(`"${name}" cannot be imported:`);
  return made as UrdfScene;
}

class UrdfImport {
  private readonly robot: Robot;
  private readonly name: string;
  private readonly meshes: MeshFinder;
  private readonly notes: string[] = [];
  private readonly unmapped: Unmapped[] = [];
  private readonly groups: Group[] = [];
  private readonly groupOf = new Map<string, Group>();
  /** Groups that are bodies. */
  private readonly made = new Set<Group>();

  constructor(text: string, name: string, loadFile: LoadFile) {
    if (text.length > limits.fileCharacters)
      throw new MeshError(
        'the file is too long',
        'file',
        text.length,
        `give at most ${limits.fileCharacters}`,
      );
    this.robot = readRobot(text, 'file');
    this.name = name;
    this.meshes = new MeshFinder(loadFile);
  }

  run(): UrdfScene {
    const { robot } = this;
    this.group();
    const bodies = this.groups.flatMap((group) => this.body(group) ?? []);
    const joints = robot.joints.flatMap((joint) => this.joint(joint));
    const frames = this.groups.flatMap((group) =>
      group.links.slice(1).map((link) => ({
        name: link.name,
        ...(this.made.has(group) ? { body: group.name } : {}),
        position: [...link.pose.position] as [number, number, number],
        rotation: [...link.pose.orientation] as [number, number, number, number],
      })),
    );
    this.listRest();
    const file: SceneFile = {
      name: (robot.name || this.name).slice(0, limits.name),
      up: 'z',
      duration: 2,
      bodies,
      ...(joints.length === 0 ? {} : { joints }),
      ...(frames.length === 0 ? {} : { frames }),
    };
    return { file, notes: this.notes, unmapped: this.unmapped, loadFile: this.meshes.loadFile };
  }

  /** Parents come before children, so that what a link hangs on is known. */
  private group(): void {
    for (const [name, element] of this.robot.links) {
      const joint = this.robot.above.get(name);
      const parent = joint === undefined ? undefined : this.groupOf.get(joint.parent);
      const inParent = joint === undefined ? atOrigin : childInParent(joint);
      const above = parent?.links.find((link) => link.name === joint?.parent)?.pose ?? atOrigin;
      const pose = compose(above, inParent);
      let group = parent;
      if (group === undefined || joint?.type !== 'fixed') {
        const world = compose(parent?.world ?? atOrigin, pose);
        const isWorld = joint === undefined && name === 'world';
        group = { name, world, links: [{ name, element, pose: atOrigin }], isWorld };
        this.groups.push(group);
      } else group.links.push({ name, element, pose });
      this.groupOf.set(name, group);
    }
  }

  private body(group: Group): BodyFile | undefined {
    const parts: Part[] = [];
    const weights: Weight[] = [];
    for (const { element, pose } of group.links) {
      parts.push(...partsOf(element, pose, this.meshes));
      const weight = weightOf(element, pose);
      if (weight !== undefined) weights.push(weight);
      if (element.child('collision') !== undefined && element.child('visual') !== undefined)
        this.list('visual', element, 'the collision shapes are what is seen');
    }
    const color = group.links.map(({ element }) => colorOf(element, this.robot.root)).find((one) => one);
    if (parts.length === 0 && group.isWorld) return undefined;
    if (parts.length === 0 && weights.length === 0)
      throw new MeshError(
        `link "${group.name}" has neither mass nor shape`,
        group.links[0].element.where,
        undefined,
        'give it <inertial> or <collision>, or fix it to another link',
      );
    if (weights.length === 0 && !group.isWorld)
      this.notes.push(
        `link "${group.name}" has no <inertial>: it is weighed by its shape, with the default density`,
      );
    this.made.add(group);
    return {
      name: group.name,
      ...shapeOf(parts),
      ...(parts.length === 0 ? this.untouchable(group) : {}),
      ...(group.isWorld ? { motion: 'static' as const } : {}),
      position: [...group.world.position] as [number, number, number],
      rotation: [...group.world.orientation] as [number, number, number, number],
      ...(weights.length === 0 || group.isWorld ? {} : joinedWeight(weights)),
      ...(color === undefined ? {} : { color }),
    };
  }

  /** A body has a shape: one that nothing touches stands for none. */
  private untouchable(group: Group): Pick<BodyFile, 'layers' | 'touches'> {
    this.notes.push(`link "${group.name}" has no shape: a small ball shows it, which nothing touches`);
    return { layers: 'urdf-unseen', touches: [] };
  }

  private joint(joint: UrdfJoint): NonNullable<SceneFile['joints']> {
    const [parent, child] = [this.groupOf.get(joint.parent), this.groupOf.get(joint.child)] as [Group, Group];
    if (joint.type === 'fixed') return [];
    if (joint.type === 'floating') return [];
    const { position, orientation } = child.world;
    const made = jointFile(joint, {
      a: child.name,
      ...(this.made.has(parent) ? { b: parent.name } : {}),
      at: [...position] as [number, number, number],
      axis: [...rotate(orientation, joint.axis)] as [number, number, number],
    });
    if (joint.element.child('limit') !== undefined)
      this.list('effort and velocity', joint.element, 'they bound a controller, and there is none');
    if (joint.mimic === undefined) return [made];
    const leader = this.robot.joints.find(({ name }) => name === joint.mimic?.joint) as UrdfJoint;
    const couple = coupling(leader, joint);
    if (couple !== undefined) return [made, couple];
    this.list('mimic', joint.element, `a ${joint.type} joint cannot be coupled to a ${leader.type} one`);
    return [made];
  }

  private list(what: string, element: Element, why: string): void {
    this.unmapped.push({ what, where: `${element.where}: ${element.name} "${element.get('name')}"`, why });
  }

  /** Everything that this reader does not know. */
  private listRest(): void {
    const known: Readonly<Record<string, readonly string[]>> = {
      robot: ['link', 'joint', 'material'],
      link: ['inertial', 'visual', 'collision'],
      joint: ['origin', 'parent', 'child', 'axis', 'limit', 'dynamics', 'mimic'],
    };
    const { root } = this.robot;
    for (const element of [root, ...root.all('link'), ...root.all('joint')])
      for (const child of element.children)
        if (!known[element.name].includes(child.name))
          this.list(`<${child.name}>`, element, 'scenes have no word for it');
  }
}

function shapeOf(parts: readonly Part[]): Pick<BodyFile, 'shape' | 'scale'> {
  if (parts.length === 0) return { shape: { kind: 'sphere', radius: 0.01, subdivisions: 1 } };
  const [{ shape, position, scale, rotation }] = parts;
  const isInPlace =
    (position ?? []).every((x) => x === 0) &&
    Array.isArray(rotation) &&
    rotation.slice(0, 3).every((x) => x === 0);
  if (parts.length === 1 && isInPlace) return { shape, ...(scale === undefined ? {} : { scale }) };
  return { shape: { kind: 'compound', parts: [...parts] } };
}
