// Handles that move or turn the selected body. What they do to the scene is decided when they are let go.

import { type Camera, Object3D, type Scene as ThreeScene } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Frame } from '../../../../src/record/index.ts';

export interface GizmoEvents {
  /** The body is where the handles have put it for now. */
  onMove(body: number, proxy: Object3D): void;
  onLetGo(body: number, proxy: Object3D): void;
  onHold(held: boolean): void;
  onChange(): void;
}

export class Gizmo {
  /** Goes with the handles, in the coordinates of the scene. */
  readonly proxy = new Object3D();
  private readonly controls: TransformControls;
  private body: number | undefined;
  private moved = false;

  constructor(camera: Camera, canvas: HTMLCanvasElement, world: ThreeScene, events: GizmoEvents) {
    this.controls = new TransformControls(camera, canvas);
    this.controls.setSize(0.85);
    world.add(this.controls.getHelper());
    this.controls.addEventListener('change', () => events.onChange());
    this.controls.addEventListener('objectChange', () => {
      this.moved = true;
      if (this.body !== undefined) events.onMove(this.body, this.proxy);
    });
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      events.onHold(value === true);
      if (value === true) this.moved = false;
      else if (this.moved && this.body !== undefined) events.onLetGo(this.body, this.proxy);
    });
  }

  get isHeld(): boolean {
    return this.controls.dragging;
  }

  /** A handle lies under the pointer. */
  get isTouched(): boolean {
    return this.controls.axis !== null && this.body !== undefined;
  }

  set camera(camera: Camera) {
    this.controls.camera = camera;
  }

  /** In steps of a length [m] and of 5°, while the control key is held; or freely. */
  snap(on: boolean, step: number): void {
    this.controls.setTranslationSnap(on ? step : null);
    this.controls.setRotationSnap(on ? Math.PI / 36 : null);
  }

  attach(body: number, frame: Frame, mode: 'translate' | 'rotate'): void {
    this.body = body;
    this.controls.setMode(mode);
    this.controls.setSpace('world');
    if (!this.isHeld) {
      this.proxy.position.fromArray(frame.poses, 7 * body);
      this.proxy.quaternion.fromArray(frame.poses, 7 * body + 3);
    }
    if (this.controls.object !== this.proxy) this.controls.attach(this.proxy);
  }

  detach(): void {
    this.body = undefined;
    if (this.controls.object !== undefined) this.controls.detach();
  }

  dispose(): void {
    this.controls.getHelper().removeFromParent();
    this.controls.dispose();
  }
}
