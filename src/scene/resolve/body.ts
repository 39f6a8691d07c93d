// One body of a file to one body of the scene, or to several where it is split.

import type { Mesh } from '../../geometry/index.ts';
import type { Collector } from '../fault/collector.ts';
import { resolvePath } from '../path.ts';
import { compose, conjugate, invert, noRotation, readRotation, rotate } from '../pose.ts';
import { CONDITION_HELP, readConditions } from '../region.ts';
import type { BodyFile } from '../schema/body.ts';
import type { RotationFile } from '../schema/values.ts';
import type { Body, Motion, Pose, Quaternion, RegionBox, Vec3 } from '../types.ts';
import { readColor } from './color.ts';
import { dampingOf } from './damping.ts';
import type { Layers } from './layers.ts';
import type { MaterialResolver } from './material.ts';
import type { Part, PartMaker } from './part.ts';

type Fixed = Body['fixed'];

export interface BodyTools {
  readonly collector: Collector;
  readonly materials: MaterialResolver;
  readonly layers: Layers;
  readonly parts: PartMaker;
  /** Gives the mesh's number in the scene, the same for the same mesh. */
  meshIndex(mesh: Mesh): number;
}

const zero: Vec3 = [0, 0, 0];

export function resolveBody(file: BodyFile, name: string, where: string, tools: BodyTools): Body[] {
  const { collector } = tools;
  if (file.mass !== undefined && file.density !== undefined) {
    collector.add('both mass and density are given', `${where}.mass`, file.mass, 'give one of them');
  }
  const material = tools.materials.resolve(file.material, file, where);
  const orientation = orientationOf(file.rotation, where, collector);
  const fixed = fixedOf(file);
  const motion = motionOf(file, fixed);
  if (file.path !== undefined && motion !== 'kinematic') {
    collector.add(
      `a ${motion} body has a path`,
      `${where}.path`,
      undefined,
      'leave motion out or make it "kinematic"',
    );
  }
  const clamp = clampOf(file, motion, where, collector);
  const layers = tools.layers.of(file, where);
  const parts = tools.parts.parts(file, material.density, where);
  return parts.map((part, i): Body => {
    const start = startOf(file, orientation, part, motion, where, collector);
    const [velocity, angularVelocity] = velocitiesOf(file, motion, fixed, where, collector);
    const color = readColor(file.color);
    return {
      name: file.split === true ? `${name}-part${i}` : name,
      motion,
      mesh: tools.meshIndex(part.mesh),
      shape: part.shape,
      mass: part.mass,
      inertia: part.inertia,
      ...start,
      model: invert(part.bodyInModel),
      velocity,
      angularVelocity,
      force: file.force ?? zero,
      torque: file.torque ?? zero,
      fixed,
      material,
      group: file.group ?? -1,
      ...layers,
      ...(file.sensor === true ? { sensor: true } : {}),
      ...(file.enabled === false ? { enabled: false } : {}),
      ...(file.surfaceVelocity === undefined
        ? {}
        : { surfaceVelocity: rotate(conjugate(part.bodyInModel.orientation), file.surfaceVelocity) }),
      ...dampingOf(file.damping),
      ...(color === undefined ? {} : { color }),
      ...(file.node === undefined ? {} : { node: file.node }),
      ...(clamp.length === 0 ? {} : { clamp }),
    };
  });
}

function clampOf(file: BodyFile, motion: Motion, where: string, collector: Collector): RegionBox[] {
  if (file.clamp === undefined) return [];
  const isReleased = file.path?.after === 'release';
  if (motion === 'dynamic' || isReleased)
    collector.add(
      `a body that is ${isReleased ? 'released' : 'free to move'} has a clamp`,
      `${where}.clamp`,
      file.clamp,
      'make it "static" or "kinematic" to the end, or leave the clamp out: free bodies vibrate without one',
    );
  const boxes: RegionBox[] = [];
  for (const text of typeof file.clamp === 'string' ? [file.clamp] : file.clamp) {
    const box = readConditions(text);
    if ('wrong' in box)
      collector.add('this is no condition', `${where}.clamp`, box.wrong, `give ${CONDITION_HELP}`);
    else boxes.push(box);
  }
  return boxes;
}

function startOf(
  file: BodyFile,
  orientation: Quaternion,
  part: Part,
  motion: Motion,
  where: string,
  collector: Collector,
): Pick<Body, 'pose' | 'path'> {
  const position = file.position ?? zero;
  const pose: Pose = compose({ position, orientation }, part.bodyInModel);
  if (file.path === undefined || motion !== 'kinematic') return { pose };
  const start = { position, rotation: file.rotation ?? (noRotation as unknown as RotationFile) };
  // With "of": "centre", keys that leave out the position keep the centre where the body has it.
  const origin = file.path.of === 'centre' ? { ...start, position: pose.position } : start;
  const path = resolvePath(file.path, origin, part.bodyInModel, `${where}.path`, collector);
  return path === undefined ? { pose } : { pose: path.poses[0], path };
}

function orientationOf(rotation: RotationFile | undefined, where: string, collector: Collector): Quaternion {
  const found = rotation === undefined ? noRotation : readRotation(rotation);
  if (found === undefined) {
    collector.add(
      'the rotation has no direction',
      `${where}.rotation`,
      rotation,
      'give an axis or quaternion that is not zero',
    );
  }
  return found ?? noRotation;
}

function fixedOf(file: BodyFile): Fixed {
  if (file.motion === 'static') return [true, true, true, true, true, true];
  const fixed = file.fixed ?? false;
  return typeof fixed === 'boolean' ? [fixed, fixed, fixed, fixed, fixed, fixed] : fixed;
}

/** A body that cannot move in any way is static, whatever it is called. */
function motionOf(file: BodyFile, fixed: Fixed): Motion {
  const said = file.motion ?? (file.path === undefined ? 'dynamic' : 'kinematic');
  return said === 'dynamic' && fixed.every((held) => held) ? 'static' : said;
}

function velocitiesOf(
  file: BodyFile,
  motion: Motion,
  fixed: Fixed,
  where: string,
  collector: Collector,
): readonly [Vec3, Vec3] {
  let dropped = false;
  const keep = (value: Vec3, from: number) =>
    value.map((x, k) => {
      const held = motion === 'static' || fixed[from + k];
      if (held && x !== 0) dropped = true;
      return held ? 0 : x;
    }) as unknown as Vec3;
  const velocities = [keep(file.velocity ?? zero, 0), keep(file.angularVelocity ?? zero, 3)] as const;
  if (dropped) collector.note(`${where}: velocities along fixed degrees of freedom are taken as zero`);
  return velocities;
}
