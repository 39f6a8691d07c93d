// Compiled specifications: how long compiling takes, and how fast what comes out runs in each back end.
//
//   npm run bench lagrange [part of a name] [--save] [--quick]
//
// Times are processor times of this process (its compiler and memory management included), so other load matters less;
// the least of some rounds counts. "compile" is text to program and WebAssembly module; cold is a first compilation in
// a fresh process; constant and statement are the same text with a constant or a statement changed, by a Recompiler.

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { emitCpp } from '../src/lagrange/code/print/cpp.ts';
import { emitJavaScript } from '../src/lagrange/code/print/javascript.ts';
import { standalone } from '../src/lagrange/code/print/standalone.ts';
import { type Compilation, compile, type CompileOptions } from '../src/lagrange/compile.ts';
import { Recompiler } from '../src/lagrange/recompile.ts';
import { measure } from '../src/lagrange/report/measure.ts';
import { ModeModule } from '../src/lagrange/run/mode-module.ts';
import { createSimulator } from '../src/lagrange/run/simulator.ts';
import { consistentPoints } from '../src/lagrange/structure/consistent.ts';
import { chain, coaster } from './lib/mechanisms.ts';

export const benchmarks = [benchmarkLagrange];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Mechanism {
  readonly name: string;
  readonly text: string;
  /** With another constant, and with another statement; the numbers differ every time. */
  readonly constant: (k: number) => string;
  readonly statement: (k: number) => string;
}

const mechanisms: readonly Mechanism[] = [
  ...[2, 5, 10, 20, 40].map((n) => ({
    name: `chain ${n}`,
    text: chain(n),
    constant: (k: number) => chain(n).replace('L = 0.2', `L = 0.3${k}1`),
    statement: (k: number) => `${chain(n)}force Bob[1] = (0, ${k}.5 * AbsLV(Bob[1]).y, 0);\n`,
  })),
  ...[1, 3, 10, 30].map((n) => ({
    name: `coaster ${n}`,
    text: coaster(n),
    constant: (k: number) => coaster(n).replace('Amp = 12.5', `Amp = 12.1${k}1`),
    statement: (k: number) => coaster(n).replace('- Drag *', `- ${k}.5 * Drag *`),
  })),
];

const switches: readonly (readonly [name: string, optimise: NonNullable<CompileOptions['optimise']>])[] = [
  ['all', true],
  ['no blocks', { blocks: false }],
  ['no components', { components: false }],
  ['no folding', { folding: false }],
  ['all unknowns', { neededOnly: false }],
  ['no shared factors', { products: false }],
  ['solved in loops', { longest: 0 }],
  ['none', false],
];

/** Processor time of `run` [ms]. */
function processorMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of some rounds, each long enough to be measured [µs a call]. */
function microseconds(run: () => void, rounds = 4): number {
  // Until everything is compiled.
  for (let spent = 0, k = 0; spent < 200 && k < 1e5; k += 500) spent += processorMs(() => repeat(run, 500));
  let calls = 1;
  while (calls < 1e6 && processorMs(() => repeat(run, calls)) < 20) calls *= 2;
  let best = Infinity;
  for (let k = 0; k < rounds; k++)
    best = Math.min(best, (1000 * processorMs(() => repeat(run, calls))) / calls);
  return best;
}

function repeat(run: () => void, times: number): void {
  for (let k = 0; k < times; k++) run();
}

async function benchmarkLagrange(args: readonly string[]): Promise<void> {
  const filter = args.find((one) => !one.startsWith('--')) ?? '';
  const quick = args.includes('--quick');
  const folder = mkdtempSync(join(tmpdir(), 'carom-bench-'));
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  say(
    `\n## ${new Date().toISOString().slice(0, 16)}, ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores\n`,
  );
  say(
    '| mechanism | cold ms | warm ms | constant ms | statement ms | operations | tree : graph | WebAssembly µs | JavaScript µs | C++ µs | frame µs | code : text |',
  );
  say('|---|---|---|---|---|---|---|---|---|---|---|---|');
  const wanted = mechanisms.filter(
    ({ name }) => name.includes(filter) && !(quick && /(20|40|30)$/.test(name)),
  );
  try {
    const warm = new Map<string, number>();
    for (const one of wanted) say(await row(one, folder, warm));
    const [three, thirty] = ['coaster 3', 'coaster 30'].map((name) => warm.get(name));
    if (three !== undefined && thirty !== undefined)
      say(
        `\ncompile time grows with cars from 3 to 30 by an exponent of ${Math.log10(thirty / three).toFixed(2)} (at most 1.3 wanted)`,
      );
    if ('coaster 3'.includes(filter)) sayOptimisations(say);
    if ('parts'.includes(filter)) sayParts(say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (!args.includes('--save')) return;
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  appendFileSync(join(root, 'bench/results/lagrange.md'), `${lines.join('\n')}\n`);
}

/** Text to a module that can run. */
function compileWhole(text: string): ModeModule {
  return moduleOf(compile(text));
}

function moduleOf({ compiled, faults }: Compilation): ModeModule {
  if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join('; '));
  return new ModeModule(compiled.programs[0], '5(4)');
}

async function row(
  { name, text, constant, statement }: Mechanism,
  folder: string,
  warm: Map<string, number>,
): Promise<string> {
  const cold = coldMs(text, folder);
  const long = text.length > 1 && /(40|30|20)$/.test(name);
  let warmMs = Infinity;
  for (let k = 0; k < (long ? 4 : 25); k++)
    warmMs = Math.min(
      warmMs,
      processorMs(() => compileWhole(text)),
    );
  warm.set(name, warmMs);
  const recompiler = new Recompiler();
  const again = (edited: (k: number) => string): number => {
    let best = Infinity;
    for (let k = 1; k <= (long ? 4 : 20); k++) {
      const next = edited(k);
      best = Math.min(
        best,
        processorMs(() => moduleOf(recompiler.compile(next))),
      );
    }
    return best;
  };
  const constantMs = again(constant);
  const statementMs = again(statement);
  const { compiled } = compile(text);
  if (compiled === undefined) return `| ${name} | does not compile |`;
  const counts = measure(compiled);
  const [program] = compiled.programs;
  const point = consistentPoints(program.system, program.equations, 2).points[1].values;
  const module = new ModeModule(program, '5(4)');
  module.inputs.set(point);
  const inWasm = microseconds(() => module.derivative());

  const alone = standalone(program, { relative: 1e-6 });
  const file = join(folder, `${name.replace(' ', '-')}.mjs`);
  writeFileSync(file, emitJavaScript(alone));
  const generated = (await import(pathToFileURL(file).href)) as {
    derivative(inputs: Float64Array, out: Float64Array): void;
  };
  const out = new Float64Array(program.derivative.length);
  // Beyond, V8 takes minutes until the last function is optimised: WebAssembly is for those.
  const inJavaScript =
    counts.programs[0].operations.derivative > 20_000
      ? undefined
      : microseconds(() => generated.derivative(point, out));
  const inCpp = cppMicroseconds(emitCpp(alone, { main: false }), point, out.length, folder);

  const simulator = createSimulator(compiled, { relative: 1e-6 });
  let frame = 0;
  const perFrame = microseconds(() => simulator.advance(++frame / 60), 2);
  const { operations, code } = counts.programs[0];
  const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));
  return (
    `| ${name} | ${ms(cold)} | ${ms(warmMs)} | ${ms(constantMs)} | ${ms(statementMs)} | ${operations.derivative} | ${operations.treeToDag.toPrecision(3)} | ` +
    `${inWasm.toFixed(2)} | ${inJavaScript?.toFixed(2) ?? '–'} | ${inCpp?.toFixed(2) ?? '–'} | ${perFrame.toFixed(1)} | ${code.toSpecification.toFixed(0)} |`
  );
}

/** In a process of its own, from parsing to a module, without loading this program. */
function coldMs(text: string, folder: string): number {
  const script = join(folder, 'cold.mts');
  const at = (path: string) => JSON.stringify(pathToFileURL(join(root, path)).href);
  writeFileSync(join(folder, 'cold.lagrange'), text);
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
const { compile } = await import(${at('src/lagrange/compile.ts')});
const { ModeModule } = await import(${at('src/lagrange/run/mode-module.ts')});
const text = readFileSync(${JSON.stringify(join(folder, 'cold.lagrange'))}, 'utf8');
const before = process.cpuUsage();
new ModeModule(compile(text).compiled.programs[0], '5(4)');
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
`,
  );
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href;
  let best = Infinity;
  for (let k = 0; k < 2; k++) {
    const { stdout } = spawnSync(process.execPath, ['--import', loader, script], {
      encoding: 'utf8',
      cwd: root,
    });
    best = Math.min(best, Number(stdout.trim().split('\n').at(-1)) || Infinity);
  }
  return best;
}

/** By a loop around the right-hand side, compiled with -O2; undefined where there is no compiler. */
function cppMicroseconds(
  source: string,
  point: Float64Array,
  length: number,
  folder: string,
): number | undefined {
  // Long files take a compiler minutes.
  if (source.length > 1.5e6) return undefined;
  const struct = /struct (\w+)/.exec(source)?.[1];
  writeFileSync(
    join(folder, 'rates.cpp'),
    `${source}
#include <ctime>
int main() {
  static ${struct} s;
  double x[] = {${[...point].map((value) => `double(${value})`).join(', ')}};
  double y[${length}];
  double best = 1e9, kept = 0.0;
  for (int round = 0; round < 5; round++) {
    const std::clock_t from = std::clock();
    int calls = 0;
    do {
      for (int k = 0; k < 100; k++) { x[0] += 1e-9; s.derivative(x, y); for (double rate : y) kept += rate; }
      calls += 100;
    } while (std::clock() - from < CLOCKS_PER_SEC / 20);
    const double us = 1e6 * double(std::clock() - from) / CLOCKS_PER_SEC / calls;
    if (us < best) best = us;
  }
  std::printf("%g %g\\n", best, kept);
}
`,
  );
  const built = spawnSync('g++', ['-std=c++17', '-O2', '-ffp-contract=off', 'rates.cpp', '-o', 'rates'], {
    cwd: folder,
  });
  if (built.status !== 0) return undefined;
  return Number.parseFloat(spawnSync(join(folder, 'rates'), { encoding: 'utf8' }).stdout);
}

/** The three-car coaster with each optimisation off. */
function sayOptimisations(say: (line: string) => void): void {
  say('\n| coaster 3 | compile ms | right-hand side µs | frame µs |');
  say('|---|---|---|---|');
  const times: number[] = [];
  for (const [name, optimise] of switches) {
    let compileMs = Infinity;
    for (let k = 0; k < 6; k++)
      compileMs = Math.min(
        compileMs,
        processorMs(() => compile(coaster(3), { optimise })),
      );
    const { compiled } = compile(coaster(3), { optimise });
    if (compiled === undefined) continue;
    const [program] = compiled.programs;
    const module = new ModeModule(program, '5(4)');
    module.inputs.set(consistentPoints(program.system, program.equations, 2).points[1].values);
    const rhs = microseconds(() => module.derivative());
    const simulator = createSimulator(compiled, { relative: 1e-6 });
    let frame = 0;
    const perFrame = microseconds(() => simulator.advance(++frame / 60), 2);
    times.push(rhs);
    say(`| ${name} | ${compileMs.toFixed(1)} | ${rhs.toFixed(2)} | ${perFrame.toFixed(1)} |`);
  }
  say(
    `\noptimisations together: ${(times[times.length - 1] / times[0]).toFixed(1)} times faster (at least 10 wanted)`,
  );
}

/** Parts that do not know each other, with one step for all and with steps of their own. */
function sayParts(say: (line: string) => void): void {
  const pendulum = (name: string, y: number, length: number) =>
    `frame ${name} at (0, ${y}, 0) turn y(60 deg) { frame ${name}Bob at (0, 0, -${length}); } ` +
    `vary Ry(${name}); mass ${name}Bob = point(1);\n`;
  const systems = [
    [
      'two pendulums 1 : 100',
      `system Two; potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;\n${pendulum('A', 0, 0.001)}${pendulum('B', 1, 10)}`,
    ],
    ['chain 10 beside a fast pendulum', `${chain(10)}${pendulum('Fast', 5, 0.0002)}`],
  ] as const;
  say('\n| a second of motion | tolerance | together ms | apart ms |');
  say('|---|---|---|---|');
  for (const [name, text] of systems)
    for (const relative of [1e-6, 1e-9]) {
      const [together, apart] = [false, true].map((integrations) => {
        const { compiled, faults } = compile(text, { optimise: { integrations } });
        if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join('; '));
        const simulator = createSimulator(compiled, { relative });
        let frame = 0;
        return 0.06 * microseconds(() => simulator.advance(++frame / 60), 2);
      });
      say(`| ${name} | ${relative} | ${together.toFixed(2)} | ${apart.toFixed(2)} |`);
    }
}
