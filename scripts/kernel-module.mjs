// Compiles kernels to one WebAssembly module with AssemblyScript.
//
// An entry is a portable `x.kernel.ts` or an AssemblyScript `x.as.ts`; its exported functions become exports of the
// module, and what it imports is taken along. All is copied to a folder of its own, portable files translated:
//  - imports lose what is a type and the extension, and go past faces to the file that defines the name;
//  - where `x.part.as.ts` lies beside an imported `x.ts`, it takes its place;
//  - `x | 0` becomes a conversion, `Number.isNaN` what AssemblyScript calls it;
//  - what is constant in an address becomes the offset of the instruction that reads or writes there;
//  - tables (`new Float64Array(…)` of a list of numbers, or such a list) become static data, read without a check.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** `Arena` leaves this much at the bottom of memory to the module's constants. */
const RESERVED_BYTES = 65536;
const TABLE = 'StaticArray<f64>';

const options = [
  ...['--noAssert', '--runtime', 'stub', '--use', 'abort='],
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

/** The same bits come out of both; the second is compiled in less than half the time, and runs slower. */
const thorough = ['-O3', '--converge'];
const hasty = ['-O1'];

/**
 * @param entries   files of this project
 * @param isHasty   for a module that runs a few times
 * @returns the module's bytes, and the signatures of its exports by name
 */
export async function compileKernels(entries, isHasty = false) {
  const sources = collect(entries.map((file) => resolve(root, file)));
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
  try {
    for (const [file, text] of sources) {
      const path = join(folder, relative(root, file));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const bytes = await assemble(folder, entries, isHasty ? hasty : thorough);
    checkConstants(new WebAssembly.Module(bytes));
    return { bytes, signatures: signaturesOf(entries) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function assemble(folder, entries, optimisation) {
  const asc = join(
    dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')),
    'bin/asc.js',
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [asc, ...entries, ...optimisation, ...options, '-o', 'kernels.wasm'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the kernels do not compile\n${stdout}${stderr}`);
  const bytes = await readFile(join(folder, 'kernels.wasm'));
  return optimisation === thorough ? inlined(bytes) : bytes;
}

/** What the options above let the compiler use. */
const features = [
  ...['Atomics', 'BulkMemory', 'BulkMemoryOpt', 'MutableGlobals'],
  ...['NontrappingFPToInt', 'SIMD128', 'SignExt'],
];

/**
 * The same with more functions inlined, which V8 leaves to who compiles: the event loop of `async` is 1.1 to 1.2 times as fast. Sizes count
 * instructions; no bit of a result changes.
 */
async function inlined(bytes) {
  const fromCompiler = createRequire(createRequire(import.meta.url).resolve('assemblyscript/package.json'));
  const { default: binaryen } = await import(pathToFileURL(fromCompiler.resolve('binaryen')).href);
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features.reduce((all, name) => all | binaryen.Features[name], 0));
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(20);
  binaryen.setFlexibleInlineMaxSize(150);
  binaryen.setOneCallerInlineMaxSize(1000);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  // what one round inlines the next may do more with
  for (let round = 0; round < 2; round++) module.optimize();
  const result = Buffer.from(module.emitBinary());
  module.dispose();
  return result;
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
  const text = source.text.replace(/(@inline \*\/\n)(?=(export )?function )/g, '$1@inline\n');
  return { text, imports };
}

function translate(file) {
  const source = parse(file);
  const imports = [];
  const rewritten = (node) => {
    if (ts.isImportDeclaration(node)) {
      const wanted = importedFrom(file, node);
      imports.push(...wanted.keys());
      return importsText(file, wanted);
    }
    if (ts.isExportDeclaration(node) || ts.isTypeAliasDeclaration(node)) return '';
    if (ts.isElementAccessExpression(node)) return `unchecked(${inside(node)})`;
    if (isTruncation(node)) return `<i32>(${render(node.left)})`;
    if (isCallOf(node, 'Number.isNaN')) return `isNaN(${render(node.arguments[0])})`;
    if (isTable(node)) {
      const { initializer } = node;
      const list = ts.isNewExpression(initializer) ? initializer.arguments[0] : initializer;
      return `${node.name.text}: ${TABLE} = ${render(list)}`;
    }
    const access = accesses.find(({ name }) => isCallOf(node, name));
    return access ? accessText(node, access) : undefined;
  };
  const accessText = ({ arguments: [at, ...values] }, { text, shift }) => {
    const { terms, constants } = termsOf(file, at);
    const address = `(<usize>(${terms.map(render).join(' + ')})) << ${shift}`;
    const offset = `(${constants.map(render).join(' + ')}) << ${shift}`;
    return `${text}(${[address, ...values.map(render), ...(constants.length > 0 ? [offset] : [])].join(', ')})`;
  };
  const render = (node) => {
    const text = rewritten(node);
    return text === undefined ? inside(node) : source.text.slice(node.pos, node.getStart()) + text;
  };
  const inside = (node) => {
    let text = '';
    let at = node.pos;
    ts.forEachChild(node, (child) => {
      text += source.text.slice(at, child.pos) + render(child);
      at = child.end;
    });
    return text + source.text.slice(at, node.end);
  };
  return { text: inside(source), imports };
}

/** Reading and writing of memory, where constants of an address go into the instruction. */
const accesses = [
  { name: 'realAt', text: 'load<f64>', shift: 3 },
  { name: 'putReal', text: 'store<f64>', shift: 3 },
  { name: 'wholeAt', text: 'load<i32>', shift: 2 },
  { name: 'putWhole', text: 'store<i32>', shift: 2 },
];

/** The terms of a sum, those apart that are known when compiling; where one is subtracted, none is known to be safe. */
function termsOf(file, sum) {
  const list = [];
  const flatten = (node) => {
    const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
    if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      flatten(inner.left);
      flatten(inner.right);
    } else list.push(node);
  };
  flatten(sum);
  const constants = list.filter((node) => isConstant(file, node));
  const terms = list.filter((node) => !constants.includes(node));
  if (terms.length === 0 || terms.some((node) => node.getText().includes('-'))) {
    return { terms: [sum], constants: [] };
  }
  return { terms, constants };
}

function isConstant(file, node) {
  if (ts.isNumericLiteral(node)) return true;
  if (!ts.isIdentifier(node)) return false;
  for (const statement of parse(file).statements) {
    if (ts.isImportDeclaration(statement)) {
      for (const [from, names] of importedFrom(file, statement)) {
        if (names.includes(node.text)) return declaresConstant(from, node.text);
      }
    }
  }
  return declaresConstant(file, node.text);
}

function declaresConstant(file, name) {
  return parse(file).statements.some(
    (statement) =>
      ts.isVariableStatement(statement) &&
      statement.declarationList.flags & ts.NodeFlags.Const &&
      statement.declarationList.declarations.some(
        (one) => one.name.getText() === name && one.initializer && ts.isNumericLiteral(one.initializer),
      ),
  );
}

function isCallOf(node, name) {
  return ts.isCallExpression(node) && node.expression.getText() === name;
}

/** `x | 0` */
function isTruncation(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.BarToken &&
    node.right.getText() === '0'
  );
}

/** `TABLE = new Float64Array(…)` or a list of numbers. */
function isTable(node) {
  return (
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    (ts.isArrayLiteralExpression(node.initializer) ||
      (ts.isNewExpression(node.initializer) && node.initializer.expression.getText() === 'Float64Array'))
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
