import { describe, expect, it } from 'vitest';
import { readGoal } from '../../../src/farm/search/index.ts';

describe('the goal of a search from options', () => {
  it('is a kind, a measure and parameters', () => {
    expect(readGoal({ threshold: 'stands', over: 'mu, k', tolerance: '0.01', budget: '40' })).toEqual({
      kind: 'threshold',
      measure: 'stands',
      over: ['mu', 'k'],
      tolerance: 0.01,
      budget: 40,
    });
    expect(readGoal({ minimise: 'slip', method: 'nelder-mead' })).toEqual({
      kind: 'minimise',
      measure: 'slip',
      over: [],
      method: 'nelder-mead',
    });
    expect(readGoal({})).toBeUndefined();
  });

  it.each([
    [{ minimise: 'a', maximise: 'b' }, 'one goal'],
    [{ minimise: 'a', tolerance: '0' }, '--tolerance'],
    [{ minimise: 'a', budget: '1.5' }, '--budget'],
    [{ minimise: 'a', budget: '' }, '--budget'],
    [{ threshold: 'a', atOnce: '0' }, '--at-once'],
    [{ over: 'mu' }, 'none is asked for'],
    [{ minimise: 'a', method: 'newton' }, 'cma-es or nelder-mead'],
  ])('is refused where it cannot be one: %j', (options, words) => {
    expect(() => readGoal(options)).toThrow(words);
  });
});
