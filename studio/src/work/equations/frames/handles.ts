// Frames in the view: small axes where the text puts them, and handles that move or turn the chosen one. They move along
// the axes of the frame around it, so that a move changes one number of its `at`, and turn about the frame's own. What
// hangs on a frame goes along.

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
import type { Layer, Shown } from '../../../view/layers/layer.ts';
import { niceStep } from '../../../timeline/ticks.ts';
import type { Stage } from '../../../view/stage.ts';
import { look } from '../compiling.ts';
import { bodiesOf, chosen, handles, moveChosen, turnChosen } from './frames.ts';
import type { FrameLook } from '../messages.ts';
import { type Change, movedFrames, shifted, shiftOf } from './moved-frames.ts';

/** Axes of more frames would be a thicket: then only those around and inside the chosen one are drawn. */
const MOST_AXES = 40;
/** Length of the axes, in radii of everything; and no more than this part of what is seen. */
const OF_RADIUS = 0.05;
const OF_VIEW = 0.06;
const AXIS_COLORS = [
  [0.85, 0.2, 0.2],
  [0.2, 0.65, 0.25],
  [0.25, 0.45, 0.95],
] as const;

const none: readonly FrameLook[] = [];
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
  /** Frames as the handles have them, until the text says so. */
  private moved: readonly FrameLook[] | undefined;
  private movedFrom: unknown;
  private readonly held = new Set<number>();
  private drawn: { frames: unknown; name: string | undefined; length: number } = {
    frames: undefined,
    name: undefined,
    length: 0,
  };

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
    addEventListener('keydown', this.snap);
    addEventListener('keyup', this.snap);
    this.controls.addEventListener('change', () => stage.invalidate());
    this.controls.addEventListener('objectChange', () => this.preview());
    this.controls.addEventListener('dragging-changed', ({ value }) => {
      stage.lens.controls.enabled = value !== true;
      if (value !== true) this.letGo();
    });
  }

  /** Even steps while the control key is held, as of bodies. */
  private readonly snap = ({ ctrlKey }: KeyboardEvent): void => {
    this.controls.setTranslationSnap(ctrlKey ? niceStep(0.02 * this.stage.lens.height) : null);
    this.controls.setRotationSnap(ctrlKey ? Math.PI / 36 : null);
  };

  update({ film, radius }: Shown): void {
    const { canvas } = this.stage;
    const frames = look.peek()?.frames ?? none;
    const frame = chosen.peek();
    if (this.movedFrom !== frames) {
      this.movedFrom = frames;
      this.moved = undefined;
      // A text that the scene has already, as after undoing, brings no new one.
      if (look.peek()?.text === this.stage.content?.scene.specification) this.putBack();
    }
    this.object.visible = film === undefined;
    const length = Math.min(OF_RADIUS * radius, OF_VIEW * this.stage.lens.height);
    this.drawAxes(film === undefined ? (this.moved ?? frames) : none, frame?.name, length);
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
    removeEventListener('keydown', this.snap);
    removeEventListener('keyup', this.snap);
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

  /** Everything that will move goes along. */
  private preview(): void {
    const frames = look.peek()?.frames;
    const frame = chosen.peek();
    const change = this.change();
    if (frames === undefined || frame === undefined || change === undefined) return;
    this.moved = movedFrames(frames, frame, change);
    const { content } = this.stage;
    this.moved.forEach((after, f) => {
      const before = frames[f];
      if (after === before) return;
      const shift = shiftOf(before, after);
      for (const body of bodiesOf(before)) {
        const pose = content?.scene.bodies[body]?.pose;
        if (pose === undefined) continue;
        this.held.add(body);
        content?.hold(body, {
          position: shifted(shift, new Vector3(...pose.position)),
          quaternion: shift.turn.clone().multiply(turn.fromArray(pose.orientation)),
        });
      }
    });
    this.stage.invalidate(true);
  }

  /** What the handles have done to the frame so far. */
  private change(): Change | undefined {
    const { proxy, start, holder } = this;
    const frame = chosen.peek();
    const around = frame && look.peek()?.frames[frame.parent];
    if (around === undefined) return undefined;
    if (handles.peek() === 'move') {
      const by = proxy.position.clone().sub(start.position);
      if (by.length() === 0) return undefined;
      // Where the frame around scales what is inside it, less or more is written.
      const inside = new Matrix3().set(...(around.linear as Parameters<Matrix3['set']>)).invert();
      by.applyQuaternion(holder.quaternion).applyMatrix3(inside);
      return { kind: 'move', by: by.toArray() };
    }
    const own = start.rotation.clone().invert().multiply(proxy.quaternion);
    return { kind: 'turn', by: own.toArray() };
  }

  private letGo(): void {
    const change = this.change();
    if (change !== undefined && !this.write(change)) this.putBack();
  }

  /** @returns whether the text says it now */
  private write(change: Change): boolean {
    if (change.kind === 'move') return moveChosen(change.by as [number, number, number]);
    // The shorter way round.
    const [x, y, z, w] = change.by[3] < 0 ? change.by.map((part) => -part) : change.by;
    const size = Math.hypot(x, y, z);
    if (size < 1e-4) return false;
    return turnChosen([x / size, y / size, z / size], 2 * Math.atan2(size, w));
  }

  /** Bodies where the scene has them. */
  private putBack(): void {
    for (const body of this.held) this.stage.content?.hold(body);
    if (this.held.size > 0) this.stage.invalidate(true);
    this.held.clear();
    this.moved = undefined;
    this.placedFor = undefined;
  }

  private drawAxes(frames: readonly FrameLook[], name: string | undefined, length: number): void {
    const { drawn } = this;
    if (drawn.frames === frames && drawn.name === name && drawn.length === length) return;
    this.drawn = { frames, name, length };
    const shown = frames.length > MOST_AXES ? related(frames, name) : frames.slice(1);
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

/** A frame, those around it and those inside it; parents stand before their children. */
function related(frames: readonly FrameLook[], name: string | undefined): FrameLook[] {
  const at = frames.findIndex((frame) => frame.name === name);
  if (at < 0) return [];
  const kept = new Set([at]);
  for (let f = at; f > 0; f = frames[f].parent) kept.add(f);
  const inside = new Set([at]);
  frames.forEach(({ parent }, f) => {
    if (inside.has(parent)) inside.add(f);
  });
  return frames.filter((_, f) => f > 0 && (kept.has(f) || inside.has(f)));
}
