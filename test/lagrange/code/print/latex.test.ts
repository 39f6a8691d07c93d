// The equations for people: everything named is defined before it is used, and brackets match.

import { expect, test } from 'vitest';
import { chain } from '../../../../bench/lib/mechanisms.ts';
import { emitLatex } from '../../../../src/lagrange/code/print/latex.ts';
import { coaster } from '../../language/examples.ts';
import { compiledFrom } from '../../simulate.ts';

for (const [name, text] of Object.entries({ 'the coaster': coaster, 'a long chain': chain(4) }))
  test(`${name} in LaTeX is well formed`, () => {
    const latex = emitLatex(compiledFrom(text).programs[0]);
    expect(latex).not.toMatch(/undefined|NaN/);
    const plain = latex.replace(/\\[{}]/g, '');
    expect(plain.split('{').length).toBe(plain.split('}').length);
    expect(latex.split('\\left').length).toBe(latex.split('\\right').length);
    expect(latex.split('\\begin').length).toBe(latex.split('\\end').length);
    const defined = new Set<string>();
    for (const [, abbreviation, right] of latex.matchAll(/^a_\{(\d+)\} &= ((?:.|\n {2}&)*)/gm)) {
      for (const [, used] of right.matchAll(/\ba_\{(\d+)\}/g)) expect(defined).toContain(used);
      defined.add(abbreviation);
    }
    expect(defined.size).toBeGreaterThan(3);
    for (const [, used] of latex.matchAll(/\ba_\{(\d+)\}/g)) expect(defined).toContain(used);
  });

test('a long chain says which frames it looks through', () => {
  const latex = emitLatex(compiledFrom(chain(4)).programs[0]);
  expect(latex).toContain('\\dot \\omega_{x,\\,\\mathrm{Link[3]}}');
  expect(latex).toContain('B_{1,9} &= 1');
  expect(latex).toContain('B^{T}\\mu');
});
