// From where a scene says that it is looked at, in the world of three.js.

import { type Object3D, Vector3 } from 'three';
import type { Frame } from '../record/index.ts';
import { cameraAt, type Scene, type Vec3 } from '../scene/index.ts';

/** Where a scene wants its camera. */
export interface SceneCamera {
  /** None: where everything is seen. */
  readonly position?: Vector3;
  /** What it looks at. */
  readonly target?: Vector3;
  /** Across the shorter side [rad]. */
  readonly fieldOfView: number;
}

/** Where the camera stands at a frame; undefined where the scene has none. */
export function sceneCamera(
  scene: Scene,
  { poses }: Pick<Frame, 'poses'>,
  root: Object3D,
): SceneCamera | undefined {
  if (scene.camera === undefined) return undefined;
  const { position, target } = cameraAt(scene, poses);
  const shown = (place: Vec3) => new Vector3(...place).applyMatrix4(root.matrixWorld);
  return {
    ...(position === undefined ? {} : { position: shown(position) }),
    ...(target === undefined ? {} : { target: shown(target) }),
    fieldOfView: scene.camera.fieldOfView,
  };
}
