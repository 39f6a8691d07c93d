// npm run check: everything a reviewer would otherwise have to say. Runs all checks, then fails if one did.

import { spawnSync } from 'node:child_process';
import pc from 'picocolors';

const checks = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['types of AssemblyScript', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.kernels.json'],
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['lint with types', 'node_modules/eslint/bin/eslint.js', 'src', 'studio', 'bench', '--max-warnings=0'],
  ['unused exports', 'node_modules/knip/bin/knip.js'],
  [
    'modules of tests only',
    'node_modules/knip/bin/knip.js',
    '--production',
    '--include',
    'files,dependencies',
  ],
  ['faces and imports', 'scripts/imports.mjs'],
  ['floor plan', 'scripts/plan.mjs', '--check'],
  ['kernels are built', 'scripts/kernels.mjs', '--check'],
  ['grammar is built', 'scripts/grammar.mjs', '--check'],
  ['specifications are embedded', 'scripts/specifications.mjs', '--check'],
  ['schema is published', 'scripts/schema.mjs', '--check'],
  ['options are typed', 'scripts/engine-options.mjs', '--check'],
];

const failed = [];
for (const [name, ...command] of checks) {
  const started = Date.now();
  const result = spawnSync(process.execPath, command, { encoding: 'utf8' });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const ok = result.status === 0;
  console.log(`${ok ? pc.green('ok  ') : pc.red('FAIL')} ${name} (${seconds} s)`);
  if (!ok) {
    failed.push(name);
    console.log(`${result.stdout}${result.stderr}`);
  }
}
if (failed.length > 0) {
  console.log(pc.red(`${failed.length} of ${checks.length} checks failed: ${failed.join(', ')}`));
  process.exit(1);
}
