import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { readGlb } from '../../../src/geometry/files/glb.ts';
import { meshBounds, makeMesh } from '../../../src/geometry/mesh.ts';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { box } from '../../../src/geometry/primitives/box.ts';
import { torus } from '../../../src/geometry/primitives/torus.ts';
import { writeGlb } from './write-glb.ts';

/** It comes without types. */
const validator = createRequire(import.meta.url)('gltf-validator');

/** A GLB of any JSON and binary data. */
function glb(root: object, binary: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(
    JSON.stringify(root).padEnd(4 * Math.ceil(JSON.stringify(root).length / 4)),
  );
  const file = new Uint8Array(28 + json.length + binary.length);
  const view = new DataView(file.buffer);
  [0x46546c67, 2, file.length, json.length, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  file.set(json, 20);
  view.setUint32(20 + json.length, binary.length, true);
  view.setUint32(24 + json.length, 0x004e4942, true);
  file.set(binary, 28 + json.length);
  return file;
}

/** One triangle of bytes, every position 4 bytes apart, with whatever else is given. */
function triangle(change: object = {}): Uint8Array {
  const binary = Uint8Array.of(0, 0, 0, 99, 10, 0, 0, 99, 0, 10, 0, 99, 0, 1, 2, 0);
  return glb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, name: 'one' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      accessors: [
        { bufferView: 0, componentType: 5121, type: 'VEC3', count: 3 },
        { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 },
      ],
      bufferViews: [
        { buffer: 0, byteOffset: 0, byteLength: 12, byteStride: 4 },
        { buffer: 0, byteOffset: 12, byteLength: 4 },
      ],
      buffers: [{ byteLength: 16 }],
      ...change,
    },
    binary,
  );
}

const positionsOf = (bytes: Uint8Array) => [...readGlb(bytes).meshes[0].mesh.positions];

test('what is written is valid glTF and reads back', async () => {
  const file = [
    { name: 'ring', mesh: torus.make({ segments: 8, tubeSegments: 6 }) },
    { name: '', mesh: makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2, 3, 3, 3], [0, 1, 2], [2, 3], [4]) },
  ];
  const bytes = writeGlb(file);
  const report = await validator.validateBytes(bytes);
  expect(report.issues.numErrors).toBe(0);
  expect(report.issues.numWarnings).toBe(0);
  const { meshes } = readGlb(bytes);
  expect(meshes[0].name).toBe('ring');
  expect(closednessOf(meshes[0].mesh).closed).toBe(true);
  expect(signedVolume(meshes[0].mesh)).toBeCloseTo(signedVolume(file[0].mesh), 6);
  expect(meshes[1].mesh).toEqual(file[1].mesh);
  expect(writeGlb(readGlb(bytes).meshes)).toEqual(bytes);
});

describe('accessors', () => {
  test('interleaved bytes', () => {
    expect(positionsOf(triangle())).toEqual([0, 0, 0, 10, 0, 0, 0, 10, 0]);
  });

  test('normalised integers', () => {
    const accessors = [
      { bufferView: 0, componentType: 5121, type: 'VEC3', count: 3, normalized: true },
      { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 },
    ];
    expect(positionsOf(triangle({ accessors }))[3]).toBe(10 / 255);
  });

  test('sparse, over data and over nothing', () => {
    const sparse = {
      count: 1,
      indices: { bufferView: 1, byteOffset: 1, componentType: 5121 },
      values: { bufferView: 0, byteOffset: 4 },
    };
    const indices = { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 };
    const over = [
      {
        bufferView: 0,
        componentType: 5121,
        type: 'VEC3',
        count: 3,
        sparse: {
          ...sparse,
          indices: { bufferView: 1, byteOffset: 2, componentType: 5121 },
          values: { bufferView: 0, byteOffset: 1 },
        },
      },
      indices,
    ];
    // Element 2 becomes the bytes at 1 … 3 (packed by the view's stride only from element to element).
    expect(positionsOf(triangle({ accessors: over }))).toEqual([0, 0, 0, 10, 0, 0, 0, 0, 99]);
    const none = [{ componentType: 5121, type: 'VEC3', count: 3, sparse }, indices];
    // Only vertex 1 is set; the other two are equal, so the triangle collapses and nothing is left.
    expect(() => readGlb(triangle({ accessors: none }))).toThrow('no mesh');
  });
});

describe('nodes', () => {
  test('transforms multiply down the tree', () => {
    const half = Math.SQRT1_2;
    const nodes = [
      { children: [1], translation: [100, 0, 0], rotation: [0, 0, half, half] },
      { mesh: 0, matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 5, 1] },
    ];
    const p = positionsOf(triangle({ nodes }));
    // (10, 0, 0) → (20, 0, 5) → (0, 20, 5) → (100, 20, 5)
    expect(p[3]).toBeCloseTo(100, 12);
    expect(p[4]).toBeCloseTo(20, 12);
    expect(p[5]).toBeCloseTo(5, 12);
  });

  test('a mirroring node keeps the outside outside', () => {
    const bytes = writeGlb([{ name: 'b', mesh: box.make() }]);
    const jsonBytes = new DataView(bytes.buffer).getUint32(12, true);
    const root = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes)));
    root.nodes[0].scale = [-1, 2, 1];
    const mirrored = readGlb(glb(root, bytes.subarray(28 + jsonBytes))).meshes[0].mesh;
    expect(signedVolume(mirrored)).toBeCloseTo(2, 12);
    expect(meshBounds(mirrored)[1]).toBe(-1);
  });

  test.each([
    ['a cycle', { nodes: [{ mesh: 0, children: [0] }] }],
    ['a missing child', { nodes: [{ mesh: 0, children: [7] }] }],
    ['a scene that is not there', { scene: 4 }],
    ['a matrix that is not affine', { nodes: [{ mesh: 0, matrix: new Array(16).fill(1) }] }],
  ])('%s is refused', (_, change) => {
    expect(() => readGlb(triangle(change))).toThrow(expect.objectContaining({ name: 'MeshError' }));
  });
});

describe('modes', () => {
  test.each([
    [0, 'points', [0, 1, 2]],
    [1, 'wires', [0, 1]],
    [2, 'wires', [0, 1, 1, 2, 2, 0]],
    [3, 'wires', [0, 1, 1, 2]],
    [5, 'faces', [0, 1, 2]],
    [6, 'faces', [0, 1, 2]],
  ] as const)('mode %i gives %s', (mode, key, expected) => {
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode }] }];
    expect([...readGlb(triangle({ meshes })).meshes[0].mesh[key]]).toEqual(expected);
  });
});

describe('refused', () => {
  test.each([
    ['data in another file', { buffers: [{ byteLength: 16, uri: 'secret.bin' }] }],
    [
      'a view past the data',
      {
        bufferViews: [
          { buffer: 0, byteLength: 1200, byteStride: 4 },
          { buffer: 0, byteLength: 4 },
        ],
      },
    ],
    [
      'a count past the view',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, type: 'VEC3', count: 40_000_000 },
          { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 },
        ],
      },
    ],
    [
      'a large accessor of nothing',
      {
        accessors: [
          { componentType: 5126, type: 'VEC3', count: 40_000_000 },
          { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 },
        ],
      },
    ],
    ['compressed geometry', { extensionsRequired: ['EXT_meshopt_compression'] }],
    ['an unknown mode', { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 7 }] }] }],
    [
      'an index out of range',
      {
        accessors: [
          { bufferView: 0, componentType: 5121, type: 'VEC3', count: 2 },
          { bufferView: 1, componentType: 5121, type: 'SCALAR', count: 3 },
        ],
      },
    ],
  ])('%s', (_, change) => {
    expect(() => readGlb(triangle(change))).toThrow(expect.objectContaining({ name: 'MeshError' }));
  });
});
