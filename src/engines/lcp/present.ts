// When in a run with a past the scene is as its file says.

import type { Scene } from '../../scene/index.ts';
import type { LcpOptions } from './options.ts';

/** When the scene's own state is reached [s]. */
export function presentOf(scene: Scene, { present }: Readonly<LcpOptions>): number {
  return present > 0 ? Math.min(present, scene.duration) : scene.duration;
}
