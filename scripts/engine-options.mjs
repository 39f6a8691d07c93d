// Writes the types of the engines' options, src/scene/engine-options.generated.ts, from what the engines say of them, so that a
// mistake in one fails to compile and editors tell what each means.
//
//   node scripts/engine-options.mjs           write it
//   node scripts/engine-options.mjs --check   exit 1 when it is not what the engines say

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = 'src/scene/engine-options.generated.ts';
const generated = join(root, place);

register();
const { catalog } = await import('../src/catalog/index.ts');

const nameOf = (id) => `${id[0].toUpperCase()}${id.slice(1)}EngineOptions`;

function typeOf(option) {
  if (option.kind === 'boolean') return 'boolean';
  if (option.kind !== 'choice') return 'number';
  const choices = option.choices.map((choice) => `'${choice}'`);
  // Any other text too, and the choices are still offered.
  return [...choices, ...(option.other ? ['(string & {})'] : [])].join(' | ');
}

function docOf(option) {
  const range = 'min' in option ? `${option.min} to ${option.max}; ` : '';
  const unit = option.unit ? `[${option.unit}] ` : '';
  const other = option.other ? ` Or ${option.other}.` : '';
  return `${option.doc}${other} ${unit}${range}${option.default} unless said.`.replaceAll('*/', '* /');
}

const parts = ['// Written by scripts/engine-options.mjs from the engines. Do not edit.\n'];
for (const [id, entry] of Object.entries(catalog)) {
  const { options, title } = await entry.load();
  const lines = Object.entries(options).map(
    ([name, option]) => `  /** ${docOf(option)} */\n  readonly ${name}?: ${typeOf(option)};`,
  );
  parts.push(
    `/** Options of the engine \`${id}\`: ${title}. */\nexport interface ${nameOf(id)} {\n${lines.join('\n')}\n}\n`,
  );
}
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const formatted = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path', generated], {
  input: parts.join('\n'),
  encoding: 'utf8',
  cwd: root,
});
if (formatted.status !== 0) throw new Error(formatted.stderr);
const wanted = formatted.stdout;

if (!process.argv.includes('--check')) {
  writeFileSync(generated, wanted);
  console.log(`wrote ${place} (${wanted.length} bytes)`);
} else if (!existsSync(generated) || readFileSync(generated, 'utf8') !== wanted) {
  console.error(`${place} is not what the engines say; run node scripts/engine-options.mjs`);
  process.exitCode = 1;
}
