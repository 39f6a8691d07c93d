// Thousands of broken files: each reader gives a valid mesh or a MeshError, soon, and nothing else.

import { describe, expect, test } from 'vitest';
import { readGlb } from '../../../src/geometry/files/glb.ts';
import type { MeshFile } from '../../../src/geometry/files/mesh-file.ts';
import { readObj, writeObj } from '../../../src/geometry/files/obj.ts';
import { readOff } from '../../../src/geometry/files/off.ts';
import { readPly } from '../../../src/geometry/files/ply.ts';
import { readStl } from '../../../src/geometry/files/stl.ts';
import { makeMesh } from '../../../src/geometry/mesh.ts';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { sphere } from '../../../src/geometry/primitives/sphere.ts';
import { Random } from '../../../src/num/index.ts';
import { writeGlb } from './write-glb.ts';
import { writePly } from './write-ply.ts';
import { writeStl, writeStlText } from './write-stl.ts';

const ball = { name: 'ball', mesh: sphere.make({ subdivisions: 1 }) };
const mixed = {
  name: 'mix',
  mesh: makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2, 3, 3, 3], [0, 1, 2], [2, 3], [4]),
};
const cube = { name: 'cube', mesh: box.make() };
const plyText = new TextEncoder().encode(
  'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n',
);
const objText = new TextEncoder().encode(
  'o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv .2 .1 0\nv 0 1 0\nf 1 2 3 4 5\ng b\nl 1 3 5\np 2\nf -1 -2 -3 -4\n',
);

const offText = new TextEncoder().encode(
  'OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0 # c\n0 1 0\n4 0 1 2 3\n3 2 1 0 255 0 0\n',
);

const readers: [string, (bytes: Uint8Array) => MeshFile, Uint8Array[]][] = [
  ['OBJ', readObj, [objText, writeObj([ball, mixed])]],
  ['OFF', readOff, [offText]],
  ['STL', readStl, [writeStl([cube]), writeStlText([cube, cube])]],
  ['PLY', readPly, [plyText, writePly([mixed]), writePly([ball])]],
  ['GLB', readGlb, [writeGlb([mixed, cube]), writeGlb([ball])]],
];

const TOKENS = [
  '-1',
  '0',
  '999999999',
  '4294967295',
  '1e308',
  'NaN',
  '',
  'f',
  'vertex',
  '{',
  '[[[[',
  '"',
  '\n',
  'null',
  '-',
  '1e-320',
];

function mutate(random: Random, seed: Uint8Array): Uint8Array {
  let bytes = Uint8Array.from(seed);
  for (let edits = 1 + random.integer(6); edits > 0; edits--) {
    const at = random.integer(Math.max(1, bytes.length));
    switch (random.integer(6)) {
      case 0:
        bytes[at] ^= 1 << random.integer(8);
        break;
      case 1:
        bytes[at] = random.integer(256);
        break;
      case 2:
        bytes = bytes.slice(0, at);
        break;
      case 3: {
        const end = at + random.integer(40);
        bytes = Uint8Array.of(...bytes.subarray(0, end), ...bytes.subarray(at));
        break;
      }
      case 4: {
        // Where a number stands, another one.
        const token = new TextEncoder().encode(TOKENS[random.integer(TOKENS.length)]);
        bytes = Uint8Array.of(...bytes.subarray(0, at), ...token, ...bytes.subarray(at + random.integer(4)));
        break;
      }
      default: {
        const word = [0, 1, 0x7fffffff, 0xffffffff, 0x7f800000, 0x00010000][random.integer(6)];
        if (at + 4 <= bytes.length) new DataView(bytes.buffer).setUint32(at, word, random.integer(2) === 0);
      }
    }
  }
  return bytes;
}

function expectValid(file: MeshFile): void {
  expect(file.meshes.length).toBeGreaterThan(0);
  for (const { mesh } of file.meshes) {
    const count = mesh.positions.length / 3;
    expect(Number.isInteger(count)).toBe(true);
    expect(mesh.faces.length % 3).toBe(0);
    expect(mesh.wires.length % 2).toBe(0);
    expect(mesh.faces.length + mesh.wires.length + mesh.points.length).toBeGreaterThan(0);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    for (const list of [mesh.faces, mesh.wires, mesh.points]) expect(list.every((v) => v < count)).toBe(true);
  }
}

describe.each(readers)('%s', (name, read, seeds) => {
  test('3000 mutated files', () => {
    const random = new Random(20, name.charCodeAt(0));
    let refused = 0;
    for (let i = 0; i < 3000; i++) {
      const bytes = mutate(random, seeds[i % seeds.length]);
      try {
        expectValid(read(bytes));
      } catch (error) {
        if (!(error instanceof MeshError)) throw error;
        refused++;
      }
    }
    // Both outcomes must be met, or the mutations test nothing.
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(2990);
  });

  test('a thousand truncations', () => {
    for (const seed of seeds) {
      for (let end = 0; end < seed.length; end += Math.ceil(seed.length / 1000)) {
        try {
          expectValid(read(seed.subarray(0, end)));
        } catch (error) {
          if (!(error instanceof MeshError)) throw error;
        }
      }
    }
  });
});
