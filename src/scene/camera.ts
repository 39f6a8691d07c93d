// Where a scene's camera is at a moment: it keeps its distance to the body that it follows, and looks at it unless told otherwise.

import type { Scene, Vec3 } from './types.ts';

/** Where a camera stands, and what it looks at. */
export interface CameraPlace {
  /** [m]; none: where everything is seen. */
  readonly position?: Vec3;
  /** [m]; none: the middle of everything. */
  readonly target?: Vec3;
}

/** @param poses  seven numbers a body */
export function cameraAt({ camera, bodies }: Scene, poses: Float64Array): CameraPlace {
  if (camera === undefined) return {};
  const { follow, position } = camera;
  const start = follow < 0 ? undefined : bodies[follow].pose.position;
  const target = camera.target ?? start;
  const moved = ([x, y, z]: Vec3): Vec3 => {
    if (start === undefined) return [x, y, z];
    const p = 7 * follow;
    return [x - start[0] + poses[p], y - start[1] + poses[p + 1], z - start[2] + poses[p + 2]];
  };
  return {
    ...(position === undefined ? {} : { position: moved(position) }),
    ...(target === undefined ? {} : { target: moved(target) }),
  };
}
