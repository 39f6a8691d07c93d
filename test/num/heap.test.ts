import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventHeap } from '../../src/num/heap.ts';
import { Random } from '../../src/num/random.ts';

const id = fc.integer({ min: 0, max: 40 });
// few distinct times, so that ties are common
const time = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));
const command = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), id, time }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('pop' as const) }),
  fc.record({ kind: fc.constant('clear' as const) }),
);

function next(model: Map<number, number>): number {
  const sorted = [...model].sort((a, b) => (a[1] === b[1] ? a[0] - b[0] : a[1] < b[1] ? -1 : 1));
  return sorted.length > 0 ? sorted[0][0] : -1;
}

test('any sequence of commands answers like a sorted list', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 200 }), (commands) => {
      const heap = new EventHeap(1);
      const model = new Map<number, number>();
      for (const c of commands) {
        if (c.kind === 'set') {
          heap.set(c.id, c.time);
          model.set(c.id, c.time);
        } else if (c.kind === 'remove') {
          expect(heap.remove(c.id)).toBe(model.delete(c.id));
        } else if (c.kind === 'pop') {
          const expected = next(model);
          expect(heap.pop()).toBe(expected);
          model.delete(expected);
        } else {
          heap.clear();
          model.clear();
        }
        expect(heap.size).toBe(model.size);
        expect(heap.peek()).toBe(next(model));
        expect(heap.peekTime()).toBe(model.get(next(model)) ?? Infinity);
      }
      for (let i = 0; i <= 40; i++) {
        expect(heap.has(i)).toBe(model.has(i));
        expect(heap.timeOf(i)).toBe(model.get(i) ?? NaN);
      }
    }),
    { numRuns: 500 },
  );
});

test('the order of pops does not depend on the order of pushes', () => {
  const random = new Random(3);
  const ids = Array.from({ length: 5000 }, (_, i) => i);
  const times = ids.map(() => random.integer(50));
  const orders = [0, 1, 2].map(() => {
    random.shuffle(ids);
    const heap = new EventHeap();
    for (const i of ids) heap.set(i, times[i]);
    const popped: number[] = [];
    while (heap.size > 0) popped.push(heap.pop());
    return popped;
  });
  expect(orders[1]).toEqual(orders[0]);
  expect(orders[2]).toEqual(orders[0]);
  for (let i = 1; i < orders[0].length; i++) {
    const [a, b] = [orders[0][i - 1], orders[0][i]];
    expect(times[a] < times[b] || (times[a] === times[b] && a < b)).toBe(true);
  }
});

test('refuses what would break the order', () => {
  const heap = new EventHeap();
  expect(() => heap.set(1, NaN)).toThrow('NaN');
  expect(() => heap.set(-1, 0)).toThrow('integer');
  expect(() => heap.set(0.5, 0)).toThrow('integer');
  expect(heap.pop()).toBe(-1);
  expect(heap.remove(7)).toBe(false);
});
