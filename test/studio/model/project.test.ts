// What is open for editing, and taking steps back and forth in it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { box, type SceneFile } from '../../../src/scene/index.ts';
import {
  canRedo,
  canUndo,
  changeScene,
  closeProject,
  faults,
  openProject,
  project,
  redo,
  scene,
  undo,
} from '../../../studio/src/model/project.ts';

const begun: SceneFile = { name: 'begun', bodies: [{ ...box(), name: 'box' }] };
const rename = (name: string) => changeScene((file) => ({ ...file, name }));
/** The names of the file and of the scene that is made of it. */
const shown = () => [project.value?.file.name, scene.value?.name];

beforeEach(() => openProject({ name: 'x', file: begun, files: new Map() }));
afterEach(closeProject);

test('steps are taken back and forth, as often as one likes', async () => {
  await rename('one');
  await rename('two');
  for (let round = 0; round < 2; round++) {
    expect(shown()).toEqual(['two', 'two']);
    await undo();
    expect(shown()).toEqual(['one', 'one']);
    await undo();
    expect(shown()).toEqual(['begun', 'begun']);
    expect([canUndo.value, canRedo.value]).toEqual([false, true]);
    await undo();
    expect(shown()).toEqual(['begun', 'begun']);
    await redo();
    expect(shown()).toEqual(['one', 'one']);
    // back and forth in the middle loses neither end
    await undo();
    await redo();
    expect([canUndo.value, canRedo.value]).toEqual([true, true]);
    await redo();
    expect([canUndo.value, canRedo.value]).toEqual([true, false]);
    await redo();
  }
  expect(shown()).toEqual(['two', 'two']);
});

test('a change after an undo begins another future', async () => {
  await rename('one');
  await undo();
  await rename('other');
  expect(canRedo.value).toBe(false);
  await undo();
  expect(shown()).toEqual(['begun', 'begun']);
  await redo();
  expect(shown()).toEqual(['other', 'other']);
});

test('two hundred steps can be taken back', async () => {
  await Promise.all(Array.from({ length: 250 }, (_, i) => rename(`step ${i + 1}`)));
  let steps = 0;
  for (; canUndo.value; steps++) await undo();
  expect(steps).toBe(200);
  expect(shown()).toEqual(['step 50', 'step 50']);
});

test('files stay with the step that brought them', async () => {
  await changeScene((file) => file, new Map([['a.obj', new Uint8Array(1)]]));
  await rename('later');
  expect([...(project.value?.files.keys() ?? [])]).toEqual(['a.obj']);
  await undo();
  await undo();
  expect(project.value?.files.size).toBe(0);
});

test('what cannot be made is told and keeps the last scene; undoing it takes the fault away', async () => {
  await changeScene((file) => ({ ...file, bodies: [{ ...box(), name: 'box', density: -1 }] }));
  expect(faults.value).toHaveLength(1);
  expect(scene.value?.name).toBe('begun');
  await undo();
  expect(faults.value).toEqual([]);
});

test('another project has none of the steps of the one before', async () => {
  await rename('one');
  await openProject({ name: 'y', file: { ...begun, name: 'other' }, files: new Map() });
  expect([canUndo.value, canRedo.value]).toEqual([false, false]);
  expect(shown()).toEqual(['other', 'other']);
  closeProject();
  await rename('nobody');
  await undo();
  await redo();
  expect(shown()).toEqual([undefined, undefined]);
});
