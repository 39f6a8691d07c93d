// Each of the first scenes, started without any option: what should happen does, and the promise is kept.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readyRun } from '../../src/catalog/index.ts';
import { FaultError } from '../../src/scene/fault/index.ts';
import { readOutcome } from '../../src/sim/index.ts';
import { verify } from '../../src/verify/index.ts';
import { simulate } from '../../src/world/index.ts';
import { carom } from '../cli/carom.ts';
import { firstScenes } from './scenes.ts';

describe('a first scene, by simulate', () => {
  test.each(firstScenes.filter(({ holds }) => holds))('$says', async ({ file, holds }) => {
    const recording = await simulate(file, { worker: false });
    const outcome = await readOutcome(recording);
    expect(holds?.(outcome)).toBe(true);
    expect((await verify(recording)).kept).toBe(true);
  });

  test.each(firstScenes.filter(({ told }) => told))('$says', async ({ file, told }) => {
    const said = await readyRun(file).then(
      ({ notes }) => notes.join('\n'),
      (error: unknown) => (error instanceof FaultError ? error.message : Promise.reject(error)),
    );
    expect(said).toMatch(told as RegExp);
  });
});

// A process and a thread each: those that are quickest, and all that are told something.
const byCommand = firstScenes.filter(
  ({ told, file }) =>
    told !== undefined || ['box', 'stack', 'tight', 'car', 'inside-out'].includes(file.name),
);

test('by the command line the same comes of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carom-first-'));
  try {
    for (const { file, told, says } of byCommand) {
      writeFileSync(join(folder, 'scene.json'), JSON.stringify(file));
      const { status, stdout, stderr } = await carom(['run', 'scene.json', '--out', 'x.carom'], folder);
      if (told) expect(stdout + stderr, says).toMatch(told);
      else {
        expect(status, `${says}: ${stderr}`).toBe(0);
        expect(stdout).toMatch(/set apart/);
        expect(stdout).toMatch(/verified/);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
