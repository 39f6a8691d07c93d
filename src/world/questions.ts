// What can be asked of everything at an instant, by name: rays, moving shapes, distances, overlaps. src/query answers.

import type { QueryShape, QueryWorld } from '../query/index.ts';
import { meetingRule, type Pose, type Scene, type Vec3 } from '../scene/index.ts';
import { itemNamed, nameOfItem } from './names.ts';

/** Which things count for a question. */
export interface Whom {
  /** Only what this body or deformable may touch by layers, groups and rules of the scene, and not itself. */
  readonly as?: string;
  /** Only those of these names for which it says true. */
  readonly filter?: (name: string) => boolean;
  /** Sensors too, which otherwise nothing meets. */
  readonly sensors?: boolean;
}

/** What a ray meets first. */
export interface SeenByRay {
  /** Name of the body or deformable. */
  readonly body: string;
  /** From where the ray begins [m]. */
  readonly distance: number;
  /** Where, in the world [m]. */
  readonly point: Vec3;
  /** Out of the face, of length one. */
  readonly normal: Vec3;
}

/** What a moving shape touches first. */
export interface MetByShape {
  /** Name of the body or deformable. */
  readonly body: string;
  /** Part of the way, 0 to 1. */
  readonly part: number;
  /** Where it is touched, in the world [m]. */
  readonly point: Vec3;
  /** Out of what is touched towards the shape, of length one. */
  readonly normal: Vec3;
}

/** How near two things are. */
export interface Near {
  /** Between the surfaces [m]; 0 where they meet. */
  readonly distance: number;
  /** The nearest points, of the first and of the second [m]. */
  readonly from: Vec3;
  /** The nearest point of the second [m]. */
  readonly to: Vec3;
}

/** What is nearest to a point. */
export interface NearPoint {
  /** Name of the body or deformable. */
  readonly body: string;
  /** From its surface [m], inside as well as outside. */
  readonly distance: number;
  /** The nearest point of it [m]. */
  readonly point: Vec3;
}

const upright = [0, 0, 0, 1] as const;

/** Questions to a scene as it stands. Bodies that are not there answer nothing. */
export abstract class Questions {
  abstract readonly scene: Scene;
  protected abstract query(): QueryWorld;
  private meets: ((a: number, b: number) => boolean) | undefined;

  /**
   * The first face that a ray meets, from whichever side.
   * @param direction  of any length
   * @param limit      how far it reaches [m]
   */
  castRay(
    origin: Vec3,
    direction: Vec3,
    whom: Whom & { readonly limit?: number } = {},
  ): SeenByRay | undefined {
    const hit = this.query().castRay(origin, direction, this.optionsOf(whom));
    return hit && { ...this.named(hit), distance: hit.distance, normal: hit.normal };
  }

  /** Everything that a ray goes through, from near to far; what is entered and left is there twice. */
  castThrough(origin: Vec3, direction: Vec3, whom: Whom & { readonly limit?: number } = {}): SeenByRay[] {
    const hits = this.query().castThrough(origin, direction, this.optionsOf(whom));
    return hits.map((hit) => ({ ...this.named(hit), distance: hit.distance, normal: hit.normal }));
  }

  /**
   * What a shape touches first when it goes straight on without turning; never told too late.
   * @param shape        a box, `{ size: [x, y, z] }`, or a mesh
   * @param from         where its origin begins, or also how it is turned
   * @param translation  the whole way [m]
   */
  castShape(
    shape: QueryShape,
    from: Vec3 | Pose,
    translation: Vec3,
    whom: Whom = {},
  ): MetByShape | undefined {
    const hit = this.query().castShape(shape, asPose(from), translation, this.optionsOf(whom));
    return hit && { ...this.named(hit), part: hit.time, normal: hit.normal };
  }

  /** How near two things are; undefined where one of them is not there. */
  nearest(a: string, b: string): Near | undefined {
    const near = this.query().nearest(itemNamed(this.scene, a), itemNamed(this.scene, b));
    return near && { distance: near.distance, from: near.a.point, to: near.b.point };
  }

  /** What is nearest to a point; `limit` is how far it looks [m]. */
  nearestTo(point: Vec3, whom: Whom & { readonly limit?: number } = {}): NearPoint | undefined {
    const near = this.query().nearestPoint(point, this.optionsOf(whom));
    return near && { ...this.named(near), distance: near.distance };
  }

  /** Whether two things touch, cross, or one is inside the other. */
  overlaps(a: string, b: string): boolean {
    return this.query().overlaps(itemNamed(this.scene, a), itemNamed(this.scene, b));
  }

  /** The names of what a shape overlaps at a place. */
  overlapping(shape: QueryShape, at: Vec3 | Pose, whom: Whom = {}): string[] {
    const items = this.query().overlapping(shape, asPose(at), this.optionsOf(whom));
    return items.map((item) => nameOfItem(this.scene, item));
  }

  private named({ item, point }: { readonly item: number; readonly point: Vec3 }) {
    return { body: nameOfItem(this.scene, item), point };
  }

  private optionsOf({ as, filter, sensors, limit }: Whom & { readonly limit?: number }) {
    const { scene } = this;
    const own = as === undefined ? -1 : itemNamed(scene, as);
    if (own >= 0) this.meets ??= meetingRule(scene);
    const { meets } = this;
    return {
      ...(limit === undefined ? {} : { limit }),
      filter: (item: number) =>
        (sensors === true || scene.bodies[item]?.sensor !== true) &&
        (own < 0 || (item !== own && (meets?.(own, item) ?? true))) &&
        (filter === undefined || filter(nameOfItem(scene, item))),
    };
  }
}

function asPose(at: Vec3 | Pose): Pose {
  return 'position' in at ? at : { position: at, orientation: upright };
}
