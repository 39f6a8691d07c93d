import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContactSet } from '../../../src/engines/lcp/collide/contact-set.ts';
import { findIslands, makeIslands } from '../../../src/engines/lcp/islands.ts';
import type { Model } from '../../../src/engines/lcp/model.ts';

/** Just what the search reads. */
function modelOf(dynamic: readonly boolean[], joints: readonly (readonly [number, number])[]): Model {
  return {
    bodies: dynamic.length,
    isDynamic: Uint8Array.from(dynamic, (is) => (is ? 1 : 0)),
    joints: joints.map(([a, b]) => ({ a, b })),
    jointHolds: new Uint8Array(joints.length).fill(1),
  } as unknown as Model;
}

test('islands are the connected components of what moves, in order', () => {
  const islands = makeIslands();
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 14 }),
      fc.array(fc.tuple(fc.nat(11), fc.integer({ min: -1, max: 11 })), { maxLength: 4 }),
      (dynamic, touching, joined) => {
        const n = dynamic.length;
        const pairs = touching.filter(([a, b]) => a < n && b < n && a !== b && (dynamic[a] || dynamic[b]));
        const joints = joined.filter(
          ([a, b]) => a < n && b < n && a !== b && (dynamic[a] || (b >= 0 && dynamic[b])),
        );
        const set = new ContactSet();
        for (const [a, b] of pairs) set.append(a, b, 0, 0);
        findIslands(modelOf(dynamic, joints), set, islands);

        // labels spread until nothing changes
        const label = dynamic.map((_, b) => b);
        for (let round = 0; round < n; round++) {
          for (const [a, b] of [...pairs, ...joints]) {
            if (b < 0 || !dynamic[a] || !dynamic[b]) continue;
            label[a] = label[b] = Math.min(label[a], label[b]);
          }
        }
        const roots = [...new Set(label.filter((_, b) => dynamic[b]))].sort((a, b) => a - b);
        expect(islands.count).toBe(roots.length);
        roots.forEach((root, i) => {
          const list = (start: Int32Array, values: Int32Array) => [...values.slice(start[i], start[i + 1])];
          const isHere = (b: number) => b >= 0 && dynamic[b] && label[b] === root;
          expect(list(islands.bodyStart, islands.bodies)).toEqual(
            dynamic.map((_, b) => b).filter((b) => isHere(b)),
          );
          expect(list(islands.contactStart, islands.contacts)).toEqual(
            pairs.map((_, c) => c).filter((c) => pairs[c].some(isHere)),
          );
          expect(list(islands.jointStart, islands.joints)).toEqual(
            joints.map((_, j) => j).filter((j) => joints[j].some(isHere)),
          );
        });
      },
    ),
  );
});
