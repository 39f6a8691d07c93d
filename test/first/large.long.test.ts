// The first scenes that are large: five hundred boxes, a thousand balls in their bin, a mesh of a hundred thousand faces.

import { expect, test } from 'vitest';
import { chooseEngine } from '../../src/catalog/index.ts';
import { readOutcome } from '../../src/sim/index.ts';
import { resolveScene, type SceneFile } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/index.ts';
import { simulate } from '../../src/world/index.ts';
import { largeScenes } from './scenes.ts';

test.each(largeScenes)('$says', async ({ file, holds }) => {
  const recording = await simulate(file, { worker: false });
  expect(holds?.(await readOutcome(recording))).toBe(true);
  expect((await verify(recording)).kept).toBe(true);
});

test('a tower of five hundred is set apart at once, each box by as many gaps as boxes are below it', async () => {
  const file: SceneFile = largeScenes[0].file;
  const { apart } = await chooseEngine(resolveScene(file).scene);
  expect(apart).toHaveLength(500);
});
