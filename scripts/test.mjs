// npm test: the whole suite; ends with one plain line that counts it.
// Anything after -- goes to vitest: npm test -- test/num

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'carom-test-'));
const summary = join(folder, 'summary.json');
const run = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...process.argv.slice(2),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${summary}`,
  ],
  { stdio: 'inherit' },
);

let failedToReport = false;
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(summary, 'utf8'),
  );
  console.log(
    `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`,
  );
  failedToReport = numPassedTests === 0;
} catch {
  failedToReport = true;
}
rmSync(folder, { recursive: true, force: true });
process.exit(run.status || (failedToReport ? 1 : 0));
