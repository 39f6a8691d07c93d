// What the pages of the manual say about files is true: every path they name exists.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const ROOTS = ['.', 'src', 'studio/src', 'src/engines'];

/** Paths in backquotes that begin with a folder of the project, or of its source; what stands for many is left alone. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`((?:src|test|bench|scripts|examples|lessons|studio|docs)\/[\w./-]+)`/g)];
  return named.map(([, path]) => path);
}

/** Links to files, relative to the page. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([\w./-]+?\.(?:md|png|json|ts)|[\w./-]+\/)\)/g)].map(([, path]) => path);
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('names files that exist', () => {
    const missing = pathsIn(text).filter((path) => !ROOTS.some((root) => existsSync(join(root, path))));
    expect(missing).toEqual([]);
  });

  test('imports what readers can import', () => {
    const blocks = [...text.matchAll(/^[ \t]*```(?:ts|js|jsx|tsx|html)\n([\s\S]*?)```/gm)].map(
      ([, block]) => block,
    );
    const named = blocks.flatMap((block) => [...block.matchAll(/from '([^']+)'/g)].map(([, path]) => path));
    const strange = named.filter(
      (path) =>
        !/^(carom(\/.+)?|node:.+|three(\/.+)?|react|@react-three\/fiber|\.\/node_modules\/carom\/.+)$/.test(
          path,
        ),
    );
    expect(strange).toEqual([]);
  });

  test('links to what is there', () => {
    expect(linksIn(text).filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
  });
});

test('every file that a reader asks for has the name of what it does', () => {
  const [, table] = readFileSync('docs/developing.md', 'utf8').split('## Where is …?');
  const rows = [...table.split('\n## ')[0].matchAll(/^\| (?!---|where)(.+?) \| `(.+?)`/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(25);
  for (const [, what, path] of rows) expect(existsSync(path), `${what}: ${path}`).toBe(true);
});
