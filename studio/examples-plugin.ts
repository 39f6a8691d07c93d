// What the gallery tells of each example before it is loaded, read from the examples' own files when the studio is
// built: `import { examples } from 'virtual:examples'`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const pictures = fileURLToPath(new URL('./public/pictures', import.meta.url));
const table = fileURLToPath(new URL('./src/gallery/measured.json', import.meta.url));
const ID = 'virtual:examples';

export function examplesPlugin(): Plugin {
  return {
    name: 'carom-examples',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const examples = readExamples();
      const without = examples.filter(({ picture }) => picture === undefined).map(({ name }) => name);
      if (without.length > 0 && this.environment?.mode === 'build')
        this.warn(`without a picture: ${without.join(', ')} (node scripts/pictures.mjs makes them)`);
      return `export const examples = ${JSON.stringify(examples)};`;
    },
  };
}

function readExamples() {
  // Some name their engine in a part that several share; their runs know it.
  const measured = JSON.parse(readFileSync(table, 'utf8')) as Record<string, { engine?: string }>;
  const examples = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    if (!/^export const scene\b/m.test(text)) continue;
    const name = basename(file, '.ts');
    const picture = ['webp', 'png']
      .map((ending) => `${name}.${ending}`)
      .find((one) => existsSync(join(pictures, one)));
    examples.push({
      name,
      file: file.replaceAll('\\', '/'),
      about: firstComment(text),
      engine: measured[name]?.engine ?? /^\s*engine: '([^']+)'/m.exec(text)?.[1],
      budgetSeconds: Number(/^export const budgetSeconds = ([\d.]+)/m.exec(text)?.[1] ?? 0),
      picture: picture && `pictures/${picture}`,
    });
  }
  return examples.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The comment at the top, without the line that says how to run it. */
function firstComment(text: string): string {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('//')) break;
    lines.push(line.replace(/^\/\/ ?/, ''));
  }
  return lines
    .filter((line) => !/^\s+carom run/.test(line))
    .join('\n')
    .trim();
}
