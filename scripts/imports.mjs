// Holds the source to the import table: which folder of src may import which.
// The table is the one of docs/architecture.md; a folder that is not in it may not exist.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const engine = ['num', 'geometry', 'scene', 'record', 'sim'];
const all = [
  'num',
  'geometry',
  'scene',
  'record',
  'verify',
  'sim',
  'lagrange',
  'modes',
  'sound',
  'export',
  'live',
  'view',
  'farm',
  'engines/flight',
  'engines/ipc',
  'engines/async',
  'engines/lcp',
  'engines/modal',
  'engines/program',
];

/** Folder → folders it may import besides itself. */
export const table = {
  num: [],
  geometry: ['num'],
  scene: ['num', 'geometry'],
  record: ['num', 'scene'],
  verify: ['num', 'scene', 'record', 'geometry'],
  sim: ['num', 'scene', 'record'],
  lagrange: ['num', 'scene'],
  'engines/flight': engine,
  'engines/ipc': engine,
  'engines/async': engine,
  'engines/lcp': engine,
  modes: ['num', 'geometry', 'scene'],
  'engines/modal': [...engine, 'modes'],
  'engines/program': [...engine, 'lagrange'],
  sound: ['num', 'geometry', 'scene', 'record', 'modes'],
  export: ['num', 'geometry', 'scene', 'record'],
  live: [
    ...engine,
    'engines/async',
    'engines/flight',
    'engines/ipc',
    'engines/lcp',
    'engines/modal',
    'engines/program',
  ],
  view: ['num', 'scene', 'record', 'sim', 'live'],
  farm: all,
  cli: all,
};

/** What verify may see of geometry: the mesh type and the exact predicates, no collision code. */
const verifyMaySee = /^geometry\/(mesh\.ts|predicates\/)/;
/** Types of meshes travel with scenes, so whoever may import scene may name the mesh type. */
const meshType = /^geometry\/mesh\.ts$/;

function folderOf(path) {
  const parts = path.split('/');
  if (parts.length === 1) return '';
  return parts[0] === 'engines' ? parts.slice(0, 2).join('/') : parts[0];
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (/\.(ts|tsx|mjs)$/.test(entry.name)) yield path;
  }
}

export function findForbiddenImports() {
  const faults = [];
  for (const file of filesBelow(src)) {
    const from = relative(src, file).split(sep).join('/');
    const folder = folderOf(from);
    if (folder === '') continue; // entry points of the package gather from everywhere
    if (!(folder in table)) {
      faults.push(`${from}: folder ${folder} is not in the import table`);
      continue;
    }
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const target = match[1];
      if (target.startsWith('node:') && !/\.node\.ts$|^cli\/|\.mjs$/.test(from)) {
        faults.push(`${from}: imports ${target}; only *.node.ts files and the command line may`);
      }
      if (!target.startsWith('.')) continue;
      const to = relative(src, resolve(dirname(file), target))
        .split(sep)
        .join('/');
      if (to === '../package.json' && folder === 'cli') continue; // its own version
      const other = folderOf(to);
      if (other === folder || (meshType.test(to) && table[folder].includes('scene'))) continue;
      if (!table[folder].includes(other)) faults.push(`${from}: ${folder} may not import ${to}`);
      else if (folder === 'verify' && other === 'geometry' && !verifyMaySee.test(to)) {
        faults.push(`${from}: verify shares no collision code, so it may not import ${to}`);
      }
    }
  }
  return faults;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const faults = findForbiddenImports();
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
