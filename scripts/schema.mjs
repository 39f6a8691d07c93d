// Publishes the JSON Schema of scene files, docs/scene.schema.json, from the same source as the validator.
//
//   node scripts/schema.mjs           write it
//   node scripts/schema.mjs --check   exit 1 when it is not what the source says

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const published = join(root, 'docs/scene.schema.json');

register();
const { sceneJsonSchema } = await import('../src/scene/read/index.ts');
// Laid out as the rest of the project is, so that the format check and this one agree.
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
const formatted = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path', published], {
  input: JSON.stringify(sceneJsonSchema()),
  encoding: 'utf8',
  cwd: root,
});
if (formatted.status !== 0) throw new Error(formatted.stderr);
const wanted = formatted.stdout;

if (!process.argv.includes('--check')) {
  writeFileSync(published, wanted);
  console.log(`wrote docs/scene.schema.json (${wanted.length} bytes)`);
} else if (!existsSync(published) || readFileSync(published, 'utf8') !== wanted) {
  console.error('docs/scene.schema.json is not what src/scene/schema says; run node scripts/schema.mjs');
  process.exitCode = 1;
}
