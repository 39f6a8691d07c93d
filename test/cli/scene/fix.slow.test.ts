import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closednessOf } from '../../../src/geometry/surface/index.ts';
import { readObj, writeObj } from '../../../src/geometry/files/index.ts';
import { makeMesh, type Mesh, translateMesh } from '../../../src/geometry/index.ts';
import { carom, lastLine } from '../carom.ts';
import { block, boxWithLid, gears, hinge, stl } from '../printed-parts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-fix-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Fixed {
  readonly scene: string | null;
  readonly changes: readonly { body: string; moved: [number, number, number]; inset: number }[];
  readonly left: number;
}

async function fix(...args: string[]): Promise<Fixed> {
  const ended = await carom(['fix', ...args, '--json'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  return lastLine(ended) as unknown as Fixed;
}

async function make(name: string, parts: readonly Mesh[], ...more: string[]): Promise<string> {
  writeFileSync(join(folder, `${name}.stl`), stl(...parts));
  const ended = await carom(['new', `${name}.stl`, '--json', ...more], folder);
  expect(ended.status, ended.stderr).toBe(0);
  return lastLine(ended).scene as string;
}

/** Runs it shortly and holds it to its promise. */
async function runsAndVerifies(scene: string, duration = '0.05'): Promise<void> {
  const recording = `${scene}.carom`;
  const ran = await carom(
    ['run', scene, '--duration', duration, '--no-verify', '--out', recording, '--json'],
    folder,
  );
  expect(ran.status, ran.stderr).toBe(0);
  const verified = await carom(['verify', recording, '--json'], folder);
  expect(verified.status, verified.stdout).toBe(0);
  expect(lastLine(verified)).toMatchObject({ intersections: 0, tunnelled: 0, kept: true });
}

function write(name: string, scene: object): string {
  writeFileSync(join(folder, name), JSON.stringify(scene));
  return name;
}

const distance = (v: readonly number[]) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));

describe('from a file to a verified run without editing anything', () => {
  test('a hinge whose pin fills its eyes: leaves move apart, the pin shrinks', async () => {
    const scene = await make('hinge', hinge());
    const refused = await carom(['run', scene, '--hair', 'off'], folder);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`carom fix ${scene}`);
    const fixed = await fix(scene);
    expect(fixed.changes).toHaveLength(3);
    for (const { moved, inset } of fixed.changes) {
      expect(distance(moved)).toBeLessThan(1e-4);
      expect(inset).toBeGreaterThan(0);
      expect(inset).toBeLessThan(5e-5);
    }
    await runsAndVerifies(fixed.scene as string);
    const glb = await carom(['export', `${fixed.scene}.carom`, 'hinge.glb'], folder);
    expect(glb.status, glb.stderr).toBe(0);
  });

  test('a box with a lid that lies on it: the least motion, and no shape is touched', async () => {
    const fixed = await fix(await make('lidded', boxWithLid()));
    for (const { moved, inset } of fixed.changes) {
      expect(inset).toBe(0);
      expect(Math.abs(moved[0]) + Math.abs(moved[1])).toBeLessThan(1e-6);
      expect(distance(moved)).toBeLessThan(1.1e-4);
    }
    await runsAndVerifies(fixed.scene as string);
  });

  test('a gear pair pressed together by 0.3 mm', async () => {
    const [gear, pinion] = gears();
    const fixed = await fix(await make('gears', [gear, translateMesh(pinion, [-0.3, 0, 0])]));
    for (const { moved } of fixed.changes) expect(distance(moved)).toBeLessThan(6e-4);
    await runsAndVerifies(fixed.scene as string);
  });
});

/** Six tetrahedra that fill a cube, as shards of it do. */
function shards(size: number): Mesh[] {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  return orders.map((order, i) => {
    const corner = [0, 0, 0];
    const positions = [...corner];
    for (const axis of order) {
      corner[axis] = size;
      positions.push(...corner);
    }
    const isOdd = i === 1 || i === 2 || i === 5;
    return makeMesh(
      positions,
      isOdd ? [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] : [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3],
    );
  });
}

describe('carom fix', () => {
  test('opens shards of a cube and a wall of 12 blocks', async () => {
    const cube = await fix(await make('shards', shards(30)));
    for (const { moved } of cube.changes) expect(distance(moved)).toBeLessThan(3e-4);
    await runsAndVerifies(cube.scene as string);
    const wall = Array.from({ length: 12 }, (_, i) =>
      block([20, 10, 10], [20 * (i % 3), 0, 10 * Math.floor(i / 3)]),
    );
    const opened = await fix(await make('wall', wall));
    for (const { moved, inset } of opened.changes) {
      expect(inset).toBe(0);
      expect(distance(moved)).toBeLessThan(3e-4);
    }
  });

  test('opens overlaps of 1% of the size, flush or not, and keeps static bodies', async () => {
    for (const shift of [0, 0.137]) {
      const scene = write(`overlap-${shift}.json`, {
        name: 'overlap',
        engine: 'ipc',
        gravity: 0,
        bodies: [
          { name: 'base', motion: 'static', shape: { kind: 'box' } },
          { name: 'top', shape: { kind: 'box' }, position: [shift, 0.99, -shift] },
        ],
      });
      const { changes, scene: out } = await fix(scene);
      expect(changes.map(({ body }) => body)).toEqual(['top']);
      expect(changes[0].inset).toBe(0);
      expect(changes[0].moved[1]).toBeGreaterThan(0.01);
      expect(changes[0].moved[1]).toBeLessThan(0.02);
      expect(Math.abs(changes[0].moved[0]) + Math.abs(changes[0].moved[2])).toBeLessThan(0.002);
      const before = JSON.parse(readFileSync(join(folder, scene), 'utf8')) as { bodies: unknown[] };
      const after = JSON.parse(readFileSync(join(folder, out as string), 'utf8')) as { bodies: unknown[] };
      expect(after.bodies[0]).toEqual(before.bodies[0]);
    }
  });

  test('shrinks by inset what is wedged, and its mesh stays closed', async () => {
    const slot = [
      { name: 'left', motion: 'static', shape: { kind: 'box' }, position: [-1, 0, 0] },
      { name: 'right', motion: 'static', shape: { kind: 'box' }, position: [1, 0, 0] },
      { name: 'wedged', shape: { kind: 'box' }, rotation: { axis: 'y', degrees: 180 } },
    ];
    const scene = write('slot.json', { name: 'slot', engine: 'ipc', bodies: slot });
    const byMotion = await carom(['fix', scene, '--by', 'motion'], folder);
    expect(byMotion.status).toBe(2);
    expect(byMotion.stderr).toContain('could not be separated');
    const { changes, scene: out } = await fix(scene, '--by', 'inset', '--gap', '1mm');
    const wedged = changes.find(({ body }) => body === 'wedged');
    expect(wedged?.moved).toEqual([0, 0, 0]);
    expect(wedged?.inset).toBeCloseTo(0.0005, 4);
    const { meshes } = readObj(readFileSync(join(folder, 'meshes/slot/wedged.obj')));
    expect(closednessOf(meshes[0].mesh).closed).toBe(true);
    await runsAndVerifies(out as string, '0.02');
  });

  test('gives up a deep overlap with the pair named, and writes nothing', async () => {
    const scene = write('deep.json', {
      name: 'deep',
      engine: 'ipc',
      bodies: [
        { name: 'a', shape: { kind: 'box' } },
        { name: 'b', shape: { kind: 'box' }, position: [0.31, 0.42, 0.23] },
      ],
    });
    const ended = await carom(['fix', scene, '--json'], folder);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('"a"');
    expect(lastLine(ended)).toMatchObject({ scene: null });
    expect(() => readFileSync(join(folder, 'deep-fixed.json'))).toThrow();
  });

  test('says so where there is nothing to fix, and does not write over the scene', async () => {
    const bodies = [{ name: 'a', shape: { kind: 'box' } }];
    expect(await fix(write('fine.json', { name: 'fine', bodies }))).toMatchObject({ changes: [], left: 0 });
    const twice = [bodies[0], { name: 'b', shape: { kind: 'box' }, position: [1, 0, 0] }];
    const same = write('same.json', { name: 'same', engine: 'ipc', bodies: twice });
    expect((await carom(['fix', same, '--out', same], folder)).status).toBe(2);
    const other = await fix(same, '--out', 'elsewhere/same.json');
    await runsAndVerifies(other.scene as string);
  });

  test('takes split bodies apart piece by piece, and fixtures of rigid-ipc with their meshes', async () => {
    writeFileSync(
      join(folder, 'parts.stl'),
      stl(block([10, 10, 10], [0, 0, 0]), block([10, 10, 10], [3, 2, 10.05])),
    );
    writeFileSync(join(folder, 'both.obj'), writeObj([{ name: 'a', mesh: block([1, 1, 1], [0, 0, 0]) }]));
    const split = write('split.json', {
      name: 'split',
      engine: 'ipc',
      up: 'z',
      bodies: [
        { name: 'floor', motion: 'static', shape: { kind: 'plane' }, position: [0, 0, -0.05] },
        {
          name: 'parts',
          shape: { kind: 'file', path: 'parts.stl' },
          split: true,
          rotation: { euler: [0, 0, 30] },
        },
        { name: 'on', shape: { kind: 'box', size: [0.01, 0.01, 0.01] }, position: [0.002, 0.004, 0.02005] },
      ],
    });
    const pieces = await fix(split);
    const file = JSON.parse(readFileSync(join(folder, pieces.scene as string), 'utf8')) as {
      bodies: { name: string }[];
    };
    expect(file.bodies.map(({ name }) => name)).toEqual(['floor', 'parts-part0', 'parts-part1', 'on']);
    await runsAndVerifies(pieces.scene as string, '0.02');

    const fixture = write('fixture.json', {
      scene_type: 'distance_barrier_rb_problem',
      max_time: 0.05,
      rigid_body_problem: {
        gravity: [0, -9.8, 0],
        rigid_bodies: [
          { mesh: 'both.obj', position: [0, 0, 0], type: 'static' },
          { mesh: 'both.obj', position: [0.1, 0.995, 0.2], rotation: [0, 20, 0] },
        ],
      },
    });
    const imported = await fix(fixture, '--out', 'elsewhere/fixture.json');
    expect(imported.changes).toHaveLength(1);
    await runsAndVerifies(imported.scene as string, '0.02');
  });
});
