// Every module becomes a file of its own at the same place below dist, so that threads and pages find theirs.

import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
  // Faces, the command line and threads; what lies behind them comes along.
  entry: [
    'src/*.ts',
    'src/**/index.ts',
    'src/**/index.node.ts',
    'src/live/serve.ts',
    'src/view/react.ts',
    'src/cli/main.ts',
    'src/**/*thread.ts',
    'src/sim/worker.node.ts',
  ],
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
        code
          .replace(/new URL\("\.\/(worker|worker\.web)\.ts", import/g, 'new URL("../web/$1.js", import')
          .replace(/new URL\("\.\/([\w-]+)\.worklet\.ts", import/g, 'new URL("../../web/$1.js", import'),
    },
  ],
  logLevel: 'warn',
});
