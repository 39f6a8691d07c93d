// Sheets bend and twist as stiffly as asked, whatever their mesh: the heavy elastica, and strips on edge that tip over.

import { describe, expect, test } from 'vitest';
import { elastica, elasticaRatios, type Pattern } from './strip.ts';

const patterns: readonly Pattern[] = ['diagonal', 'alternating', 'jittered', 'flipped'];

describe.each(patterns)('%s', (pattern) => {
  test.each(elastica)('the heavy elastica at Γ = %d', (...row) => {
    const [drop, reach] = elasticaRatios(pattern, row, [20, 4, 0.2]);
    expect(Math.abs(drop - 1)).toBeLessThan(0.01);
    expect(Math.abs(reach - 1)).toBeLessThan(0.01);
  });

  test('cells four times as wide as long', () => {
    const [drop, reach] = elasticaRatios(pattern, elastica[1], [20, 2, 0.4]);
    expect(Math.abs(drop - 1)).toBeLessThan(0.03);
    expect(Math.abs(reach - 1)).toBeLessThan(0.03);
  });
});
