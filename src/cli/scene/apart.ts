// What was set apart at the start, for machines: by name.

import type { Apart, Scene } from '../../scene/index.ts';

export function apartByName({ bodies, deformables }: Scene, apart: readonly Apart[]): object[] {
  const things = [...bodies, ...deformables];
  return apart.map(({ body, moved, inset }) => ({ body: things[body].name, moved, inset }));
}
