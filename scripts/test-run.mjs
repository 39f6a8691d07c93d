// How the tests of a tier are run, for npm test, npm run test:quick and npm run test:long.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/**
 * Runs vitest, and tells what it counted; no test at all is a failure.
 * @param args  vitest's: files, or the beginnings of their paths
 * @param env   beside our own, such as CAROM_TEST_TIER
 * @param node  the command that runs JavaScript
 */
export function runTests(args, env = {}, node = [process.execPath]) {
  const folder = mkdtempSync(join(tmpdir(), 'carom-test-'));
  const summary = join(folder, 'summary.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${summary}`];
  const [command, ...before] = node;
  const { status } = spawnSync(command, [...before, ...vitest, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const told = JSON.parse(readFileSync(summary, 'utf8'));
    counts.passed = told.numPassedTests;
    counts.failed = told.numFailedTests;
    counts.skipped = told.numPendingTests + told.numTodoTests;
  } catch {
    // It ended before it could tell; its status says so.
  }
  rmSync(folder, { recursive: true, force: true });
  return { ...counts, ok: status === 0 && counts.passed > 0 };
}

/** Runs tests, says what they left in the tree, and ends with one plain line that counts them. */
export function runTier(args, env) {
  const before = strangers();
  const { passed, failed, skipped, ok } = runTests(args, env);
  const left = [...strangers()].filter((path) => !before.has(path));
  if (left.length > 0) console.log(`tests left behind what is not theirs to leave: ${left.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(ok && left.length === 0 ? 0 : 1);
}

/** What lies in the tree and is in no commit, but for what is built and installed. */
function strangers() {
  const { stdout } = git('status', '--porcelain', '--ignored', '--untracked-files=all');
  const paths = stdout.split('\n').filter((line) => /^(\?\?|!!)/.test(line));
  return new Set(
    paths.map((line) => line.slice(3)).filter((path) => !/^(dist|node_modules)(\/|$)/.test(path)),
  );
}

/** What git answers; nothing where there is no git or no repository. */
export function git(...args) {
  const { stdout, status } = spawnSync('git', args, { encoding: 'utf8' });
  return { stdout: status === 0 ? stdout : '', ok: status === 0 };
}
