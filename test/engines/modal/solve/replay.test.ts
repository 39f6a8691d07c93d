import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contactProblemOf } from '../../../../src/engines/modal/solve/factor-problem.ts';
import { dumpProblem, frictionProblemOf } from './dump.ts';
import { replayProblem } from '../../../../src/engines/modal/solve/replay.ts';
import { parseFriction } from '../../../../src/problems/friction-cone/index.ts';
import { families } from './problems.ts';

test('a dumped problem is the same problem', () => {
  const problem = families[2].make(8);
  const read = parseFriction(dumpProblem(problem, 12));
  expect(read.directions).toBe(12);
  const there = frictionProblemOf(problem);
  const back = frictionProblemOf(contactProblemOf(read));
  expect(back.contacts).toBe(there.contacts);
  there.blocks.forEach(([row, column, entries]) => {
    const found = back.blocks.find((block) => block[0] === row && block[1] === column);
    const size = Math.max(...Array.from(entries, Math.abs));
    for (let e = 0; e < 9; e++)
      expect(Math.abs((found?.[2][e] ?? 0) - entries[e])).toBeLessThan(1e-10 * (1 + size));
  });
  for (let k = 0; k < 3 * there.contacts; k++) expect(back.q[k]).toBeCloseTo(there.q[k], 12);
  const replayed = replayProblem(read, { directions: 12 });
  expect(replayed.residual).toBeLessThan(1e-8);
  expect(replayed.exact.residual).toBeLessThan(1e-8);
});

test('directions that are none are refused', () => {
  const text = dumpProblem(families[2].make(8), 8);
  expect(() => parseFriction(text.replace('"directions":8', '"directions":3'))).toThrow(/directions is 3/);
});

const folder = '../shared/data/friction';
describe.skipIf(!existsSync(folder))('public problems with pyramids, and polished to the cone', () => {
  // the largest takes seconds and is left to `carom check friction --cone`
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('Capsules')) : [];
  test.each(files)('%s', (file) => {
    const problem = parseFriction(readFileSync(`${folder}/${file}`, 'utf8'));
    for (const directions of [4, 7, 16]) {
      const found = replayProblem(problem, { directions });
      expect(found.residual).toBeLessThan(1e-8);
      expect(found.exact.residual).toBeLessThan(1e-8);
    }
  });
});
