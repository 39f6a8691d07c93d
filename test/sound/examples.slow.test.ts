// The examples of sound are run, rendered, and heard to do what they say.

import { describe, expect, test } from 'vitest';
import { listenTo, unheard } from '../../bench/lib/modal-listen.ts';
import type { Hearing, SoundExpectation } from '../../examples/sound/parts/heard.ts';
import { listExamples } from '../../src/cli/index.node.ts';
import type { SceneFile } from '../../src/scene/index.ts';
import { recorded } from './recorded.ts';

interface SoundExample {
  readonly scene: SceneFile;
  readonly hearing?: Hearing;
  readonly sounds?: readonly SoundExpectation[];
}

const examples = await Promise.all(
  listExamples()
    .filter(({ file }) => file.startsWith('sound/'))
    .map(
      async ({ file }) =>
        (await import(new URL(`../../examples/${file}`, import.meta.url).href)) as SoundExample,
    ),
);
const spoken = examples.filter(({ sounds }) => sounds !== undefined);

test('there are examples that say what is heard', () => {
  expect(spoken.length).toBeGreaterThan(1);
});

describe.each(spoken.map((example) => [example.scene.name, example] as const))('%s', (_, example) => {
  test('sounds as it says', async () => {
    const { scene, hearing, sounds = [] } = example;
    if (!hearing) throw new Error(`${scene.name} exports no hearing: say where it is heard from`);
    const { heard } = await listenTo(await recorded(scene, scene.engine as 'ipc' | 'lcp'), hearing);
    expect(sounds.length).toBeGreaterThan(0);
    expect(unheard(heard, sounds)).toEqual([]);
  });
});
