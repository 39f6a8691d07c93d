// Why a run cannot start or go on: what is said, of whom, by how much, and when. Runs begin at 2 s. What cannot be met as it
// is written the compiler says; the start says it where a slider has been moved to where it cannot.

import { describe, expect, it } from 'vitest';
import { createSimulator, Trouble } from '../../../src/lagrange/run/simulator.ts';
import { compiledFrom } from '../simulate.ts';

const BEGIN = 2;
const given = (rest: string): string => `system P; param Slider = 1;\n${rest}`;

/** What is said at the start, or on the way to `until`. */
function troubleOf(text: string, slider: number, until = BEGIN): Trouble {
  const compiled = compiledFrom(given(text));
  try {
    const options = { time: BEGIN, relative: 1e-8, parameters: { Slider: slider } };
    const { trouble } = createSimulator(compiled, options).advance(until);
    if (trouble !== undefined) return trouble;
  } catch (error) {
    if (error instanceof Trouble) return error;
    throw error;
  }
  throw new Error('there was no trouble');
}

const point = 'vary Tx(A), Ty(A); mass A = point(1);';

describe('at the start', () => {
  it.each([
    [
      'a place that cannot be reached is told by how much',
      `frame A at (1, 0, 0); ${point} constrain c: Tx(A) == 1; constrain d: Tx(A) == Slider;`,
      3.14321,
      /^at t = 2 s: [cd] cannot be met at the start: with A as near as they come it is off by 2\.14 .*; place the frames nearer/,
    ],
    [
      'the worst of several is named',
      `frame A at (1, 1, 0); ${point} constrain a: Tx(A)^2 == Slider; constrain b: Ty(A)^2 == 5 * Slider;`,
      -1,
      /: b cannot be met/,
    ],
    [
      'what is no number is worse than what is off',
      `frame A at (1, 4, 0); ${point} constrain a: Tx(A)^2 == Slider; constrain b: sqrt(Ty(A) - 3 + Slider) == 1;`,
      -50,
      /^at t = 2 s: b is not a number at the start: A .*; place the frames so that nothing is divided by zero/,
    ],
    [
      'a speed that a constraint does not leave',
      `frame A at (1, 0, 0); ${point} constrain c: Tx(A) == 1; initially Tx(A)' == Slider - 1;`,
      3,
      /^at t = 2 s: this cannot hold at the start: it is off by -2(\.00)?;/,
    ],
    [
      'a potential that is none',
      `frame A at (1, 0, 0); ${point} potential = log(Slider * Tx(A));`,
      -1,
      /^at t = 2 s: the potential energy is not a finite number at the start/,
    ],
    [
      'a force divided by zero',
      `frame A; ${point} force A = (0, 1 / Slider, 0);`,
      0,
      /^at t = 2 s: the force along Ty\(A\) is not a finite number at the start/,
    ],
    [
      'what has no mass',
      `frame A; frame B; ${point} vary Tx(B); mass B = point(Slider); force B = (1, 0, 0);`,
      0,
      /^at t = 2 s: the equations of motion cannot be solved for Tx\(B\) at the start: they are singular \(Tx\(B\)\)/,
    ],
  ])('%s', (_, text, slider, says) => {
    const trouble = troubleOf(text, slider);
    expect(trouble.message).toMatch(says);
    expect(trouble.time).toBe(BEGIN);
  });

  it('four frames are named, more are counted', () => {
    const chain = (count: number): string => {
      const places = Array.from({ length: count }, (_, i) => i + 1);
      return `for i in 1..${count} { frame A[i] at (1, 0, 0); vary Tx(A[i]); mass A[i] = point(1); }
        constrain c: ${places.map((i) => `Tx(A[${i}])^2`).join(' + ')} == ${count} * Slider;`;
    };
    expect(troubleOf(chain(4), -1).message).toMatch(/with A\[1\], A\[2\], A\[3\], A\[4\] as near/);
    expect(troubleOf(chain(5), -1).message).toMatch(/with A\[1\], A\[2\], A\[3\], A\[4\] and 1 more as near/);
  });
});

describe('on the way', () => {
  it.each([
    [
      'a root of what becomes negative, of a place',
      `frame A; ${point} initially Tx(A)' == -1; force A = (0, sqrt(Tx(A) + 0.5), 0);`,
      2.5,
      /: the force along Ty\(A\) is not a finite number from here on/,
    ],
    [
      'a root of what becomes negative, of a speed',
      `frame A; ${point} initially Tx(A)' == 1; force A = (-1, sqrt(Tx(A)' - 0.5), 0);`,
      2.5,
      /: the force along Ty\(A\) is not a finite number from here on/,
    ],
    [
      'a root of what becomes negative, in stiff motion',
      `frame A; ${point} initially Tx(A)' == -1; force A = (0, sqrt(Tx(A) + 0.5) - 1e4 * Ty(A)' - 1e6 * Ty(A), 0);`,
      2.5,
      /: the force along Ty\(A\) is not a finite number from here on/,
    ],
    [
      'a speed that a constraint gives, and from somewhere on does not',
      `frame A; vary Tx(A); mass A = point(1); constrain c: Tx(A)' == 1 + sqrt(0.5 - Tx(A));`,
      2.34,
      /: the equations of motion cannot be solved for Tx\(A\) from here on/,
    ],
    [
      'the same of what has no mass',
      `frame A; vary Tx(A); constrain c: Tx(A)' == 1 + sqrt(0.5 - Tx(A));`,
      2.34,
      /: the equations of motion cannot be solved for Tx\(A\) from here on/,
    ],
    [
      'what runs away is named, not what rests beside it',
      `frame A at (0, 1, 0); ${point} initially Ty(A)' == 1; force A = (0, 2 * Ty(A)^3, 0);`,
      3,
      /: steps became too short to go on: Ty\(A\) changes too fast/,
    ],
  ])('%s', (_, text, when, says) => {
    const trouble = troubleOf(text, 7, 5);
    expect(trouble.message).toMatch(says);
    expect(trouble.time).toBeCloseTo(when, 2);
  });

  it('a constraint that followed from another, until a slider was moved', () => {
    const text = `frame A at (1, 0, 0); ${point} constrain c: Tx(A) == 1; constrain d: Tx(A) == Slider;`;
    const run = createSimulator(compiledFrom(given(text)), { time: BEGIN });
    expect(run.advance(3).trouble).toBeUndefined();
    run.set('Slider', 1.5);
    const { trouble, time } = run.advance(4);
    expect(trouble?.message).toMatch(/^at t = 4 s: d no longer follows from c: it is off by -0\.500 \(d\)/);
    expect([trouble?.time, time]).toEqual([4, 4]);
  });

  it('an event that leaves what a constraint cannot follow', () => {
    const text = `frame A at (1, 0, 0); ${point} constrain ring: norm(AbsTrans(A)) == 1; initially Ty(A)' == 1;
      when t - 2.5 rises { Tx(A) := Tx(A) + Slider; }`;
    const run = createSimulator(compiledFrom(given(text)), { time: BEGIN });
    const { trouble, time, occurrences } = run.advance(4);
    expect(trouble?.message).toMatch(
      /^at t = 2\.5 s: ring does not hold where the event leaves the system: it is off by 0/,
    );
    expect(time).toBeCloseTo(2.5, 9);
    expect(occurrences).toEqual([]);
    // It stays where it was just before.
    expect(run.constraintError()).toBeLessThan(1e-9);
    expect(run.advance(5)).toMatchObject({ trouble, time });
  });
});
