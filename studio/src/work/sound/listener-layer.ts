// Where somebody listens: a ball in the view, with a nose where it has ears; placed by pressing and dragging across the view, as far away as it was, or as
// what the camera looks at.

import {
  ConeGeometry,
  Group,
  Mesh as ThreeMesh,
  MeshBasicMaterial,
  Plane,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Hand, HandEvent } from '../../view/pointer/hand.ts';
import type { Layer, Shown } from '../../view/layers/layer.ts';
import type { Stage } from '../../view/stage.ts';
import { hasEars, headOf, listener, placeListener } from './state.ts';

/** Of the ball [px]. */
const RADIUS = 9;

export class ListenerLayer implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly material = new MeshBasicMaterial();
  private readonly head = new ThreeMesh(new SphereGeometry(1, 24, 16), this.material);
  private readonly nose = new ThreeMesh(new ConeGeometry(0.45, 1, 16), this.material);

  constructor(stage: Stage) {
    this.stage = stage;
    this.object.add(this.head, this.nose);
  }

  update({ pixel, scene }: Shown): void {
    this.material.color.copy(this.stage.palette.accent);
    const facing = new Vector3(...headOf(scene, listener.peek()).facing).normalize();
    this.nose.visible = hasEars.peek();
    this.nose.position.copy(facing).multiplyScalar(1.3);
    this.nose.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), facing);
    this.object.position.fromArray(listener.peek());
    this.object.scale.setScalar(RADIUS * pixel);
  }

  dispose(): void {
    for (const one of [this.head.geometry, this.nose.geometry, this.material]) one.dispose();
  }
}

export function listenerHand(): Hand {
  const plane = new Plane();
  const target = new Vector3();
  const place = ({ x, y, stage }: HandEvent) => {
    const { position, target: to } = stage.view();
    const ahead = to.clone().sub(position).normalize();
    const now = new Vector3(...listener.peek());
    // One who is behind the camera comes to where it looks at.
    const isSeen = now.clone().sub(position).dot(ahead) > 0;
    plane.setFromNormalAndCoplanarPoint(ahead.negate(), isSeen ? now : to);
    const at = stage.rayAt(x, y).intersectPlane(plane, target);
    if (at) placeListener([at.x, at.y, at.z]);
    stage.invalidate();
  };
  return {
    cursor: 'move',
    press(at) {
      place(at);
      return true;
    },
    move: place,
  };
}

/** Listens from where one looks from. */
export function listenFromCamera(stage: Stage): void {
  const { x, y, z } = stage.view().position;
  placeListener([x, y, z]);
  stage.invalidate();
}
