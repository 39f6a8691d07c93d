// Starts a thread that looks for pasts from TypeScript sources: threads know nothing of the loader of their parent.

import { register } from 'tsx/esm/api';

register();
await import('./rewind-thread.ts');
