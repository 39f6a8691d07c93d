// From where a scene says that it is looked at, in the world of three.js.

import { type Object3D, Vector3 } from 'three';
import type { Frame } from '../record/index.ts';
import type { Scene, Vec3 } from '../scene/index.ts';

export interface SceneCamera {
  /** None: where everything is seen. */
  readonly position?: Vector3;
  readonly target?: Vector3;
  /** Across the shorter side [rad]. */
  readonly fieldOfView: number;
}

/** Where the camera stands at a frame: it keeps its distance to the body that it follows. Undefined where the scene has none. */
export function sceneCamera(
  { camera, bodies }: Scene,
  frame: Pick<Frame, 'poses'>,
  root: Object3D,
): SceneCamera | undefined {
  if (camera === undefined) return undefined;
  const { position, target, follow, fieldOfView } = camera;
  const at = (place: Vec3) => {
    const out = new Vector3(...place);
    if (follow >= 0)
      out
        .sub(new Vector3(...bodies[follow].pose.position))
        .add(new Vector3().fromArray(frame.poses, 7 * follow));
    return out.applyMatrix4(root.matrixWorld);
  };
  const looked = target ?? (follow >= 0 ? bodies[follow].pose.position : undefined);
  return {
    ...(position === undefined ? {} : { position: at(position) }),
    ...(looked === undefined ? {} : { target: at(looked) }),
    fieldOfView,
  };
}
