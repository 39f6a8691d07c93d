// npm run test:long: everything there is, for hours: tests of the long tier, all others with many more cases and with
// other random numbers, and golden hashes on other Nodes, another processor and in browsers. It may be stopped at any time:
// what has passed is kept for the sources as they are, and the next run goes on behind it. Results are added to
// bench/results/test-long.md.
//
//   npm run test:long                 goes on, or begins where sources have changed
//   npm run test:long -- seed         only steps with "seed" in their names
//   CAROM_TEST_NODES='/opt/node-24/bin/node, qemu-aarch64 /opt/node-arm64/bin/node' npm run test:long
//                                     takes these Nodes as well as those that it finds by itself (golden-elsewhere.mjs)

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { goldenSteps } from './golden-elsewhere.mjs';
import { git, runTests } from './test-run.mjs';

/** What a result is a result of. */
const SOURCES = ['src', 'studio', 'examples', 'lessons', 'test', 'scripts', 'package-lock.json'];
const SEEDS = 10;
const state = 'node_modules/.cache/carom/test-long.json';
const results = 'bench/results/test-long.md';

const isLong = { CAROM_TEST_TIER: 'long' };
const only = process.argv[2] ?? '';
const tree = treeOf(SOURCES);
const passed = passedFor(tree);
const outcomes = [];
for (const { name, run } of steps().filter(({ name }) => name.includes(only))) {
  const before = passed[name];
  if (before) console.log(`${name}: passed ${before.date}`);
  const outcome = before ?? (await timed(run));
  outcomes.push({ name, ...outcome });
  // What was skipped for want of something is looked for again.
  if (!outcome.ok || outcome.passed === 0) continue;
  passed[name] = outcome;
  mkdirSync(join(state, '..'), { recursive: true });
  writeFileSync(state, JSON.stringify({ tree, passed }));
}
const failed = outcomes.filter(({ ok }) => !ok);
const sum = (count) => outcomes.reduce((total, outcome) => total + (outcome[count] ?? 0), 0);
report();
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(failed.length > 0 ? 1 : 0);

function steps() {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const isLongFile = (file) => file.endsWith('.long.test.ts');
  const folders = new Set(
    files
      .filter((file) => !isLongFile(file))
      .map((file) => /^test\/(engines\/)?[^/]+\//.exec(file)?.[0])
      .filter(Boolean),
  );
  const drawn = files.filter(
    (file) => !isLongFile(file) && readFileSync(file, 'utf8').includes("'fast-check'"),
  );
  return [
    ...files.filter(isLongFile).map((file) => ({ name: file, run: () => runTests([file], isLong) })),
    ...Array.from(folders, (folder) => ({
      name: folder,
      run: () => runTests([folder, '--exclude', '**/*.long.test.ts'], isLong),
    })),
    ...Array.from({ length: SEEDS }, (_, k) => ({
      name: `seed ${k + 1}`,
      run: () => runTests(drawn, { CAROM_TEST_SEED: String(k + 1) }),
    })),
    ...goldenSteps(),
  ];
}

async function timed(run) {
  const began = Date.now();
  const outcome = await run();
  const date = new Date(began).toISOString().slice(0, 16);
  return { ...outcome, date, minutes: (Date.now() - began) / 60_000 };
}

/** A hash of files as they are, committed or not. */
function treeOf(paths) {
  const hash = createHash('sha256');
  const { stdout } = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths);
  for (const file of stdout
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .sort())
    hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function passedFor(tree) {
  const kept = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : {};
  return kept.tree === tree ? kept.passed : {};
}

function report() {
  const commit = git('describe', '--always', '--dirty').stdout.trim();
  const date = new Date().toISOString().slice(0, 16);
  const machine = `Node ${process.version} on ${arch()}, load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;
  const lines = [
    `\n## ${date}, ${commit}, ${machine}${only && `, only ${only}`}\n`,
    `${outcomes.length - failed.length} of ${outcomes.length} steps passed in ${sum('minutes').toFixed(0)} min; tests: ` +
      `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped.`,
    ...failed.map(({ name }) => `- failed: ${name}`),
  ];
  appendFileSync(results, `${lines.join('\n')}\n`);
}
