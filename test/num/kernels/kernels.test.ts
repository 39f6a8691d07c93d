import { expect, test } from 'vitest';
import { createArena } from '../../../src/num/kernels/arena.ts';
import { kernelsFor, loadKernels } from '../../../src/num/kernels/kernels.ts';

test.each([true, false])('one instance for each memory, shared: %s', async (shared) => {
  const first = createArena({ shared, maximumBytes: 2097152 });
  const second = createArena({ shared, maximumBytes: 2097152 });
  const early = kernelsFor(first);
  await loadKernels();
  expect(kernelsFor(first)).toBe(early);
  expect(kernelsFor(second)).not.toBe(early);
});

test('the module writes nothing where the arena puts its arrays', () => {
  const arena = createArena({ shared: false, maximumBytes: 2097152 });
  kernelsFor(arena);
  expect(new Uint8Array(arena.memory.buffer, 65536).every((byte) => byte === 0)).toBe(true);
});
