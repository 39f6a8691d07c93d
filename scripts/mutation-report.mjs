// bench/results/mutation.md: a row a folder, and the mutants that no test noticed.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { git } from './test-run.mjs';

const results = 'bench/results/mutation.md';
const HEAD = `# Mutation

Small changes of the code, drawn by a seed, and whether quick tests notice them: \`npm run mutate\` (scripts/mutate.mjs) writes
this. Equivalent mutants (scripts/equivalent-mutants.json) do not count, nor what the compiler of kernels refuses. Tests that are near are those of the same folder, and of
engines golden hashes (of lagrange those of program, whose steps it generates); all are every quick test that loads the file.

| folder | seed | mutants | killed | of them by time | equivalent | killed | tests | at |
|---|---|---|---|---|---|---|---|---|
`;

/** Puts a folder's outcomes in the place of its last ones. */
export function reportMutation(folder, { seed, near }, outcomes) {
  const old = existsSync(results) ? readFileSync(results, 'utf8') : '';
  const rows = new Map();
  for (const row of old.match(/^\| `.*$/gm) ?? []) rows.set(/`(.*?)`/.exec(row)[1], row);
  const lists = new Map();
  for (const list of old.split(/^## /m).slice(1)) lists.set(list.split('\n', 1)[0], list.trim());
  const count = (...kinds) => outcomes.filter(({ outcome }) => kinds.includes(outcome)).length;
  const killed = count('killed', 'timeout');
  const counted = outcomes.length - count('equivalent', 'refused');
  const percent = ((100 * killed) / counted).toFixed(0);
  const commit = git('describe', '--always').stdout.trim();
  const cells = [
    `\`${folder}\``,
    seed,
    counted,
    killed,
    count('timeout'),
    count('equivalent'),
    `${percent}%`,
  ];
  rows.set(folder, `| ${[...cells, near ? 'near' : 'all', commit].join(' | ')} |`);
  const survivors = outcomes
    .filter(({ outcome }) => outcome === 'survived')
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, was, becomes }) => `- ${file}:${line}: ${code(was)} → ${code(becomes)}`);
  lists.set(folder, [folder, '', ...(survivors.length > 0 ? survivors : ['None survived.'])].join('\n'));
  // what was written by hand comes last
  const isProse = (key) => Number(!key.startsWith('src/'));
  const byName = (a, b) => isProse(a) - isProse(b) || (a < b ? -1 : 1);
  const inOrder = (map) => [...map.keys()].sort(byName).map((key) => map.get(key));
  const sections = inOrder(lists).map((list) => `\n## ${list}\n`);
  writeFileSync(results, `${HEAD}${inOrder(rows).join('\n')}\n${sections.join('')}`);
  console.log(`${folder}: ${killed} of ${counted} killed, ${percent}%`);
}

function code(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
