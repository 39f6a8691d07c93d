// npm run test:quick: the quick tests of what has changed, and a smoke of everything.
//
//   npm run test:quick               since where this branch left the one it follows, or main
//   npm run test:quick -- HEAD~3     since then
//
// What has changed is found by imports: every test that loads a changed file, however far away.

import { readImports } from './imports.mjs';
import { git, runTier } from './test-run.mjs';

/** One test of each engine that holds it to the contract, the bits of everything, the command line, the floor plan. */
const SMOKE = [
  'test/golden/',
  'test/engines/async/conformance',
  'test/engines/flight/',
  'test/engines/ipc/conformance',
  'test/engines/lcp/conformance',
  'test/engines/modal/conformance',
  'test/engines/program/program',
  'test/cli/check/',
  'test/cli/take/compile',
  'test/project/imports',
];

/** What is loaded without an import: the command line is built, kernels are compiled into one generated file. */
const LOADED = [
  ['test/built.ts', /^src\/cli\/main\.ts$|^examples\/|^scripts\/build/],
  ['src/num/kernels/index.ts', /\.as\.ts$|kernels\.generated\.ts$/],
  ['src/lagrange/language/index.ts', /\.grammar$|parser\.generated\.ts$/],
];

const base = process.argv[2] ?? whereItBegan();
const changed = [
  ...lines(git('diff', '--name-only', base).stdout),
  ...lines(git('ls-files', '--others', '--exclude-standard').stdout),
];
const tests = testsOf(changed);
console.log(`${changed.length} files changed since ${base}; ${tests.length} test files load them.`);
runTier([...SMOKE, ...tests], { CAROM_TEST_TIER: 'quick' });

function whereItBegan() {
  const head = git('rev-parse', 'HEAD').stdout.trim();
  for (const followed of ['@{upstream}', 'origin/main', 'main']) {
    const base = git('merge-base', 'HEAD', followed).stdout.trim();
    if (base !== '' && base !== head) return base;
  }
  return git('status', '--porcelain').stdout === '' ? 'HEAD~1' : 'HEAD';
}

function testsOf(changed) {
  const loadedBy = new Map();
  const add = (from, to) => loadedBy.set(to, [...(loadedBy.get(to) ?? []), from]);
  for (const [from, imports] of readImports())
    for (const { to, isType } of imports) if (to !== undefined && !isType) add(from, to);
  const reached = new Set();
  const visit = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const from of loadedBy.get(path) ?? []) visit(from);
    for (const [from, to] of LOADED) if (to.test(path)) visit(from);
  };
  for (const path of changed) visit(path);
  return [...reached].filter((path) => path.endsWith('.test.ts'));
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}
