// Joints: a dot where each holds, a line along the axis of those that have one, a line across those that keep a distance.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  Quaternion,
  Vector3,
} from 'three';
import type { Joint, Pose, Scene } from '../../../../src/scene/index.ts';
import { dotMaterial } from './dots.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';
import { poseOf } from '../pointer/pick.ts';

const position = new Vector3();
const turn = new Quaternion();
const point = new Vector3();
const other = new Vector3();
const axis = new Vector3();

export class JointLayer implements Layer {
  readonly object = new Group();
  private readonly dots = new BufferGeometry();
  private readonly lines = new BufferGeometry();
  private readonly dotMaterial = dotMaterial(8);
  private readonly lineMaterial = new LineBasicMaterial({ depthTest: false });
  private readonly palette: () => Palette;

  constructor(scene: Scene, palette: () => Palette) {
    this.palette = palette;
    const count = scene.joints.length;
    this.dots.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3));
    this.lines.setAttribute('position', new BufferAttribute(new Float32Array(6 * count), 3));
    const drawn = [new Points(this.dots, this.dotMaterial), new LineSegments(this.lines, this.lineMaterial)];
    for (const one of drawn) {
      one.frustumCulled = false;
      one.renderOrder = 5;
      this.object.add(one);
    }
  }

  update({ scene, frame, radius }: Shown): void {
    this.dotMaterial.color.copy(this.palette().joint);
    this.lineMaterial.color.copy(this.palette().joint);
    const dots = this.dots.getAttribute('position') as BufferAttribute;
    const lines = this.lines.getAttribute('position') as BufferAttribute;
    const reach = 0.12 * radius;
    scene.joints.forEach((joint, i) => {
      place(joint.a, joint.frameA, point, frame);
      axis.set(1, 0, 0).applyQuaternion(turn);
      dots.setXYZ(i, point.x, point.y, point.z);
      if (hasAxis(joint)) {
        other.copy(point).addScaledVector(axis, reach);
        point.addScaledVector(axis, -reach);
      } else place(joint.b, joint.frameB, other, frame);
      lines.setXYZ(2 * i, point.x, point.y, point.z);
      lines.setXYZ(2 * i + 1, other.x, other.y, other.z);
    });
    dots.needsUpdate = lines.needsUpdate = true;
  }

  dispose(): void {
    for (const one of [this.dots, this.lines, this.dotMaterial, this.lineMaterial]) one.dispose();
  }
}

function hasAxis({ kind }: Joint): boolean {
  return kind === 'hinge' || kind === 'slider';
}

/** The joint's frame on one side: its origin to `out`, its axes left in `turn`. */
function place(
  body: number,
  { position: p, orientation: q }: Pose,
  out: Vector3,
  frame: Shown['frame'],
): void {
  out.set(...p);
  if (body < 0) {
    turn.set(...q);
    return;
  }
  poseOf(frame, body, position, turn);
  out.applyQuaternion(turn).add(position);
  turn.multiply(own.set(...q));
}

const own = new Quaternion();
