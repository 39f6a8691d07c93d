// Riding on a frame: the view looks through the camera that the text puts there, along its −z with y up.

import { Object3D, PerspectiveCamera, Quaternion, type Vector3 } from 'three';
import type { Layer, Shown } from '../../../view/layers/layer.ts';
import type { Stage } from '../../../view/stage.ts';

const DEFAULT_FIELD = 60; // [°]

export class Ride implements Layer {
  readonly object = new Object3D();
  private readonly stage: Stage;
  private readonly body: number;
  private readonly field: number;
  private readonly before: { position: Vector3; target: Vector3; field: number };

  /**
   * @param body   that the camera rides on
   * @param field  how wide it sees [rad]; 0: as usual
   */
  constructor(stage: Stage, body: number, field: number) {
    const { lens } = stage;
    if (lens.isOrthographic) lens.togglePerspective();
    this.stage = stage;
    this.body = body;
    this.field = field > 0 ? (field * 180) / Math.PI : DEFAULT_FIELD;
    const { position, fov } = lens.camera as PerspectiveCamera;
    this.before = { position: position.clone(), target: lens.target.clone(), field: fov };
    lens.controls.enabled = false;
    stage.canvas.dataset['rides'] = String(body);
  }

  /** After the lens has placed its camera and before it is drawn. */
  update({ frame, radius }: Shown): void {
    const { content, lens } = this.stage;
    if (content === undefined || 7 * this.body >= frame.poses.length) return;
    const camera = lens.camera;
    if (!(camera instanceof PerspectiveCamera)) return;
    camera.position.fromArray(frame.poses, 7 * this.body).applyMatrix4(content.root.matrixWorld);
    camera.quaternion.copy(content.root.quaternion).multiply(own.fromArray(frame.poses, 7 * this.body + 3));
    camera.fov = this.field;
    camera.near = 1e-3 * radius;
    camera.far = 60 * radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  dispose(): void {
    const { lens, canvas } = this.stage;
    const { position, target, field } = this.before;
    lens.controls.enabled = true;
    if (lens.camera instanceof PerspectiveCamera) lens.camera.fov = field;
    lens.camera.position.copy(position);
    lens.target.copy(target);
    lens.camera.updateProjectionMatrix();
    delete canvas.dataset['rides'];
    this.stage.invalidate(true);
  }
}

const own = new Quaternion();
