import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rootOf, singles, unite } from '../../src/num/union-find.ts';

test('what is united has one root, the smallest of all that hang together; the rest stays apart', () => {
  const index = fc.nat(19);
  fc.assert(
    fc.property(fc.array(fc.tuple(index, index), { maxLength: 25 }), (pairs) => {
      const parents = singles(20);
      // a plain judge: labels, relabelled at every pair
      let labels = [...parents];
      for (const [a, b] of pairs) {
        unite(parents, a, b);
        const [keep, drop] = [Math.min(labels[a], labels[b]), Math.max(labels[a], labels[b])];
        labels = labels.map((label) => (label === drop ? keep : label));
      }
      expect(labels.map((_, i) => rootOf(parents, i))).toEqual(labels);
    }),
  );
});
