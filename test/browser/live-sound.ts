// A page of live sound with its worklet, served with the policy that strict sites have.

import { bundleForBrowser, type PageServer, servePages } from './chromium.ts';

/** Scripts of the site itself, and WebAssembly. */
export const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

export async function serveLiveSound(): Promise<PageServer> {
  const type = 'text/javascript';
  return servePages(
    {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': { type, body: await bundleForBrowser('./live-sound-page.ts', import.meta.url) },
      // where the expression in live-sound.ts looks for it before it is built
      '/live-sound.worklet.ts': {
        type,
        body: await bundleForBrowser('../../src/sound/live/live-sound.worklet.ts', import.meta.url),
      },
    },
    true,
  );
}
