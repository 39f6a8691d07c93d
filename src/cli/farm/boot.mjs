// Starts a thread of a sweep from TypeScript sources: threads know nothing of the loader of their parent.

import { register } from 'tsx/esm/api';

register();
await import('./thread.ts');
