import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, nearestSpelling, spellingHint } from '../../../src/scene/fault/spelling-hint.ts';

describe('nearest', () => {
  const keys = ['friction', 'restitution', 'position', 'velocity', 'angularVelocity', 'mass', 'bodies'];

  test.each([
    ['fricton', 'friction'],
    ['linear_velocity', 'velocity'],
    ['angular_velocity', 'angularVelocity'],
    ['bodys', 'bodies'],
    ['maas', 'mass'],
    ['Position', 'position'],
    ['quaternion', undefined],
    ['', undefined],
  ])('%s → %s', (word, wanted) => {
    expect(nearestSpelling(word, keys)).toBe(wanted);
  });

  test('a swap of neighbours counts once', () => {
    expect(editDistance('mass', 'amss')).toBe(1);
  });

  test('the distance is a metric bounded by the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const d = editDistance(a, b);
        expect(d).toBe(editDistance(b, a));
        expect(d === 0).toBe(a === b);
        expect(d).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(d).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });

  test('a remedy names the choices where nothing is near', () => {
    expect(spellingHint('zzz', ['y', 'z-up'])).toBe('use one of y, z-up');
    expect(spellingHint('stele', ['steel', 'stone'])).toBe('did you mean "steel"?');
  });
});
