import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { ContactMerger } from '../../../../src/engines/lcp/collide/merge-contacts.ts';

const BODIES = 6;

/** One contact as text: bodies, features, which of its points, where. */
function told(set: ContactSet): string[] {
  return Array.from({ length: set.count }, (_, i) =>
    [set.a[i], set.b[i], set.featureA[i], set.featureB[i], set.part[i], set.points[3 * i]].join(' '),
  );
}

function filled(contacts: readonly (readonly number[])[]): ContactSet {
  const set = new ContactSet();
  for (const [a, b, feature, place] of contacts) {
    const i = set.append(a, b, feature, 0);
    set.points.fill(0, 3 * i, 3 * i + 3);
    set.normals.fill(0, 3 * i, 3 * i + 3);
    set.points[3 * i] = place;
    set.gaps[i] = -place;
  }
  return set;
}

test('contacts merged in any order of finding are the same, sorted, and each once', () => {
  const contact = fc.tuple(fc.nat(BODIES - 2), fc.constant(BODIES - 1), fc.nat(2), fc.nat(2));
  const merger = new ContactMerger(BODIES);
  fc.assert(
    fc.property(fc.array(contact, { maxLength: 40 }), fc.nat(), (contacts, shift) => {
      const set = filled(contacts);
      merger.merge(set);
      const at = contacts.length === 0 ? 0 : shift % contacts.length;
      const other = filled([...contacts.slice(at), ...contacts.slice(0, at)].reverse());
      merger.merge(other);
      expect(told(other)).toEqual(told(set));
      expect(set.count).toBe(new Set(contacts.map(String)).size);
      for (let i = 1; i < set.count; i++) {
        expect(set.a[i]).toBeGreaterThanOrEqual(set.a[i - 1]);
        const isSamePair = set.a[i] === set.a[i - 1] && set.featureA[i] === set.featureA[i - 1];
        expect(set.part[i]).toBe(isSamePair ? set.part[i - 1] + 1 : 0);
      }
    }),
  );
});

test('a filtered set keeps the others in their order, with all they have', () => {
  const set = filled([0, 1, 2, 3, 4].map((a) => [a, 5, a, 10 + a]));
  set.filter((c) => set.a[c] % 2 === 0);
  expect([...set.a.subarray(0, set.count)]).toEqual([0, 2, 4]);
  expect([0, 1, 2].map((i) => [set.featureA[i], set.points[3 * i], set.gaps[i]])).toEqual([
    [0, 10, -10],
    [2, 12, -12],
    [4, 14, -14],
  ]);
});
