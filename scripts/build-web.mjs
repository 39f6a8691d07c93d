// What browsers load as it is, in dist/web: one script for pages without a bundler, and the workers of everybody.
//
// Workers are one file each, without imports: those of a page do not know its import map, and older bundlers
// (Vite before 8) take no worker apart that loads further scripts on demand. Modules of dist point here
// (tsdown.config.ts).

import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { inputsOf, noticesOf } from './notices.mjs';

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  plugins: [{ name: 'workers are JavaScript when built', setup: pointAtBuiltWorkers }],
};

/** @param version  of the package */
export async function buildWeb(outdir, version) {
  const toHere = { ...common, outdir, define: { CAROM_VERSION: JSON.stringify(version) } };
  const worker = await build({ ...toHere, entryPoints: { worker: 'src/live/worker.ts' } });
  const pool = await build({ ...toHere, entryPoints: { 'worker.web': 'src/sim/worker.web.ts' } });
  const worklet = await build({
    ...toHere,
    entryPoints: { 'live-sound': 'src/sound/live/live-sound.worklet.ts' },
  });
  // What only a page without workers needs is loaded when it is needed.
  const page = await build({ ...toHere, entryPoints: { carom: 'src/web.ts' }, splitting: true });
  writeFileSync(`${outdir}/NOTICE.txt`, noticesOf(inputsOf(worker, pool, worklet, page)));
}

/** esbuild leaves `new URL('./x.ts', import.meta.url)` as it is, and everything here lies in one folder. */
function pointAtBuiltWorkers({ onLoad }) {
  onLoad(
    { filter: /src[\\/](live[\\/]thread|sim[\\/]pool\.web|sound[\\/]live[\\/]live-sound)\.ts$/ },
    async ({ path }) => {
      const { readFile } = await import('node:fs/promises');
      const contents = (await readFile(path, 'utf8')).replace(
        /(new URL\('\.\/[\w.-]+?)(?:\.worklet)?\.ts(', import\.meta\.url\))/,
        '$1.js$2',
      );
      return { contents, loader: 'ts' };
    },
  );
}
