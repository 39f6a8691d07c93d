// When the implicit method is entered and left, and what it shows: on modules whose rates are a matrix times the state, so
// that every eigenvalue is known, and on ones that a constraint keeps in place.

import { describe, expect, it } from 'vitest';
import { clock } from '../../../src/lagrange/code/integrate/clock.ts';
import { compile, type CompileOptions } from '../../../src/lagrange/compile.ts';
import { type IntegrationMethod, ModeModule } from '../../../src/lagrange/run/mode-module.ts';

const whole: CompileOptions = { optimise: { integrations: false } };

/** A module at its start; what its text places is its state. */
function moduleOf(
  text: string,
  method: IntegrationMethod = '5(4)',
  options = whole,
  relative = 1e-6,
): ModeModule {
  const { compiled, faults } = compile(text, options);
  if (compiled === undefined) throw new Error(faults.map(({ what }) => what).join());
  const [program] = compiled.programs;
  const module = new ModeModule(program, method);
  program.system.constants.forEach(({ value }, i) => {
    module.inputs[1 + i] = value;
  });
  program.system.variables.forEach(({ guess }, i) => {
    module.inputs[program.firstPosition + i] = guess;
  });
  module.clock[clock.relative] = relative;
  module.clock[clock.absolute] = 1e-2 * relative;
  module.start();
  return module;
}

/** y' = what is written of y1, y2 …, from a state: what has no mass has no rates of its own to be integrated. */
function rates(written: readonly string[], state: readonly number[]): string {
  const named = (rate: string): string => rate.replace(/y(\d+)/g, 'Tx(F[$1])');
  return `system Rates;
    for i in 1..${state.length} { frame F[i]; vary Tx(F[i]); }
    ${state.map((y, i) => `initially Tx(F[${i + 1}]) == ${y};`).join('\n')}
    ${written.map((rate, i) => `constrain c${i}: Tx(F[${i + 1}])' == ${named(rate)};`).join('\n')}`;
}

/** y' = A y. */
function linear(matrix: readonly (readonly number[])[], state: readonly number[]): string {
  const rows = matrix.map((row) => row.map((a, j) => `(${a}) * y${j + 1}`).join(' + '));
  return rates(rows, state);
}

/** The largest number for which something does not hold, to one part in 2⁴⁰. */
function edgeOf(holds: (x: number) => boolean): number {
  let [low, high] = [0, 16];
  for (let round = 0; round < 44; round++) {
    const middle = 0.5 * (low + high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** One look after twenty steps of a length. */
function look(module: ModeModule, usual: number): number {
  const of = module.clock;
  of[clock.looked] = of[clock.time] - 20 * usual;
  of[clock.accepted] = 20;
  module.stiff.look();
  return of[clock.stiffLooks];
}

/** The length of steps times `rate` from which on they are called stiff. */
function stiffFrom(text: string, rate: number, method: IntegrationMethod = '5(4)'): number {
  const module = moduleOf(text, method);
  return edgeOf((x) => {
    module.clock[clock.stiffLooks] = 0;
    return look(module, x / rate) > 0;
  });
}
const diagonal = (values: readonly number[]): number[][] =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
/** Where the power method begins: with the places of the golden section, back and forth. */
const first = [1, -1.6180339887, 1.2360679775, -1.8541019662, 1.472135955, -1.0901699437];
const size = (x: readonly number[]): number => Math.hypot(...x);

describe('steps are called stiff', () => {
  it('at the edge of stability of their method', () => {
    const growing = linear(diagonal([1000, -1]), [0, 1]);
    expect(stiffFrom(growing, 1000)).toBeCloseTo(2.6, 5);
    expect(stiffFrom(growing, 1000, '8(5,3)')).toBeCloseTo(2.5, 5);
    const turning = linear(
      [
        [0, 50],
        [-50, 0],
      ],
      [1, 1],
    );
    expect(stiffFrom(turning, 50)).toBeCloseTo(2.6, 5);
    expect(stiffFrom(turning, 50, '8(5,3)')).toBeCloseTo(2.5, 5);
  });

  it('earlier where what decays is over and the rest is slow', () => {
    for (const method of ['5(4)', '8(5,3)'] as const)
      expect(stiffFrom(linear(diagonal([-1000, -1]), [0, 1]), 1000, method)).toBeCloseTo(0.5, 5);
    // not over
    expect(stiffFrom(linear(diagonal([-1000, -1]), [1, 1]), 1000)).toBeCloseTo(2.6, 5);
    // nothing moves
    expect(stiffFrom(linear(diagonal([-1000, -1]), [0, 0]), 1000)).toBeCloseTo(0.5, 5);
  });

  it('the rest is slow below a twentieth of the decay, be it of the state or of time', () => {
    for (const [rate, edge] of [
      [49, 0.5],
      [51, 2.6],
    ]) {
      for (const far of [1, 1e6, 1e-3])
        expect([rate, far, stiffFrom(linear(diagonal([-1000, -rate]), [0, far]), 1000)]).toEqual([
          rate,
          far,
          expect.closeTo(edge, 3),
        ]);
      const driven = rates(['-1000 * y1', `2 + ${2 * rate} * t`], [0, 0]);
      expect(stiffFrom(driven, 1000)).toBeCloseTo(edge, 5);
      // as it will be, not as it was
      const turned = rates(['-1000 * y1', `1 + ${0.5 * rate} * (abs(y2) + y2)`], [0, 0]);
      expect(stiffFrom(turned, 1000)).toBeCloseTo(edge, 5);
      const later = rates(['-1000 * y1', `1 + ${0.5 * rate} * (abs(t) + t)`], [0, 0]);
      expect(stiffFrom(later, 1000)).toBeCloseTo(edge, 5);
    }
  });

  it('a spiral is a decay where it turns by less than 18 degrees', () => {
    for (const [cosine, edge] of [
      [-0.96, 0.5],
      [-0.94, 2.6],
      [0.96, 2.6],
    ]) {
      const sine = Math.sqrt(1 - cosine * cosine);
      const spiral = linear(
        [
          [700 * cosine, 700 * sine, 0],
          [-700 * sine, 700 * cosine, 0],
          [0, 0, -1],
        ],
        [0, 0, 1],
      );
      expect(stiffFrom(spiral, 700)).toBeCloseTo(edge, 5);
    }
  });

  it('by eight rounds of the power method from a start that is the same for every run', () => {
    const values = [-10, 9, -8, 9.5, -7, 9.8];
    const grown = (rounds: number): number => size(first.map((x, i) => x * values[i] ** rounds));
    const text = linear(diagonal(values), [1, 1, 1, 1, 1, 1]);
    expect((stiffFrom(text, 10) * grown(8)) / grown(7) / 10).toBeCloseTo(2.6, 5);
  });

  it('whichever number of the state is the quick one', () => {
    const count = 40;
    const one = 'max(0, 1 - abs(i - Quick))';
    const text = `system Quick; param Quick = 0;
      for i in 1..${count} { frame F[i]; vary Tx(F[i]); constrain c[i]: Tx(F[i])' == -(1 + 399 * ${one}) * Tx(F[i]); }`;
    const module = moduleOf(text);
    for (let quick = 1; quick <= count; quick++) {
      module.inputs[1] = quick;
      module.state.fill(1)[quick - 1] = 0;
      const looks = [0.49, 0.51].map((x) => {
        module.clock[clock.stiffLooks] = 0;
        return look(module, x / 400);
      });
      expect([quick, looks]).toEqual([quick, [0, 1]]);
    }
  });

  it('never where nothing changes, or what is a little beside it is no number', () => {
    expect(stiffFrom(linear(diagonal([0, 0]), [1, 1]), 1)).toBe(16);
    expect(stiffFrom(rates(['-1000 * y1', 'sqrt(y2)'], [0, 0]), 1000)).toBe(16);
  });

  it('after three looks in a row, one every twenty steps, each of ten evaluations', () => {
    const module = moduleOf(linear(diagonal([-1000, -1]), [0, 1]));
    const of = module.clock;
    const before = of[clock.evaluations];
    const seen: number[] = [];
    const each = [0.01, 0.01, 1e-5, 0.01, 0.01];
    for (const usual of each) seen.push(look(module, usual));
    expect(seen).toEqual([1, 2, 0, 1, 2]);
    expect(of[clock.evaluations] - before).toBe(10 * each.length);
    expect(module.stiff.active).toBe(false);
    for (const accepted of [1, 19, 21, 39]) {
      of[clock.accepted] = accepted;
      of[clock.looked] = -1;
      module.stiff.look();
      expect([of[clock.stiffLooks], of[clock.looked]]).toEqual([2, -1]);
    }
    look(module, 0.01);
    expect(module.stiff.active).toBe(true);
    expect([of[clock.stiff], of[clock.stiffLooks], of[clock.looked]]).toEqual([1, 0, of[clock.time]]);
    // The inputs are those of the state again.
    expect([
      ...module.inputs.subarray(module.program.firstPosition, module.program.firstPosition + 2),
    ]).toEqual([0, 1]);
  });
});

/** A step of the implicit method of a length, from a state that rests. */
function restingStep(module: ModeModule, length: number): number {
  const of = module.clock;
  of[clock.stiff] = 1;
  of[clock.time] = 0;
  of[clock.stepSize] = 100;
  expect(module.step(length)).toBe(true);
  expect(of[clock.time]).toBe(length);
  return of[clock.stiffLooks];
}

describe('the implicit method is left', () => {
  const leftBelow = (matrix: readonly (readonly number[])[], rate: number): number => {
    const module = moduleOf(
      linear(
        matrix,
        matrix.map(() => 0),
      ),
    );
    return edgeOf((x) => {
      module.clock[clock.stiffLooks] = 0;
      return restingStep(module, x / rate) === 0;
    });
  };

  it('where steps times the largest eigenvalue are below one', () => {
    expect(leftBelow(diagonal([-1000, -1]), 1000)).toBeCloseTo(1, 9);
    expect(leftBelow(diagonal([-1, 1000, -1]), 1000)).toBeCloseTo(1, 9);
    expect(
      leftBelow(
        [
          [0, 50],
          [-50, 0],
        ],
        50,
      ),
    ).toBeCloseTo(1, 9);
    expect(leftBelow(diagonal([0, 0]), 1)).toBe(16);
  });

  it('by sixteen rounds of the power method from the same start', () => {
    const values = [-10, 9, -8, 9.5, -7, 9.8];
    const grown = (rounds: number): number => size(first.map((x, i) => x * values[i] ** rounds));
    expect((leftBelow(diagonal(values), 10) * grown(16)) / grown(15) / 10).toBeCloseTo(1, 9);
  });

  it('after twelve steps in a row, and entered again after three looks', () => {
    const module = moduleOf(linear(diagonal([-1000, -1]), [0, 0]));
    const of = module.clock;
    for (let k = 1; k < 12; k++) expect(restingStep(module, 0.5e-3)).toBe(k);
    expect(restingStep(module, 2e-3)).toBe(0);
    of[clock.looked] = -1;
    for (let k = 1; k < 12; k++) {
      expect(restingStep(module, 0.5e-3)).toBe(k);
      expect([module.stiff.active, of[clock.looked]]).toEqual([true, -1]);
    }
    expect(restingStep(module, 0.5e-3)).toBe(0);
    expect([module.stiff.active, of[clock.looked]]).toEqual([false, of[clock.time]]);
    for (let k = 1; k <= 3; k++) {
      expect(module.stiff.active).toBe(false);
      look(module, 1e-3);
    }
    expect(module.stiff.active).toBe(true);
  });
});

describe('a step of the implicit method', () => {
  /** A bead that honey drags along a rod that grows and turns. */
  const bead = `system Bead; frame A at (1, 0, 0); vary Tx(A), Ty(A); mass A = point(1);
    constrain rod: norm2(AbsTrans(A)) == 1 + t; force A = (5 * cos(3 * t) - 300 * Ty(A)', 9 - 300 * Ty(A)', 0);
    initially Ty(A)' == 1;`;
  const begun = (options = whole): ModeModule => {
    const module = moduleOf(bead, '5(4)', options, 1e-3);
    module.clock[clock.stiff] = 1;
    return module;
  };
  const off = (module: ModeModule): number =>
    Math.max(...[...module.evaluate('residuals'), ...module.evaluate('residualRates')].map(Math.abs));
  const shown = (module: ModeModule): number[] => {
    const { positions, rates, firstPosition, firstRate } = module.program;
    return [
      ...positions.map((v) => module.inputs[firstPosition + v]),
      ...rates.map((v) => module.inputs[firstRate + v]),
    ];
  };

  it('ends on the constraints of its time, and says where it went', () => {
    const module = begun();
    const of = module.clock;
    for (let k = 1; k <= 20; k++) {
      const from = of[clock.time];
      expect(module.step(10)).toBe(true);
      expect([of[clock.began], of[clock.accepted], of[clock.dense], of[clock.fresh]]).toEqual([
        from,
        k,
        2,
        0,
      ]);
      expect(of[clock.time]).toBeGreaterThan(from);
      expect(of[clock.stepSize]).toBeGreaterThan(0);
      expect(module.inputs[0]).toBe(of[clock.time]);
      expect(shown(module)).toEqual([...module.state]);
      expect(off(module)).toBeLessThan(1e-12);
    }
  });

  it('is shown as it ended at its end, never beyond, and between on its polynomial and the constraints', () => {
    const module = begun();
    const of = module.clock;
    for (let k = 1; k <= 20; k++) {
      module.step(10);
      const [began, ended] = [of[clock.began], of[clock.time]];
      const state = [...module.state];
      for (const time of [ended, ended + 1e-9, ended + 1]) {
        module.show(time);
        expect(module.inputs[0]).toBe(ended);
        expect(shown(module)).toEqual(state);
      }
      for (const s of [0, 0.25, 0.5, 0.999]) {
        const time = began + s * (ended - began);
        module.show(time);
        expect(module.inputs[0]).toBe(time);
        expect(off(module)).toBeLessThan(1e-12);
        const at = (time - began) / (ended - began);
        shown(module).forEach((value, i) => {
          const [a, b, c, d] = [0, 1, 2, 3].map((which) => module.dense(which)[i]);
          expect(Math.abs(value - (a + at * (b + at * (c + at * d))))).toBeLessThan(2e-2);
        });
      }
      expect([...module.state]).toEqual(state);
      module.show(ended);
    }
    // No step at all is where it is.
    of[clock.began] = of[clock.time];
    module.show(of[clock.time] - 1);
    expect([module.inputs[0], ...shown(module)]).toEqual([of[clock.time], ...module.state]);
  });

  it('between, where nothing constrains it, is its polynomial to the bit', () => {
    const module = moduleOf(rates(['-1000 * (y1 - cos(t))', 'y1 - y2'], [0, 1]));
    const of = module.clock;
    of[clock.stiff] = 1;
    for (let k = 1; k <= 10; k++) {
      module.step(1);
      const s = 0.375;
      const time = of[clock.began] + s * (of[clock.time] - of[clock.began]);
      const at = (time - of[clock.began]) / (of[clock.time] - of[clock.began]);
      const [a, b, c, d] = [0, 1, 2, 3].map((which) => module.dense(which));
      module.show(time);
      expect(shown(module)).toEqual(
        [...module.state].map((_, i) => a[i] + at * (b[i] + at * (c[i] + at * d[i]))),
      );
    }
  });

  it('follows what depends on time', () => {
    // y' = −1000 (y − cos t): (1000² cos t + 1000 sin t) / (1000² + 1) once the start is forgotten.
    const module = moduleOf(rates(['-1000 * (y1 - cos(t))'], [0]), '5(4)', whole, 1e-8);
    module.clock[clock.stiff] = 1;
    while (module.clock[clock.time] < 2) expect(module.step(2)).toBe(true);
    const wanted = (1e6 * Math.cos(2) + 1e3 * Math.sin(2)) / (1e6 + 1);
    expect(module.state[0]).toBeCloseTo(wanted, 8);
    expect(module.clock[clock.accepted]).toBeLessThan(200);
  });

  it('is the same with a Jacobian by differences, which costs an evaluation a column and one', () => {
    const springs = `system Springs; for i in 1..3 { frame P[i] at (i, 0, 0); vary Tx(P[i]); mass P[i] = point(i); }
      potential = 0.5e5 * (Tx(P[1])^2 + (Tx(P[2]) - Tx(P[1]) - 1)^2 + (Tx(P[3]) - Tx(P[2]) - 1)^2 + Tx(P[3])^2 * Tx(P[1])^2);
      for i in 1..3 { force P[i] = (-1e3 * AbsLV(P[i]).x, 0, 0); }`;
    const [written, looped] = [whole, { optimise: { integrations: false, longest: 0 } }].map((options) => {
      const module = moduleOf(springs, '5(4)', options);
      module.clock[clock.stiff] = 1;
      return module;
    });
    const before = [written, looped].map(({ clock: of }) => of[clock.evaluations]);
    for (let k = 0; k < 10; k++) for (const module of [written, looped]) expect(module.step(0.02)).toBe(true);
    const [one, other] = [written, looped].map(({ clock: of }) => of);
    expect(other[clock.accepted]).toBe(one[clock.accepted]);
    expect(other[clock.evaluations] - before[1] - (one[clock.evaluations] - before[0])).toBe(7 * 10);
    looped.state.forEach((value, i) => {
      expect(Math.abs(value - written.state[i])).toBeLessThan(1e-7 * (1 + Math.abs(value)));
    });
  });

  it('has derivatives of up to eighty numbers, and differences of more', () => {
    const cost = [80, 81].map((count) => {
      const text = `system Many; for i in 1..${count} { frame F[i]; vary Tx(F[i]); constrain c[i]: Tx(F[i])' == -Tx(F[i]); }`;
      const module = moduleOf(text);
      const before = module.clock[clock.evaluations];
      restingStep(module, 0.1);
      return module.clock[clock.evaluations] - before;
    });
    // One at the start and one of each stage: at rest that is all.
    expect(cost).toEqual([4, 4 + 82]);
  });

  it('has differences as long as where they are taken asks for', () => {
    for (const far of [1e-6, 1, 1e6]) {
      const text = `system Far; frame A at (${far}, 0, 0); vary Tx(A); mass A = point(1);
        force A = (-1e4 * (Tx(A) - ${far}) - 1e3 * Tx(A)', 0, 0); initially Tx(A)' == 1;`;
      const [written, looped] = [whole, { optimise: { integrations: false, longest: 0 } }].map((options) => {
        const module = moduleOf(text, '5(4)', options);
        const { clock: of } = module;
        of[clock.stiff] = 1;
        while (of[clock.time] < 0.5) expect(module.step(0.5)).toBe(true);
        return of[clock.accepted];
      });
      expect([far, looped]).toEqual([far, written]);
    }
  });

  it('that cannot be made is counted, and leaves all as it was', () => {
    const module = moduleOf(rates(['-1000 * y1 + sqrt(0.5 - t)'], [1]));
    const of = module.clock;
    Object.assign(of, { [clock.stiff]: 1, [clock.stepSize]: 1, [clock.time]: 1 });
    const before = of.slice();
    expect(module.step(2)).toBe(false);
    // 0.3²⁹ is below four spacings of numbers around 1.
    expect(of[clock.rejected] - before[clock.rejected]).toBe(29);
    for (const kept of [clock.time, clock.began, clock.accepted, clock.dense, clock.stiff])
      expect(of[kept]).toBe(before[kept]);
    expect([...module.state]).toEqual([1]);
  });
});
