// npm run mutate: breaks the code in small ways, one at a time, and looks whether tests notice. What no test notices is
// listed in bench/results/mutation.md.
//
//   npm run mutate -- src/record --seed 1 --count 50     fifty mutants of a folder, drawn by a seed
//   npm run mutate -- src/sim src/verify --near          only tests of the same folder, and of engines golden hashes
//   npm run mutate -- src/sim --anew                     forgets what was found before
//
// It works in a copy of the tree, which never holds more than one mutant. Mutants of portable code, which runs as
// WebAssembly, are compiled; what the compiler refuses does not count. It may be stopped at any time: what was killed
// stays so as long as its file is the same, and what survived is tried again once tests have changed. Mutants that change
// nothing that can be seen are in equivalent-mutants.json, with the reason.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { BrokenCopy } from './broken-copy.mjs';
import { loadedFrom, testsLoading } from './loading-tests.mjs';
import { mutantsOf } from './mutants.mjs';
import { reportMutation } from './mutation-report.mjs';
import { git } from './test-run.mjs';

/** Neither generated nor for AssemblyScript alone, neither types nor faces. */
const SOURCE = /(?<!\.generated|\.as|\.d|\/index|\/index\.node)\.ts$/;
const NOT_QUICK = /\.(slow|long)\.test\.ts$|^test\/(browser|package|studio\/page)\//;
const GOLDEN = 'test/golden/golden.test.ts';
/** What golden hashes are called that an engine has to do with, besides its runs. */
const GOLDEN_TOO = { lcp: '|dice|rewind|transitions|spread', program: '|compile' };
/** Whose steps are generated elsewhere than in a folder of its own. */
const ENGINES = { 'test/lagrange/': 'program' };
const KERNELS = 'src/num/kernels/kernels.generated.ts';
const state = 'node_modules/.cache/carom/mutation.json';

const { values: chosen, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    near: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
  },
});
if (folders.length === 0) {
  console.error('Which folders? For example: npm run mutate -- src/record --seed 1 --count 50');
  process.exit(2);
}
const tracked = git('ls-files', '--cached', '--others', '--exclude-standard')
  .stdout.split('\n')
  .filter((file) => file !== '' && existsSync(file));
const ofTests = tracked.filter((file) => file.startsWith('test/')).map((file) => readFileSync(file));
/** What a survivor has survived. */
const tried = hashOf(String(chosen.near), ...ofTests);
const known = !chosen.anew && existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : {};
const equivalent = JSON.parse(readFileSync('scripts/equivalent-mutants.json', 'utf8'));
const copy = new BrokenCopy(tracked);
const compiled = loadedFrom(tracked.filter((file) => file.endsWith('.kernel.ts')));

const kernels = copy.read(KERNELS);
/** How long tests may take [ms], by where they are and which stage. */
const limits = new Map();

for (const folder of folders) {
  const drawn = draw(folder);
  const outcomes = [];
  for (const mutant of drawn) {
    const outcome = await outcomeOf(mutant, folder);
    outcomes.push({ ...mutant, outcome });
    const { file, line, was, becomes } = mutant;
    console.log(`${outcomes.length}/${drawn.length} ${outcome}: ${file}:${line}  ${was}  →  ${becomes}`);
  }
  reportMutation(folder, chosen, outcomes);
}
// Otherwise timers of tests that were ended would be waited for.
process.exit(0);

/** By the hashes of what they are, so that a change elsewhere draws the same ones. */
function draw(folder) {
  const isMeant = (file) => (file === folder || file.startsWith(`${folder}/`)) && SOURCE.test(file);
  const all = tracked.filter(isMeant).flatMap((file) => {
    const content = copy.read(file);
    const seen = new Map();
    return mutantsOf(file, content).map((mutant) => {
      const change = `${file} ${mutant.was} → ${mutant.becomes}`;
      const nth = seen.get(change) ?? 0;
      seen.set(change, nth + 1);
      const rank = hashOf(chosen.seed, change, String(nth));
      return { ...mutant, file, content, nth, rank, key: hashOf(content, change, String(nth)) };
    });
  });
  return all.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, Number(chosen.count));
}

async function outcomeOf(mutant, folder) {
  const { file, was, becomes, nth, key } = mutant;
  // the first of its kind in the file where the list does not say which
  const isListed = (other) => other.was === was && other.becomes === becomes && (other.nth ?? 1) === nth + 1;
  if (equivalent[file]?.some(isListed)) return 'equivalent';
  const before = known[key];
  if (before && (before.outcome !== 'survived' || before.tried === tried)) return before.outcome;
  const outcome = await tryMutant(mutant, folder);
  known[key] = { outcome, tried };
  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, JSON.stringify(known));
  return outcome;
}

async function tryMutant({ file, content, from, to, text }, folder) {
  const whole = { [file]: content, [KERNELS]: kernels };
  const broken = { [file]: content.slice(0, from) + text + content.slice(to) };
  try {
    copy.put(broken);
    if (compiled.has(file) && !copy.compile()) return 'refused';
    broken[KERNELS] = copy.read(KERNELS);
    for (const stage of stagesOf([file], folder, beside(file))) {
      if (stage.files.length === 0) continue;
      copy.put(whole);
      const limit = await limitOf(stage.what, folder, beside(file));
      copy.put(broken);
      const result = await copy.test(stage, limit);
      if (result !== 'passed') return result === 'failed' ? 'killed' : result;
    }
    return 'survived';
  } finally {
    copy.put(whole);
  }
}

/**
 * Quick tests that load files: first those beside them, then all of their folder, then all others unless --near. What an engine does to the
 * bits is seen soonest by the golden hashes that are its own, which come before all.
 */
function stagesOf(files, folder, nearest) {
  const home = homeOf(folder);
  const engine = ENGINES[home] ?? /^test\/engines\/(\w+)\/$/.exec(home)?.[1];
  const all = testsLoading(files).filter((path) => !NOT_QUICK.test(path));
  const golden = all.filter((path) => engine !== undefined && path === GOLDEN);
  const near = all.filter((path) => path.startsWith(home));
  const rest = all.filter((path) => !golden.includes(path) && !near.includes(path));
  const isBeside = (path) => path.startsWith(nearest);
  return [
    { what: 'golden', files: golden, named: `(run|verify) ${engine}${GOLDEN_TOO[engine] ?? ''}` },
    { what: `beside ${nearest}`, files: near.filter(isBeside) },
    { what: 'near', files: near.filter((path) => !isBeside(path)) },
    { what: 'rest', files: chosen.near ? [] : rest },
  ];
}

/** What takes far longer than without a mutant has no end. Tests that fail without one would tell nothing. */
async function limitOf(what, folder, nearest) {
  const key = `${homeOf(folder)} ${what}`;
  if (limits.has(key)) return limits.get(key);
  const sources = tracked.filter((file) => file.startsWith(`${homeOf(folder).replace(/^test/, 'src')}`));
  const stage = stagesOf(sources, folder, nearest).find((one) => one.what === what);
  const began = Date.now();
  if ((await copy.test(stage, 3_600_000)) !== 'passed')
    throw new Error(`tests fail in the tree as it is: ${stage.files.join(' ')}`);
  limits.set(key, 4 * (Date.now() - began) + 60_000);
  return limits.get(key);
}

/** Where tests of a file are, if they have a folder like its own. */
function beside(file) {
  return `${dirname(file).replace(/^src/, 'test')}/`;
}

/** Where the tests of a folder are: of `src/engines/lcp/forward` that is `test/engines/lcp/`. */
function homeOf(folder) {
  return folder.replace(/^src/, 'test').replace(/^(test\/engines\/[^/]+|test\/[^/]+).*$/, '$1/');
}

function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
