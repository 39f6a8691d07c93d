// The path through states: it must end in solutions that the judge accepts, from nothing and from near by.

import { describe, expect, test } from 'vitest';
import { judge, type Judgement } from '../../../../src/engines/modal/solve/judge.ts';
import { Attempt } from '../../../../src/engines/modal/solve/attempt.ts';
import type { ContactProblem } from '../../../../src/engines/modal/solve/problem.ts';
import { Random } from '../../../../src/num/index.ts';
import { families, table } from './problems.ts';

const DIRECTIONS = 8;

function residualOf(problem: ContactProblem, attempt: Attempt): number {
  const verdict: Judgement = { residual: Infinity, normal: Infinity, friction: Infinity };
  const impulses = attempt.r.slice(0, 3 * problem.contacts).map((r, k) => r * attempt.scaled.unit[k]);
  judge(problem, impulses, DIRECTIONS, new Float64Array(problem.dofs), verdict);
  return verdict.residual;
}

function loaded(problem: ContactProblem): Attempt {
  const attempt = new Attempt();
  attempt.load(problem, DIRECTIONS, true);
  attempt.residual();
  return attempt;
}

// a pinned body has far more contacts than freedom: paths may go round in circles there, and the active set solves it
describe.each(families.filter(({ name }) => name !== 'pinned'))('$name', ({ make }) => {
  test('is solved from nothing, and again from impulses that are a little off in no more states than contacts', () => {
    const problem = make(7);
    const attempt = loaded(problem);
    expect(attempt.follow(2e-9, 5000, false, 1e-6)).toBe(true);
    expect(residualOf(problem, attempt)).toBeLessThan(1e-8);

    const random = new Random(3);
    for (let k = 0; k < 3 * problem.contacts; k++)
      if (attempt.r[k] !== 0) attempt.r[k] *= 1 + 1e-4 * random.normal();
    attempt.residual();
    const before = attempt.iterations;
    expect(attempt.follow(2e-9, 5000, true, 1e-6)).toBe(true);
    expect(residualOf(problem, attempt)).toBeLessThan(1e-8);
    expect(attempt.iterations - before).toBeLessThanOrEqual(2 * problem.contacts);
  });
});

test('from its own solution the path goes nowhere', () => {
  const problem = table(5, 3, 8, 12);
  const attempt = loaded(problem);
  expect(attempt.follow(2e-9, 5000, false, 1e-6)).toBe(true);
  const before = attempt.iterations;
  expect(attempt.follow(2e-9, 5000, true, 1e-6)).toBe(true);
  expect(attempt.iterations - before).toBeLessThanOrEqual(2);
});

test('a path that may not cross states says so where it has to', () => {
  const attempt = loaded(table(5, 3, 8, 12));
  expect(attempt.follow(2e-9, 0, false, 1e-6)).toBe(false);
});
