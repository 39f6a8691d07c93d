// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Mesh as ThreeMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { bentScene } from '../../src/export/bent-scene.ts';
import { planFilm } from '../../src/export/film/plan.ts';
import { exportGlb } from '../../src/export/glb/glb.ts';
import { bendTargets } from '../../src/export/glb/bend.ts';
import { exportObj, exportObjSequence } from '../../src/export/obj-sequence.ts';
import { renderPicture } from '../../src/export/picture/render.ts';
import { exportUsd } from '../../src/export/usd/usd.ts';
import { readObj } from '../../src/geometry/files/index.ts';
import { rotateByQuaternion } from '../../src/num/index.ts';
import { type Bending, type BendingShape, type Recording, writeBent } from '../../src/record/index.ts';
import { tinyBody, tinyScene } from '../sim/tiny.ts';
import { madeRecording, pose, textOf } from './made.ts';
import { readUsda } from './usda-reader.ts';

/** A strip of a metre in 20 pieces whose modes are waves; the first bends most. */
const PIECES = 20;
function strip(modes: number): BendingShape {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i <= PIECES; i++) {
    positions.push(i / PIECES, 0, 0, i / PIECES, 0, 0.2);
    const a = 2 * i;
    if (i < PIECES) faces.push(a, a + 1, a + 2, a + 1, a + 3, a + 2);
  }
  const displacements = new Float32Array(modes * positions.length);
  for (let m = 0; m < modes; m++)
    for (let i = 0; i < positions.length; i += 3)
      displacements[m * positions.length + i + 1] = Math.sin((m + 1) * 1.7 * positions[i]);
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces), modes, displacements };
}

const scene = tinyScene({
  frameRateHz: 50,
  bodies: [tinyBody({ name: 'rigid' }), tinyBody({ name: 'strip' })],
  forces: [],
});
const FRAMES = 41;
const bendingOf = (modes: number): Bending => ({
  shapes: [strip(modes)],
  bodies: [{ body: 1, shape: 0 }],
});
/** The first mode swings, the others follow it in their own time and ever less. */
const bendsAt = (modes: number, time: number) =>
  Array.from({ length: modes }, (_, m) => (0.2 / (m + 1) ** 3) * Math.sin((m + 1) * 5 * time + m) + 0.01 * m);
const record = (modes: number): Promise<Recording> =>
  madeRecording(
    scene,
    FRAMES,
    (time) => ({
      poses: [...pose([0, 0, 2]), ...pose([time, 1, 0], [0, 0, 2 * time])],
      bends: bendsAt(modes, time),
    }),
    bendingOf(modes),
  );

/** Vertices of the strip in the world. */
async function worldStrip(recording: Recording, index: number): Promise<Float64Array> {
  const { poses, bends } = await recording.frame(index);
  const [shape] = ((await recording.bending()) as Bending).shapes;
  const out = new Float64Array(shape.positions.length);
  writeBent(out, shape, bends, 0);
  for (let i = 0; i < out.length; i += 3) {
    rotateByQuaternion(out, i, poses, 7 + 3, out, i);
    for (let k = 0; k < 3; k++) out[i + k] += poses[7 + k];
  }
  return out;
}

function nearest(x: Float64Array, { x: px, y: py, z: pz }: Vector3): number {
  let best = Infinity;
  for (let i = 0; i < x.length; i += 3)
    best = Math.min(best, Math.hypot(x[i] - px, x[i + 1] - py, x[i + 2] - pz));
  return best;
}

describe('GLB of a body that bends', () => {
  test.each([
    // what eight targets cannot say of thirteen modes, beside a swing of 0.2 m
    [3, 1e-6],
    [8, 1e-6],
    [13, 5e-4],
  ])('with %i modes is valid and moves every vertex as recorded', async (modes, tolerance) => {
    const recording = await record(modes);
    const bytes = await exportGlb(recording);
    const { issues } = await validateBytes(bytes);
    expect([issues.numErrors, issues.numWarnings], JSON.stringify(issues.messages)).toEqual([0, 0]);

    const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
    const object = gltf.scene.getObjectByName('strip') as ThreeMesh;
    expect(object.morphTargetInfluences).toHaveLength(Math.min(8, modes));
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    for (let i = 0; i < FRAMES; i += 4) {
      mixer.setTime(Math.min(i / 50, gltf.animations[0].duration - 1e-7));
      gltf.scene.updateMatrixWorld(true);
      for (const weight of object.morphTargetInfluences as number[]) {
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
      }
      const wanted = await worldStrip(recording, i);
      const { count } = object.geometry.getAttribute('position');
      for (let v = 0; v < count; v++) {
        const p = object.getVertexPosition(v, new Vector3()).applyMatrix4(object.matrixWorld);
        expect(nearest(wanted, p), `frame ${i}`).toBeLessThan(tolerance + 2e-6);
      }
    }
  });

  test('shows the first frame where nothing is played', async () => {
    const recording = await record(3);
    const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(await exportGlb(recording)).buffer, '');
    gltf.scene.updateMatrixWorld(true);
    const object = gltf.scene.getObjectByName('strip') as ThreeMesh;
    const wanted = await worldStrip(recording, 0);
    for (let v = 0; v < object.geometry.getAttribute('position').count; v++) {
      const p = object.getVertexPosition(v, new Vector3()).applyMatrix4(object.matrixWorld);
      expect(nearest(wanted, p)).toBeLessThan(1e-6);
    }
  });

  test('has no target where it never moves, and is bent all the same', () => {
    const shape = strip(2);
    const { keys, weights } = bendTargets(shape, Float64Array.of(0.1, 0, 0.1, 0, 0.1, 0));
    expect(weights).toHaveLength(0);
    expect(keys).toHaveLength(1);
    const wanted = new Float64Array(shape.positions.length);
    writeBent(wanted, shape, Float64Array.of(0.1, 0), 0);
    expect(keys[0]).toEqual(Float32Array.from(wanted));
  });
});

test('OBJ has it bent in the world, and more where it is exaggerated', async () => {
  const recording = await record(3);
  for await (const { bytes } of exportObjSequence(recording, 'x')) {
    expect(readObj(bytes).meshes).toHaveLength(2);
    break;
  }
  const frame = await recording.frame(7);
  const more = recording.exaggerated(4);
  for (const one of [recording, more]) {
    const { meshes } = readObj(exportObj(one.scene, frame, await one.bending()));
    const wanted = await worldStrip(one, 7);
    meshes[1].mesh.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(wanted[i], 9);
    });
  }
  expect(await worldStrip(more, 7)).not.toEqual(await worldStrip(recording, 7));
});

test('USD has its points at every time code, under its own motion', async () => {
  const recording = await record(3);
  const usd = readUsda(await textOf(exportUsd(recording)));
  const [shape] = bendingOf(3).shapes;
  const root = usd.find(`/${usd.metadata['defaultPrim'] as string}`);
  const prim = [...root.children.values()].find(({ metadata }) => metadata['displayName'] === 'strip');
  expect(prim?.metadata['references']).toBeUndefined();
  expect(prim?.attributes.get('xformOp:translate')?.samples?.size).toBe(FRAMES);
  const points = prim?.children.get('faces')?.attributes.get('points')?.samples;
  expect(points?.size).toBe(FRAMES);
  const wanted = new Float64Array(shape.positions.length);
  for (const index of [0, 9, FRAMES - 1]) {
    writeBent(wanted, shape, (await recording.frame(index)).bends, 0);
    const found = (points as Map<number, unknown>).get(index) as number[][];
    found.flat().forEach((x, i) => {
      expect(x).toBeCloseTo(wanted[i], 6);
    });
  }
});

test('pictures and films show it bent', async () => {
  const recording = await record(3);
  const bending = await recording.bending();
  const size = { width: 48, height: 32 };
  const { camera } = await planFilm(recording, size);
  const frame = await recording.frame(3);
  const straight = renderPicture(
    scene,
    { ...frame, bends: new Float64Array(3) },
    { ...size, camera, bending },
  );
  const bent = renderPicture(scene, frame, { ...size, camera, bending });
  expect(bent.rgb).not.toEqual(straight.rgb);
  // the camera stands where it sees what bends far
  const far = await planFilm(recording.exaggerated(8), size);
  expect(far.camera!.radius).toBeGreaterThan(1.2 * camera!.radius);
});

test('a scene in which nothing bends is the scene itself', async () => {
  const recording = await record(3);
  expect(bentScene(scene, undefined, await recording.frame(0))).toBe(scene);
  const bent = bentScene(scene, await recording.bending(), await recording.frame(0));
  expect(bent.bodies[0]).toBe(scene.bodies[0]);
  expect(bent.meshes[bent.bodies[1].mesh].positions).toHaveLength(6 * (PIECES + 1));
});
