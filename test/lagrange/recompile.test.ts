// Compiling again while a text is edited gives what compiling afresh gives.

import { describe, expect, it } from 'vitest';
import { specifications } from '../../examples/lagrange/parts/specifications.generated.ts';
import { compile, type Compiled } from '../../src/lagrange/compile.ts';
import { Recompiler } from '../../src/lagrange/recompile.ts';
import { createSimulator } from '../../src/lagrange/run/simulator.ts';
import { reach } from './simulate.ts';

function compiledBy(recompiler: Recompiler, text: string): Compiled {
  const { compiled, faults } = recompiler.compile(text);
  if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join());
  return compiled;
}

/** How far two programs of one text are apart after a while. */
function apart(again: Compiled, text: string, until = 0.5): number {
  const fresh = compile(text).compiled as Compiled;
  const [a, b] = [again, fresh].map((compiled) => createSimulator(compiled, { relative: 1e-10 }));
  reach(a, until);
  reach(b, until);
  let most = 0;
  a.positions.forEach((value, k) => {
    most = Math.max(most, Math.abs(value - b.positions[k]) / (1 + Math.abs(value)));
  });
  return most;
}

describe('recompiling', () => {
  it('a constant that changes needs no new program', () => {
    const recompiler = new Recompiler();
    const text = specifications['roller-coaster'];
    const first = compiledBy(recompiler, text);
    for (const amp of ['12', '9.75', '4.5']) {
      const edited = text.replace('Amp = 12.5', `Amp = ${amp}`);
      expect(edited).not.toBe(text);
      const again = compiledBy(recompiler, edited);
      expect(again.programs[0].derivative).toBe(first.programs[0].derivative);
      expect(again.passes.map(({ name }) => name)).toEqual(['parse', 'elaborate']);
      expect(apart(again, edited)).toBeLessThan(1e-7);
    }
  });

  it('every example runs as it does compiled by itself', () => {
    for (const name of ['pendulum', 'weighted-ball', 'rolling-torus', 'pendula-on-wheel', 'snowman'] as const)
      expect(apart(compiledBy(new Recompiler(), specifications[name]), specifications[name])).toBeLessThan(
        1e-7,
      );
  });

  it('statements that change, come and go', () => {
    const recompiler = new Recompiler();
    const text = specifications['roller-coaster'];
    const edits = [
      text,
      text.replace('- Drag * AbsLV(Car[1])', '- 3 * Drag * AbsLV(Car[1])'),
      text.replace('N = 3', 'N = 2'),
      `// a line more\n${text}`,
      text.replace(/force Car\[1\][^;]*;/, ''),
      text.replace(/const N = 3/, 'const Unused = 7, N = 3'),
      text,
    ];
    for (const edited of edits) expect(apart(compiledBy(recompiler, edited), edited)).toBeLessThan(1e-7);
  });

  it('constants in powers, indices, poses and loops mean what they mean', () => {
    const text = (k: number, n: number, l: number) => `system S; const k = ${k}, n = ${n}, L = ${l};
      for i in 1..n { frame P[i] at (0, i, 0) turn y(20 deg * k) { frame B[i] at (0, 0, -L); }
        vary Ry(P[i]); mass B[i] = point(0.5 * k); }
      potential(o) = Mass(o) * 9.81 * AbsTrans(o).z + 0.1 * AbsTrans(o).x^k;
      force B[n] = (0.3, 0, 0);`;
    const recompiler = new Recompiler();
    for (const [k, n, l] of [
      [2, 2, 0.5],
      [2, 2, 0.7],
      [3, 2, 0.7],
      [3, 3, 0.7],
      [3, 3, 1],
      [3, 3, 2],
    ])
      expect(apart(compiledBy(recompiler, text(k, n, l)), text(k, n, l))).toBeLessThan(1e-8);
  });

  it('says what is wrong as compile does, and goes on', () => {
    const recompiler = new Recompiler();
    const text = specifications.pendulum;
    compiledBy(recompiler, text);
    for (const wrong of [
      text.replace('point(', 'pont('),
      text.replace('mass Bob', 'masss Bob'),
      `${text}\nconst Q = 3; constrain never: Q == 4;`,
      `${text}\nconstrain far: norm2(AbsTrans(Bob)) == 100;`,
    ]) {
      const { faults } = recompiler.compile(wrong);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults).toEqual(compile(wrong).faults);
    }
    expect(apart(compiledBy(recompiler, text), text)).toBeLessThan(1e-8);
  });

  it('faults of a run stand where they stand in the text as it is now', () => {
    const recompiler = new Recompiler();
    const text = (lines: string, length: number) => `system S;${lines}
      const L = ${length};
      frame A at (2, 0, 0); vary Tx(A); mass A = point(1);
      initially Tx(A)' == 1;
      mode Free { when Tx(A) - 2.5 rises { goto Held; } }
      mode Held { constrain pin: Tx(A) == L; }`;
    compiledBy(recompiler, text('', 2.6));
    for (const [lines, line] of [
      ['\n', 6],
      ['\n\n\n', 8],
    ] as const) {
      const run = createSimulator(compiledBy(recompiler, text(lines, 2.7)));
      expect(run.advance(1).trouble?.fault.line).toBe(line);
    }
  });
});
