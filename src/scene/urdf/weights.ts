// Mass, centre and inertia of links that move as one.

import { MeshError, principalFrame } from '../../geometry/index.ts';
import { matrixFromQuaternion, multiply3x3 } from '../../num/index.ts';
import { compose } from '../pose.ts';
import type { BodyFile } from '../schema/body.ts';
import type { Pose, Vec3 } from '../types.ts';
import { originOf } from './robot.ts';
import type { Element } from './xml-tree.ts';

export interface Weight {
  readonly mass: number;
  readonly centre: Vec3;
  /** About its centre, row-major, axes of the frame. */
  readonly inertia: Float64Array;
}

/** Of one link, in a frame that it has a place in; undefined where the link says nothing of it. */
export function weightOf(link: Element, linkInFrame: Pose): Weight | undefined {
  const inertial = link.child('inertial');
  if (inertial === undefined) return undefined;
  const who = `link "${link.require('name')}"`;
  const mass = inertial.child('mass')?.number('value') ?? 0;
  const given = inertial.child('inertia');
  if (!(mass > 0))
    throw new MeshError(
      `${who} has no mass`,
      inertial.where,
      mass,
      'give a mass > 0, or leave out <inertial>',
    );
  const [xx, yy, zz] = ['ixx', 'iyy', 'izz'].map((key) => given?.number(key, 0) ?? 0);
  const [xy, xz, yz] = ['ixy', 'ixz', 'iyz'].map((key) => given?.number(key, 0) ?? 0);
  const own = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  if (!principalFrame(own).moments.every((moment) => moment > 0))
    throw new MeshError(
      `${who} has no inertia that a body could have`,
      (given ?? inertial).where,
      `${xx} ${yy} ${zz}`,
      'give moments > 0 about three axes',
    );
  const pose = compose(linkInFrame, originOf(inertial));
  return { mass, centre: pose.position, inertia: turned(own, pose) };
}

/** R I Rᵀ. */
function turned(inertia: Float64Array, pose: Pose): Float64Array {
  const r = new Float64Array(9);
  matrixFromQuaternion(r, 0, Float64Array.from(pose.orientation), 0);
  const across = Float64Array.of(r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]);
  const half = new Float64Array(9);
  const out = new Float64Array(9);
  multiply3x3(half, 0, r, 0, inertia, 0);
  multiply3x3(out, 0, half, 0, across, 0);
  return out;
}

/** All of them as one body says it: masses add up, inertias about the common centre. */
export function joinedWeight(weights: readonly Weight[]): Pick<BodyFile, 'mass' | 'centre' | 'inertia'> {
  const mass = weights.reduce((sum, one) => sum + one.mass, 0);
  const centre = [0, 1, 2].map((k) => weights.reduce((sum, one) => sum + one.mass * one.centre[k], 0) / mass);
  const inertia = new Float64Array(9);
  for (const one of weights) {
    const d = one.centre.map((x, k) => x - centre[k]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let i = 0; i < 9; i++) {
      const [row, column] = [Math.floor(i / 3), i % 3];
      inertia[i] += one.inertia[i] + one.mass * ((row === column ? square : 0) - d[row] * d[column]);
    }
  }
  const { moments, orientation } = principalFrame(inertia);
  return { mass, centre: centre as [number, number, number], inertia: { moments, rotation: orientation } };
}
