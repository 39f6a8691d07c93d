import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/lagrange/compile.ts';
import { createSimulator, Trouble } from '../../../src/lagrange/run/simulator.ts';
import { compiledFrom, driftOver, simulated, specification } from '../simulate.ts';

const parallel = `system Parallel;
for i in 0..2 {
  frame Post[i] at (i, 0, 0) turn z(-20 deg) { frame Top[i] at (0, 1, 0); }
  vary Rz(Post[i]);
  mass Top[i] = point(0.3);
}
frame Bar at (0.342, 0.9397, 0) { for i in 0..2 { frame P[i] at (i, 0, 0); } frame Middle at (1, 0, 0); }
vary Tx(Bar), Ty(Bar), Rz(Bar);
mass Middle = body(2, (0.1, 1, 1));
potential(o) = Mass(o) * 9.81 * AbsTrans(o).y;
for i in 0..2 { constrain foot[i]: AbsTrans(P[i]) == AbsTrans(Top[i]); }
`;

/** Bricard's linkage of six equal bars with right angles between its joints: mobile though counting says it is not. */
const bricard = `system Bricard;
const g = 9.81;
frame B1 { frame E1 at (1, 0, 0);
  frame B2 at (1, 0, 0) { frame B3 at (0, 1, 0) { frame B4 at (0, 0, 1) { frame B5 at (-1, 0, 0) { frame End at (0, -1, 0); } } } } }
vary Rx(B2), Ry(B3), Rz(B4), Rx(B5);
mass B3 = point(1); mass B4 = point(1); mass B5 = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).y;
constrain close: AbsTrans(End) == (0, 0, 1);
`;

describe('redundant constraints', () => {
  it('are found, named with what they follow from, left out and watched', () => {
    const { programs } = compiledFrom(parallel);
    const { redundant, constraintOrder } = programs[0].classification;
    expect(redundant).toHaveLength(1);
    expect(redundant[0].sentence).toMatch(/^foot\[2\]\.[xy] depends on .*foot\[0\]\.[xy].* and .*$/);
    expect(constraintOrder.filter((order) => order === 3)).toHaveLength(1);
    const run = createSimulator(compiledFrom(parallel), { relative: 1e-11, absolute: 1e-12 });
    const { drift, kinetic, error } = driftOver(run, 10, 0.5);
    expect(drift).toBeLessThan(1e-8 * kinetic);
    expect(error).toBeLessThan(1e-10);
  });

  it('are those that come last, and no more than there are', () => {
    const twice = `system Twice; frame A at (1, 0, 0); vary Tx(A), Ty(A); mass A = point(1);
      constrain one: Tx(A) == 1; constrain two: 2 * Tx(A) == 2; constrain three: Tx(A)' == 0;`;
    const { redundant } = compiledFrom(twice).programs[0].classification;
    expect(redundant.map(({ sentence }) => sentence)).toEqual(['two depends on one', 'three depends on one']);
    const { redundant: none } = compiledFrom(twice.replace(/constrain t.*;/, '')).programs[0].classification;
    expect(none).toEqual([]);
  });

  it('of hinges in space are found: a door on three, a plane linkage of bodies that could leave the plane', () => {
    const door = `system Door;
      frame Door { frame M at (0.4, 0, 0); for i in 0..2 { frame H[i] at (0, 0, i * 0.4); } }
      vary Tx(Door), Ty(Door), Tz(Door), Rx(Door), Ry(Door), Rz(Door);
      mass M = body(20, (1, 2, 3));
      potential(o) = Mass(o) * 9.81 * (AbsTrans(o).z + 0.3 * AbsTrans(o).x);
      for i in 0..2 { constrain hinge[i]: AbsTrans(H[i]) == (0, 0, i * 0.4); }
      initially LocAV(Door).z == 1;`;
    const sentences = compiledFrom(door).programs[0].classification.redundant.map(({ sentence }) => sentence);
    expect(sentences).toEqual([
      'hinge[1].z depends on hinge[0].z',
      'hinge[2].x depends on hinge[0].x and hinge[1].x',
      'hinge[2].y depends on hinge[0].y and hinge[1].y',
      'hinge[2].z depends on hinge[0].z',
    ]);
    for (const text of [door, specification('run/specs/spatial-four-bar.lagrange')]) {
      const run = simulated(text, 1e-11);
      const { drift, kinetic, error } = driftOver(run, 5, 0.5);
      expect(drift).toBeLessThan(1e-8 * kinetic);
      expect(error).toBeLessThan(1e-10);
    }
    const linkage = compiledFrom(specification('run/specs/spatial-four-bar.lagrange'));
    expect(linkage.programs[0].classification.redundant).toHaveLength(3);
  });

  it('do not stop a spatial linkage', () => {
    const compiled = compile(bricard);
    expect(compiled.faults.map(({ what }) => what)).toEqual([]);
  });
});

describe('what cannot be solved', () => {
  const fault = (text: string) => {
    const { faults } = compile(text);
    expect(faults).toHaveLength(1);
    return faults[0];
  };

  it('a variable that nothing determines', () => {
    const { what, line, column } = fault(
      'system Idle;\nframe A { frame M at (0, 0, -1); } frame B;\nvary Rx(A), Tx(B);\nmass M = point(1);',
    );
    expect(what).toContain('nothing determines Tx(B)');
    expect([line, column]).toEqual([3, 13]);
  });

  it('a turn without inertia', () => {
    const { what, value } = fault(
      'system Singular;\nframe A { frame M at (0, 0, -1); }\nvary Rx(A), Rz(M);\nmass M = point(1);',
    );
    expect(what).toContain('do not determine Rz(M)');
    expect(value).toBe('Rz(M)');
  });

  it('a constraint that cannot be met', () => {
    const { what, line } = fault(
      'system Far;\nframe A { frame M at (0, 0, -1); }\nvary Rx(A);\nmass M = point(1);\nconstrain far: AbsTrans(M).y == 3;',
    );
    expect(what).toContain('far cannot be met: with A');
    expect(line).toBe(5);
  });

  it('constraints that contradict each other', () => {
    const { what } = fault(
      'system No;\nframe A at (1, 0, 0);\nvary Tx(A), Ty(A);\nmass A = point(1);\nconstrain one: Tx(A) == 1;\nconstrain two: Tx(A) == 2;',
    );
    expect(what).toMatch(/(one|two) cannot be met/);
  });

  it('constraints that hold together at the start and at no other time', () => {
    const { what } = fault(
      'system Apart;\nframe A;\nvary Tx(A), Ty(A);\nmass A = point(1);\nconstrain slow: Tx(A) == t;\nconstrain fast: Tx(A) == 2 * t;',
    );
    expect(what).toMatch(/(slow|fast) cannot be met/);
  });

  it('a force that is no number at the start', () => {
    const text =
      'system Zero; frame A; frame B; vary Tx(A), Tx(B); mass A = point(1); mass B = point(1); potential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));';
    expect(() => simulated(text)).toThrow(Trouble);
    expect(() => simulated(text)).toThrow(/force along Tx\(A\) is not a finite number at the start/);
  });

  it('a start that contradicts itself', () => {
    const text =
      "system Start; frame A; vary Tx(A); mass A = point(1); initially Tx(A)' == 1; initially Tx(A)' == 2;";
    expect(() => simulated(text)).toThrow(/this cannot hold at the start/);
  });
});
