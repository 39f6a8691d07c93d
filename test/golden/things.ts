// What is made without a run: scenes as text and packed, shapes, tetrahedra that fill them.

import type { Makers } from './digest.ts';
import * as from from './parts.ts';
import { droppedBar } from './more-scenes.ts';
import { draped, jointed } from './scenes.ts';

const packed = (file: from.SceneFile) => {
  const { json, arrays } = from.packScene(from.resolveScene(file).scene);
  return { json: JSON.stringify(json), arrays };
};

export function meshOf(shape: from.ShapeFile): from.Scene['meshes'][number] {
  return from.resolveScene({ name: 'one', bodies: [{ shape, name: 'one', motion: 'static' }] }).scene
    .meshes[0];
}

const filled = (shape: from.ShapeFile, options: from.modes.FillOptions) =>
  from.modes.fill(meshOf(shape), undefined, options);

/** Stand-ins for what primitives do not have defaults for. */
const necessary: Readonly<Record<string, object>> = { letters: { text: 'Ag' } };

export const thingMakers: Makers = {
  'scene schema': () => JSON.stringify(from.sceneJsonSchema()),
  'scene materials': () => from.materialNames.map((name) => from.findMaterial(name)),
  'scene packed, jointed': () => packed(jointed),
  'scene packed, draped': () => packed(draped),
  'scene packed, dropped bar': () => packed(droppedBar),
  'scene spelled': () => JSON.stringify(from.spell('hi', 'Hi', { columns: 20 })),
  ...Object.fromEntries(
    from.primitives.map(({ name }) => [
      `shape ${name}`,
      () => meshOf({ kind: name, ...necessary[name] } as from.ShapeFile),
    ]),
  ),
  'tetrahedra of a box, mapped': () =>
    from.modes.fill(meshOf({ kind: 'box' }), { kind: 'box', size: [1, 1, 1] }, { resolution: 2 }),
  'tetrahedra of a ball, mapped': () =>
    from.modes.fill(meshOf({ kind: 'sphere' }), { kind: 'sphere', radius: 1 }, { resolution: 2 }),
  'tetrahedra of a gear, extruded': () => filled({ kind: 'gear' }, { resolution: 1 }),
  'tetrahedra of a torus, revolved': () => filled({ kind: 'torus' }, { resolution: 1 }),
  'tetrahedra of a tetrahedron, stuffed': () =>
    filled({ kind: 'tetrahedron' }, { method: 'stuffing', resolution: 3 }),
};
