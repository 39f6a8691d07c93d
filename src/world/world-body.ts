// A body of a world that runs: where it is, and what can be done to it.
//
// Whatever is done takes effect in the next step and is logged there, so the recording replays; what is read meanwhile is the
// last frame. Points and vectors are in the world.

import type { RotationFile } from '../scene/schema/index.ts';
import { FaultError } from '../scene/fault/index.ts';
import type { Pose, Vec3 } from '../scene/index.ts';
import { pointInFrame, readRotation } from '../scene/pose.ts';
import { InstantBody } from './instant.ts';
import { bodyPose } from './place.ts';
import type { WorldView } from './world-view.ts';

/** Where to put a body, and how fast it is then. */
export interface Placing {
  /** Of the model's origin [m], as scenes have it; where it is unless said. */
  readonly position?: Vec3;
  /** Any of the ways in which scenes say it: a quaternion, `{ axis, degrees }`, `{ euler }`; as it is unless said. */
  readonly rotation?: RotationFile;
}

/** Holds a body at a point and pulls it, as by a damped spring, until it lets go. */
export class Grip {
  private readonly body: WorldBody;
  private readonly point: Vec3;

  /** Made by `grab`. */
  constructor(body: WorldBody, point: Vec3) {
    this.body = body;
    this.point = point;
  }

  /** Draws the held point to a point of the world [m], from now on. */
  pull(to: Vec3): void {
    this.body.apply('drag', [...this.point, ...to]);
  }

  /** The body is free again. */
  letGo(): void {
    this.body.apply('drag', []);
  }
}

/** A body of a world. What the engine does not know (docs/inputs.md) is refused with a `FaultError`. */
export class WorldBody extends InstantBody {
  private readonly world: WorldView;

  /** Made by `world.body(name)`. */
  constructor(world: WorldView, index: number) {
    super(world, index);
    this.world = world;
  }

  /** Names of what touches it now; of a sensor, of what is in it. */
  get touching(): string[] {
    return this.world.touching(this.name);
  }

  /**
   * Pushes it at once.
   * @param impulse  [N s]
   * @param at       where it acts, in the world [m]; at the centre of mass unless said
   */
  impulse(impulse: Vec3, at?: Vec3): void {
    this.apply('impulse', [...impulse, 0, 0, 0, ...this.local(at)]);
  }

  /** Spins it at once [N m s]. */
  angularImpulse(impulse: Vec3): void {
    this.apply('impulse', [0, 0, 0, ...impulse]);
  }

  /** Pulls at its centre of mass [N], and turns it [N m], until the next call. */
  setForce(force: Vec3, torque: Vec3 = [0, 0, 0]): void {
    this.apply('force', [...force, ...torque]);
  }

  /** Of the centre of mass [m/s], and angular [rad/s]; what is not said stays. */
  setVelocity(velocity: Vec3, angularVelocity: Vec3 = this.angularVelocity): void {
    this.apply('velocity', [...velocity, ...angularVelocity]);
  }

  /** Puts it elsewhere; its velocities stay. It does not move there, and may not overlap anything there. */
  setPose(placing: Placing): void {
    this.apply('pose', this.placeFor(placing));
  }

  /** It is there from now on: where and as fast as it was left, or where and as fast as is said. */
  enable(placing?: Placing, velocity?: Vec3, angularVelocity?: Vec3): void {
    const isMoving = velocity !== undefined || angularVelocity !== undefined;
    const place = placing !== undefined || isMoving ? this.placeFor(placing ?? {}) : [];
    const motion = isMoving ? [...(velocity ?? [0, 0, 0]), ...(angularVelocity ?? [0, 0, 0])] : [];
    this.apply('enable', [...place, ...motion]);
  }

  /** It is not there from now on, and touches nothing, until it is enabled. */
  disable(): void {
    this.apply('disable', []);
  }

  /** Takes hold of it, at a point of the world [m], or at its centre of mass; nothing is pulled yet. */
  grab(at?: Vec3): Grip {
    return new Grip(this, this.local(at));
  }

  /** Any input of docs/inputs.md, as it is. */
  apply(kind: Parameters<WorldView['apply']>[0]['kind'], values: readonly number[]): void {
    this.world.apply({ kind, target: this.index, values });
  }

  private local(at: Vec3 | undefined): Vec3 {
    return at === undefined ? [0, 0, 0] : pointInFrame(this.place, at);
  }

  private placeFor({ position = this.position, rotation }: Placing): number[] {
    const orientation = rotation === undefined ? this.rotation : readRotation(rotation);
    if (orientation === undefined)
      throw new FaultError(`"${this.name}" cannot be put there:`, [
        {
          what: 'this is no rotation',
          where: 'rotation',
          value: JSON.stringify(rotation),
          remedy: 'give a quaternion or an axis other than zero',
        },
      ]);
    const place: Pose = bodyPose(this.world.scene.bodies[this.index], { position, orientation });
    return [...place.position, ...place.orientation];
  }
}
