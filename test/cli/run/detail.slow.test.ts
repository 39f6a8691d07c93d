// carom run --detail: how closely convex pieces follow a moving body that is not convex.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-detail-'));
  const ring = {
    name: 'ring',
    shape: { kind: 'torus', radius: 0.1, tubeRadius: 0.03, segments: 16, tubeSegments: 8 },
    position: [0, 1, 0],
  };
  for (const engine of ['lcp', 'flight'])
    writeFileSync(
      join(folder, `${engine}.json`),
      JSON.stringify({ name: 'ring', engine, duration: 0.05, bodies: [ring] }),
    );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pieces that the run says the ring has. */
async function pieces(...flags: readonly string[]): Promise<number> {
  const { status, stdout, stderr } = await carom(['run', 'lcp.json', '--keep', 'summary', ...flags], folder);
  expect(status, stderr).toBe(0);
  const found = /(\d+) convex pieces/.exec(stdout);
  expect(found, stdout).not.toBeNull();
  return Number(found?.[1]);
}

test('a coarse detail is of fewer pieces, and --set detail says the same', async () => {
  const coarse = await pieces('--detail', '0.3');
  expect(coarse).toBeLessThan(await pieces('--detail', '0.04'));
  expect(await pieces('--set', 'detail=0.3')).toBe(coarse);
});

test('an engine without pieces refuses it by name', async () => {
  const { status, stderr } = await carom(['run', 'flight.json', '--detail', '0.1'], folder);
  expect(status).not.toBe(0);
  expect(stderr).toContain('detail');
});
