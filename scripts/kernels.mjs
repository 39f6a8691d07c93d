// Builds every *.as.ts below src into one WebAssembly module, src/num/kernels/kernels.generated.ts.
//
//   npm run kernels              rebuild
//   npm run kernels -- --check   exit 1 when the sources have changed since the last build
//
// The generated file carries a hash of the sources and of the compiler's options, the module as base64 (works
// in Node, in bundlers and in plain browsers alike), and the type of what it exports.
//
// A folder of `portable` is ordinary TypeScript that AssemblyScript can read too (see its machine.ts): its files
// are joined into one source, with the prelude below in place of machine.ts, and what entry.ts exports becomes
// part of the module.

import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, 'src/num/kernels/kernels.generated.ts');
/** `Arena` leaves this much at the bottom of memory to the module's constants. */
const RESERVED_BYTES = 65536;

const options = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '--importMemory',
  '--noExportMemory',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '65536',
  '--use',
  'abort=',
];

const portable = ['src/engines/async/loop'];

const prelude = `import { atan2 } from '../../num/elementary/elementary.part.as';
function realAt(at: i32): f64 { return load<f64>((<usize>at) << 3); }
function putReal(at: i32, value: f64): void { store<f64>((<usize>at) << 3, value); }
function wholeAt(at: i32): i32 { return load<i32>((<usize>at) << 2); }
function putWhole(at: i32, value: i32): void { store<i32>((<usize>at) << 2, value); }
function real(n: i32): f64 { return <f64>n; }
function whole(x: f64): i32 { return <i32>x; }
function quotient(a: i32, b: i32): i32 { return a / b; }
function times(a: i32, b: i32): i32 { return a * b; }
function least(a: f64, b: f64): f64 { return a < b ? a : b; }
function most(a: f64, b: f64): f64 { return a > b ? a : b; }
`;

/** The files of a portable folder as one AssemblyScript source; only entry.ts keeps its exports. */
async function joined(folder) {
  const names = (await readdir(join(root, folder), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  let text = prelude;
  for (const name of names) {
    if (name === 'machine.ts') continue;
    let part = (await readFile(join(root, folder, name), 'utf8')).replaceAll('\r\n', '\n');
    part = part.replace(/^import [^;]*;\n/gm, '');
    if (name !== 'entry.ts') part = part.replace(/^export /gm, '');
    text += `\n// ${name}\n${part}`;
  }
  return { name: `${folder}.as.ts`, text };
}

async function kernelSources() {
  const names = await readdir(join(root, 'src'), { recursive: true });
  const sources = [];
  for (const name of names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.as.ts') && !portable.includes(`src/${name.slice(0, -6)}`))
    .sort()) {
    const text = (await readFile(join(root, 'src', name), 'utf8')).replaceAll('\r\n', '\n');
    sources.push({ name: `src/${name}`, text });
  }
  for (const folder of portable) sources.push(await joined(folder));
  return sources;
}

function hashOf(sources) {
  const hash = createHash('sha256').update(options.join(' '));
  for (const { name, text } of sources) hash.update(`\n${name}\n${text.length}\n`).update(text);
  return hash.digest('hex');
}

function compile(folder) {
  const entries = sources.map(({ name }) => name).filter((name) => !name.endsWith('.part.as.ts'));
  const require = createRequire(import.meta.url);
  const asc = join(dirname(require.resolve('assemblyscript/package.json')), 'bin', 'asc.js');
  const wasm = join(folder, 'kernels.wasm');
  const { status } = spawnSync(process.execPath, [asc, ...entries, ...options, '-o', wasm], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the kernels do not compile');
  return wasm;
}

/** `export function foo(a: usize, n: i32): f64` becomes `foo(a: number, n: number): number`. */
function signatures(sources, exported) {
  const found = new Map();
  for (const { name: file, text } of sources) {
    for (const [, name, parameters, result] of text.matchAll(/^export function (\w+)\(([^)]*)\): (\w+)/gm)) {
      if (!exported.has(name)) continue;
      if (found.has(name)) throw new Error(`${name} is exported twice, the second time in ${file}`);
      const list = [...parameters.matchAll(/(\w+)\s*:\s*\w+/g)].map(
        ([, parameter]) => `${parameter}: number`,
      );
      found.set(name, `  ${name}(${list.join(', ')}): ${result === 'void' ? 'void' : 'number'};`);
    }
  }
  for (const name of exported)
    if (!found.has(name)) throw new Error(`the module exports ${name}, but no source declares it`);
  return [...found.keys()].sort().map((name) => found.get(name));
}

/** Instantiates once and looks that nothing was written where the arena puts its arrays. */
function checkConstants(module) {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
  new WebAssembly.Instance(module, { env: { memory } });
  if (new Uint8Array(memory.buffer, RESERVED_BYTES).some((byte) => byte !== 0)) {
    throw new Error(`the constants of the kernels take more than ${RESERVED_BYTES} bytes`);
  }
}

const sources = await kernelSources();
const hash = hashOf(sources);

if (process.argv.includes('--check')) {
  const text = await readFile(generated, 'utf8').catch(() => '');
  if (!text.includes(hash)) {
    console.error('src/num/kernels/kernels.generated.ts is older than the kernels; run: npm run kernels');
    process.exit(1);
  }
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
const joint = sources.filter(({ name }) => portable.some((path) => name === `${path}.as.ts`));
try {
  for (const { name, text } of joint) await writeFile(join(root, name), text);
  const bytes = await readFile(compile(folder));
  const module = new WebAssembly.Module(bytes);
  const exported = new Set(
    WebAssembly.Module.exports(module)
      .filter(({ kind }) => kind === 'function')
      .map(({ name }) => name),
  );
  checkConstants(module);
  await writeFile(
    generated,
    [
      '// Written by scripts/kernels.mjs from the *.as.ts files. Do not edit: npm run kernels',
      '',
      `// sources: ${hash}`,
      '',
      'export interface Kernels {',
      ...signatures(sources, exported),
      '}',
      '',
      `export const moduleBase64 =\n  '${bytes.toString('base64')}';`,
      '',
    ].join('\n'),
  );
  console.log(`${exported.size} kernels, ${bytes.length} bytes`);
} finally {
  for (const { name } of joint) await rm(join(root, name), { force: true });
  await rm(folder, { recursive: true, force: true });
}
