// The camera: orbits about a target, in perspective or without, looks along axes, fits a ball, follows a body.

import {
  OrthographicCamera,
  type PerspectiveCamera as Perspective,
  PerspectiveCamera,
  type Sphere,
  Vector3,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const FIELD = 28; // [°], vertical
const HALF = Math.tan((FIELD * Math.PI) / 360);
/** From the front, a little from the right and above. */
const FIRST_LOOK = new Vector3(0.45, 0.42, 0.8).normalize();

export type Side = 'front' | 'right' | 'top';
const SIDES: Readonly<Record<Side, Vector3>> = {
  front: new Vector3(0, 0, 1),
  right: new Vector3(1, 0, 0),
  top: new Vector3(0, 1, 0),
};

export class Lens {
  readonly controls: OrbitControls;
  private readonly perspective: Perspective = new PerspectiveCamera(FIELD, 1, 0.01, 100);
  private readonly orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
  private aspect = 1;
  private size = 1;

  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.controls = new OrbitControls(this.perspective, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', onChange);
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.controls.object as PerspectiveCamera | OrthographicCamera;
  }

  get isOrthographic(): boolean {
    return this.camera === this.orthographic;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** How much of the world is seen from below to above at the target [m]. */
  get height(): number {
    return this.isOrthographic
      ? (2 * HALF * this.distance) / this.orthographic.zoom
      : 2 * HALF * this.distance;
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.shape();
  }

  /** Shows the whole ball; from where it looks now, or from the first place. */
  fit(ball: Sphere, anew = false): void {
    this.size = ball.radius;
    const look = anew ? FIRST_LOOK : this.camera.position.clone().sub(this.target).normalize();
    const narrow = Math.min(1, this.aspect);
    // At first with some room around, since things will move.
    const distance = ((anew ? 1.3 : 1.12) * ball.radius) / (Math.sin(Math.atan(HALF)) * narrow);
    this.orthographic.zoom = 1;
    this.target.copy(ball.center);
    this.camera.position.copy(ball.center).addScaledVector(look, distance);
    this.controls.minDistance = 1e-3 * ball.radius;
    this.controls.maxDistance = 40 * ball.radius;
    this.controls.minZoom = 0.02;
    this.controls.maxZoom = 1000;
    this.shape();
    this.controls.update();
  }

  /** Looks from a place at a target; either may be left as it is. */
  stand(position: Vector3 | undefined, target: Vector3 | undefined): void {
    if (target) this.target.copy(target);
    if (position) this.camera.position.copy(position);
    this.shape();
    this.controls.update();
  }

  /** Looks along an axis without perspective; from the other side where it looks so already and is asked to. */
  lookFrom(side: Side, opposite = false): void {
    if (!this.isOrthographic) this.togglePerspective();
    const { distance } = this;
    this.camera.position.copy(this.target).addScaledVector(SIDES[side], opposite ? -distance : distance);
    this.camera.up.set(0, 1, 0);
    this.controls.update();
  }

  /** Turns half round the vertical axis. */
  lookFromBehind(): void {
    const offset = this.camera.position.clone().sub(this.target);
    const isVertical = Math.hypot(offset.x, offset.z) < 1e-3 * offset.length();
    if (isVertical) offset.y = -offset.y;
    else offset.set(-offset.x, offset.y, -offset.z);
    this.camera.position.copy(this.target).add(offset);
    this.controls.update();
  }

  togglePerspective(): void {
    const { camera: from, height, target } = this;
    const to = this.isOrthographic ? this.perspective : this.orthographic;
    const look = from.position.clone().sub(target).normalize();
    this.orthographic.zoom = 1;
    to.position.copy(target).addScaledVector(look, height / (2 * HALF));
    to.quaternion.copy(from.quaternion);
    this.controls.object = to;
    this.shape();
    this.controls.update();
  }

  /** Moves along with something. */
  shift(by: Vector3): void {
    this.target.add(by);
    this.camera.position.add(by);
  }

  /** Before each drawing. */
  update(): void {
    this.controls.update();
    this.shape();
  }

  private get distance(): number {
    return this.camera.position.distanceTo(this.target);
  }

  private shape(): void {
    const { distance, size } = this;
    if (this.isOrthographic) {
      const half = HALF * distance;
      this.orthographic.top = half;
      this.orthographic.bottom = -half;
      this.orthographic.left = -half * this.aspect;
      this.orthographic.right = half * this.aspect;
      this.orthographic.near = distance - 60 * size;
      this.orthographic.far = distance + 60 * size;
    } else {
      this.perspective.aspect = this.aspect;
      // Depth is told apart the better the farther away this is; nothing that is looked at may be cut off.
      const before = Math.max(0.05 * distance, distance - 2 * size);
      this.perspective.near = Math.max(1e-4 * size, Math.min(before, 0.2 * distance));
      this.perspective.far = distance + 60 * size;
    }
    this.camera.updateProjectionMatrix();
  }
}
