// Compiles kernels to one WebAssembly module with AssemblyScript.
//
// An entry is a portable `x.kernel.ts` or an AssemblyScript `x.as.ts`; its exported functions become exports of the
// module, and what it imports is taken along. All is copied to a folder of its own, portable files translated:
//  - imports lose what is a type and the extension, and go past faces to the file that defines the name;
//  - where `x.part.as.ts` lies beside an imported `x.ts`, it takes its place;
//  - `x | 0` becomes a conversion, `Number.isNaN` what AssemblyScript calls it;
//  - tables (`new Float64Array(…)` of a list of numbers, or such a list) become static data, read without a check.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** `Arena` leaves this much at the bottom of memory to the module's constants. */
const RESERVED_BYTES = 65536;
const TABLE = 'StaticArray<f64>';

const options = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort='],
  ...['--enable', 'simd', '--enable', 'threads'],
  ...[
    '--importMemory',
    '--noExportMemory',
    '--sharedMemory',
    '--initialMemory',
    '16',
    '--maximumMemory',
    '65536',
  ],
];

/**
 * @param entries  files of this project
 * @returns the module's bytes, and the signatures of its exports by name
 */
export async function compileKernels(entries) {
  const sources = collect(entries.map((file) => resolve(root, file)));
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
  try {
    for (const [file, text] of sources) {
      const path = join(folder, relative(root, file));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const bytes = await assemble(folder, entries);
    checkConstants(new WebAssembly.Module(bytes));
    return { bytes, signatures: signaturesOf(entries) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function assemble(folder, entries) {
  const asc = join(
    dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')),
    'bin/asc.js',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [asc, ...entries, ...options, '-o', 'kernels.wasm'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the kernels do not compile\n${stdout}${stderr}`);
  return readFile(join(folder, 'kernels.wasm'));
}

/** The entries and everything that they import, by file, as AssemblyScript. */
function collect(entries) {
  const sources = new Map();
  const waiting = [...entries];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (sources.has(file)) continue;
    const { text, imports } = file.endsWith('.as.ts') ? assemblyScript(file) : translate(file);
    sources.set(file, text);
    waiting.push(...imports);
  }
  return sources;
}

function assemblyScript(file) {
  const source = parse(file);
  const imports = source.statements
    .filter(ts.isImportDeclaration)
    .map(({ moduleSpecifier }) => resolve(dirname(file), `${moduleSpecifier.text}.ts`));
  return { text: source.text, imports };
}

function translate(file) {
  const source = parse(file);
  const imports = [];
  const edits = [];
  const wrap = (node, before, after, end = node.getEnd()) => {
    edits.push([node.getStart(), node.getStart(), before]);
    edits.push([end, node.getEnd(), after]);
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const wanted = importedFrom(file, node);
      imports.push(...wanted.keys());
      edits.push([node.getStart(), node.getEnd(), importsText(file, wanted)]);
    } else if (ts.isExportDeclaration(node)) {
      edits.push([node.getStart(), node.getEnd(), '']);
    } else if (ts.isVariableDeclaration(node) && isTable(node.initializer)) {
      edits.push([node.name.getEnd(), node.name.getEnd(), `: ${TABLE}`]);
      if (ts.isNewExpression(node.initializer)) {
        const list = node.initializer.arguments[0];
        edits.push([node.initializer.getStart(), list.getStart(), '']);
        edits.push([list.getEnd(), node.initializer.getEnd(), '']);
      }
    } else {
      if (ts.isElementAccessExpression(node)) wrap(node, 'unchecked(', ')');
      else if (isTruncation(node)) wrap(node, '<i32>(', ')', node.left.getEnd());
      else if (ts.isPropertyAccessExpression(node) && node.getText() === 'Number.isNaN')
        edits.push([node.getStart(), node.getEnd(), 'isNaN']);
      ts.forEachChild(node, visit);
    }
  };
  visit(source);
  let { text } = source;
  for (const [start, end, replacement] of edits.sort((a, b) => b[0] - a[0])) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return { text, imports };
}

/** `x | 0` */
function isTruncation(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.BarToken &&
    node.right.getText() === '0'
  );
}

function isTable(initializer) {
  if (initializer === undefined) return false;
  return (
    ts.isArrayLiteralExpression(initializer) ||
    (ts.isNewExpression(initializer) && initializer.expression.getText() === 'Float64Array')
  );
}

/** What an import takes that is not a type, by the file that defines it: `name` or `name as other`. */
function importedFrom(file, { importClause, moduleSpecifier }) {
  const wanted = new Map();
  for (const element of importClause.isTypeOnly ? [] : importClause.namedBindings.elements) {
    if (element.isTypeOnly) continue;
    const name = (element.propertyName ?? element.name).text;
    const from = definitionOf(resolve(dirname(file), moduleSpecifier.text), name);
    const text = from.name === element.name.text ? from.name : `${from.name} as ${element.name.text}`;
    wanted.set(from.file, [...(wanted.get(from.file) ?? []), text]);
  }
  return wanted;
}

function importsText(file, wanted) {
  return [...wanted]
    .map(([from, names]) => {
      const path = relative(dirname(file), from).split(sep).join('/').replace(/\.ts$/, '');
      return `import { ${names.join(', ')} } from '${path.startsWith('.') ? path : `./${path}`}';`;
    })
    .join('\n');
}

/** Follows `export { name } from …`. */
function definitionOf(file, name) {
  const twin = file.replace(/\.ts$/, '.part.as.ts');
  if (existsSync(twin)) return { file: twin, name };
  for (const statement of parse(file).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !statement.exportClause) continue;
    const found = statement.exportClause.elements.find((element) => element.name.text === name);
    if (found) {
      const from = resolve(dirname(file), statement.moduleSpecifier.text);
      return definitionOf(from, (found.propertyName ?? found.name).text);
    }
  }
  return { file, name };
}

/** `export function foo(a: usize, n: i32): f64` becomes `foo(a: number, n: number): number`. */
function signaturesOf(entries) {
  const found = new Map();
  for (const entry of entries) {
    for (const node of parse(resolve(root, entry)).statements) {
      if (!ts.isFunctionDeclaration(node)) continue;
      if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      const name = node.name.text;
      if (found.has(name)) throw new Error(`${name} is exported twice, the second time in ${entry}`);
      const parameters = node.parameters.map((parameter) => `${parameter.name.text}: number`);
      const result = node.type.kind === ts.SyntaxKind.VoidKeyword ? 'void' : 'number';
      found.set(name, `${name}(${parameters.join(', ')}): ${result}`);
    }
  }
  return found;
}

/** Instantiates once and looks that nothing was written where the arena puts its arrays. */
function checkConstants(module) {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
  new WebAssembly.Instance(module, { env: { memory } });
  if (new Uint8Array(memory.buffer, RESERVED_BYTES).some((byte) => byte !== 0)) {
    throw new Error(`the constants of the kernels take more than ${RESERVED_BYTES} bytes`);
  }
}

const parsed = new Map();

function parse(file) {
  if (!parsed.has(file)) {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    parsed.set(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return parsed.get(file);
}
