import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { testPatienceMs, waitPatienceMs } from './test/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: testPatienceMs,
    hookTimeout: testPatienceMs,
    expect: { poll: { timeout: waitPatienceMs } },
    maxWorkers: availableParallelism(),
  },
});
