import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPc2, writeObj, writePc2 } from '../../src/geometry/files/index.ts';
import { MeshError } from '../../src/geometry/index.ts';
import { box } from '../../src/geometry/primitives/index.ts';
import { newScene } from '../../src/scene/new/new-scene.ts';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import { resolveScene } from '../../src/scene/resolve/resolve.ts';

const cube = box.make({});
/** The cube, rising by a metre a sample. */
const rising = Float64Array.from(
  { length: 3 * 24 },
  (_, i) => cube.positions[i % 24] + (i % 3 === 1 ? Math.floor(i / 24) : 0),
);

function resolved(deformable: object, bytes: Uint8Array = writePc2(8, rising)) {
  return resolveScene(
    {
      name: 'cached',
      deformables: [{ name: 'skin', kind: 'shell', shape: { kind: 'box' }, ...deformable }],
    },
    { loadFile: (path) => (path === 'a.pc2' ? bytes : undefined) },
  ).scene;
}

describe('point caches', () => {
  test('are read as they were written, whatever they hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (points, samples) => {
        const positions = Float64Array.from({ length: 3 * points * samples }, (_, i) => Math.fround(i / 7));
        expect(readPc2(writePc2(points, positions))).toEqual({
          points,
          samples,
          firstFrame: 0,
          framesPerSample: 1,
          positions,
        });
      }),
    );
  });

  test('of strangers are refused before memory is taken', () => {
    const good = writePc2(8, rising);
    const change = (at: number, value: number) => {
      const copy = good.slice();
      new DataView(copy.buffer).setInt32(at, value, true);
      return copy;
    };
    for (const bytes of [
      good.subarray(0, 31),
      good.subarray(0, 200),
      change(0, 7),
      change(12, 2),
      change(16, 0x7fffffff),
      change(16, -1),
      change(28, 0x7fffffff),
      change(28, 0),
      change(24, 0),
      change(40, 0x7fc00000),
    ])
      expect(() => readPc2(bytes)).toThrow(MeshError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        const bytes = Uint8Array.of(...good.subarray(0, 12), ...noise);
        try {
          readPc2(bytes);
        } catch (error) {
          if (!(error instanceof MeshError)) throw error;
        }
      }),
    );
  });

  test('make a surface kinematic, scaled, turned and placed as the shape is', () => {
    const scene = resolved({
      cache: { path: 'a.pc2', frameRateHz: 10, after: 'repeat' },
      scale: 2,
      rotation: { axis: 'z', degrees: 90 },
      position: [5, 0, 0],
    });
    const { track, mesh } = scene.deformables[0];
    expect([...track!.times]).toEqual([0, 0.1, 0.2]);
    expect(track!.after).toBe('repeat');
    // Up in the cache is −x in the world, twice as far.
    expect(track!.positions[24] - track!.positions[0]).toBeCloseTo(-2, 12);
    expect([...scene.meshes[mesh].positions]).toEqual([...track!.positions.subarray(0, 24)]);
    const again = packScene(scene);
    expect(unpackScene(JSON.parse(JSON.stringify(again.json)), again.arrays)).toEqual(scene);
  });

  test('move pins, which keep their own vertices only', () => {
    const { pins, track } = resolved({ pins: [{ vertices: [7, 2], cache: { path: 'a.pc2' } }] })
      .deformables[0];
    expect(track).toBeUndefined();
    expect(pins[0].vertices).toEqual([2, 7]);
    expect([...pins[0].track!.times]).toEqual([0, 1 / 60, 2 / 60]);
    expect([...pins[0].track!.positions.subarray(0, 3)]).toEqual([...rising.subarray(6, 9)]);
    expect([...pins[0].track!.positions.subarray(15, 18)]).toEqual([...rising.subarray(69, 72)]);
  });

  test('that begin before the scene start where it does', () => {
    const bytes = writePc2(8, rising);
    new DataView(bytes.buffer).setFloat32(20, -0.5, true);
    const { track } = resolved({ cache: { path: 'a.pc2', frameRateHz: 1 } }, bytes).deformables[0];
    expect([...track!.times]).toEqual([0, 0.5, 1.5]);
    expect(track!.positions[1]).toBeCloseTo(0, 12);
  });

  test.each([
    [{ cache: { path: 'b.pc2' } }, /no such mesh file/],
    [{ cache: { path: '../a.pc2' } }, /climbs out/],
    [{ cache: { path: 'a.obj' } }, /not a point cache/],
    [{ cache: { path: 'a.pc2' }, shape: { kind: 'tetrahedron' } }, /another number of points/],
    [{ cache: { path: 'a.pc2' }, pins: [{ vertices: [0] }] }, /pins hold what a cache moves/],
    [{ pins: [{ vertices: [0], cache: { path: 'a.pc2' }, force: [0, 0, 0] }] }, /two ways/],
    [{ cache: { path: 'a.pc2', frameRateHz: 0 } }, /is not positive/],
  ])('%j is refused', (deformable, message) => {
    expect(() => resolved(deformable)).toThrow(message);
  });

  test('a damaged track in a recording is refused', () => {
    const { json, arrays } = packScene(resolved({ cache: { path: 'a.pc2' } }));
    const name = Object.keys(arrays).find((key) => key.endsWith('track.positions'))!;
    const short = { ...arrays, [name]: (arrays[name] as Float64Array).slice(3) };
    expect(() => unpackScene(json, short)).toThrow(/should have 72 entries/);
  });
});

test('a mesh and a cache of one name become a surface that moves', () => {
  const mesh = writeObj([{ name: 'flag', mesh: cube }]);
  const choices = { name: 'flag', chosen: () => undefined, isPlayed: () => true };
  const files = [
    { path: 'flag.obj', bytes: mesh },
    { path: 'flag.pc2', bytes: writePc2(8, rising) },
  ];
  const made = newScene(files, { ...choices, cacheRateHz: 25 });
  const { scene } = resolveScene(made.file, { loadFile: (path) => made.meshes.get(path) });
  expect([...scene.deformables[0].track!.times]).toEqual([0, 0.04, 0.08]);
  expect(scene.bodies.map(({ name }) => name)).toEqual(['floor']);
  expect(() => newScene(files.slice(1), choices)).toThrow(/no mesh/);
  expect(() => newScene([files[0], { path: 'flag.pc2', bytes: writePc2(4, rising) }], choices)).toThrow(
    /another number of points/,
  );
});
