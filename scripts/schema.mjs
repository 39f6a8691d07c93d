// Publishes the JSON Schemas of scene and sweep files, docs/*.schema.json, from the same source as the validators.
//
//   node scripts/schema.mjs           write them
//   node scripts/schema.mjs --check   exit 1 when one is not what the source says

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

register();
const { sceneJsonSchema } = await import('../src/scene/read/index.ts');
const { sweepJsonSchema } = await import('../src/farm/index.ts');
publish('docs/scene.schema.json', sceneJsonSchema(), 'src/scene/schema');
publish('docs/sweep.schema.json', sweepJsonSchema(), 'src/farm/schema.ts');

function publish(name, schema, source) {
  const published = join(root, name);
  // Laid out as the rest of the project is, so that the format check and this one agree.
  const formatted = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path', published], {
    input: JSON.stringify(schema),
    encoding: 'utf8',
    cwd: root,
  });
  if (formatted.status !== 0) throw new Error(formatted.stderr);
  const wanted = formatted.stdout;
  if (!process.argv.includes('--check')) {
    writeFileSync(published, wanted);
    console.log(`wrote ${name} (${wanted.length} bytes)`);
  } else if (!existsSync(published) || readFileSync(published, 'utf8') !== wanted) {
    console.error(`${name} is not what ${source} says; run node scripts/schema.mjs`);
    process.exitCode = 1;
  }
}
