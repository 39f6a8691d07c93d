// The controls of a specification, for those who drive it: a command line, a page, a log.

import { elaborate, type SystemControl } from '../../lagrange/index.ts';
import { parse } from '../../lagrange/language/index.ts';
import type { Scene } from '../../scene/index.ts';

/** In the order in which inputs number them; none where there is no specification, or it cannot be read. */
export function controlsOf({ specification: text }: Scene): readonly SystemControl[] {
  const { specification } = text === undefined ? {} : parse(text);
  return (specification && elaborate(specification).system?.controls) ?? [];
}
