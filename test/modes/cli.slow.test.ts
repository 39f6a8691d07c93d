import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeObj } from '../../src/geometry/files/index.ts';
import { box } from '../../src/geometry/primitives/index.ts';
import { carom, lastLine } from '../cli/carom.ts';
import { readModal } from '../../src/sound/index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-modes-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly frequenciesHz: number[];
  readonly dampingRatios: number[];
  readonly residuals: number[];
  readonly tetrahedra: number;
  readonly unknowns: number;
  readonly seconds: number;
  readonly complete: boolean;
  readonly scale: number;
  readonly strike: { point: number[]; resonators: { frequencyHz: number; decay: number; gain: number }[] };
}

const oneTetrahedron = `$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
1
1 4 2 0 1 1 2 3 4
$EndElements
`;

const bar = ['box', '--set', 'size=0.15,0.01,0.03', '--resolution', '1'];

async function modes(...args: string[]): Promise<Printed> {
  const ended = await carom(['modes', ...args, '--json'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  return lastLine(ended) as unknown as Printed;
}

describe('carom modes', () => {
  test.each([
    ['polycarbonate', 1e-2],
    ['glass', 1e-3],
    ['oak', 1e-2],
  ])('%s dies as its loss factor says: T60 = 2.2 / η f', async (material, loss) => {
    const { frequenciesHz, strike } = await modes(...bar, '--material', material, '--count', '2');
    const { decay, frequencyHz } = strike.resonators[0];
    expect(frequencyHz / frequenciesHz[0]).toBeCloseTo(1, 3);
    expect(decay / (2.2 / (loss * frequencyHz))).toBeCloseTo(1, 2);
  });

  test('prints the cantilever with all that was promised', async () => {
    const found = await modes(
      ...bar.slice(0, 3),
      '--material',
      'aluminium',
      '--clamp',
      'x<-0.0749',
      '--count',
      '4',
    );
    expect(Math.abs(found.frequenciesHz[0] / 369.9 - 1)).toBeLessThan(0.01);
    expect(found.frequenciesHz).toHaveLength(4);
    // aluminium's own loss factor and, of a bar a centimetre thick, little that heat takes
    expect(2 * found.dampingRatios[2]).toBeGreaterThan(1e-4);
    expect(2 * found.dampingRatios[2]).toBeLessThan(1.1e-4);
    expect(Math.max(...found.residuals)).toBeLessThan(1e-6);
    expect(found.complete).toBe(true);
    expect(found.tetrahedra).toBeGreaterThan(100);
    expect(found.unknowns).toBeGreaterThan(500);
    expect(found.seconds).toBeGreaterThan(0);
  });

  test('clamps regions by sums of conditions, where the scene has the body', async () => {
    const scene = {
      name: 'shelf',
      bodies: [
        {
          name: 'shelf',
          shape: { kind: 'box', size: [0.15, 0.01, 0.03] },
          position: [2, 1, 0],
          material: 'aluminium',
        },
        { name: 'other', shape: { kind: 'sphere' }, position: [9, 9, 9] },
      ],
    };
    writeFileSync(join(folder, 'shelf.json'), JSON.stringify(scene));
    const common = ['shelf.json', '--body', 'shelf', '--count', '1'];
    const one = await modes(...common, '--clamp', 'x<1.9251');
    expect(Math.abs(one.frequenciesHz[0] / 369.9 - 1)).toBeLessThan(0.01);
    const both = await modes(...common, '--clamp', 'x<1.9251', '--clamp', 'x > 207.49cm, y > 0');
    // clamped at both ends: 22.373 / 3.516 times as high, shear apart
    expect(both.frequenciesHz[0] / one.frequenciesHz[0]).toBeCloseTo(6.2, 0);
  });

  test('takes materials by name and by value, and a highest frequency', async () => {
    const steel = await modes(...bar, '--count', '2', '--material', 'steel');
    const light = await modes(...bar, '--count', '2', '--material', '{"like": "steel", "density": 1962.5}');
    expect(light.frequenciesHz[0] / steel.frequenciesHz[0]).toBeCloseTo(2, 9);
    const many = await modes(...bar, '--up-to', '9000', '--material', 'steel');
    expect(many.frequenciesHz.every((f) => f <= 9000)).toBe(true);
  });

  test('takes mesh files, closed ones, and tetrahedra', async () => {
    writeFileSync(
      join(folder, 'brick.obj'),
      writeObj([{ name: 'brick', mesh: box.make({ size: [0.04, 0.02, 0.1] }) }]),
    );
    const fromFile = await modes('brick.obj', '--units', 'm', '--count', '3', '--material', 'brick');
    const known = await modes('box', '--set', 'size=0.04,0.02,0.1', '--count', '3', '--material', 'brick');
    for (let k = 0; k < 3; k++)
      expect(Math.abs(fromFile.frequenciesHz[k] / known.frequenciesHz[k] - 1)).toBeLessThan(0.01);
    writeFileSync(join(folder, 'one.msh'), oneTetrahedron);
    const one = await modes('one.msh', '--count', '2', '--units', 'cm');
    expect(one.tetrahedra).toBe(1);
    expect(one.frequenciesHz[0]).toBeGreaterThan(10000);
    const open = { ...box.make(), faces: box.make().faces.slice(3) };
    writeFileSync(join(folder, 'open.obj'), writeObj([{ name: 'open', mesh: open }]));
    const refused = await carom(['modes', 'open.obj', '--units', 'm'], folder);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/cannot be analysed/);
    writeFileSync(join(folder, 'bad.msh'), 'nothing');
    expect((await carom(['modes', 'bad.msh'], folder)).status).toBe(2);
  });

  test('tunes by size, and says where it struck', async () => {
    const found = await modes(...bar, '--count', '3', '--material', 'bronze', '--tune', '440');
    expect(found.frequenciesHz[0]).toBeCloseTo(440, 6);
    expect(found.strike.resonators[0].frequencyHz).toBeCloseTo(440, 3);
    expect(found.scale).toBeGreaterThan(1);
    // the first mode bends the thin way: struck at the end, on a broad side
    expect(Math.abs(found.strike.point[1])).toBeCloseTo(0.005, 6);
    expect(Math.abs(found.strike.point[0])).toBeGreaterThan(0.06);
    const centre = await modes(...bar, '--count', '3', '--material', 'bronze', '--strike', '0,0.005,0');
    const gains = centre.strike.resonators.map(({ gain }) => gain);
    expect(Math.max(...gains)).toBe(1);
    // twisting has a node there
    expect(centre.strike.resonators.length).toBeLessThan(3);
  });

  test('writes instruments', async () => {
    const faust = await carom(
      ['modes', ...bar, '--count', '4', '--format', 'faust', '--radiation', 'surface'],
      folder,
    );
    expect(faust.status, faust.stderr).toBe(0);
    expect(faust.stdout).toMatch(
      /import\("stdfaust.lib"\);[\s\S]*frequencies = \([\d., \n]+\);[\s\S]*process = /,
    );
    const file = ['--format', 'supercollider', '--out', 'bar.scd'];
    const collider = await carom(['modes', ...bar, '--count', '4', ...file], folder);
    expect(collider.status, collider.stderr).toBe(0);
    expect(readFileSync(join(folder, 'bar.scd'), 'utf8')).toMatch(/SynthDef\(\\box,[\s\S]*Ringz\.ar/);
    const quick = ['--radiation', 'surface', '--out', 'bar.modal'];
    const model = await carom(['modes', ...bar, '--count', '3', ...quick], folder);
    expect(model.status, model.stderr).toBe(0);
    expect(readModal(new Uint8Array(readFileSync(join(folder, 'bar.modal')))).count).toBe(3);
    const again = await carom(['modes', 'bar.modal', '--format', 'faust'], folder);
    expect(again.stdout).toMatch(/^modes = 3;$/m);
    const tuned = await carom(['modes', 'bar.modal', '--tune', '440'], folder);
    expect(tuned.status).toBe(2);
    expect(tuned.stderr.replace(/\s+/g, ' ')).toMatch(/--tune: its modes are what they are/);
    const data = await carom(['modes', ...bar, '--count', '2', '--format', 'json'], folder);
    expect((JSON.parse(data.stdout) as Printed).frequenciesHz).toHaveLength(2);
  });

  test('keeps analyses where it is told to', async () => {
    await modes(...bar, '--count', '3', '--cache', 'kept');
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(1);
    await modes(...bar, '--count', '2', '--cache', 'kept', '--material', 'lead');
    await modes(...bar, '--count', '2', '--cache', 'kept', '--material', 'steel');
    // lead has another ν, steel has another too
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(3);
  });

  test.each([
    ['code as a condition', ['--clamp', 'process.exit(1)'], /conditions on x, y or z/],
    ['an empty condition', ['--clamp', 'x<1,'], /conditions on x, y or z/],
    ['a clamp that misses', ['--clamp', 'x>5'], /nothing is clamped.*holds somewhere/],
    ['an unknown material', ['--material', 'adamantium'], /unknown material/],
    ['a material that is no JSON', ['--material', '{steel'], /not JSON/],
    ['a material out of range', ['--material', '{"poissonRatio": 0.7}'], /poissonRatio.*too large/],
    ['too little memory', ['--memory', '1kB'], /memory.*a lower resolution/],
    ['no modes', ['--count', '0'], /no number of modes/],
    ['a pitch of nothing', ['--tune', '0'], /no pitch/],
  ])('refuses %s', async (_, args, words) => {
    const ended = await carom(['modes', ...bar, ...args], folder);
    expect(ended.status).toBe(2);
    // However the terminal's width breaks its lines.
    expect(ended.stderr.replace(/\s+/g, ' ')).toMatch(words);
  });

  test('refuses what is no body', async () => {
    for (const [args, words] of [
      [['falling-boxes'], /--body.*name one of them/],
      [['falling-boxes', '--body', 'lowset'], /did you mean|use one of/],
      [['nothing.stl'], /no such file/],
      [['box', '--set', 'sise=1'], /sise.*size/],
    ] as const) {
      const ended = await carom(['modes', ...args], folder);
      expect(ended.status).toBe(2);
      // However the terminal's width breaks its lines.
      expect(ended.stderr.replace(/\s+/g, ' ')).toMatch(words);
    }
  });
});
