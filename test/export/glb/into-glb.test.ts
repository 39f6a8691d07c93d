// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Mesh as ThreeMesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitSimilarity,
  invertAffine,
  mapAffine,
  type Mesh,
  multiplyAffine,
  partsOf,
} from '../../../src/geometry/index.ts';
import { GlbFile, packGlb } from '../../../src/export/glb/file.ts';
import { exportIntoGlb } from '../../../src/export/glb/into-glb.ts';
import { readGlb } from '../../../src/geometry/files/index.ts';
import { matrixFromQuaternion, rotateByQuaternion } from '../../../src/num/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { tetrahedron, tinyBody, tinyCloth, tinyScene } from '../../sim/tiny.ts';
import { madeRecording, pose } from '../made.ts';

// As a modelling program writes: a room that is turned and scaled, crates in it (one below another), a node with a
// matrix, a lamp that is no body, an animation of its own, a material and extras.
function original(): Uint8Array {
  const file = new GlbFile();
  const attributes = { POSITION: file.attribute(Float32Array.from(tetrahedron.positions), 'VEC3', true) };
  const primitives = [{ attributes, indices: file.indices(tetrahedron.faces), material: 0 }];
  const input = file.samples(Float32Array.of(0, 1), 'SCALAR');
  const output = file.samples(Float32Array.of(0, 0, 0, 1, 0, 0), 'VEC3');
  return file.finish({
    scene: 0,
    scenes: [{ nodes: [0, 5] }],
    nodes: [
      {
        name: 'Room',
        children: [1, 3, 4],
        rotation: [0, 0.6, 0, 0.8],
        scale: [2, 2, 2],
        translation: [1, 0, 0],
      },
      { name: 'Big Crate', mesh: 0, children: [2], translation: [0, 1, 0], extras: { weight: 3 } },
      { name: 'Small Crate', mesh: 0, translation: [0, 0.5, 0], scale: [0.5, 0.5, 0.5] },
      { name: 'Stone', mesh: 0, matrix: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1] },
      { name: 'Lamp', mesh: 0, translation: [0, 2, 0] },
      { name: 'Post', mesh: 0, translation: [0.1, 0.2, 0.3] },
    ],
    meshes: [{ name: 'shape', primitives }],
    materials: [{ name: 'Wood', pbrMetallicRoughness: { baseColorFactor: [0.5, 0.25, 0.125, 1] } }],
    animations: [
      {
        name: 'Swing',
        samplers: [{ input, output }],
        channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
      },
    ],
  });
}

/** Bodies as an importer makes them: a mesh of its own in body coordinates, in metres and the scene's axes. */
function sceneOf(glb: Uint8Array, up: 'y' | 'z', unit: number): Scene {
  const names = ['Big Crate', 'Small Crate', 'Stone', 'Post'];
  const turn = up === 'y' ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : [1, 0, 0, 0, 0, -1, 0, 1, 0];
  const toScene = turn.map((x) => unit * x);
  const meshes: Mesh[] = [];
  const bodies = names.map((name, i) => {
    const placed = mapAffine(
      readGlb(glb).meshes.find((mesh) => mesh.name === name)!.mesh,
      toScene,
      [0, 0, 0],
    );
    // Some frame of its own, as of a centre of mass and principal axes.
    const [x, y, z, ...q] = pose([0.3 * i * unit, 0.1 * unit, -0.2 * unit], [0.4, i, 0.2]);
    const matrix = new Float64Array(9);
    matrixFromQuaternion(matrix, 0, Float64Array.from(q), 0);
    const back = invertAffine({ matrix, translation: Float64Array.of(x, y, z) })!;
    meshes.push(mapAffine(placed, back.matrix, [...back.translation] as [number, number, number]));
    return tinyBody({
      name: name.replace(' ', '-'),
      mesh: i,
      motion: name === 'Post' ? 'static' : 'dynamic',
      pose: { position: [x, y, z], orientation: q as unknown as [number, number, number, number] },
    });
  });
  return tinyScene({
    name: 'played',
    up,
    meshes: [...meshes, tetrahedron],
    bodies: [...bodies, tinyBody({ name: 'floor', motion: 'static', mesh: 4 })],
    deformables: [{ ...tinyCloth(), mesh: 4 }],
    forces: [],
  });
}

const FRAMES = 5;
function motion(scene: Scene, unit: number) {
  return (time: number) => ({
    poses: scene.bodies.flatMap((body, i) => {
      const { position, orientation } = body.pose;
      if (body.motion === 'static') return [...position, ...orientation];
      const turn = pose([0, 0, 0], [9 * time * i, 3 * time, 0]).slice(3);
      const q = new Float64Array(4);
      const [ax, ay, az, aw] = turn;
      const [bx, by, bz, bw] = orientation;
      q[0] = aw * bx + ax * bw + ay * bz - az * by;
      q[1] = aw * by + ay * bw + az * bx - ax * bz;
      q[2] = aw * bz + az * bw + ax * by - ay * bx;
      q[3] = aw * bw - ax * bx - ay * by - az * bz;
      return [position[0] + unit * time, position[1] - 4 * unit * time * i, position[2], ...q];
    }),
    vertices: scene.deformables.length > 0 ? tetrahedron.positions : [],
  });
}

function jsonOf(glb: Uint8Array) {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as {
    nodes: Record<string, unknown>[];
    animations: { name: string }[];
    materials: unknown;
    meshes: unknown;
    scenes: unknown;
  };
}

describe.each([
  ['y', 1],
  ['z', 1],
  ['z', 0.001],
] as const)('into a GLB (%s up, unit %d m)', (up, unit) => {
  test('every body is seen where it was simulated, at every frame', async () => {
    const glb = original();
    const scene = sceneOf(glb, up, unit);
    const recording = await madeRecording(scene, FRAMES, motion(scene, unit));
    const { bytes, moved, notes } = await exportIntoGlb(recording, glb);
    const { issues } = await validateBytes(bytes);
    expect({ errors: issues.numErrors, warnings: issues.numWarnings }).toEqual({ errors: 0, warnings: 0 });
    expect([...moved].sort()).toEqual(['Big Crate', 'Small Crate', 'Stone']);
    expect([...notes].sort()).toEqual([
      'animation "Swing" moves "Big Crate" too: play one of them at a time',
      'body "floor" has no node: its motion is left out',
      'deformable "cloth" has no node to move: write a new .glb, .usda or .pc2',
      'node "Lamp" has no body: it stays as it is',
    ]);

    // An independent reader plays it.
    const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
    const clip = gltf.animations.find(({ name }) => name === 'played')!;
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(clip).play();
    for (let i = 0; i < FRAMES; i++) {
      mixer.setTime(Math.min(i / scene.frameRateHz, clip.duration - 1e-6));
      gltf.scene.updateMatrixWorld(true);
      const { poses } = await recording.frame(i);
      for (const [body, name] of ['Big_Crate', 'Small_Crate', 'Stone', 'Post'].entries()) {
        const seen = cornersOf(gltf.scene.getObjectByName(name)!);
        const { positions } = scene.meshes[scene.bodies[body].mesh];
        const x = new Float64Array(3);
        for (let v = 0; v < positions.length; v += 3) {
          rotateByQuaternion(x, 0, poses, 7 * body + 3, positions, v);
          for (let k = 0; k < 3; k++) x[k] = (x[k] + poses[7 * body + k]) / unit;
          const expected = up === 'y' ? [...x] : [x[0], x[2], -x[1]];
          expect(Math.min(...seen.map((p) => distance(p, expected)))).toBeLessThan(2e-4);
        }
      }
    }
  });
});

function cornersOf(object: Object3D): number[][] {
  const { geometry } = object as ThreeMesh;
  const position = geometry.getAttribute('position');
  return Array.from({ length: position.count }, (_, i) => {
    return object.localToWorld(new Vector3().fromBufferAttribute(position, i)).toArray();
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

test('names, hierarchy, materials and what stands still are kept', async () => {
  const glb = original();
  const scene = sceneOf(glb, 'y', 1);
  const { bytes } = await exportIntoGlb(await madeRecording(scene, FRAMES, motion(scene, 1)), glb);
  const before = jsonOf(glb);
  const after = jsonOf(bytes);
  for (const key of ['materials', 'meshes', 'scenes'] as const) expect(after[key]).toEqual(before[key]);
  expect(after.animations.map(({ name }) => name)).toEqual(['Swing', 'played']);
  const lasting = (node: Record<string, unknown>) => [
    node['name'],
    node['children'],
    node['extras'],
    node['mesh'],
  ];
  expect(after.nodes.map(lasting)).toEqual(before.nodes.map(lasting));
  for (const still of [0, 4, 5]) expect(after.nodes[still]).toEqual(before.nodes[still]);
});

test('a node that was split stays, one of another shape is taken from where it stood, and both are said', async () => {
  const glb = original();
  const scene = sceneOf(glb, 'y', 1);
  const [crate, small, stone] = scene.bodies;
  const bodies = [
    { ...crate, mesh: 4 },
    { ...crate, mesh: 4, name: 'Big-Crate-2' },
    small,
    { ...stone, mesh: 5 },
  ];
  const other = { ...tetrahedron, positions: tetrahedron.positions.map((x, i) => x * (1 + (i % 7))) };
  const changed = {
    ...scene,
    bodies,
    deformables: [],
    meshes: [...scene.meshes.slice(0, 4), other, other],
  };
  const { moved, notes } = await exportIntoGlb(await madeRecording(changed, FRAMES, motion(changed, 1)), glb);
  expect(moved).toEqual(['Small Crate', 'Stone']);
  expect(notes.join('\n')).toMatch(/"Big Crate" was split into 2 bodies.*"Stone" has another shape/s);
});

test('of bodies with one name the one of the same size is taken', async () => {
  const glb = original();
  const scene = sceneOf(glb, 'y', 1);
  const large = { ...scene.meshes[3], positions: scene.meshes[3].positions.map((x) => 10 * x) };
  const [big, small, stone, post] = scene.bodies;
  const changed = {
    ...scene,
    deformables: [],
    meshes: [...scene.meshes, large],
    bodies: [{ ...post, mesh: 5 }, { ...post, name: 'Post-2' }, big, small, stone],
  };
  const { bytes, notes } = await exportIntoGlb(await madeRecording(changed, FRAMES, motion(changed, 1)), glb);
  expect(notes).toContain('body "Post" has no node: its motion is left out');
  expect(jsonOf(bytes).nodes[5]).toEqual(jsonOf(glb).nodes[5]);
});

test('what shears is left alone and said', async () => {
  const json = jsonOf(original());
  json.nodes[0]['scale'] = [1, 5, 1];
  const glb = packGlb(JSON.stringify(json), [binaryOf(original())]);
  const scene = sceneOf(glb, 'y', 1);
  const { bytes, notes } = await exportIntoGlb(await madeRecording(scene, FRAMES, motion(scene, 1)), glb);
  expect((await validateBytes(bytes)).issues.messages).toEqual([]);
  expect(notes.join('\n')).toMatch(/"Stone" would be sheared/);
});

test.each([
  ['not a GLB', new Uint8Array(64), /not GLB/],
  [
    'data elsewhere',
    packGlb(JSON.stringify({ asset: { version: '2.0' }, buffers: [{ byteLength: 4, uri: 'a.bin' }] }), []),
    /outside itself/,
  ],
])('%s is refused', async (_, bytes, message) => {
  const scene = sceneOf(original(), 'y', 1);
  const recording = await madeRecording(scene, 1, motion(scene, 1));
  await expect(exportIntoGlb(recording, bytes)).rejects.toThrow(message);
});

function binaryOf(glb: Uint8Array): Uint8Array {
  const view = new DataView(glb.buffer, glb.byteOffset);
  return glb.subarray(28 + view.getUint32(12, true));
}

describe('affine maps', () => {
  const number = fc.double({ min: -3, max: 3, noNaN: true });
  const size = fc.double({ min: 0.01, max: 100, noNaN: true });
  const vector = fc.tuple(number, number, number);
  const similarity = fc.tuple(vector, vector, size).map(([position, turn, scale]) => {
    const matrix = new Float64Array(9);
    matrixFromQuaternion(matrix, 0, Float64Array.from(pose(position, turn)), 3);
    return { matrix: matrix.map((x) => scale * x), translation: Float64Array.from(position) };
  });

  test('are found from points', () => {
    fc.assert(
      fc.property(similarity, (map) => {
        const { positions } = mapAffine(tetrahedron, map.matrix, [...map.translation] as [
          number,
          number,
          number,
        ]);
        const found = fitSimilarity(tetrahedron.positions, positions)!;
        map.matrix.forEach((x, i) => {
          expect(Math.abs(found.matrix[i] - x)).toBeLessThan(1e-9 * found.scale);
        });
        const bent = positions.map((x, i) => (i === 4 ? x + 0.01 * found.scale : x));
        expect(fitSimilarity(tetrahedron.positions, bent)).toBeUndefined();
      }),
    );
    const line = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2);
    expect(fitSimilarity(line, line)).toBeUndefined();
  });

  test('mirrored points are no similarity', () => {
    const mirrored = tetrahedron.positions.map((x, i) => (i % 3 === 0 ? -x : x));
    expect(fitSimilarity(tetrahedron.positions, mirrored)).toBeUndefined();
  });

  test('come together again from their parts, and undo themselves', () => {
    fc.assert(
      fc.property(similarity, fc.tuple(size, size, size), fc.boolean(), (map, scales, mirrors) => {
        const stretch = scales.map((s, k) => (k === 1 && mirrors ? -s : s));
        const matrix = map.matrix.map((x, i) => x * stretch[i % 3]);
        const whole = { matrix, translation: map.translation };
        const { rotation, scale, shear } = partsOf(whole);
        const again = new Float64Array(9);
        matrixFromQuaternion(again, 0, rotation, 0);
        const largest = Math.max(...matrix.map(Math.abs));
        expect(shear).toBeLessThan(1e-9);
        matrix.forEach((x, i) => {
          expect(Math.abs(again[i] * scale[i % 3] - x)).toBeLessThan(1e-9 * largest);
        });
        const one = multiplyAffine(whole, invertAffine(whole)!);
        one.matrix.forEach((x, i) => {
          expect(Math.abs(x - (i % 4 === 0 ? 1 : 0))).toBeLessThan(1e-6);
        });
      }),
    );
    expect(invertAffine({ matrix: new Float64Array(9), translation: new Float64Array(3) })).toBeUndefined();
  });
});
