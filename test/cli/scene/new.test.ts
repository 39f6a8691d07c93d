import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeObj } from '../../../src/geometry/files/index.ts';
import { writeGlb } from '../../geometry/files/write-glb.ts';
import { makeMesh, reversedFaces } from '../../../src/geometry/index.ts';
import { carom, lastLine } from '../carom.ts';
import { block, boxWithLid, gears, hinge, stl } from '../printed-parts.ts';
import { zipOf } from '../../geometry/files/zip-of.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-new-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array | string): string {
  writeFileSync(join(folder, name), bytes);
  return name;
}

interface Made {
  readonly scene: string;
  readonly bodies: readonly {
    name: string;
    size: number[];
    closed: boolean;
    holes: number;
    volume: number;
    turnedFaces: number;
  }[];
  readonly notes: readonly string[];
  readonly touching: number;
  readonly next: string;
}

async function make(...args: string[]): Promise<Made> {
  const ended = await carom(['new', ...args, '--json'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  return lastLine(ended) as unknown as Made;
}

describe('carom new', () => {
  test('makes a scene that runs and verifies, from one STL file in millimetres', async () => {
    const made = await make(write('cube.stl', stl(block([20, 20, 20], [100, 50, 7]))));
    expect(made.bodies).toHaveLength(1);
    expect(made.bodies[0].name).toBe('cube');
    expect(made.bodies[0].size.map((x) => Number(x.toFixed(9)))).toEqual([0.02, 0.02, 0.02]);
    expect(made.bodies[0].volume).toBeCloseTo(8e-6, 12);
    expect(made.next).toBe('carom run cube');
    const ran = await carom(['run', made.scene, '--duration', '0.1', '--json'], folder);
    expect(ran.status, ran.stderr).toBe(0);
    expect(lastLine(ran).intersections).toBe(0);
  });

  test('splits solids that share faces, edges and corners after welding', async () => {
    const made = await make(
      write(
        'touching.stl',
        stl(
          block([10, 10, 10], [0, 0, 0]),
          block([10, 10, 10], [10, 0, 0]), // a whole side
          block([10, 10, 10], [0, 10, 10]), // an edge
          block([10, 10, 10], [20, 10, 10]), // an edge and corners
        ),
      ),
    );
    expect(made.bodies).toHaveLength(4);
    for (const { closed, volume } of made.bodies) {
      expect(closed).toBe(true);
      expect(volume).toBeCloseTo(1e-6, 12);
    }
    expect(made.next).toMatch(/^carom fix /);
  });

  test('keeps a cavity with its solid, and a loose ball in it apart', async () => {
    const outer = block([30, 30, 30], [0, 0, 0]);
    const hollow = block([20, 20, 20], [0, 0, 0]);
    const cavity = { ...hollow, faces: reversedFaces(hollow.faces) };
    const made = await make(write('hollow.stl', stl(outer, cavity, block([5, 5, 5], [1, 2, 3]))));
    expect(made.bodies.map(({ volume }) => Number((1e9 * volume).toFixed(3)))).toEqual([19000, 125]);
  });

  test('reports holes, and turns faces outward', async () => {
    const whole = block([10, 10, 10], [0, 0, 0]);
    write('inward.stl', stl({ ...whole, faces: reversedFaces(whole.faces) }));
    write('open.stl', stl({ ...whole, faces: whole.faces.slice(6) }));
    const made = await make('inward.stl', 'open.stl', '--out', 'mixed');
    expect(made.bodies[0]).toMatchObject({ name: 'inward', closed: true, turnedFaces: 12 });
    expect(made.bodies[1]).toMatchObject({ name: 'open', closed: false, holes: 1 });
    expect(made.notes.join('\n')).toMatch(/open has 1 hole/);
  });

  test('guesses units by kind and by size, and says so', async () => {
    const small = block([0.1, 0.1, 0.1], [0, 0, 0]);
    const large = block([100, 100, 100], [0, 0, 0]);
    const named = (mesh: typeof small) => [{ name: 'part', mesh }];
    write('metres.obj', writeObj(named(small)));
    write('millimetres.obj', writeObj(named(large)));
    write('metres.glb', writeGlb(named(small)));
    for (const file of ['metres.obj', 'millimetres.obj', 'metres.glb']) {
      const made = await make(file, '--out', `of-${file}`);
      expect(made.bodies[0].size[0]).toBeCloseTo(0.1, 6);
      expect(made.notes.some((note) => note.includes('--units'))).toBe(file.endsWith('.obj'));
    }
    const inches = await make('millimetres.obj', '--units', 'in', '--out', 'inches');
    expect(inches.bodies[0].size[0]).toBeCloseTo(2.54, 9);
  });

  test('reads 3MF with components, transforms and its own unit', async () => {
    const cube = block([1, 1, 1], [0, 0, 0]);
    const vertices = Array.from({ length: 8 }, (_, i) =>
      ['x', 'y', 'z'].map((axis, k) => `${axis}="${cube.positions[3 * i + k]}"`).join(' '),
    );
    const triangles = Array.from({ length: 12 }, (_, f) =>
      [0, 1, 2].map((k) => `v${k + 1}="${cube.faces[3 * f + k]}"`).join(' '),
    );
    const model = `<?xml version="1.0"?><!-- a <vertex> in a comment --><model unit="centimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
      <resources><object id="1" type="model"><mesh><vertices>${vertices.map((v) => `<vertex ${v}/>`).join('')}</vertices>
      <triangles>${triangles.map((t) => `<triangle ${t} />`).join('')}</triangles></mesh></object>
      <object id="2" name="both"><components><component objectid="1"/><component objectid="1" transform="2 0 0 0 1 0 0 0 1 5 0 0"/></components></object></resources>
      <build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 3"/></build></model>`;
    const relations =
      '<Relationships><Relationship Target="/3D/a.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
    for (const pack of [true, false]) {
      const bytes = zipOf(
        { '_rels/.rels': relations, '3D/a.model': model },
        pack ? deflateRawSync : undefined,
      );
      const made = await make(write(`pair-${pack}.3mf`, bytes));
      expect(made.bodies.map(({ name }) => name)).toEqual(['both', 'both-2']);
      expect(made.bodies[0].size[0]).toBeCloseTo(0.01, 9);
      expect(made.bodies[1].size[0]).toBeCloseTo(0.02, 9);
      const file = JSON.parse(readFileSync(join(folder, made.scene), 'utf8')) as {
        bodies: { position: number[] }[];
      };
      expect(file.bodies[2].position.map((x) => Number(x.toFixed(9)))).toEqual([0.05, 0, 0.03]);
      expect(file.bodies[0].position[2]).toBeLessThan(0.025);
      expect(file.bodies[0].position[2]).toBeGreaterThan(0.0249);
    }
  });

  test('makes named bodies static', async () => {
    write('base.stl', stl(block([10, 10, 1], [0, 0, 0])));
    write('top.stl', stl(block([1, 1, 1], [0, 0, 5])));
    const made = await make('--static', 'ba*', 'base.stl', 'top.stl');
    const file = JSON.parse(readFileSync(join(folder, made.scene), 'utf8')) as {
      bodies: { name: string; motion?: string }[];
    };
    expect(file.bodies.map(({ name, motion }) => [name, motion])).toEqual([
      ['floor', 'static'],
      ['base', 'static'],
      ['top', undefined],
    ]);
  });

  test('finds the parts of a hinge, a gear pair and a box with lid', async () => {
    for (const [name, parts] of Object.entries({ hinge: hinge(), gears: gears(), lidded: boxWithLid() })) {
      const made = await make(write(`${name}.stl`, stl(...parts)));
      expect(made.bodies, name).toHaveLength(parts.length);
      expect(
        made.bodies.every(({ closed }) => closed),
        name,
      ).toBe(true);
    }
  });

  test('refuses what is no mesh, with every file named, and writes nothing', async () => {
    write('text.stl', 'hello');
    write('nan.obj', 'v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    write('no.3mf', 'PK');
    write('empty.ply', writeObj([{ name: '', mesh: makeMesh([]) }]));
    write('strange.step', 'ISO-10303');
    const files = ['text.stl', 'nan.obj', 'no.3mf', 'empty.ply', 'strange.step'];
    const ended = await carom(['new', ...files, '--out', 'refused'], folder);
    expect(ended.status).toBe(2);
    for (const file of files) expect(ended.stderr).toContain(file);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
    expect((await carom(['new', 'missing.stl'], folder)).status).toBe(2);
  });

  test('names in files cannot lead out of the folder', async () => {
    const mesh = block([1, 1, 1], [0, 0, 0]);
    const obj = new TextDecoder()
      .decode(writeObj([{ name: 'x', mesh }]))
      .replace('o x', 'o ../../up/<b>\u0000');
    const made = await make(write('evil.obj', obj));
    expect(made.bodies.map(({ name }) => name)).toEqual(['up-b']);
    expect(existsSync(join(folder, 'evil', 'meshes', 'up-b.obj'))).toBe(true);
  });

  test('does not write over a scene unless told', async () => {
    write('again.stl', stl(block([1, 1, 1], [0, 0, 0])));
    await make('again.stl');
    expect((await carom(['new', 'again.stl'], folder)).status).toBe(2);
    await make('again.stl', '--force');
  });
});
