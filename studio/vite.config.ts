// The studio is static files: any host will do. Without cross-origin isolation it runs on one thread.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { studioPolicy } from '../src/cli/index.ts';
// @ts-expect-error a script of the build, without types
import { noticesPlugin } from '../scripts/notices.mjs';
import { examplesPlugin } from './examples-plugin.ts';

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Where a host sends no policy, the pages bring it; in development the server's own script needs more. */
const policyPlugin: Plugin = {
  name: 'carom-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: studioPolicy },
      injectTo: 'head-prepend',
    },
  ],
};

const notices = noticesPlugin();

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [examplesPlugin(), policyPlugin, notices.pages],
  define: { CAROM_VERSION: JSON.stringify(version) },
  publicDir: 'public',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  worker: { format: 'es', plugins: () => [notices.worker()] },
  build: {
    outDir: fileURLToPath(new URL('../dist/studio', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // A data: address in a script would need a laxer content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'embed.html'].map((page) => fileURLToPath(new URL(page, import.meta.url))),
      // factorisations come with the engines that work with them, and are told from what the page itself needs by their name
      output: { codeSplitting: { groups: [{ name: 'engine-sparse', test: /src\/num\/sparse\// }] } },
    },
    chunkSizeWarningLimit: 900,
  },
  server: {
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
});
