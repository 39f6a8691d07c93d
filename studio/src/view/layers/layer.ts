// One kind of thing drawn over the bodies. Layers live in the coordinates of the scene.

import type { Object3D } from 'three';
import type { Frame } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { Film } from '../../model/film.ts';

/** What is being drawn. */
export interface Shown {
  readonly scene: Scene;
  readonly film: Film | undefined;
  readonly frame: Frame;
  /** The frame whose contacts hold at this moment: the first at or after it. */
  readonly contactFrame: number;
  /** Of the ball around everything [m]. */
  readonly radius: number;
  /** How much of the world a pixel covers at the target [m]. */
  readonly pixel: number;
  /** A picture of a motion where drawing is slow: what matters least may be left out. */
  readonly isCoarse: boolean;
}

export interface Layer {
  readonly object: Object3D;
  /** What it draws has to be told anew: bodies have moved, or it has just been switched on. */
  update(shown: Shown): void;
  dispose(): void;
}
