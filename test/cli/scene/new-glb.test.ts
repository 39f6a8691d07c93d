// A GLB as Blender writes it: in, run, and the motion back into the same file.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error has no types
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, Box3, type Object3D } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import { box } from '../../../src/geometry/primitives/index.ts';
import { meshBounds, moveMesh } from '../../../src/geometry/index.ts';
import { Maker } from '../../scene/gltf/glb-maker.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-glb-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Json {
  nodes: Record<string, unknown>[];
  materials: unknown;
  meshes: unknown;
  scenes: unknown;
  animations: { name: string }[];
}

function jsonOf(glb: Uint8Array): Json {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as Json;
}

async function run(...args: string[]) {
  const ended = await carom(args, folder);
  expect(ended.status, ended.stderr + ended.stdout).toBe(0);
  return lastLine(ended);
}

/** Parents, scales, a mirrored one, names with dots and spaces, shared meshes, a lift that is animated, a lamp. */
function room(): Uint8Array {
  const maker = new Maker();
  const cube = maker.mesh(box.make({}), { name: 'Cube.001' });
  const top = maker.node({
    name: 'Crate.001',
    mesh: cube,
    translation: [0.1, 1.2, 0],
    scale: [-0.8, 0.8, 0.8],
  });
  const low = maker.node({
    name: 'Big Crate (old)',
    mesh: cube,
    children: [top],
    translation: [0, 0.9, 0],
    extras: { carom_body: 'dynamic', carom_mass: 20, note: 'mine' },
  });
  const sticker = maker.node({
    name: 'Sticker',
    mesh: cube,
    scale: [0.1, 0.1, 0.1],
    translation: [0, 0, 0.55],
  });
  maker.nodes[top]['children'] = [sticker];
  const lift = maker.node({ name: 'Lift', mesh: cube, translation: [0, -0.1, 0], scale: [2, 0.2, 2] });
  maker.node({
    name: 'Room',
    children: [low, lift],
    rotation: [0, 0.6, 0, 0.8],
    scale: [0.5, 0.5, 0.5],
    translation: [1, 0, 2],
  });
  maker.node({ name: 'Ground', mesh: cube, translation: [1, -1, 2], scale: [9, 1, 9] });
  maker.animate(lift, 'translation', [0, 0.2, 0.4], [0, -0.1, 0, 0, 0.1, 0, 0, 0.1, 0]);
  return maker.bytes();
}

describe('a room of crates', () => {
  test('goes in, runs without intersections, and comes back with its names, hierarchy and materials', async () => {
    writeFileSync(join(folder, 'my room.glb'), room());
    const made = await run(
      'new',
      'my room.glb',
      '--dynamic',
      'Crate.*',
      '--ignore',
      'Sticker',
      '--out',
      'room',
      '--json',
    );
    expect((made['bodies'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'Big Crate (old)',
      'Crate.001',
      'Lift',
      'Ground',
    ]);
    expect(made['unmapped']).toEqual([]);
    const ran = await run(
      'run',
      made['scene'] as string,
      '--duration',
      '0.4',
      '--out',
      'room.carom',
      '--json',
    );
    expect(ran['intersections']).toBe(0);
    const exported = await run('export', 'room.carom', '--into', 'my room.glb', 'out.glb', '--json');
    expect([...(exported['moved'] as string[])].sort()).toEqual(['Big Crate (old)', 'Crate.001', 'Lift']);

    const bytes = new Uint8Array(readFileSync(join(folder, 'out.glb')));
    const { issues } = await validateBytes(bytes);
    expect(
      { errors: issues.numErrors, warnings: issues.numWarnings },
      JSON.stringify(issues.messages),
    ).toEqual({ errors: 0, warnings: 0 });
    const [before, after] = [jsonOf(room()), jsonOf(bytes)];
    for (const key of ['materials', 'meshes', 'scenes'] as const) expect(after[key]).toEqual(before[key]);
    const lasting = ({ name, children, extras, mesh }: Record<string, unknown>) => ({
      name,
      children,
      extras,
      mesh,
    });
    expect(after.nodes.map(lasting)).toEqual(before.nodes.map(lasting));
    expect(after.animations.map(({ name }) => name)).toEqual(['Take', 'room']);

    // An independent player shows every body in the box where it was simulated.
    const recording = await openRecordingFile(join(folder, 'room.carom'));
    const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[1]).play();
    const times = await recording.times();
    for (const i of [0, 9, times.length - 1]) {
      mixer.setTime(Math.min(times[i], gltf.animations[1].duration - 1e-6));
      gltf.scene.updateMatrixWorld(true);
      const { poses } = await recording.frame(i);
      recording.scene.bodies.forEach(({ name, mesh }, b) => {
        const at = poses.subarray(7 * b, 7 * b + 7);
        const wanted = meshBounds(moveMesh(recording.scene.meshes[mesh], at.subarray(3), at.subarray(0, 3)));
        const object = gltf.scene.getObjectByName(name.replace(/[ ]/g, '_').replace(/[.]/g, ''))!;
        const seen = boxOf(object);
        wanted.forEach((x, k) => {
          expect(Math.abs(x - seen[k]), `${name} ${i}`).toBeLessThan(2e-5);
        });
      });
    }
    await recording.close();
  });

  test('takes its motion home after fix has moved bodies', async () => {
    const maker = new Maker();
    const cube = maker.mesh();
    maker.node({ name: 'A', mesh: cube, extras: { carom: 'dynamic' }, translation: [0, 0, 0] });
    maker.node({ name: 'B', mesh: cube, translation: [0, -1, 0] });
    writeFileSync(join(folder, 'touch.glb'), maker.bytes());
    const made = await run('new', 'touch.glb', '--json');
    expect(made['next']).toMatch(/^carom fix/);
    const fixed = await run('fix', made['scene'] as string, '--json');
    await run('run', fixed['scene'] as string, '--duration', '0.05', '--out', 'touch.carom', '--json');
    await run('export', 'touch.carom', '--into', 'touch.glb', 'touch-out.glb', '--json');
    const { nodes } = jsonOf(new Uint8Array(readFileSync(join(folder, 'touch-out.glb'))));
    const height = (nodes[0]['translation'] as number[])[1];
    expect(height).toBeGreaterThan(1e-4);
    expect(height).toBeLessThan(0.01);
  });
});

describe('bodies of the physics extension', () => {
  test('move the node of the motion, with everything that hangs on it', async () => {
    const maker = new Maker();
    const look = maker.mesh();
    const physics = (value: object) => ({ extensions: { KHR_physics_rigid_bodies: value } });
    const shown = maker.node({ name: 'Look', mesh: look, translation: [0, 0.1, 0] });
    maker.node({
      name: 'Ball',
      children: [shown],
      translation: [0, 2, 0],
      scale: [2, 2, 2],
      ...physics({ motion: { mass: 2, linearVelocity: [1, 0, 0] }, collider: { geometry: { shape: 0 } } }),
    });
    maker.node({
      name: 'Ground',
      translation: [0, -1, 0],
      ...physics({ collider: { geometry: { shape: 1 } } }),
    });
    const bytes = maker.bytes({
      extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
      extensions: {
        KHR_implicit_shapes: {
          shapes: [
            { type: 'sphere', sphere: { radius: 0.25 } },
            { type: 'box', box: { size: [20, 1, 20] } },
          ],
        },
        KHR_physics_rigid_bodies: {},
      },
    });
    writeFileSync(join(folder, 'ball.glb'), bytes);
    const made = await run('new', 'ball.glb', '--json');
    expect((made['bodies'] as { name: string }[]).map(({ name }) => name)).toEqual(['Ball', 'Ground']);
    await run(
      'run',
      made['scene'] as string,
      '--engine',
      'flight',
      '--duration',
      '0.5',
      '--out',
      'ball.carom',
      '--json',
    );
    const exported = await run('export', 'ball.carom', '--into', 'ball.glb', 'ball-out.glb', '--json');
    expect(exported['notes']).toEqual([]);
    const out = new Uint8Array(readFileSync(join(folder, 'ball-out.glb')));
    expect((await validateBytes(out)).issues.numErrors).toBe(0);
    const gltf = await new GLTFLoader().parseAsync(out.buffer, '');
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    mixer.setTime(gltf.animations[0].duration - 1e-6);
    gltf.scene.updateMatrixWorld(true);
    const [x0, y0, , x1, y1] = boxOf(gltf.scene.getObjectByName('Look')!);
    expect((x0 + x1) / 2).toBeCloseTo(0.5, 4);
    expect((y0 + y1) / 2).toBeCloseTo(2 + 0.2 - 9.81 / 8, 3);
    expect(x1 - x0).toBeCloseTo(2, 4);
  });
});

test('what bends is refused by engines of rigid bodies, with what, where and remedy', async () => {
  const maker = new Maker();
  const node = maker.node({ name: 'Balloon', mesh: maker.mesh() });
  maker.animate(node, 'scale', [0, 1], [1, 1, 1, 2, 2, 2]);
  writeFileSync(join(folder, 'balloon.glb'), maker.bytes());
  const made = await run('new', 'balloon.glb', '--json');
  for (const engine of ['lcp', 'flight']) {
    const ended = await carom(['run', made['scene'] as string, '--engine', engine], folder);
    expect(ended.status).not.toBe(0);
    expect(ended.stderr).toMatch(/deformables\[0\].*(rigid).*(use|remove)/);
  }
});

function boxOf(object: Object3D): number[] {
  // Only its own mesh: children may be bodies of their own.
  const { children } = object;
  object.children = [];
  const { min, max } = new Box3().setFromObject(object, true);
  object.children = children;
  return [...min.toArray(), ...max.toArray()];
}
