// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Mesh as ThreeMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { expect, test } from 'vitest';
import { exportGlb } from '../../../src/export/glb/glb.ts';
import { gridMesh, type Scene } from '../../../src/scene/index.ts';
import { tinyCloth, tinyScene } from '../../sim/tiny.ts';
import { madeRecording, mixed } from '../made.ts';

const cloth = gridMesh({ size: [1, 1], cells: [16, 16], up: 'y', upright: false, alternating: true });
const FRAMES = 61;

function waving(time: number): number[] {
  // Half of it waves, the other half lies still: targets hold only the first.
  return [...cloth.positions].map((x, i) => {
    const at = cloth.positions[i - (i % 3)];
    return i % 3 === 1 && at > 0
      ? x + 0.2 * at * Math.sin(9 * time + 4 * at) - 0.2 * at * Math.sin(4 * at)
      : x;
  });
}

function clothScene(up: 'y' | 'z'): Scene {
  const sheet = (name: string, mesh: number, vertices: number) => ({
    ...tinyCloth(),
    name,
    mesh,
    masses: new Float64Array(vertices).fill(0.1),
    velocities: new Float64Array(3 * vertices),
  });
  return tinyScene({
    up,
    frameRateHz: 60,
    meshes: [cloth, mixed],
    bodies: [],
    forces: [],
    deformables: [sheet('waving flag', 0, 289), sheet('resting', 0, 289), sheet('mixed', 1, 5)],
  });
}

const verticesAt = (time: number) => [
  ...waving(time),
  ...cloth.positions,
  ...[...mixed.positions].map((x) => x + time),
];

test.each(['y', 'z'] as const)('deformables move in GLB as they did (%s up)', async (up) => {
  const scene = clothScene(up);
  const recording = await madeRecording(scene, FRAMES, (time) => ({ poses: [], vertices: verticesAt(time) }));
  const bytes = await exportGlb(recording);
  const { issues } = await validateBytes(bytes);
  expect({ errors: issues.numErrors, warnings: issues.numWarnings }, JSON.stringify(issues.messages)).toEqual(
    {
      errors: 0,
      warnings: 0,
    },
  );
  // Less than every vertex of every frame.
  expect(bytes.length).toBeLessThan(0.65 * FRAMES * 24 * 289);

  const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  expect(gltf.animations[0].tracks).toHaveLength(2 + 2); // "mixed" is three primitives, one after another
  for (let i = 0; i < FRAMES; i += 3) {
    const time = i / 60;
    mixer.setTime(Math.min(time, gltf.animations[0].duration - 1e-6));
    gltf.scene.updateMatrixWorld(true);
    const wanted = verticesAt(time);
    for (const [name, from, until] of [
      ['waving_flag', 0, 867],
      ['resting', 867, 1734],
    ] as const) {
      const object = gltf.scene.getObjectByName(name) as ThreeMesh;
      const { count } = object.geometry.getAttribute('position');
      for (let v = 0; v < count; v++) {
        const p = object.getVertexPosition(v, new Vector3()).applyMatrix4(object.matrixWorld);
        const [x, y, z] = up === 'y' ? [p.x, p.y, p.z] : [p.x, -p.z, p.y];
        let best = Infinity;
        for (let k = from; k < until; k += 3)
          best = Math.min(best, Math.hypot(x - wanted[k], y - wanted[k + 1], z - wanted[k + 2]));
        expect(best, `${name} at ${time}`).toBeLessThan(5e-4 * Math.SQRT2 + 1e-6);
      }
    }
  }
});

test('a still deformable has no targets, and one that moves at the end only keeps its rest', async () => {
  const scene = { ...clothScene('y'), deformables: clothScene('y').deformables.slice(0, 2) };
  const late = (time: number) => [...waving(time > 0.9 ? time : 0), ...cloth.positions];
  const recording = await madeRecording(scene, FRAMES, (time) => ({ poses: [], vertices: late(time) }));
  const bytes = await exportGlb(recording);
  const length = new DataView(bytes.buffer).getUint32(12, true);
  const root = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as {
    meshes: { primitives: { targets?: object[] }[] }[];
    animations: { channels: object[] }[];
  };
  expect(root.animations[0].channels).toHaveLength(1);
  expect(root.meshes[1].primitives[0].targets).toBeUndefined();
  expect(root.meshes[0].primitives[0].targets!.length).toBeLessThan(9);
});
