// npm run test:quick: the quick tests of what has changed, and a smoke of everything.
//
//   npm run test:quick               since where this branch left the one it follows, or main
//   npm run test:quick -- HEAD~3     since then
//
// What has changed is found by imports: every test that loads a changed file, however far away.

import { testsLoading } from './loading-tests.mjs';
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

const base = process.argv[2] ?? whereItBegan();
const changed = [
  ...lines(git('diff', '--name-only', base).stdout),
  ...lines(git('ls-files', '--others', '--exclude-standard').stdout),
];
const tests = testsLoading(changed);
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

function lines(text) {
  return text.split('\n').filter((line) => line !== '');
}
