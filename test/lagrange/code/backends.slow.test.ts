// All back ends print one program: the same right-hand sides, and the same bits after a second of motion.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitCpp } from '../../../src/lagrange/code/print/cpp.ts';
import { emitJavaScript } from '../../../src/lagrange/code/print/javascript.ts';
import { prune } from '../../../src/lagrange/code/prune.ts';
import { type Standalone, standalone } from '../../../src/lagrange/code/print/standalone.ts';
import { emitWasm } from '../../../src/lagrange/code/print/wasm.ts';
import { compile } from '../../../src/lagrange/compile.ts';
import { Tape } from '../../../src/lagrange/dag/tape.ts';
import { consistentPoints } from '../../../src/lagrange/structure/consistent.ts';
import type { Program } from '../../../src/lagrange/structure/program.ts';
import { examplesOfFolders, specifications } from './specifications.ts';

const POINTS = 6;
const hasCpp = spawnSync('g++', ['--version']).status === 0;

interface Generated {
  readonly inputs: Float64Array;
  readonly clock: Float64Array;
  derivative(inputs: Float64Array, out: Float64Array): void;
  simulate(seconds: number, framesPerSecond: number, onFrame: () => void): boolean;
}

interface Subject {
  readonly name: string;
  readonly program: Program;
  readonly alone: Standalone;
  readonly points: readonly Float64Array[];
  /** By the tape, which the compiler itself measures with. */
  readonly expected: readonly Float64Array[];
}

const subjects: Subject[] = [];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-backends-'));
  for (const { name, text } of [...specifications, ...examplesOfFolders()]) {
    const { compiled, faults } = compile(text);
    expect(faults, name).toEqual([]);
    for (const program of compiled?.programs ?? []) {
      const { system, equations } = program;
      const points = consistentPoints(system, equations, POINTS)
        .points.filter(({ error }) => error < 1e-6)
        .map(({ values }) => values);
      const tape = new Tape(system.dag, program.derivative, program.inputs);
      const expected = points.map((values) => {
        tape.inputs.set(values);
        return tape.run().slice();
      });
      // Where no fixed order of pivots is good, the tape knows nothing to compare with.
      if (program.first.singular.length + program.second.singular.length > 0) continue;
      subjects.push({
        name: program.mode === '' ? name : `${name} ${program.mode}`,
        program,
        alone: standalone(program),
        points,
        expected,
      });
    }
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Relative to the largest number of the answer: parts of it may be a difference of large ones. */
function difference(got: ArrayLike<number>, want: Float64Array): number {
  const scale = want.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  let worst = 0;
  want.forEach((x, k) => {
    const off = Math.abs(got[k] - x) / scale;
    worst = off <= worst ? worst : Number.isNaN(off) ? Infinity : off;
  });
  return worst;
}

async function load(name: string, source: string): Promise<Generated> {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.mjs`);
  writeFileSync(file, source);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Generated;
}

function instantiate({ alone }: Subject) {
  const { bytes, offsets } = emitWasm(alone.module);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const { memory, ...functions } = exports as Record<string, (...given: number[]) => number> & {
    memory: WebAssembly.Memory;
  };
  const view = (array: string) => {
    const length = alone.module.arrays.find(({ name }) => name === array)?.length ?? 0;
    return new Float64Array(memory.buffer, offsets.get(array), length);
  };
  return { functions, offsets, view };
}

test('there are points enough to compare at', () => {
  expect(subjects.length).toBeGreaterThanOrEqual(4);
  for (const { points, name } of subjects) expect(points.length, name).toBeGreaterThanOrEqual(5);
});

test('WebAssembly has the right-hand side of the expressions', () => {
  for (const subject of subjects) {
    const { functions, offsets, view } = instantiate(subject);
    subject.points.forEach((values, k) => {
      view('work').set(values);
      functions.derivative(offsets.get('work') as number, offsets.get('k1') as number);
      expect(difference(view('k1'), subject.expected[k]), subject.name).toBeLessThan(1e-12);
    });
  }
});

test('JavaScript has it too', async () => {
  for (const subject of subjects) {
    const module = await load(subject.name, emitJavaScript(subject.alone));
    const out = new Float64Array(subject.program.derivative.length);
    subject.points.forEach((values, k) => {
      module.derivative(Float64Array.from(values), out);
      expect(difference(out, subject.expected[k]), subject.name).toBeLessThan(1e-12);
    });
  }
});

test('JavaScript and WebAssembly move alike, bit for bit', async () => {
  for (const subject of subjects.filter(({ name }) => ['pendulum', 'coaster', 'functions'].includes(name))) {
    const module = await load(`${subject.name}-moving`, emitJavaScript(subject.alone));
    const { functions, view } = instantiate(subject);
    functions.start();
    let frame = 0;
    const done = module.simulate(1, 60, () => {
      if (frame > 0) expect(functions.advance(frame / 60)).toBe(1);
      expect(Array.from(module.inputs), `${subject.name}, frame ${frame}`).toEqual(
        Array.from(view('inputs')),
      );
      frame++;
    });
    expect(done).toBe(true);
    expect(frame).toBe(61);
  }
});

describe.skipIf(!hasCpp)('C++', () => {
  /** All of them in one program: each file in a namespace of its own. */
  test('has the same right-hand sides', () => {
    const sources = subjects.map(({ alone }) => {
      const functions = alone.module.functions.map((one) => ({
        ...one,
        exported: one.name === 'derivative',
      }));
      return emitCpp(
        { ...alone, module: prune({ ...alone.module, functions }, ['inputs', 'clock']) },
        { main: false },
      );
    });
    const driver = [
      '#include <cmath>',
      '#include <cstdint>',
      '#include <cstdio>',
      '#include <cstdlib>',
      '#include <limits>',
      ...sources.flatMap((source, k) => [`namespace s${k} {`, source, '}']),
      'int main() {',
      ...subjects.flatMap(({ points, expected }, k) => {
        const struct = /struct (\w+)/.exec(sources[k])?.[1];
        return points.map(
          (values) =>
            `  { static s${k}::${struct} s; double x[] = {${[...values].map((v) => `double(${v})`).join(',')}}; ` +
            `double y[${expected[0].length}]; s.derivative(x, y); for (double v : y) std::printf("%.17g ", v); ` +
            'std::printf("\\n"); }',
        );
      }),
      '  return 0;',
      '}',
    ].join('\n');
    writeFileSync(join(folder, 'all.cpp'), driver);
    const built = spawnSync(
      'g++',
      [
        '-std=c++17',
        '-Wall',
        '-Werror',
        '-Wno-unused-function',
        '-Wno-unused-variable',
        '-O1',
        '-ffp-contract=off',
        'all.cpp',
        '-o',
        'all',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(built.stderr).toBe('');
    const lines = spawnSync(join(folder, 'all'), { encoding: 'utf8', maxBuffer: 1e8 })
      .stdout.trimEnd()
      .split('\n');
    const wanted = subjects.flatMap(({ expected, name }) => expected.map((values) => ({ values, name })));
    expect(lines.length).toBe(wanted.length);
    wanted.forEach(({ values, name }, k) => {
      expect(difference(lines[k].trim().split(' ').map(Number), values), name).toBeLessThan(1e-12);
    });
  });

  test('stands alone, and moves like JavaScript bit for bit', async () => {
    const subject = subjects.find(({ name }) => name === 'coaster') as Subject;
    writeFileSync(join(folder, 'coaster.cpp'), emitCpp(subject.alone));
    const flags = ['-std=c++17', '-O2', '-ffp-contract=off', 'coaster.cpp', '-o', 'coaster'];
    expect(spawnSync('g++', flags, { cwd: folder, encoding: 'utf8' }).stderr).toBe('');
    const printed = spawnSync(join(folder, 'coaster'), ['0.5'], { encoding: 'utf8' })
      .stdout.trimEnd()
      .split('\n');
    expect(printed[0].split(',')[0]).toBe('"t"');
    const module = await load('coaster-beside', emitJavaScript(subject.alone));
    const rows: number[][] = [];
    module.simulate(0.5, 60, () => rows.push(Array.from(module.inputs)));
    expect(printed.slice(1).map((line) => line.split(',').map(Number))).toEqual(rows);
  });
});

describe('TypeScript', () => {
  test('a file that is taken away runs and prints a table', () => {
    const { alone } = subjects.find(({ name }) => name === 'pendulum') as Subject;
    writeFileSync(join(folder, 'alone.mjs'), emitJavaScript(alone));
    const { stdout, status } = spawnSync(process.execPath, ['alone.mjs', '0.1'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBe(8);
    expect(lines[0]).toBe('"t","Rx(Arm)","Rw(Arm)","Rx(Arm)\'","Rw(Arm)\'"');
  });
});

test('names of strangers stay names', () => {
  const { compiled } = compile(
    `system constructor;
param __proto__ = 1, process = 2;
frame int at (0, 0, 1) { }
vary Tz(int);
mass int = point(__proto__);
potential(o) = process * AbsTrans(o).z;
constrain main: Tx(int) * 0 == 0;
`.replace(/constrain.*\n/, ''),
  );
  const [program] = compiled?.programs ?? [];
  const alone = { ...standalone(program), about: ['one */ two', 'ends in \\', 'a\nnew line', '\u2028 ??/'] };
  for (const text of [emitJavaScript(alone), emitCpp(alone)]) {
    expect(text).not.toContain('*/ two');
    expect(text).not.toMatch(/\\\n/);
    expect(text.split('\n')).not.toContain('new line');
    expect(text).not.toContain('\u2028');
  }
});
