import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writePulse } from '../../../src/sound/excite/pulse.ts';

describe('a pulse', () => {
  test('has exactly its impulse wherever it lies between samples, however short', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.01, noNaN: true }),
        fc.double({ min: 1e-6, max: 2e-3, noNaN: true }),
        (start, length) => {
          const h = 1 / 44100;
          const changes = new Float64Array(1024);
          writePulse(changes, 0, 1024, 0, h, start, length);
          let force = 0;
          let impulse = 0;
          for (const change of changes) {
            force += change;
            impulse += force * h;
          }
          expect(impulse).toBeCloseTo(1, 11);
          expect(Math.abs(force)).toBeLessThan(1e-8);
        },
      ),
    );
  });
});
