// Whoever gets a bundle of ours gets the licences of everything in it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
// @ts-expect-error a script of the build, without types
import { inputsOf } from '../../scripts/notices.mjs';
import { builtLibrary } from '../built.ts';

test.each([
  ['view/NOTICE.txt', ['src/view/page.ts'], ['three', 'fflate']],
  ['web/NOTICE.txt', ['src/web.ts', 'src/live/worker.ts'], ['three', 'fflate', 'zod', 'robust-predicates']],
])('%s names every package with its licence', async (file, entryPoints, expected) => {
  const text = readFileSync(join(await builtLibrary(), 'dist', file), 'utf8');
  const common = { bundle: true, format: 'esm', platform: 'browser', write: false, metafile: true } as const;
  const built = await build({ ...common, entryPoints, splitting: true, outdir: 'x', logLevel: 'error' });
  const packages = new Set<string>(
    inputsOf(built).flatMap((path: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  expect([...packages]).toEqual(expect.arrayContaining(expected));
  for (const name of packages) expect(text).toContain(`\n${name} `);
  expect(text).toContain('three.js authors');
  expect(text).toContain('WITHOUT WARRANTY OF ANY KIND');
  expect(text).not.toContain('node_modules');
});
