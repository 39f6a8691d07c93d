// Which tests load a file, however far away, by imports.

import { readImports } from './imports.mjs';

/** What is loaded without an import: the command line is built, kernels are compiled into one generated file. */
const LOADED = [
  ['test/built.ts', /^src\/cli\/main\.ts$|^examples\/|^scripts\/build/],
  ['src/num/kernels/index.ts', /\.as\.ts$|kernels\.generated\.ts$/],
  ['src/lagrange/language/index.ts', /\.grammar$|parser\.generated\.ts$/],
];

const loads = new Map();
const loadedBy = new Map();
for (const [from, imports] of readImports())
  for (const { to, isType } of imports) {
    if (to === undefined || isType) continue;
    loads.set(from, [...(loads.get(from) ?? []), to]);
    loadedBy.set(to, [...(loadedBy.get(to) ?? []), from]);
  }

/** All test files that load any of these. */
export function testsLoading(files) {
  const next = (path) => [
    ...(loadedBy.get(path) ?? []),
    ...LOADED.filter(([, to]) => to.test(path)).map(([from]) => from),
  ];
  return [...reached(files, next)].filter((path) => path.endsWith('.test.ts')).sort();
}

/** These files and all that they load. */
export function loadedFrom(files) {
  return reached(files, (path) => loads.get(path) ?? []);
}

function reached(starts, next) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const other of next(path)) visit(other);
  };
  for (const start of starts) visit(start);
  return found;
}
