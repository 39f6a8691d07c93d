// Prints the floor plan into docs/architecture.md, between its two marks: the folders of folders.mjs, what they may import,
// and what their faces offer, as the code has it.
//
//   node scripts/plan.mjs           rewrite it
//   node scripts/plan.mjs --check   exit 1 when it is not what the code says

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { folders } from './folders.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs/architecture.md');
const BEGIN = '<!-- floor plan: written by scripts/plan.mjs -->';
const END = '<!-- end of the floor plan -->';

/** Files that are faces of a folder, those that need Node included. */
function facesOf(folder) {
  return ['', ...(folders[folder].faces ?? [])].flatMap((face) => {
    const base = join('src', folder, face).replaceAll('\\', '/');
    const files = face.endsWith('.ts') ? [base] : [`${base}/index.ts`, `${base}/index.node.ts`];
    return files.filter((file) => existsSync(join(root, file)));
  });
}

const named = (file) =>
  file.replace(/^src\//, '').replace(/(\/index)?(\.node)?\.ts$/, (_, __, node) => (node ? ' (Node)' : ''));

/** Names that faces export, types included, as the compiler sees them. */
function readOffers(files) {
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
      skipLibCheck: true,
    },
  );
  const checker = program.getTypeChecker();
  return files.map((file) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)));
    const names = symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
    return names.sort((a, b) => a.localeCompare(b, 'en'));
  });
}

function floorPlan() {
  const names = Object.keys(folders);
  const rows = names.map((folder) => {
    const { is, imports, faces = [] } = folders[folder];
    const rooms = faces.map((face) => `\`${face.replace(/\.ts$/, '')}\``).join(' ');
    const may =
      imports.length >= names.length - 1
        ? 'everything above'
        : imports.map((name) => `\`${name}\``).join(' ');
    return `| \`${folder}\` | ${is} | ${rooms || '–'} | ${may || '–'} |`;
  });
  const files = names.flatMap(facesOf);
  const offers = readOffers(files).map((offered, i) => `- **${named(files[i])}**: ${offered.join(', ')}`);
  return [
    BEGIN,
    '| `src/…` | it is | faces besides its own | may import |',
    '|---|---|---|---|',
    ...rows,
    '',
    '### What the faces offer',
    '',
    ...offers,
    END,
  ].join('\n');
}

const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined)
  throw new Error(`docs/architecture.md has no place for the floor plan: ${BEGIN} … ${END}`);
const made = before + floorPlan() + after;
if (made !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/architecture.md is not what the code says; run: node scripts/plan.mjs');
    process.exit(1);
  }
  writeFileSync(page, made);
}
