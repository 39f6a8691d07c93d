// Threads wherever this runs: worker threads in Node, web workers in a page.
//
// What knows Node must not be in what a bundler puts together for a page, so it is loaded by an address that bundlers are
// told to leave alone, beside this file from source as built.

import { isNode } from './platform.ts';
import type { PoolOptions, WorkPool } from './pool.ts';
import { createWebPool } from './pool.web.ts';

/** Ready when it resolves; one thread where memory cannot be shared. */
export async function createPool(options: PoolOptions): Promise<WorkPool> {
  if (!isNode || options.threads <= 1) return createWebPool(options);
  const own = import.meta.url;
  const beside = own.slice(0, own.lastIndexOf('/') + 1);
  const address = `${beside}pool.node.${own.endsWith('.ts') ? 'ts' : 'js'}`;
  try {
    const { createNodePool } = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ address
    )) as typeof import('./pool.node.ts');
    return await createNodePool(options);
  } catch (error) {
    // A bundler for servers moved this file and not that one: one thread has the same bits.
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return createWebPool(options);
    throw error;
  }
}
