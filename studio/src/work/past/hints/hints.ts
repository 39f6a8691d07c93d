// Hints of the scene file: one for each body, by name; what says nothing is left out.

import type { SceneFile } from '../../../../../src/scene/schema/index.ts';

type HintFile = NonNullable<SceneFile['hints']>[number];
export type HintChange = Partial<Omit<HintFile, 'body'>>;

export function hintOf(file: SceneFile | undefined, body: string): HintFile | undefined {
  return file?.hints?.find((hint) => hint.body === body);
}

/** Changes what is hinted at some bodies; undefined takes a word back. */
export function hintAt(file: SceneFile, bodies: readonly string[], change: HintChange): SceneFile {
  const { hints: before = [], ...rest } = file;
  const byBody = new Map(before.map((hint) => [hint.body, hint]));
  for (const body of bodies) {
    const merged = { ...byBody.get(body), ...change, body };
    const said = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
    if (Object.keys(said).length > 1) byBody.set(body, said as HintFile);
    else byBody.delete(body);
  }
  return byBody.size === 0 ? rest : { ...rest, hints: [...byBody.values()] };
}

export function withoutHints({ hints: _, ...rest }: SceneFile): SceneFile {
  return rest;
}
