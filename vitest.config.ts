import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testPatienceMs, waitPatienceMs } from './test/patience.ts';
import { notOfTier } from './test/tier.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...notOfTier],
    setupFiles: ['test/seed.ts', 'test/processor-time.ts'],
    testTimeout: testPatienceMs,
    hookTimeout: testPatienceMs,
    expect: { poll: { timeout: waitPatienceMs } },
    maxWorkers: availableParallelism(),
    // Files share the modules they load; loading them anew for each takes a seventh of the whole.
    isolate: false,
  },
});
