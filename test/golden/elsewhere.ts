// The golden hashes where there is nothing but a Node: another version, another processor. npm run test:long bundles
// this into one file. It ends with 1 where a hash differs.

import { compareGolden } from './compare.ts';

const { made, different } = await compareGolden(() => {});
console.log(`${process.version} on ${process.arch}: ${made} made, ${different.length} differ`);
for (const name of different) console.log(`differs: ${name}`);
process.exitCode = different.length > 0 ? 1 : 0;
