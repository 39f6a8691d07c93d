// Changes of what deforms: names stay free, parameters follow, and what comes out resolves.

import { expect, test } from 'vitest';
import { deleteBodies, renameBody } from '../../../studio/src/edit/body-edits.ts';
import {
  addDeformables,
  changeDeformables,
  deleteDeformables,
  duplicateDeformables,
  renameDeformable,
} from '../../../studio/src/edit/deformable-edits.ts';
import { resolveScene, type SceneFile } from '../../../src/scene/index.ts';

const sheet = { kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [2, 2] } } as const;

const scene: SceneFile = {
  name: 'three sheets',
  duration: 1,
  deformables: [
    { ...sheet, shape: { kind: 'grid', size: [1, 1], cells: [2, 2] } },
    {
      ...sheet,
      shape: { kind: 'grid', size: [1, 1], cells: [3, 2] },
      name: 'flag',
      position: [0, 1, 0],
      thickness: 0.002,
    },
    { ...sheet, shape: { kind: 'grid', size: [1, 1], cells: [4, 2] }, position: [0, 2, 0], friction: 0.4 },
  ],
  parameters: [
    { name: 'grip', target: '/deformables/2/friction', min: 0, max: 1 },
    { name: 'weight', target: '/deformables/flag/thickness', min: 1e-4, max: 1e-2 },
  ],
};

const namesOf = (file: SceneFile) => resolveScene(file).scene.deformables.map(({ name }) => name);

test('deleting one takes what is about it along, and what stays is still pointed at', () => {
  const without = deleteDeformables(scene, [1]);
  expect(namesOf(without)).toEqual(['deformable-0', 'deformable-2']);
  expect(without.parameters?.map(({ target }) => target)).toEqual(['/deformables/1/friction']);
});

test('renaming keeps names apart and parameters right', () => {
  const renamed = renameDeformable(scene, 1, ' sail ');
  expect(namesOf(renamed)[1]).toBe('sail');
  expect(renamed.parameters?.[1].target).toBe('/deformables/sail/thickness');
  expect(namesOf(renameDeformable(scene, 1, 'deformable-0'))[1]).toBe('deformable-1');
});

test('stitches and glue follow names, and go with what they are about', () => {
  const sewn: SceneFile = {
    ...scene,
    bodies: [
      { name: 'post', motion: 'static', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, position: [0, 9, 0] },
    ],
    deformables: [
      { ...scene.deformables![0], pins: [{ vertices: [0], body: 'post' }] },
      ...scene.deformables!.slice(1),
    ],
    stitches: [
      { a: 'flag', b: 'deformable-2', vertices: [[0, 1]] },
      { a: 'deformable-0', b: 'deformable-2', vertices: [[0, 0]] },
    ],
  };
  const renamed = renameDeformable(renameBody(sewn, 0, 'pole'), 1, 'sail');
  expect(renamed.stitches?.[0]).toMatchObject({ a: 'sail', b: 'deformable-2' });
  expect(renamed.deformables?.[0].pins).toEqual([{ vertices: [0], body: 'pole' }]);
  resolveScene(renamed);
  const without = deleteBodies(deleteDeformables(sewn, [1]), [0]);
  expect(without.stitches).toEqual([sewn.stitches![1]]);
  expect(without.deformables?.[0].pins).toEqual([]);
  resolveScene(without);
});

test('copies stand beside their originals under names of their own', () => {
  const copied = duplicateDeformables(scene, [1], [2, 0, 0]);
  expect(namesOf(copied)).toEqual(['deformable-0', 'flag', 'deformable-2', 'flag-2']);
  expect(copied.deformables?.[3].position).toEqual([2, 1, 0]);
});

test('what is cleared is gone from the file, and what is added gets a free name', () => {
  const cleared = changeDeformables(scene, [2], () => ({ friction: undefined }));
  expect(Object.keys(cleared.deformables?.[2] ?? {})).not.toContain('friction');
  expect(namesOf(addDeformables(scene, [{ ...scene.deformables![0], name: 'flag' }]))[3]).toBe('flag-2');
});
