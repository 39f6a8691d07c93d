// npm run bench [name]: runs bench/<name>.ts, or lists what there is.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bench');
const name = process.argv[2];
const file = join(folder, `${name}.ts`);
if (!name || !/^[a-z-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(folder)
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.slice(0, -3));
  console.log(`npm run bench <name>, where name is one of: ${names.join(', ')}`);
  process.exit(name ? 2 : 0);
}
const module = await import(pathToFileURL(file).href);
for (const benchmark of module.benchmarks ?? []) await benchmark(process.argv.slice(3));
