import { expect, test } from 'vitest';
import { joinPasses, noPasses } from '../../../../src/engines/ipc/friction/passes.ts';

test('an island that others became goes on with the most that any of them did', () => {
  const passes = noPasses();
  joinPasses(passes, { ...noPasses(), done: 3, change: 0.2, softness: 8, kinks: 1 });
  joinPasses(passes, { ...noPasses(), done: 2, change: 0.5, softnessLeft: 2, softened: 1, coarse: false });
  expect(passes).toEqual({
    done: 3,
    coarse: false,
    change: 0.2,
    softness: 8,
    softnessLeft: 2,
    softened: 1,
    kinks: 1,
  });
});
