// Frames in the view: small axes where the text puts them, and handles that move or turn the chosen one. They move along
// the axes of the frame around it, so that a move changes one number of its `at`, and turn about the frame's own.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix3,
  Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Layer, Shown } from '../../view/layer.ts';
import type { Stage } from '../../view/stage.ts';
import { look } from './compiling.ts';
import { bodyOf, chosen, handles, moveChosen, turnChosen } from './frames.ts';
import type { FrameLook } from './messages.ts';

/** Axes of more frames would be a thicket. */
const MOST_AXES = 400;
const AXIS_COLORS = [
  [0.85, 0.2, 0.2],
  [0.2, 0.65, 0.25],
  [0.25, 0.45, 0.95],
] as const;

const turn = new Quaternion();
const axis = new Vector3();
const origin = new Vector3();

export class FrameHandles implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly controls: TransformControls;
  /** Stands where the frame around the chosen one does. */
  private readonly holder = new Object3D();
  private readonly proxy = new Object3D();
  private readonly start = { position: new Vector3(), rotation: new Quaternion() };
  private readonly lines = new BufferGeometry();
  private readonly material = new LineBasicMaterial({ vertexColors: true, depthTest: false });
  private placedFor: { readonly frame: FrameLook; readonly mode: 'move' | 'turn' } | undefined;
  private drawn: unknown;
  private drawnLength = 0;

  constructor(stage: Stage) {
    this.stage = stage;
    this.holder.add(this.proxy);
    this.object.add(this.holder);
    const axes = new LineSegments(this.lines, this.material);
    axes.frustumCulled = false;
    axes.renderOrder = 5;
    this.object.add(axes);
    this.controls = new TransformControls(stage.lens.camera, stage.canvas);
    this.controls.setSize(0.85);
    this.controls.setSpace('local');
    stage.world.add(this.controls.getHelper());
    this.controls.addEventListener('change', () => stage.invalidate());
    this.controls.addEventListener('objectChange', () => this.preview());
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      stage.lens.controls.enabled = value !== true;
      if (value !== true) this.letGo();
    });
  }

  update({ film, radius }: Shown): void {
    const { canvas } = this.stage;
    const frames = look.peek()?.frames ?? [];
    const frame = chosen.peek();
    this.object.visible = film === undefined;
    this.drawAxes(film === undefined ? frames : [], 0.05 * radius);
    this.controls.camera = this.stage.lens.camera;
    const mode = handles.peek();
    if (film !== undefined || frame === undefined || frame.parent < 0 || mode === undefined) {
      this.controls.detach();
      delete canvas.dataset['handles'];
      return;
    }
    this.controls.setMode(mode === 'move' ? 'translate' : 'rotate');
    // After a move they stay where they were let go until the text says the same.
    if (!this.controls.dragging && (frame !== this.placedFor?.frame || mode !== this.placedFor.mode)) {
      this.placedFor = { frame, mode };
      this.place(frame, frames[frame.parent], mode);
    }
    if (this.controls.object !== this.proxy) this.controls.attach(this.proxy);
    const { x, y } = this.stage.seenAt(origin.fromArray(frame.position));
    canvas.dataset['handles'] = `${Math.round(x)},${Math.round(y)}`;
  }

  dispose(): void {
    this.controls.detach();
    this.controls.getHelper().removeFromParent();
    this.controls.dispose();
    this.lines.dispose();
    this.material.dispose();
    delete this.stage.canvas.dataset['handles'];
  }

  private place(frame: FrameLook, around: FrameLook, mode: 'move' | 'turn'): void {
    const { holder, proxy, start } = this;
    holder.position.fromArray(around.position);
    holder.quaternion.fromArray(around.rotation);
    const back = holder.quaternion.clone().invert();
    proxy.position.fromArray(frame.position).sub(holder.position).applyQuaternion(back);
    if (mode === 'move') proxy.quaternion.identity();
    else proxy.quaternion.copy(back).multiply(turn.fromArray(frame.rotation));
    start.position.copy(proxy.position);
    start.rotation.copy(proxy.quaternion);
    this.object.updateMatrixWorld(true);
  }

  /** The body of the frame goes along; what hangs on it follows when it is let go. */
  private preview(): void {
    const frame = chosen.peek();
    const body = frame === undefined ? -1 : bodyOf(frame);
    if (frame === undefined || body < 0) return;
    const position = this.proxy.position
      .clone()
      .applyQuaternion(this.holder.quaternion)
      .add(this.holder.position);
    const quaternion = new Quaternion().fromArray(frame.rotation);
    if (handles.peek() === 'turn') quaternion.copy(this.holder.quaternion).multiply(this.proxy.quaternion);
    this.stage.content?.hold(body, { position, quaternion });
    this.stage.invalidate(true);
  }

  private letGo(): void {
    const frame = chosen.peek();
    const around = frame && look.peek()?.frames[frame.parent];
    if (frame === undefined || around === undefined) return;
    const { proxy, start, holder } = this;
    if (handles.peek() === 'move') {
      const by = proxy.position.clone().sub(start.position);
      if (by.length() === 0) return;
      // Where the frame around scales what is inside it, less or more is written.
      const inside = new Matrix3().set(...(around.linear as Parameters<Matrix3['set']>)).invert();
      by.applyQuaternion(holder.quaternion).applyMatrix3(inside);
      moveChosen([by.x, by.y, by.z]);
      return;
    }
    const own = start.rotation.clone().invert().multiply(proxy.quaternion);
    // The shorter way round.
    if (own.w < 0) own.set(-own.x, -own.y, -own.z, -own.w);
    const size = Math.hypot(own.x, own.y, own.z);
    if (size < 1e-4) return;
    turnChosen([own.x / size, own.y / size, own.z / size], 2 * Math.atan2(size, own.w));
  }

  private drawAxes(frames: readonly FrameLook[], length: number): void {
    if (this.drawn === frames && this.drawnLength === length) return;
    this.drawn = frames;
    this.drawnLength = length;
    const shown = frames.slice(1, 1 + MOST_AXES);
    const points = new Float32Array(18 * shown.length);
    const colors = new Float32Array(18 * shown.length);
    shown.forEach(({ position, rotation }, f) => {
      turn.fromArray(rotation);
      for (let k = 0; k < 3; k++) {
        axis.set(k === 0 ? length : 0, k === 1 ? length : 0, k === 2 ? length : 0).applyQuaternion(turn);
        const at = 18 * f + 6 * k;
        points.set(position, at);
        axis.add(origin.fromArray(position)).toArray(points, at + 3);
        colors.set(AXIS_COLORS[k], at);
        colors.set(AXIS_COLORS[k], at + 3);
      }
    });
    this.lines.setAttribute('position', new BufferAttribute(points, 3));
    this.lines.setAttribute('color', new BufferAttribute(colors, 3));
  }
}
