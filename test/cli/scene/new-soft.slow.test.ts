// `carom new --cloth | --rope | --soft`: each scene runs as it is written, and does what it says.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordingFile } from '../../../src/record/index.node.ts';
import type { DeformableFile } from '../../../src/scene/index.ts';
import { carom, lastLine } from '../carom.ts';
import { block, stl } from '../printed-parts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-new-soft-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a scene, runs it, and returns what is in its file and the heights of its vertices at the end. */
async function makeAndRun(
  out: string,
  ...args: string[]
): Promise<{ file: DeformableFile; heights: number[] }> {
  const made = await carom(['new', ...args, '--out', out, '--json'], folder);
  expect(made.status, made.stderr).toBe(0);
  expect(lastLine(made)).toMatchObject({ touching: 0, next: `carom run ${out}` });
  const path = join(folder, out, 'scene.json');
  const [file] = (JSON.parse(readFileSync(path, 'utf8')) as { deformables: DeformableFile[] }).deformables;
  const ran = await carom(['run', out, '--duration', '0.4', '--out', `${out}.carom`, '--json'], folder);
  expect(ran.status, ran.stderr).toBe(0);
  expect(lastLine(ran)).toMatchObject({ intersections: 0 });
  const recording = await openRecordingFile(join(folder, `${out}.carom`));
  const { vertices } = await recording.frame(recording.frameCount - 1);
  const up = recording.scene.up === 'z' ? 2 : 1;
  const heights = Array.from({ length: vertices.length / 3 }, (_, v) => vertices[3 * v + up]);
  return { file, heights };
}

describe('carom new', () => {
  test('a sheet of a size falls onto the floor and lies there', async () => {
    const { file, heights } = await makeAndRun(
      'sheet',
      '--cloth',
      '--size',
      '0.4x0.2',
      '--material',
      'denim',
      '--cells',
      '6x3',
    );
    expect(file).toMatchObject({
      kind: 'cloth',
      material: 'denim',
      shape: { size: [0.4, 0.2], cells: [6, 3] },
    });
    expect(heights).toHaveLength(28);
    // half of its 0.9 mm is kept
    expect(Math.min(...heights)).toBeGreaterThan(4.5e-4);
    expect(Math.max(...heights)).toBeLessThan(3e-3);
  });

  test('a sheet hangs by two corners', async () => {
    const { file, heights } = await makeAndRun(
      'hung',
      '--cloth',
      '--size',
      '0.3',
      '--cells',
      '6x6',
      '--hang',
    );
    expect(file.pins).toHaveLength(2);
    expect(Math.max(...heights)).toBeCloseTo(0.1016 + 0.3, 6);
    expect(Math.min(...heights)).toBeGreaterThan(0.09);
  });

  test('a rope falls, and one that hangs swings', async () => {
    const fallen = await makeAndRun(
      'rope',
      '--rope',
      '--length',
      '0.5',
      '--segments',
      '12',
      '--thickness',
      '0.008',
    );
    expect(fallen.file).toMatchObject({ kind: 'rod', thickness: 0.008, material: 'cotton' });
    expect(Math.max(...fallen.heights)).toBeLessThan(0.02);
    expect(Math.min(...fallen.heights)).toBeGreaterThan(0.004);
    const { heights } = await makeAndRun('swing', '--rope', '--length', '0.5', '--segments', '12', '--hang');
    expect(heights[0]).toBeCloseTo(0.1016 + 0.5, 6);
    expect(heights[12]).toBeLessThan(0.5);
  });

  test('a solid of a primitive falls and rests', async () => {
    const { file, heights } = await makeAndRun(
      'ball',
      '--soft',
      '--shape',
      'sphere',
      '--size',
      '0.06',
      '--material',
      'silicone',
    );
    expect(file).toMatchObject({ kind: 'solid', shape: { kind: 'sphere' }, material: 'silicone' });
    expect(Math.min(...heights)).toBeGreaterThan(5e-4);
    expect(Math.max(...heights)).toBeLessThan(0.12);
  });

  test('a solid of a mesh file, which hangs by its top', async () => {
    writeFileSync(join(folder, 'brick.stl'), stl(block([40, 40, 40], [0, 0, 0])));
    const { file, heights } = await makeAndRun(
      'brick',
      'brick.stl',
      '--soft',
      '--material',
      'foam',
      '--hang',
    );
    expect(file).toMatchObject({ name: 'brick', kind: 'solid', shape: { kind: 'file' }, material: 'foam' });
    expect(Math.max(...heights)).toBeGreaterThan(0.019);
    expect(Math.min(...heights)).toBeGreaterThan(-0.022);
  });

  test('says what makes no sense, and writes nothing', async () => {
    const open = block([10, 10, 10], [0, 0, 0]);
    writeFileSync(join(folder, 'open.stl'), stl({ ...open, faces: open.faces.slice(6) }));
    for (const [args, said] of [
      [['--cloth', '--rope'], 'two things at once'],
      [['--rope', '--cells', '3x3'], 'a rope has no cells'],
      [['--length', '3'], 'add --cloth, --rope or --soft'],
      [['--cloth', '--size', '1x2x3'], 'two such as 1x0.5'],
      [['--cloth', '--size', '-1'], 'Give metres above 0'],
      [['--soft', '--material', 'jely'], 'did you mean "jelly"?'],
      [['--soft', '--shape', 'plane'], 'it has no inside'],
      [['--soft', 'open.stl'], 'it has no inside'],
      [['--rope', 'brick.stl'], 'a rope is not made of files'],
      [['--soft', 'brick.stl', '--shape', 'box'], 'the files say it'],
      [[], 'name mesh files, or give --cloth'],
    ] as const) {
      const ended = await carom(['new', ...args, '--out', 'nothing'], folder);
      expect(ended.status, args.join(' ')).toBe(2);
      expect(ended.stderr, args.join(' ')).toContain(said);
    }
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
  });
});
