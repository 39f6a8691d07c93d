import { describe, expect, test } from 'vitest';
import { moveMesh } from '../../../src/geometry/index.ts';
import { multiply } from '../../../src/scene/pose.ts';
import { type Body, resolveScene, type Scene } from '../../../src/scene/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { fileOfScene } from '../../../studio/src/open/file-of-scene.ts';
import { listExamples, loadExample } from '../../../src/cli/index.node.ts';
import { cubeObj } from '../../scene/help.ts';
import { richScene } from '../../scene/rich.ts';

const again = (scene: Scene) => {
  const { file, files, notes } = fileOfScene(scene);
  // As it would come back from disk.
  const read = JSON.parse(JSON.stringify(file)) as SceneFile;
  return { scene: resolveScene(read, { loadFile: (path) => files.get(path) }).scene, files, notes };
};

function corners(scene: Scene, { mesh, pose }: Body): Float64Array {
  return moveMesh(scene.meshes[mesh], pose.orientation, pose.position).positions;
}

const near = (a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number) => {
  expect(b.length).toBe(a.length);
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  expect(worst).toBeLessThanOrEqual(tolerance);
};

function same(a: Scene, b: Scene): void {
  expect(b.bodies.map(({ name, motion, group, fixed }) => ({ name, motion, group, fixed }))).toEqual(
    a.bodies.map(({ name, motion, group, fixed }) => ({ name, motion, group, fixed })),
  );
  a.bodies.forEach((body, i) => {
    const other = b.bodies[i];
    near(corners(a, body), corners(b, other), 1e-9);
    expect(other.material).toEqual(body.material);
    expect(other.velocity).toEqual(body.velocity);
    if (body.motion === 'static') return;
    expect(Math.abs(other.mass - body.mass)).toBeLessThanOrEqual(1e-9 * body.mass);
    near(body.pose.position, other.pose.position, 1e-9);
    // World inertia, since equal moments leave axes free.
    near(worldInertia(body), worldInertia(other), 1e-7 * Math.max(...body.inertia));
  });
  a.joints.forEach((joint, i) => {
    const other = b.joints[i];
    expect([other.kind, other.a, other.b, other.limits, other.motor]).toEqual([
      joint.kind,
      joint.a,
      joint.b,
      joint.limits,
      joint.motor,
    ]);
    near(anchor(a, joint.a, joint.frameA.position), anchor(b, other.a, other.frameA.position), 1e-9);
  });
  expect(b.gravity).toEqual(a.gravity);
  expect([b.up, b.engine, b.duration, b.frameRateHz, b.seed, b.options]).toEqual([
    a.up,
    a.engine,
    a.duration,
    a.frameRateHz,
    a.seed,
    a.options,
  ]);
}

function worldInertia({ inertia, pose: { orientation: q } }: Body): number[] {
  const column = (k: number) => {
    const v = multiply(multiply(q, [Number(k === 0), Number(k === 1), Number(k === 2), 0]), [
      -q[0],
      -q[1],
      -q[2],
      q[3],
    ]);
    return [v[0], v[1], v[2]];
  };
  const axes = [0, 1, 2].map(column);
  return [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => axes.reduce((sum, axis, k) => sum + inertia[k] * axis[i] * axis[j], 0)),
  );
}

function anchor(scene: Scene, body: number, [x, y, z]: readonly number[]): number[] {
  const { position, orientation: q } = scene.bodies[body].pose;
  const v = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [0, 1, 2].map((k) => v[k] + position[k]);
}

describe('a scene file from a scene', () => {
  test.each(listExamples().map((entry) => [entry.name, entry] as const))(
    '%s comes back as it was',
    async (_, entry) => {
      const example = await loadExample(entry);
      const { scene } = resolveScene(example.scene);
      const back = again(scene);
      same(scene, back.scene);
    },
  );

  test('something of everything comes back, and what does not is said', () => {
    const { scene } = resolveScene(richScene, { loadFile: () => cubeObj() });
    const back = again(scene);
    same(scene, back.scene);
    scene.deformables.forEach((one, i) => {
      const other = back.scene.deformables[i];
      expect([other.stretchStiffness, other.thickness]).toEqual([one.stretchStiffness, one.thickness]);
      // solids are filled anew, as a note says
      if (one.filling) return;
      near(scene.meshes[one.mesh].positions, back.scene.meshes[other.mesh].positions, 1e-12);
      expect(other.pins.map(({ vertices }) => vertices)).toEqual(one.pins.map(({ vertices }) => vertices));
    });
    expect(back.scene.forces[0].from).toBe(scene.forces[0].from);
    near(scene.forces[0].point, back.scene.forces[0].point, 1e-12);
    expect(back.scene.pairs).toEqual(scene.pairs);
    expect(back.scene.parameters.map(({ name }) => name)).toEqual(['grip']);
    const solids = scene.deformables.filter(({ filling }) => filling);
    expect(back.notes).toEqual(
      solids.map(({ name }) => `${name} is filled anew when it is read: its surface may get other vertices`),
    );
  });

  test('meshes that bodies share are one file', () => {
    const shape = { kind: 'gear' as const };
    const bodies = [0, 1, 2].map((x) => ({ shape, position: [x, 1, 0] as [number, number, number] }));
    expect(again(resolveScene({ name: 'three', bodies }).scene).files.size).toBe(1);
  });
});
