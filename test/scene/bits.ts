// Scenes from files of every kind, and what is made of them: what bits.test.ts holds.

import * as z from 'zod';
import { writeObj, writePc2 } from '../../src/geometry/files/index.ts';
import { box, sphere } from '../../src/geometry/primitives/index.ts';
import { Random } from '../../src/num/index.ts';
import { belowFloor } from '../../src/scene/below-floor.ts';
import { cameraAt } from '../../src/scene/camera.ts';
import { gridMesh, latticeMesh, stripMesh } from '../../src/scene/grid.ts';
import { defaultMaterial, findMaterial, materialNames } from '../../src/scene/materials.ts';
import { meetingRule, sensingRule } from '../../src/scene/meeting.ts';
import { newRobotScene } from '../../src/scene/new/new-robot.ts';
import { type NewScene, newScene } from '../../src/scene/new/new-scene.ts';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import { packed } from '../../src/scene/pack/packed-schema.ts';
import { colorOf } from '../../src/scene/palette.ts';
import { readScene } from '../../src/scene/read/detect.ts';
import { sceneJsonSchema } from '../../src/scene/read/json-schema.ts';
import { resolveScene } from '../../src/scene/resolve/resolve.ts';
import { FaultError } from '../../src/scene/fault/fault.ts';
import type { SceneFile } from '../../src/scene/schema/scene.ts';
import { setApart } from '../../src/scene/separate/apart.ts';
import { describeApart } from '../../src/scene/separate/describe-apart.ts';
import { fixedFile } from '../../src/scene/separate/fixed-file.ts';
import { separate, type SeparateChoices } from '../../src/scene/separate/separate.ts';
import { layOut } from '../../src/scene/spell/layout.ts';
import { spell } from '../../src/scene/spell/spell.ts';
import type { Scene } from '../../src/scene/types.ts';
import { importUrdf } from '../../src/scene/urdf/import.ts';
import type { Makers } from '../golden/digest.ts';
import { animatedFile, physicsFile, skinnedFile } from './gltf/files.ts';
import { made, resolved } from './gltf/glb-maker.ts';
import { cubeObj } from './help.ts';
import { mutate } from './mutate.ts';
import { otherScene } from './other.ts';
import { richScene } from './rich.ts';
import { fixture } from './rigid-ipc/fixture.ts';
import { ARM, CART, FINGER, GRIPPER } from './urdf/robots.ts';

const files: Readonly<Record<string, Uint8Array>> = {
  'cube.obj': cubeObj(),
  'meshes/finger.off': new TextEncoder().encode(FINGER),
};
const loadFile = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);

/** All that is in a scene. */
const allOf = (scene: Scene) => ({ ...packScene(scene), json: JSON.stringify(packScene(scene).json) });

const ofNew = (scene: NewScene) => ({
  ...scene,
  meshes: [...scene.meshes],
  file: JSON.stringify(scene.file),
  scene: allOf(resolved(scene)),
});

/** Who is told to look where, of so many damaged copies; of what is not refused, the scene. */
function damaged(file: unknown, seed: number, copies: number, times = 1, read = readDamaged): unknown[] {
  const random = new Random(seed);
  return Array.from({ length: copies }, () => {
    const copy = mutate(file, random, times);
    try {
      return read(copy);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      return error.faults.map(({ where }) => where);
    }
  });
}

function readDamaged(copy: unknown): unknown {
  const { scene, notes } = readScene(JSON.stringify(copy), 'damaged', { loadFile });
  return { scene: JSON.stringify(packScene(scene).json), notes: notes.length };
}

/** The arrays are whole, whatever the text says of them. */
function damagedPacked(scene: Scene, seed: number, copies: number): unknown[] {
  const { json, arrays } = packScene(scene);
  return damaged(json, seed, copies, 1, (copy) =>
    JSON.stringify(packScene(unpackScene(copy as typeof json, arrays)).json),
  );
}

/** Things that overlap a little in ways that motion frees, and a pin in a hole that only shrinking does. */
const touching: SceneFile = {
  name: 'touching',
  engine: 'ipc',
  bodies: [
    { name: 'ground', shape: { kind: 'box', size: [4, 1, 4] }, motion: 'static', position: [0, -0.5, 0] },
    { name: 'low', shape: { kind: 'box', size: [0.5, 0.5, 0.5] }, position: [0, 0.25, 0] },
    {
      name: 'leaning',
      shape: { kind: 'box', size: [0.4, 0.3, 0.2] },
      position: [0.1, 0.7, 0.05],
      rotation: { euler: [10, 20, 30], order: 'xyz' },
    },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.2, subdivisions: 2 }, position: [1, 0.199, 0.1] },
    {
      name: 'ring',
      shape: { kind: 'torus', segments: 16, tubeSegments: 8 },
      position: [-1, 0.1, 0.5],
      scale: 0.3,
    },
    {
      name: 'hole',
      shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
      motion: 'static',
      position: [0, 0.1, 1.2],
    },
    { name: 'lid', shape: { kind: 'box', size: [0.2, 0.2, 0.2] }, motion: 'static', position: [0, 0.5, 1.2] },
    { name: 'jammed', shape: { kind: 'box', size: [0.1, 0.2, 0.1] }, position: [0, 0.3, 1.2] },
  ],
};

function apart(file: SceneFile, choices: Partial<SeparateChoices>) {
  const { scene } = resolveScene(file, { loadFile });
  const found = separate(scene, { by: 'both', generosity: 1.5, ...choices });
  const fixed = fixedFile(file, scene, found, choices.by === 'inset', 'meshes');
  return {
    moves: found.moves,
    insets: found.insets,
    meshes: [...found.meshes],
    file: JSON.stringify(fixed.file),
    files: [...fixed.meshes],
  };
}

function setApartOnce(file: SceneFile) {
  const { scene } = resolveScene(file);
  const overlap = { a: 1, b: 2, depth: 1e-4, isBound: false };
  const fault = { what: 'overlaps', where: 'x', remedy: 'y', overlap } as never;
  const one = setApart(scene, [fault], 0.02, () => []);
  const deep = setApart(
    scene,
    [{ ...(fault as object), overlap: { ...overlap, depth: 1 } } as never],
    0.02,
    () => [],
  );
  return [one, deep].map(({ scene: now, apart: moved, left }) => [
    allOf(now),
    moved,
    left.length,
    describeApart(scene, moved),
  ]);
}

const cube = box.make({});
const swelling = Float64Array.from(
  { length: 3 * 24 },
  (_, i) => cube.positions[i % 24] * (1 + Math.floor(i / 24)),
);
const objOf = (mesh: typeof cube) => writeObj([{ name: '', mesh }]);
const given = {
  name: 'made',
  chosen: (name: string) => (name.includes('still') ? ('static' as const) : undefined),
  isPlayed: () => true,
};

const rich = resolveScene(richScene, { loadFile }).scene;
const other = resolveScene(otherScene, { loadFile }).scene;

export const makers: Makers = {
  materials: () => [defaultMaterial, ...materialNames.map((name) => findMaterial(name))],
  schema: () => JSON.stringify(sceneJsonSchema()),
  'a rich scene': () => allOf(rich),
  'who meets whom in it': () => {
    const count = rich.bodies.length + rich.deformables.length;
    return [meetingRule(rich), sensingRule(rich)].map((rule) =>
      Array.from({ length: count * count }, (_, i) => rule(Math.floor(i / count), i % count)),
    );
  },
  'how it looks': () => [
    rich.bodies.map((_, i) => colorOf(rich, i)),
    cameraAt(
      rich,
      Float64Array.from({ length: 7 * rich.bodies.length }, (_, i) => i / 8),
    ),
  ],
  'a scene with other words': () => allOf(other),
  'floors that things start below': () =>
    [-1, -0.6, -0.4, 0.6].map((y) =>
      belowFloor(
        resolveScene({
          name: 'below',
          bodies: [
            { name: 'floor', shape: { kind: 'plane', width: 4, depth: 4 }, motion: 'static' },
            { name: 'box', shape: { kind: 'box', size: [0.5, 0.5, 0.5] }, position: [0, y, 0] },
            { name: 'beside', shape: { kind: 'box', size: [0.5, 0.5, 0.5] }, position: [3, y, 0] },
          ],
        }).scene,
      ),
    ),
  'packed schema': () => JSON.stringify(z.toJSONSchema(packed, { io: 'input' })),
  'damaged scenes': () => damaged(richScene, 7, 25),
  'scenes with other words, damaged': () => damaged(otherScene, 9, 50),
  'scenes damaged in three places': () => damaged(otherScene, 10, 40, 3),
  'damaged packed scenes': () => [...damagedPacked(rich, 11, 60), ...damagedPacked(other, 12, 60)],
  'a fixture': () => {
    const { scene, notes } = readScene(JSON.stringify(fixture), 'fixture', { loadFile });
    return { scene: allOf(scene), notes };
  },
  'damaged fixtures': () => damaged(fixture, 8, 100),
  ...Object.fromEntries(
    Object.entries({ ARM, CART, GRIPPER }).map(([name, text]) => [
      `robot ${name}`,
      () => {
        const { file, loadFile: load, ...rest } = importUrdf(text, 'robot.urdf', loadFile);
        const robot = { path: 'my/robot.urdf', bytes: new TextEncoder().encode(text) };
        const { meshes, ...scene } = newRobotScene(robot, { name: 'r', chosen: () => undefined }, loadFile);
        return {
          notes: rest.notes,
          unmapped: rest.unmapped,
          file: JSON.stringify(file),
          scene: allOf(resolveScene(file, { loadFile: load }).scene),
          made: JSON.stringify(scene),
          meshes: [...meshes],
        };
      },
    ]),
  ),
  'an animated file': () => ofNew(made(animatedFile())),
  'an animated file, z up, in centimetres': () => ofNew(made(animatedFile(), { up: 'z', units: 'cm' })),
  'a skinned file': () => ofNew(made(skinnedFile())),
  'a file with physics': () => ofNew(made(physicsFile())),
  'mesh files': () =>
    ofNew(
      newScene(
        [
          { path: 'a/one.obj', bytes: cubeObj() },
          { path: 'a/two still.obj', bytes: objOf(sphere.make({ subdivisions: 1 })) },
          { path: 'b/inside out.obj', bytes: cubeObj(true, 0.3) },
        ],
        given,
      ),
    ),
  'mesh files with a cache': () =>
    ofNew(
      newScene(
        [
          { path: 'skin.obj', bytes: objOf(cube) },
          { path: 'skin.pc2', bytes: writePc2(8, swelling) },
        ],
        { ...given, cacheRateHz: 12, floor: true },
      ),
    ),
  'spelled balls': () => spell('hi', 'Hi, you\nthere', { columns: 40, seed: 2 }),
  'spelled boxes': () =>
    spell('x', 'A1', { things: 'boxes', cell: 0.5, scatter: 1, restitution: 0.1, friction: 1 }),
  'spelled by default': () => spell('x', 'ok'),
  'a text laid out': () => ['one', 'two words and more', 'a\n\nb', 'x y z'].map((text) => layOut(text, 30)),
  grids: () => [
    ...(['y', 'z'] as const).flatMap((up) =>
      [true, false].flatMap((upright) =>
        [true, false].map((alternating) =>
          gridMesh({ size: [2, 3], cells: [3, 2], up, upright, alternating }),
        ),
      ),
    ),
    stripMesh(4, 0.5, 7, 1.5),
    latticeMesh([2, 3, 4], 0.1),
  ],
  'what touches, moved': () => apart(touching, { by: 'motion' }),
  'what touches, moved by so much': () => apart(touching, { by: 'motion', gap: 0.01 }),
  'what touches, shrunk': () => apart(touching, { by: 'inset', separation: 1e-4 }),
  'what touches, moved and shrunk': () => apart(touching, { hair: 0.05 }),
  'a rich scene, moved and shrunk': () => apart(richScene, {}),
  'other words, moved and shrunk': () => apart(otherScene, { by: 'both', gap: 0.02 }),
  'what touches, set apart': () => setApartOnce(touching),
};
