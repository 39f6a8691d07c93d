// npm run build: the package in dist, with the page of the player, the examples and the studio.
// With --library, without the studio; with --script, also without types; with --out <folder>, there instead.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, transformSync } from 'esbuild';
import { register } from 'tsx/esm/api';
import { build as buildVite } from 'vite';
import { buildWeb } from './build-web.mjs';
import { inputsOf, noticesOf } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    library: { type: 'boolean' },
    script: { type: 'boolean' },
    out: { type: 'string', default: join(root, 'dist') },
  },
});
const out = resolve(values.out);
process.chdir(root);
rmSync(out, { recursive: true, force: true });

const bundle = ['node_modules/tsdown/dist/run.mjs', '--out-dir', out, ...(values.script ? ['--no-dts'] : [])];
const { status } = spawnSync(process.execPath, bundle, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
await buildPage();
await buildWeb(join(out, 'web'), JSON.parse(readFileSync('package.json', 'utf8')).version);
await buildExamples();
if (!values.library && !values.script)
  await buildVite({ configFile: 'studio/vite.config.ts', logLevel: 'warn' });

async function buildPage() {
  mkdirSync(join(out, 'view'), { recursive: true });
  const built = await build({
    entryPoints: ['src/view/page.ts'],
    outfile: join(out, 'view/page.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'warning',
    legalComments: 'none',
    metafile: true,
  });
  writeFileSync(join(out, 'view/NOTICE.txt'), noticesOf(inputsOf(built)));
  for (const file of ['page.html', 'page.css']) copyFileSync(`src/view/${file}`, join(out, 'view', file));
}

/** Examples import the source beside them; in dist the source is one folder up. */
async function buildExamples() {
  for (const file of readdirSync('examples', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const { code } = transformSync(readFileSync(join('examples', file), 'utf8'), {
      loader: 'ts',
      target: 'es2023',
    });
    const built = join(out, 'examples', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(
      built,
      code.replace(
        /(from\s+["'])([^"']+)\.ts(["'])/g,
        (_, from, path, end) => `${from}${path.replace('../src/', '../')}.js${end}`,
      ),
    );
  }
  register();
  const { listExamples } = await import('../src/cli/index.node.ts');
  const index = listExamples().map((entry) => ({ ...entry, file: entry.file.replace(/\.ts$/, '.js') }));
  writeFileSync(join(out, 'examples/index.json'), JSON.stringify(index));
}
