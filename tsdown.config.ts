// Every module becomes a file of its own at the same place below dist, so that threads and pages find theirs.

import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
  // What lies deeper in an engine or the compiler comes along with what imports it: with close to a thousand entries
  // the making of declarations never ends.
  entry: ['src/**/*.ts', '!src/**/*.as.ts', '!src/view/page.ts', '!src/engines/*/*/**', '!src/lagrange/*/**'],
  outDir: 'dist',
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  unbundle: true,
  dts: true,
  sourcemap: false,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/, 'esbuild', 'vite', 'three', /^three\//, 'react', '@react-three/fiber'] },
  define: { CAROM_VERSION: JSON.stringify(version) },
  plugins: [
    {
      // Threads of a page are files of their own without imports: scripts/build-web.mjs.
      name: 'workers are in dist/web',
      renderChunk: (code) =>
        code.replace(/new URL\("\.\/(worker|worker\.web)\.ts", import/g, 'new URL("../web/$1.js", import'),
    },
  ],
  logLevel: 'warn',
});
