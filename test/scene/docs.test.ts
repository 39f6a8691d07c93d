// Every example of docs/scene.md is a scene that can be used, and the tables name what there is.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readScene } from '../../src/scene/read/detect.ts';
import { materialNames } from '../../src/scene/materials.ts';
import { body } from '../../src/scene/schema/body.ts';
import { sceneFile } from '../../src/scene/schema/scene.ts';
import { cubeObj } from './help.ts';

const text = readFileSync(new URL('../../docs/scene.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1]);

describe('docs/scene.md', () => {
  test('has examples', () => expect(blocks.length).toBeGreaterThanOrEqual(8));

  test.each(blocks.map((block) => [JSON.parse(block).name, block]))(
    'the example "%s" is a scene',
    (name, block) => {
      const { scene } = readScene(block, name, { loadFile: () => cubeObj() });
      expect(scene.name).toBe(name);
    },
  );

  test('names every key of scenes and of bodies', () => {
    for (const key of [...Object.keys(sceneFile.shape), ...Object.keys(body.shape)])
      expect(text, key).toMatch(new RegExp(`[\`"]${key.replace('$', '\\$')}[\`"]`));
  });

  test('names every material', () => {
    for (const name of materialNames.filter(
      (one) => !['aluminum', 'ptfe', 'plexiglass', 'plastic', 'medium-density-fiberboard'].includes(one),
    )) {
      expect(text, name).toContain(name);
    }
  });
});
