// Everything at one instant, by name: where bodies are and how fast, what touches, and what can be asked of them.

import { type QueryWorld, queryWorld } from '../query/index.ts';
import type { Bending, ContactRows, Frame } from '../record/index.ts';
import type { Pose, Quaternion, Scene, Vec3 } from '../scene/index.ts';
import { rotate } from '../scene/pose.ts';
import { indexNamed, nameOfItem } from './names.ts';
import { modelPose, placeOf } from './place.ts';
import { Questions } from './questions.ts';

/** A contact of the steps since the frame before. Vectors are in the world. */
export interface InstantContact {
  /** Names of the two things; normal and impulse are what `a` gets. */
  readonly a: string;
  /** Name of the second. */
  readonly b: string;
  /** Where, on the surface of `a` [m]. */
  readonly point: Vec3;
  /** Out of `b` into `a`, of length one. */
  readonly normal: Vec3;
  /** Over the step [N s], friction included. */
  readonly impulse: Vec3;
  /** Between the surfaces when the step ends [m]; below 0 where they overlap. */
  readonly gap: number;
  /** When the step began, and how long it was [s]. */
  readonly start: number;
  /** How long the step was [s]. */
  readonly duration: number;
}

/** A body at an instant. */
export class InstantBody {
  /** Its name. */
  readonly name: string;
  /** Its place among the bodies of the scene. */
  readonly index: number;
  protected readonly instant: Instant;

  constructor(instant: Instant, index: number) {
    this.instant = instant;
    this.index = index;
    this.name = instant.scene.bodies[index].name;
  }

  /** Of the model's origin [m]: what the scene calls its position. */
  get position(): Vec3 {
    return this.model.position;
  }

  /** How the model is turned, a quaternion x y z w. */
  get rotation(): Quaternion {
    return this.model.orientation;
  }

  /** [m] */
  get centerOfMass(): Vec3 {
    return this.place.position;
  }

  /** Of the centre of mass [m/s]. */
  get velocity(): Vec3 {
    return this.triple(0);
  }

  /** World axes [rad/s]. */
  get angularVelocity(): Vec3 {
    return this.triple(3);
  }

  /** Whether it is there: false before it is enabled, and once it is disabled. */
  get enabled(): boolean {
    return !(this.instant.frame.absent?.includes(this.index) ?? false);
  }

  /** Centre of mass and axes of inertia: the frame that recordings and inputs have. */
  get place(): Pose {
    return placeOf(this.instant.frame.poses, this.index);
  }

  private get model(): Pose {
    return modelPose(this.instant.scene.bodies[this.index], this.place);
  }

  private triple(at: number): Vec3 {
    const [x, y, z] = this.instant.frame.velocities.subarray(6 * this.index + at, 6 * this.index + at + 3);
    return [x, y, z];
  }
}

/** What can be read at an instant: of a recording (`instantAt`), or of a world as it stands. */
export abstract class Instant extends Questions {
  /** What there is. */
  abstract override readonly scene: Scene;
  /** Where everything is: arrays as recordings have them. */
  abstract readonly frame: Frame;
  /** What the engine told of contacts since the frame before. */
  protected abstract readonly contactRows: ContactRows;
  protected abstract readonly bending: Bending | undefined;
  private asked: { readonly world: QueryWorld; frame: Frame } | undefined;

  /** [s] */
  get time(): number {
    return this.frame.time;
  }

  /** @throws FaultError where there is no body of this name */
  body(name: string): InstantBody {
    return new InstantBody(this, indexNamed(this.scene.bodies, name, 'body'));
  }

  /** The vertices of a deformable [m], xyz each. */
  vertices(name: string): Float64Array {
    const { deformables, meshes } = this.scene;
    const index = indexNamed(deformables, name, 'deformable');
    const sizes = deformables.map(({ mesh }) => meshes[mesh].positions.length);
    const first = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
    return this.frame.vertices.slice(first, first + sizes[index]);
  }

  /** The contacts of the steps since the frame before; of one body, or of all. */
  contacts(body?: string): InstantContact[] {
    const { scene, contactRows: rows } = this;
    const wanted = body === undefined ? -1 : indexNamed(scene.bodies, body, 'body');
    const found: InstantContact[] = [];
    for (let row = 0; row < rows.count; row++) {
      const [a, b] = [rows.body[row], rows.other[row]];
      if (wanted < 0 ? a < b : a === wanted) found.push(this.contact(rows, row));
    }
    return found;
  }

  protected override query(): QueryWorld {
    const { frame } = this;
    this.asked ??= { world: queryWorld(this.scene, this.bending).at(frame), frame };
    if (this.asked.frame !== frame) {
      this.asked.world.at(frame);
      this.asked.frame = frame;
    }
    return this.asked.world;
  }

  private contact(rows: ContactRows, row: number): InstantContact {
    const { scene } = this;
    const at = (numbers: Float64Array): Vec3 => [
      numbers[3 * row],
      numbers[3 * row + 1],
      numbers[3 * row + 2],
    ];
    const own = at(rows.point);
    const normal = at(rows.normal);
    const across = at(rows.tangentialImpulse);
    const along = rows.normalImpulse[row];
    return {
      a: nameOfItem(scene, rows.body[row]),
      b: nameOfItem(scene, rows.other[row]),
      point: rows.body[row] < scene.bodies.length ? this.inWorld(rows.body[row], own) : own,
      normal,
      impulse: [along * normal[0] + across[0], along * normal[1] + across[1], along * normal[2] + across[2]],
      gap: rows.gap[row],
      start: rows.start[row],
      duration: rows.duration[row],
    };
  }

  private inWorld(body: number, point: Vec3): Vec3 {
    const { position, orientation } = placeOf(this.frame.poses, body);
    const turned = rotate(orientation, point);
    return [position[0] + turned[0], position[1] + turned[1], position[2] + turned[2]];
  }
}
