// Parts of a system that do not know each other are integrated with steps of their own.

import { describe, expect, it } from 'vitest';
import { compile, type CompileOptions } from '../../../src/lagrange/compile.ts';
import { createSimulator, type Simulator } from '../../../src/lagrange/run/simulator.ts';
import { compiledFrom, positionOf, rateOf, reach } from '../simulate.ts';

/** Pendulums on lengths 1 : 10⁴, so rates 100 : 1; the slow one hangs on many variables and constraints. */
const pair = `system Pair;
param g = 9.81 in 0..20;
frame Fast turn y(60 deg) { frame Small at (0, 0, -0.001); }
frame Slow at (0, 5, 0) turn y(50 deg) { frame Large at (0, 0, -10) { frame Second turn y(20 deg) { frame Low at (0, 0, -5); } } }
vary Ry(Fast), Ry(Slow), Ry(Second);
mass Small = point(1); mass Large = point(1); mass Low = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
`;

function run(text: string, integrations: boolean, relative = 1e-9): Simulator {
  const options: CompileOptions = { optimise: { integrations } };
  const { compiled, faults } = compile(text, options);
  if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join());
  return createSimulator(compiled, { relative });
}

function largestDifference(a: Simulator, b: Simulator): number {
  let most = 0;
  a.inputs.forEach((value, k) => {
    most = Math.max(most, Math.abs(value - b.inputs[k]) / (1 + Math.abs(value)));
  });
  return most;
}

describe('independent integrations', () => {
  it('the same motion for fewer evaluations', () => {
    const apart = run(pair, true);
    const together = run(pair, false);
    reach(apart, 5);
    reach(together, 5);
    expect(largestDifference(apart, together)).toBeLessThan(1e-5);
    // Nearly all steps are those of the fast part; together, each is one of the slow part too.
    const fast = run(
      pair
        .replace(/frame Slow.*\n/, '')
        .replace(/, Ry\(S.*;/, ';')
        .replace(/mass Large.*/, ''),
      true,
    );
    reach(fast, 5);
    expect(fast.counts.accepted).toBeGreaterThan(1000);
    expect(together.counts.accepted).toBeGreaterThan(0.8 * fast.counts.accepted);
    expect(apart.counts.accepted - fast.counts.accepted).toBeLessThan(0.05 * fast.counts.accepted);
  });

  it('agree with each part on its own, bit for bit', () => {
    const slow = run(
      pair
        .replace(/frame Fast.*\n/, '')
        .replace('Ry(Fast), ', '')
        .replace('mass Small = point(1);', ''),
      true,
    );
    const both = run(pair, true);
    // Steps may end a few times the way asked for beyond it: the same calls, the same steps.
    for (const simulator of [slow, both]) for (let k = 1; k <= 30; k++) reach(simulator, k / 10);
    for (const name of ['Ry(Slow)', 'Ry(Second)']) {
      expect(Math.abs(positionOf(both, name) - positionOf(slow, name))).toBeLessThan(1e-9);
      expect(Math.abs(rateOf(both, name) - rateOf(slow, name))).toBeLessThan(1e-9);
    }
  });

  it('a run that was saved goes on bit for bit', () => {
    const first = run(pair, true);
    reach(first, 0.7);
    const saved = first.save();
    reach(first, 1.3);
    const second = run(pair, true);
    reach(second, 0.1);
    second.restore(saved);
    reach(second, 1.3);
    expect([...second.inputs]).toEqual([...first.inputs]);
    expect(second.counts).toEqual(first.counts);
  });

  it('a parameter takes effect for all of them at once', () => {
    const [apart, together] = [true, false].map((integrations) => run(pair, integrations, 1e-11));
    for (const simulator of [apart, together]) {
      reach(simulator, 0.4);
      simulator.set('g', 3);
      reach(simulator, 0.6);
    }
    expect(largestDifference(apart, together)).toBeLessThan(1e-7);
  });

  it('an event of one part and of two are found where they are', () => {
    const text = `${pair}
      frame Count; vary Tx(Count), Ty(Count); mass Count = point(1);
      when EulerY(Fast) falls { Tx(Count) := Tx(Count) + 1; }
      when EulerY(Fast) - EulerY(Slow) rises { Ty(Count) := Ty(Count) + 1; }`;
    const [apart, together] = [true, false].map((integrations) => run(text, integrations, 1e-10));
    const times = [apart, together].map((simulator) => {
      const { occurrences, trouble } = simulator.advance(0.5);
      expect(trouble).toBeUndefined();
      return occurrences;
    });
    expect(times[0].length).toBeGreaterThan(10);
    expect(times[0].map(({ event }) => event)).toEqual(times[1].map(({ event }) => event));
    times[0].forEach(({ time }, k) => {
      expect(Math.abs(time - times[1][k].time)).toBeLessThan(1e-8);
    });
    expect(positionOf(apart, 'Tx(Count)')).toBe(positionOf(together, 'Tx(Count)'));
  });

  it('a stiff part takes no other along', () => {
    const text = `system Stiff;
      frame A at (1, 0, 0); frame B at (0, 1, 0);
      vary Tx(A), Ty(B); mass A = point(1); mass B = point(1);
      force A = (-1e6 * AbsTrans(A).x - 1e5 * AbsLV(A).x, 0, 0);
      force B = (0, -AbsTrans(B).y, 0);`;
    const [apart, together] = [true, false].map((integrations) => run(text, integrations, 1e-7));
    for (const simulator of [apart, together]) reach(simulator, 20);
    expect(positionOf(apart, 'Ty(B)')).toBeCloseTo(Math.cos(20), 5);
    expect(positionOf(together, 'Ty(B)')).toBeCloseTo(Math.cos(20), 5);
  });

  it('what falls freely is no part of its own, and one that is bound by a constraint neither', () => {
    const parts = (text: string) => compiledFrom(text).programs[0].parts?.length ?? 1;
    expect(
      parts('system F; frame A; vary Tx(A), Ty(A), Tz(A); mass A = point(1); potential = 9.81 * Tz(A);'),
    ).toBe(1);
    expect(parts(pair)).toBe(2);
    expect(
      parts(`${pair} constrain gear: EulerY(Fast) == 2 * EulerY(Slow);`.replace('turn y(60', 'turn y(100')),
    ).toBe(1);
    const many = Array.from(
      { length: 30 },
      (_, i) => `frame P${i} at (1, 0, 0); vary Tx(P${i}); mass P${i} = point(1);
      force P${i} = (-${i + 1} * AbsTrans(P${i}).x, 0, 0);`,
    ).join('\n');
    expect(parts(`system Many; ${many}`)).toBe(12);
  });
});
