// From a scene to bodies with modes: filled, analysed and cached by `modes`, once for bodies that are the same.

import type { ModeCache } from '../../../modes/cache.ts';
import type { Scene } from '../../../scene/types.ts';
import type { ModalBodies } from './body.ts';

export interface BodyOptions {
  /** Which bodies vibrate in contact; others, and those whose first mode is above the cap, are rigid. */
  readonly flexible: 'all' | 'none' | readonly string[];
  /** Modes above this [Hz] are left to the sound pass. */
  readonly capHz: number;
  /** Most modes of a body in contact. */
  readonly mostModes: number;
  /** Names of bodies with rough surfaces, and the deviation of their normals [rad]. */
  readonly rough: readonly string[];
  readonly roughness: number;
  /** Faces that meet at less than this [rad] are one smooth surface. */
  readonly creaseAngle: number;
}

export const usualBodyOptions: BodyOptions = {
  flexible: 'all',
  capHz: 5000,
  mostModes: 100,
  rough: [],
  roughness: 0,
  creaseAngle: 0.6,
};

export interface BuildContext {
  readonly cache?: ModeCache;
  progress(fraction: number, doing: string): void;
}

export function buildBodies(scene: Scene, options: BodyOptions, context: BuildContext): ModalBodies {
  throw new Error(`${scene.name} ${options.capHz} ${context.cache}`);
}
