// Builds the parser of specifications from src/lagrange/language/lagrange.grammar.
//
//   node scripts/grammar.mjs           rebuild src/lagrange/language/parser.generated.ts
//   node scripts/grammar.mjs --check   exit 1 when it is not what the grammar gives

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const grammar = 'src/lagrange/language/lagrange.grammar';
const generated = 'src/lagrange/language/parser.generated.ts';

const source = (await readFile(join(root, grammar), 'utf8')).replaceAll('\r\n', '\n');
const warnings = [];
const { parser } = buildParserFile(source, {
  fileName: grammar,
  moduleStyle: 'es',
  typeScript: true,
  warn: (message) => warnings.push(message),
});
for (const warning of warnings) console.error(warning);
const [, ...lines] = parser.split('\n');
const text = `// Written by scripts/grammar.mjs from lagrange.grammar. Do not edit: node scripts/grammar.mjs\n\n${lines.join('\n')}`;

if (process.argv.includes('--check')) {
  const present = await readFile(join(root, generated), 'utf8').catch(() => '');
  if (present.replaceAll('\r\n', '\n') !== text) {
    console.error(`${generated} is not what the grammar gives; run: node scripts/grammar.mjs`);
    process.exit(1);
  }
} else {
  await writeFile(join(root, generated), text);
  console.log(`${generated}: ${text.length} characters`);
}
process.exit(warnings.length > 0 ? 1 : 0);
