// The golden hashes where there is nothing but a Node: another version, another processor. npm run test:long bundles
// this into one file. It ends with 1 where a hash differs.

import { readFileSync } from 'node:fs';
import { digest } from './digest.ts';
import { makers } from './makers.ts';

const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));
const different: string[] = [];
for (const [name, make] of Object.entries(makers))
  if (digest(await make()) !== golden[name]) different.push(name);
console.log(`${process.version} on ${process.arch}: ${Object.keys(makers).length} made`);
for (const name of different) console.log(`differs: ${name}`);
process.exitCode = different.length > 0 ? 1 : 0;
