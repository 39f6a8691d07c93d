import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-check-'));
  writeFileSync(join(folder, 'good.dat'), '2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\nremark');
  writeFileSync(join(folder, 'none.dat'), '1 0 1 1 1 1 0 -1');
  writeFileSync(join(folder, 'torn.dat'), '2 0 2 2 2 2 1 2');
  const contact = {
    dimension: 3,
    contacts: 1,
    blocks: [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]],
    q: [-1, 3, 0],
    mu: [0.5],
  };
  writeFileSync(join(folder, 'good.json'), JSON.stringify(contact));
  writeFileSync(join(folder, 'none.json'), JSON.stringify({ ...contact, blocks: [] }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('solved problems end with 0, and their solutions are in the JSON', async () => {
  const ended = await carom(['check', 'lcp', 'good.dat', '--json'], folder);
  expect(ended.status).toBe(0);
  expect(lastLine(ended)).toMatchObject({
    problems: 1,
    solved: 1,
    failed: 0,
    files: [{ n: 2, method: 'dantzig' }],
  });
  const [file] = lastLine(ended).files as { solution: number[]; residual: number }[];
  expect(file.solution[0]).toBeCloseTo(4 / 3, 12);
  expect(file.residual).toBeLessThan(1e-12);

  const slides = await carom(['check', 'friction', 'good.json', '--json'], folder);
  expect(slides.status).toBe(0);
  const [contact] = lastLine(slides).files as { solution: number[] }[];
  expect(contact.solution.map((value) => Math.round(value * 1e9) / 1e9 + 0)).toEqual([1, -0.5, 0]);
});

test('a problem that is not solved ends with 1 and a cross', async () => {
  const ended = await carom(['check', 'lcp', 'good.dat', 'none.dat'], folder);
  expect(ended.status).toBe(1);
  expect(ended.stdout).toMatch(/good\.dat.*✓/);
  expect(ended.stdout).toMatch(/none\.dat.*✗/);
  expect(ended.stdout).toMatch(/2 problems: .*1 not solved/);
  const stuck = await carom(['check', 'friction', 'none.json', '--json'], folder);
  expect(stuck.status).toBe(1);
  expect(lastLine(stuck)).toMatchObject({ solved: 0, failed: 1 });
});

test('files that cannot be read end with 2, and every one is named', async () => {
  const ended = await carom(['check', 'lcp', 'torn.dat', 'missing.dat'], folder);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toMatch(/torn\.dat: the file ends at row 1, column 2 of the matrix/);
  expect(ended.stderr).toMatch(/missing\.dat: there is no such file or folder/);
});

test('a pyramid first, then the cone: both are in the JSON, and edges are checked', async () => {
  const ended = await carom(['check', 'friction', 'good.json', '--cone', '5', '--json'], folder);
  expect(ended.status).toBe(0);
  const [file] = lastLine(ended).files as {
    residual: number;
    solution: number[];
    exact: { residual: number };
  }[];
  expect(file.residual).toBeLessThan(1e-8);
  expect(file.exact.residual).toBeLessThan(1e-8);
  // sliding along x: the farthest of five corners against it is beside the axis
  expect(file.solution[1]).toBeCloseTo(-0.5 * Math.cos(Math.PI / 5), 6);

  const none = await carom(['check', 'friction', 'good.json', '--cone', '3'], folder);
  expect(none.status).toBe(2);
  expect(none.stderr).toMatch(/--cone: is not a number of edges \(3\)/);
});
