import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossTriple, dotTriple, lengthTriple } from '../../src/num/triple.ts';
import { cross3, dot3, norm3 } from '../../src/num/vec3.ts';

test('triples give the bits that flat arrays give', () => {
  const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 6, maxLength: 6 }), (both) => {
      const flat = Float64Array.from(both);
      const [a, b] = [both.slice(0, 3), both.slice(3)];
      const out = new Float64Array(3);
      cross3(out, 0, flat, 0, flat, 3);
      expect(crossTriple(a, b)).toEqual([...out]);
      expect(dotTriple(a, b)).toBe(dot3(flat, 0, flat, 3));
      expect(lengthTriple(b)).toBe(norm3(flat, 3));
    }),
  );
});
