// Every module becomes a file of its own at the same place below dist, so that threads and pages find theirs.

import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.as.ts', '!src/view/page.ts'],
  outDir: 'dist',
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  unbundle: true,
  dts: true,
  sourcemap: false,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/, 'esbuild', 'vite', 'three', /^three\//] },
  logLevel: 'warn',
});
