import { expect, test } from 'vitest';
import { direction, evaluate, NewtonWork } from '../../../src/problems/friction-cone/newton.ts';
import { scaleProblem, unitsOf } from '../../../src/problems/friction-cone/problem.ts';
import { Random } from '../../../src/num/index.ts';
import { families } from './families.ts';

test('the step is a Newton step: along it Φ falls at the rate Φ, by finite differences', () => {
  const random = new Random(4);
  for (const name of ['heaps', 'walls', 'unsymmetric heaps']) {
    const made = families.find((family) => family.name === name)?.make(2);
    if (!made) throw new Error(name);
    const members = Array.from({ length: made.contacts }, (_, i) => i);
    const problem = scaleProblem(made, members, unitsOf(made));
    const work = new NewtonWork(problem);
    const r = Float64Array.from({ length: 3 * made.contacts }, () => random.normal());
    const options = {
      proximal: 0.1,
      around: r.map((value) => value + 0.1),
      stiffness: 0.7,
      iterations: 1,
      tolerance: 0,
    };
    const size = evaluate(problem, work, r, options);
    expect(direction(problem, work, r, options)).toBe(true);
    const phi = work.phi.slice();
    const cases = new Set(Array.from(work.place, (place) => place >= 0));
    expect(cases.size).toBe(2);

    const epsilon = 1e-7;
    const plus = r.map((value, k) => value + epsilon * work.step[k]);
    const minus = r.map((value, k) => value - epsilon * work.step[k]);
    evaluate(problem, work, plus, options);
    const above = work.phi.slice();
    evaluate(problem, work, minus, options);
    for (let k = 0; k < phi.length; k++) {
      expect(Math.abs((above[k] - work.phi[k]) / (2 * epsilon) + phi[k])).toBeLessThan(1e-5 * size);
    }
  }
});
