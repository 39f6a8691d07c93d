// The texts of examples/lagrange/*.lagrange as one module, so that examples run where there are no files: in pages and in
// the built package. `--check` says whether the module is as the files are.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(fileURLToPath(new URL('.', import.meta.url)), '../examples/lagrange');
const target = join(folder, 'parts', 'specifications.generated.ts');

export function specificationsModule() {
  const lines = [
    '// Made by scripts/specifications.mjs from the .lagrange files: change those.',
    '',
    'export const specifications = {',
  ];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.lagrange')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    lines.push(`  ${JSON.stringify(file.slice(0, -'.lagrange'.length))}:`);
    lines.push(`    ${JSON.stringify(text)},`);
  }
  return `${[...lines, '} as const;'].join('\n')}\n`;
}

export function isFresh() {
  return readFileSync(target, 'utf8') === specificationsModule();
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    if (!isFresh()) {
      console.log(
        'examples/lagrange/parts/specifications.generated.ts is out of date: node scripts/specifications.mjs',
      );
      process.exit(1);
    }
  } else writeFileSync(target, specificationsModule());
}
