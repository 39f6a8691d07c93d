import { expect, test } from 'vitest';
import { readStl } from '../../../src/geometry/files/stl.ts';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { writeStl, writeStlText } from './write-stl.ts';

const ball = { name: 'ball', mesh: sphere.make({ radius: 0.5, subdivisions: 2 }) };

test('binary: corners are welded, so a closed surface is closed again', () => {
  const { meshes } = readStl(writeStl([ball]));
  expect(meshes[0].mesh.positions).toHaveLength(ball.mesh.positions.length);
  expect(closednessOf(meshes[0].mesh)).toMatchObject({ closed: true, shells: 1 });
  expect(signedVolume(meshes[0].mesh)).toBeCloseTo(signedVolume(ball.mesh), 6);
});

test('ASCII keeps every digit, and the names of solids', () => {
  const file = [ball, { name: 'a box', mesh: box.make({ size: [0.1, 0.2, 0.3] }) }];
  const { meshes } = readStl(writeStlText(file));
  expect(meshes.map((m) => m.name)).toEqual(['ball', 'a box']);
  expect(signedVolume(meshes[0].mesh)).toBe(signedVolume(ball.mesh));
});

test('a binary file that starts with "solid" is still binary', () => {
  const bytes = writeStl([ball]);
  bytes.set(new TextEncoder().encode('solid facet normal'));
  expect(readStl(bytes).meshes[0].mesh.faces).toHaveLength(ball.mesh.faces.length);
});

test('bytes after the last face are noted, missing ones refused', () => {
  const bytes = writeStl([ball]);
  const longer = new Uint8Array(bytes.length + 7);
  longer.set(bytes);
  expect(readStl(longer).notes.join()).toMatch('7 bytes');
  expect(() => readStl(bytes.subarray(0, bytes.length - 1))).toThrow('cut short');
});

test('not a number is refused, wires cannot be written', () => {
  const bytes = writeStl([ball]);
  new DataView(bytes.buffer).setFloat32(84 + 12, Number.NaN, true);
  expect(() => readStl(bytes)).toThrow('face 0');
  expect(() => writeStl([{ name: 'rope', mesh: makeMesh([0, 0, 0, 1, 0, 0], [], [0, 1]) }])).toThrow('rope');
});

test('the same mesh gives the same bytes', () => {
  expect(writeStl([ball])).toEqual(writeStl([ball]));
});
