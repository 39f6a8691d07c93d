// Dragging the bodies of a live simulation with a pointer: what is held follows in the plane that faces the camera.

import { type Camera, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { type Picked, pickBody } from './pick.ts';
import type { Playback } from './playback.ts';

/** Lets a pointer drag bodies of a simulation that runs. */
export class Grab {
  /** Called with true when a body is taken and with false when it is let go, so that other controls can rest. */
  onGrab: (held: boolean) => void = () => {};
  private readonly element: HTMLElement;
  private readonly camera: Camera;
  private readonly playback: Playback;
  private readonly ray = new Raycaster();
  private readonly plane = new Plane();
  private held: (Picked & { readonly pointer: number }) | undefined;

  constructor(element: HTMLElement, camera: Camera, playback: Playback) {
    this.element = element;
    this.camera = camera;
    this.playback = playback;
    // Before orbit controls hear of it, which then can be told to rest.
    element.addEventListener('pointerdown', this.take, { capture: true });
    element.addEventListener('pointermove', this.move);
    element.addEventListener('pointerup', this.letGo);
    element.addEventListener('pointercancel', this.letGo);
  }

  /** Ends the listening. */
  dispose(): void {
    const { element } = this;
    element.removeEventListener('pointerdown', this.take, { capture: true });
    element.removeEventListener('pointermove', this.move);
    element.removeEventListener('pointerup', this.letGo);
    element.removeEventListener('pointercancel', this.letGo);
  }

  private readonly take = (event: PointerEvent): void => {
    const { motion, objects } = this.playback;
    if (!motion.growing || this.held || event.button !== 0) return;
    this.aim(event);
    const picked = pickBody(objects, this.ray);
    if (!picked || motion.scene.bodies[picked.body]?.motion !== 'dynamic') return;
    this.held = { ...picked, pointer: event.pointerId };
    this.plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), picked.point);
    this.element.setPointerCapture(event.pointerId);
    this.onGrab(true);
  };

  private readonly move = (event: PointerEvent): void => {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    this.aim(event);
    const target = this.ray.ray.intersectPlane(this.plane, new Vector3());
    if (!target) return;
    this.playback.root.worldToLocal(target);
    this.playback.motion.live?.drag(held.body, held.held, [target.x, target.y, target.z]);
  };

  private readonly letGo = (event: PointerEvent): void => {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    this.playback.motion.live?.letGo(this.held.body);
    this.held = undefined;
    this.onGrab(false);
  };

  private aim({ clientX, clientY }: PointerEvent): void {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    this.ray.setFromCamera(at, this.camera);
  }
}
