// How fast bodies lose their speed by themselves, from one number or two.

import type { SceneFile } from '../schema/scene.ts';
import type { Damping } from '../types.ts';

/** Nothing where nothing is said. */
export function dampingOf(file: SceneFile['damping']): { readonly damping?: Damping } {
  if (file === undefined) return {};
  if (typeof file === 'number') return { damping: { linear: file, angular: file } };
  return { damping: { linear: file.linear ?? 0, angular: file.angular ?? 0 } };
}
