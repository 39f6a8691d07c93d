// Files that are taken away, with events and modes: compiled without a warning, run by themselves, and compared with the
// run in the page.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitCpp } from '../../../../src/lagrange/code/print/cpp.ts';
import { emitJavaScript } from '../../../../src/lagrange/code/print/javascript.ts';
import { type Standalone, standalone } from '../../../../src/lagrange/code/print/standalone.ts';
import type { Compiled } from '../../../../src/lagrange/compile.ts';
import { createSimulator } from '../../../../src/lagrange/run/simulator.ts';
import { coaster } from '../../language/examples.ts';
import { compiledFrom, specification } from '../../simulate.ts';

const RELATIVE = 1e-11;
const SECONDS = 2;
const hasCpp = spawnSync('g++', ['--version']).status === 0;

const names = ['bouncing-ball', 'string-pendulum', 'latch', 'stick-slip'] as const;

interface Subject {
  readonly compiled: Compiled;
  readonly alone: Standalone;
  /** Inputs and mode of every frame, as the page runs it. */
  readonly expected: readonly { readonly inputs: readonly number[]; readonly mode: string }[];
}

const subjects = new Map<string, Subject>();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-standalone-'));
  for (const name of names) {
    const compiled = compiledFrom(specification(`run/specs/${name}.lagrange`));
    const options = { relative: RELATIVE, method: '8(5,3)' } as const;
    const simulator = createSimulator(compiled, options);
    const frame = () => ({ inputs: [...simulator.inputs], mode: simulator.mode });
    const expected = [frame()];
    for (let k = 1; k <= 60 * SECONDS; k++) {
      expect(simulator.advance(k / 60).trouble).toBe(undefined);
      expected.push(frame());
    }
    subjects.set(name, { compiled, alone: standalone(compiled.programs, options), expected });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compare(name: string, printed: string): void {
  const { expected, alone } = subjects.get(name) as Subject;
  const [head, ...rows] = printed.trimEnd().split('\n');
  const several = alone.modes.length > 1;
  expect(head.split('","').length).toBe(alone.inputNames.length + (several ? 1 : 0));
  expect(rows.length).toBe(expected.length);
  rows.forEach((row, k) => {
    const cells = row.split(',');
    if (several) expect(cells.pop(), `${name}, frame ${k}`).toBe(expected[k].mode);
    const scale = expected[k].inputs.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    cells.forEach((cell, at) => {
      const off = Math.abs(Number(cell) - expected[k].inputs[at]) / scale;
      expect(off, `${name}, frame ${k}, ${alone.inputNames[at]}`).toBeLessThan(1e-9);
    });
  });
}

test('something happens in each of them', () => {
  for (const name of names.filter((one) => one !== 'bouncing-ball'))
    expect(new Set(subjects.get(name)?.expected.map(({ mode }) => mode)).size, name).toBeGreaterThan(1);
});

describe.skipIf(!hasCpp)('C++', () => {
  for (const name of names)
    test(`of ${name} is compiled without a warning and runs as in the page`, () => {
      const { alone } = subjects.get(name) as Subject;
      writeFileSync(join(folder, `${name}.cpp`), emitCpp(alone));
      const flags = ['-std=c++17', '-O1', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror'];
      const built = spawnSync('g++', [...flags, `${name}.cpp`, '-o', name], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(built.stderr).toBe('');
      const { stdout, status } = spawnSync(join(folder, name), [String(SECONDS)], { encoding: 'utf8' });
      expect(status).toBe(0);
      compare(name, stdout);
    });
});

describe('TypeScript', () => {
  test('is strict', () => {
    const files = names.map((name) => {
      const file = join(folder, `${name}.mts`);
      writeFileSync(file, emitJavaScript((subjects.get(name) as Subject).alone, { typed: true }));
      return file;
    });
    const program = ts.createProgram(files, {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      lib: ['lib.es2022.d.ts'],
      types: [],
    });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(faults).toEqual([]);
    program.emit();
  });

  for (const name of names)
    test(`of ${name} runs as in the page`, () => {
      const { stdout, status } = spawnSync(process.execPath, [`${name}.mjs`, String(SECONDS)], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      compare(name, stdout);
    });

  test('parameters are set by their names', async () => {
    const { alone } = subjects.get('bouncing-ball') as Subject;
    writeFileSync(join(folder, 'set.mjs'), emitJavaScript(alone));
    const module = await import(/* @vite-ignore */ join(folder, 'set.mjs'));
    module.parameters.e = 0.5;
    const heights: number[] = [];
    expect(module.simulate(1, 200, () => heights.push(module.inputs[module.firstPosition]))).toBe(true);
    // From 1 m to the ground in 0.4515 s; up again to a quarter of it.
    expect(Math.max(...heights.slice(100))).toBeCloseTo(0.25, 4);
  });
});

test('the right-hand side says which equation is which', () => {
  const [program] = compiledFrom(coaster).programs;
  const source = emitJavaScript(standalone(program), { typed: true });
  const said = [
    "Rx(Car[2])'",
    'Equation of motion of Tz(Car[1])',
    'Constraint alt[1], differentiated twice',
    "Rz(Origin[1])''",
  ];
  const lines = source.split('\n').map((line) => line.trim());
  const places = said.map((text) => lines.indexOf(`// ${text}`));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('events that pile up end the run', async () => {
  const text = specification('run/specs/bouncing-ball.lagrange');
  const alone = standalone(compiledFrom(text).programs, { relative: 1e-8 });
  writeFileSync(join(folder, 'piled.mjs'), emitJavaScript(alone));
  const module = await import(/* @vite-ignore */ join(folder, 'piled.mjs'));
  expect(module.simulate(10, 60, () => undefined)).toBe(false);
});
