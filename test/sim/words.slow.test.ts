// Nothing of a scene is passed over in silence: an engine honours a word, which is seen, or refuses it.

import { beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../src/catalog/index.ts';
import { dressScene } from '../../src/engines/program/dress.ts';
import { registerSpecifications, resolveScene, type Scene, type SceneFile } from '../../src/scene/index.ts';
import { type Engine, parseOptions, refusals, run } from '../../src/sim/index.ts';
import {
  clothScene,
  clothWords,
  isAboutContact,
  plainScene,
  specifiedScene,
  specifiedWords,
  without,
  words,
} from './words.ts';
import { lonelyContext } from './tiny.ts';

/** Where everything is at the end, how fast, and how much of it is there. */
function endOf(engine: Engine, scene: Scene): string {
  const { options } = parseOptions(engine, scene.options);
  const simulation = engine.start(scene, options as object, lonelyContext());
  let last = '';
  for (const { frame } of run(simulation, {
    scene,
    reportColumns: 64,
    wants: { path: false, contacts: false },
  }))
    last = [...frame.poses, ...frame.velocities, ...frame.vertices].join();
  return `${last} ${simulation.absent?.length ?? 0}`;
}

const resolved = (file: SceneFile): Scene => resolveScene(file).scene;

// files of a worker share modules: another one may have registered it or not
beforeAll(() => registerSpecifications(dressScene));

describe.each(['ipc', 'lcp', 'modal', 'flight'])('%s', (id) => {
  test.each(Object.keys(words))('honours or refuses: %s', async (word) => {
    const engine = await catalog[id].load();
    // Flexible bodies bounce by themselves; restitution is for rigid ones.
    const isBounce = id === 'modal' && word === 'restitution';
    const made = (file: SceneFile) => ({
      ...resolved(file),
      ...(isBounce ? { options: { flexible: 'none' } } : {}),
    });
    const scene = made(words[word]);
    // Free flight says so in its title.
    if (refusals(engine, scene).length > 0 || (id === 'flight' && isAboutContact(word))) return;
    expect(endOf(engine, scene)).not.toBe(endOf(engine, made(without[word] ?? plainScene())));
  });
});

describe.each([
  ['async', clothWords, clothScene],
  ['program', specifiedWords, specifiedScene],
] as const)('%s', (id, own, plain) => {
  test.each(Object.keys(own))('honours or refuses: %s', async (word) => {
    const engine = await catalog[id].load();
    expect(refusals(engine, resolved(plain()))).toEqual([]);
    const scene = resolved(own[word]);
    if (refusals(engine, scene).length > 0) return;
    expect(endOf(engine, scene)).not.toBe(endOf(engine, resolved(plain())));
  });
});
