// The modes of every body of a scene that can vibrate: filled and analysed once for bodies that are the same.

import { MeshError } from '../geometry/index.ts';
import { fill, type TetraMesh } from '../geometry/tetra/index.ts';
import { type Locator, makeLocator } from './at-point.ts';
import { clampedPlaces } from './clamp.ts';
import type { ModeCache } from './cache.ts';
import { memoryCache } from './cache.ts';
import { analyse, type Modes } from './modes.ts';
import type { Body, Material, Scene } from '../scene/index.ts';

/** The modes of a body. */
export interface BodyModes {
  /** The modes. */
  readonly modes: Modes;
  /** Finds places on its surface. */
  readonly locator: Locator;
}

/** Which modes are wanted. */
export interface ModeChoices {
  /** Most modes of a body. */
  readonly count: number;
  /** None above this [Hz]. */
  readonly upToHz: number;
  /** Of which bodies the integrals of inertia.ts are wanted; of none unless said. */
  readonly inertia?: (body: Body) => boolean;
  /** Keeps what was computed. */
  readonly cache?: ModeCache;
  /** How far it is, 0 … 1, and what it does. */
  readonly progress?: (fraction: number, doing: string) => void;
}

/** What is said of a body that stays silent. */
export class SilentBody extends Error {
  /** The reason. */
  readonly why: string;
  /** All its modes are above what can be heard; it still clicks. */
  readonly clicks: boolean;
  /** All its modes are above the frequency asked for: below it, it is rigid. */
  readonly isAbove: boolean;

  constructor(why: string, clicks = false, isAbove = false) {
    super(why);
    this.name = 'SilentBody';
    this.why = why;
    this.clicks = clicks;
    this.isAbove = isAbove;
  }
}

/** The modes of the bodies of a scene, computed when they are asked for. */
export class ModesOfBodies {
  private readonly scene: Scene;
  private readonly choices: ModeChoices;
  private readonly cache: ModeCache;
  private readonly filled = new Map<string, TetraMesh | SilentBody>();
  private readonly found = new Map<string, BodyModes>();

  constructor(scene: Scene, choices: ModeChoices) {
    this.scene = scene;
    this.choices = choices;
    this.cache = choices.cache ?? memoryCache();
  }

  /** @throws SilentBody where it has none */
  of(body: Body, material: Material = body.material): BodyModes {
    const { youngsModulus, density, poissonRatio } = material;
    const shapeKey = `${body.mesh} ${JSON.stringify(body.shape)}`;
    const clamp = clampOf(body);
    const held = clamp === undefined ? '' : JSON.stringify([clamp, body.model]);
    const inertia = this.choices.inertia?.(body) === true;
    const key = `${shapeKey} ${youngsModulus} ${density} ${poissonRatio} ${held} ${inertia}`;
    const known = this.found.get(key);
    if (known) return known;
    const mesh = this.tetrahedra(body, shapeKey);
    const { count, upToHz, progress } = this.choices;
    const { modes, rigid } = silenced(() =>
      analyse(mesh, material, {
        count,
        upToHz,
        inertia,
        cache: this.cache,
        ...(clamp === undefined ? {} : { clamped: clampedPlaces(body, clamp) }),
        ...(progress ? { progress: (done: number) => progress(done, `modes of ${body.name}`) } : {}),
      }),
    );
    if (clamp !== undefined && rigid > 0)
      throw new SilentBody('its clamp does not hold it: let it hold three points that are not on a line');
    // what is held is not knocked about, so it does not click
    if (modes.count === 0)
      throw new SilentBody(`all its modes are above ${Math.round(upToHz)} Hz`, clamp === undefined, true);
    const made = { modes, locator: makeLocator(modes) };
    this.found.set(key, made);
    return made;
  }

  private tetrahedra(body: Body, key: string): TetraMesh {
    let mesh = this.filled.get(key);
    if (mesh === undefined) {
      try {
        mesh = silenced(
          () =>
            fill(this.scene.meshes[body.mesh], body.shape, {
              progress: (done) => this.choices.progress?.(done, `filling ${body.name}`),
            }).mesh,
        );
      } catch (error) {
        if (!(error instanceof SilentBody)) throw error;
        mesh = error;
      }
      this.filled.set(key, mesh);
    }
    if (mesh instanceof SilentBody) throw mesh;
    return mesh;
  }
}

/**
 * A body that is held vibrates between its clamps: without them nothing says where it can move, and the modes of a
 * free body would be those of another one.
 */
function clampOf({ motion, clamp }: Body): Body['clamp'] {
  if (motion === 'dynamic') return undefined;
  if (clamp === undefined) throw new SilentBody('it is held, and no clamp says where');
  return clamp;
}

function silenced<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MeshError) throw new SilentBody(error.message);
    throw error;
  }
}
