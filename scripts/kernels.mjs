// Builds every kernel below src (*.kernel.ts, *.as.ts) into one WebAssembly module, src/num/kernels/kernels.generated.ts.
//
//   npm run kernels              rebuild
//   npm run kernels -- --check   rebuild, and exit 1 when what is committed differs
//   npm run kernels -- --hasty   rebuild without much optimisation, as for mutants
//
// The generated file carries the module as base64 (works in Node, in bundlers and in plain browsers alike) and the
// type of what it exports.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileKernels } from './kernel-module.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, 'src/num/kernels/kernels.generated.ts');

const entries = (await readdir(join(root, 'src'), { recursive: true }))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.(kernel|as)\.ts$/.test(name) && !name.endsWith('.part.as.ts'))
  .sort();

const { bytes, signatures } = await compileKernels(entries, process.argv.includes('--hasty'));
const text = [
  '// Written by scripts/kernels.mjs from the kernels of src. Do not edit: npm run kernels',
  '',
  'export interface Kernels {',
  ...[...signatures.keys()].sort().map((name) => `  ${signatures.get(name)};`),
  '}',
  '',
  `export const moduleBase64 =\n  '${bytes.toString('base64')}';`,
  '',
].join('\n');

if (!process.argv.includes('--check')) {
  await writeFile(generated, text);
  console.log(`${signatures.size} kernels, ${bytes.length} bytes`);
} else if (text !== (await readFile(generated, 'utf8').catch(() => ''))) {
  console.error(
    'src/num/kernels/kernels.generated.ts is not what the kernels compile to; run: npm run kernels',
  );
  process.exit(1);
}
