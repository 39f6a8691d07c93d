import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-fix-cloth-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('cloth that goes through an obstacle is drawn out, keeps its pins, runs and is judged well', async () => {
  const scene = {
    name: 'tangle',
    duration: 0.02,
    bodies: [{ name: 'box', motion: 'static', shape: { kind: 'box', size: [0.08, 0.08, 0.08] } }],
    deformables: [
      {
        name: 'sheet',
        kind: 'cloth',
        shape: { kind: 'grid', size: [0.2, 0.2], cells: [4, 4] },
        thickness: 0.004,
        areaDensity: 0.3,
        stretchStiffness: 40,
        bendStiffness: 1e-5,
        position: [0, 0.03, 0],
        pins: [{ within: { min: [-0.11, 0, -0.11], max: [-0.09, 0.1, -0.09] } }],
      },
    ],
  };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  const refused = await carom(['run', 'scene.json', '--out', 'no.carom'], folder);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('intersects');

  const ended = await carom(['fix', 'scene.json', '--json'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  const fixed = lastLine(ended).scene as string;
  const file = JSON.parse(readFileSync(join(folder, fixed), 'utf8'));
  expect(file.deformables[0].pins).toEqual([{ vertices: [20] }]);
  const ran = await carom(['run', fixed, '--out', 'yes.carom'], folder);
  expect(ran.status, ran.stderr).toBe(0);
  const judged = await carom(['verify', 'yes.carom'], folder);
  expect(judged.status, judged.stdout).toBe(0);
});
