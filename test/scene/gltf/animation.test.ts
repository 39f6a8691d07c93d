import { describe, expect, test } from 'vitest';
import { AnimationMixer, type Mesh as ThreeMesh, type SkinnedMesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { box } from '../../../src/geometry/primitives/index.ts';
import { rotateByQuaternion } from '../../../src/num/index.ts';
import { writeScripted } from '../../../src/sim/index.ts';
import type { Scene, VertexTrack } from '../../../src/scene/types.ts';
import { made, Maker, resolved } from './glb-maker.ts';

/** World corners of what three.js shows of a node at a time: an independent player. */
async function player(bytes: Uint8Array) {
  const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '');
  const mixer = new AnimationMixer(gltf.scene);
  for (const clip of gltf.animations) mixer.clipAction(clip).play();
  const end = Math.max(...gltf.animations.map(({ duration }) => duration));
  return (name: string, time: number): number[][] => {
    mixer.setTime(Math.min(time, end - 1e-7));
    gltf.scene.updateMatrixWorld(true);
    let found: ThreeMesh | undefined;
    gltf.scene.traverse((object) => {
      if (object.name === name && (object as ThreeMesh).isMesh) found = object as ThreeMesh;
    });
    const { count } = found!.geometry.getAttribute('position');
    return Array.from({ length: count }, (_, i) =>
      (found as SkinnedMesh).getVertexPosition(i, new Vector3()).applyMatrix4(found!.matrixWorld).toArray(),
    );
  };
}

/** World vertices of a body on its path. */
function onPath(scene: Scene, body: number, time: number): number[][] {
  const { path, mesh } = scene.bodies[body];
  const poses = new Float64Array(7);
  writeScripted(path!, time, poses, 0, new Float64Array(6), 0);
  const { positions } = scene.meshes[mesh];
  const x = new Float64Array(3);
  return Array.from({ length: positions.length / 3 }, (_, v) => {
    rotateByQuaternion(x, 0, poses, 3, positions, 3 * v);
    return [x[0] + poses[0], x[1] + poses[1], x[2] + poses[2]];
  });
}

function inTrack({ times, positions }: VertexTrack, time: number): number[][] {
  const n = positions.length / times.length;
  let k = 0;
  while (k + 2 < times.length && times[k + 1] <= time) k++;
  const s = Math.min(1, Math.max(0, (time - times[k]) / (times[k + 1] - times[k])));
  return Array.from({ length: n / 3 }, (_, v) =>
    [0, 1, 2].map((c) => positions[n * k + 3 * v + c] * (1 - s) + positions[n * (k + 1) + 3 * v + c] * s),
  );
}

function farthest(seen: number[][], wanted: number[][]): number {
  return Math.max(
    ...seen.map((p) => Math.min(...wanted.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])))),
  );
}

describe('animated nodes', () => {
  // An arm that swings on a turning, moving table: linear, cubic, and both through the hierarchy.
  function arm(): Uint8Array {
    const maker = new Maker();
    const cube = maker.mesh();
    const hand = maker.node({ name: 'Hand', mesh: cube, translation: [3, 0, 0], scale: [0.5, 0.2, 0.2] });
    const joint = maker.node({ name: 'Joint', children: [hand], translation: [0, 1, 0] });
    const table = maker.node({ name: 'Table', mesh: cube, children: [joint] });
    maker.node({ name: 'Rock', mesh: cube, translation: [0, -5, 0] });
    const q = (angle: number) => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    maker.animate(table, 'rotation', [0.25, 1, 2], [...q(0), ...q(2.5), ...q(5)]);
    maker.animate(joint, 'rotation', [0, 0.5, 2], [0, 0, 0, 1, 0, 0, 0.6, 0.8, 0, 0, -0.6, 0.8]);
    // tangent in, value, tangent out
    const cubic = [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    maker.animate(table, 'translation', [0, 1, 2], cubic, 'CUBICSPLINE');
    return maker.bytes();
  }

  test('become kinematic bodies that an independent player cannot tell from the animation', async () => {
    const bytes = arm();
    const { file, ...rest } = made(bytes);
    expect(file.bodies!.map(({ name, motion }) => [name, motion])).toEqual([
      ['floor', 'static'],
      ['Table', 'kinematic'],
      ['Hand', 'kinematic'],
      ['Rock', undefined],
    ]);
    expect(file.duration).toBe(2);
    const scene = resolved({ file, ...rest });
    const play = await player(bytes);
    for (const [body, name, size] of [
      [1, 'Table', Math.sqrt(3)],
      [2, 'Hand', 0.6],
    ] as const) {
      for (let i = 0; i <= 97; i++) {
        const time = (2 * i) / 97;
        // The stated bound, and single precision of the player.
        expect(farthest(onPath(scene, body, time), play(name, time)), `${name} at ${time}`).toBeLessThan(
          1.3e-4 * size + 5e-6,
        );
      }
    }
    expect(scene.bodies[2].path!.times.length).toBeLessThan(1000);
  });

  test('that jump take a millisecond, and it is said', () => {
    const maker = new Maker();
    const node = maker.node({ name: 'Lift', mesh: maker.mesh() });
    maker.animate(node, 'translation', [0, 1, 2], [0, 0, 0, 0, 3, 0, 0, 3, 0], 'STEP');
    const { file, unmapped } = made(maker.bytes());
    const { keys } = file.bodies![1].path!;
    expect(keys.map(({ time }) => Number(time.toFixed(6)))).toEqual([0, 0.999, 1, 2]);
    expect(keys.map(({ position }) => position![1])).toEqual([0, 0, 3, 3]);
    expect(unmapped).toEqual([
      {
        what: '1 jumps of its animation',
        where: 'node 0 "Lift"',
        why: 'bodies cannot jump: each takes a millisecond',
      },
    ]);
  });

  test('whose scale changes are surfaces with a cache', async () => {
    const maker = new Maker();
    const node = maker.node({ name: 'Balloon', mesh: maker.mesh() });
    maker.animate(node, 'scale', [0, 1], [1, 1, 1, 2, 3, 1]);
    const bytes = maker.bytes();
    const scene = resolved(made(bytes));
    expect(scene.deformables[0]).toMatchObject({ name: 'Balloon', kind: 'shell' });
    const play = await player(bytes);
    for (const time of [0, 0.3, 0.77, 1])
      expect(farthest(inTrack(scene.deformables[0].track!, time), play('Balloon', time))).toBeLessThan(1e-5);
  });

  test('that were chosen to be dynamic start as at time 0, and the animation is listed', () => {
    const maker = new Maker();
    const node = maker.node({ name: 'Ball', mesh: maker.mesh(), translation: [9, 9, 9] });
    maker.animate(node, 'translation', [0, 1], [1, 2, 3, 4, 5, 6]);
    const { file, unmapped } = made(maker.bytes(), { chosen: () => 'dynamic' });
    expect(file.bodies![0]).toMatchObject({ name: 'Ball', position: [1, 2, 3] });
    expect(unmapped[0]).toMatchObject({ what: 'animation', why: 'it was chosen to be dynamic' });
  });
});

describe('skins and morph targets', () => {
  const tall = box.make({ size: [0.2, 2, 0.2] });
  /** A bar on two bones, the upper one bending; weights by height, or all on one bone. */
  function bar(weightOf: (y: number) => number, more: { pin?: boolean; extras?: object } = {}): Uint8Array {
    const maker = new Maker();
    const count = tall.positions.length / 3;
    const joints = new Uint16Array(4 * count);
    const weights = new Float32Array(4 * count);
    const pins = new Float32Array(count);
    for (let v = 0; v < count; v++) {
      joints[4 * v + 1] = 1;
      weights[4 * v + 1] = weightOf(tall.positions[3 * v + 1]);
      weights[4 * v] = 1 - weights[4 * v + 1];
      pins[v] = tall.positions[3 * v + 1] > 0 ? 1 : 0;
    }
    const mesh = maker.mesh(tall, {
      attributes: {
        JOINTS_0: maker.file.attribute(joints, 'VEC4', false),
        WEIGHTS_0: maker.file.attribute(weights, 'VEC4', false),
        ...(more.pin ? { _PIN: maker.file.attribute(pins, 'SCALAR', false) } : {}),
      },
    });
    maker.node({ name: 'Bar', mesh, skin: 0, ...(more.extras ? { extras: more.extras } : {}) });
    const upper = maker.node({ name: 'Upper', translation: [0, 1, 0] });
    maker.node({ name: 'Lower', children: [upper], translation: [0.5, -1, 0] });
    maker.animate(upper, 'rotation', [0, 1], [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    const bind = new Float32Array(32);
    for (let i = 0; i < 2; i++) {
      bind.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 16 * i);
      bind[16 * i + 13] = i === 0 ? 1 : 0;
    }
    const inverseBindMatrices = maker.file.samples(bind, 'MAT4');
    return maker.bytes({ skins: [{ joints: [2, 1], inverseBindMatrices }] });
  }

  test('a bending skin is a surface whose vertices follow an independent player', async () => {
    const bytes = bar((y) => (y > 0 ? 0.75 : 0.25));
    const { file, unmapped, ...rest } = made(bytes);
    const scene = resolved({ file, unmapped, ...rest });
    const { track, kind } = scene.deformables[0];
    expect(kind).toBe('shell');
    expect(unmapped[0].why).toMatch(/engines of rigid bodies refuse/);
    const play = await player(bytes);
    for (let i = 0; i <= 20; i++)
      expect(farthest(inTrack(track!, i / 20), play('Bar', i / 20))).toBeLessThan(1e-3 * 2.02);
  });

  test('a skin on one bone is a rigid body that follows it', async () => {
    const bytes = bar(() => 1);
    const scene = resolved(made(bytes));
    expect(scene.deformables).toEqual([]);
    expect(scene.bodies[1]).toMatchObject({ name: 'Bar', motion: 'kinematic' });
    const play = await player(bytes);
    for (let i = 0; i <= 20; i++)
      expect(farthest(onPath(scene, 1, i / 20), play('Bar', i / 20))).toBeLessThan(3e-4);
  });

  test('cloth hangs on its pins, which follow the animation', async () => {
    const bytes = bar((y) => (y > 0 ? 1 : 0), {
      pin: true,
      extras: { carom: { body: 'cloth', thickness: 0.002 } },
    });
    const scene = resolved(made(bytes));
    const { kind, pins, track, thickness } = scene.deformables[0];
    expect({ kind, track, thickness }).toEqual({ kind: 'cloth', track: undefined, thickness: 0.002 });
    expect(pins[0].vertices).toHaveLength(4);
    const play = await player(bytes);
    expect(farthest(inTrack(pins[0].track!, 0.6), play('Bar', 0.6))).toBeLessThan(2e-3);
  });

  test('morph targets are a surface; still ones stand as they are bent', async () => {
    const maker = new Maker();
    const cube = box.make({});
    const lift = Float32Array.from(cube.positions, (_, i) => (i % 3 === 1 && cube.positions[i] > 0 ? 1 : 0));
    const target = { POSITION: maker.file.attribute(lift, 'VEC3', true) };
    const mesh = maker.mesh(cube, { targets: [target, target] });
    const node = maker.node({ name: 'Face', mesh, translation: [0, 1, 0] });
    maker.node({ name: 'Still', mesh, weights: [0.5, 0], translation: [5, 0, 0] });
    maker.animate(node, 'weights', [0, 1, 2], [0, 0, 1, 0, 1, 1]);
    const bytes = maker.bytes();
    const scene = resolved(made(bytes));
    expect(scene.deformables.map(({ name }) => name)).toEqual(['Face']);
    const play = await player(bytes);
    for (const time of [0, 0.3, 1.2, 2])
      expect(farthest(inTrack(scene.deformables[0].track!, time), play('Face', time))).toBeLessThan(1e-5);
    const still = scene.bodies.find(({ name }) => name === 'Still')!;
    const { positions } = scene.meshes[still.mesh];
    expect(Math.max(...positions) - Math.min(...positions)).toBeCloseTo(1.5, 6);
  });
});
