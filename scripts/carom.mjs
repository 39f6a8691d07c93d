// Runs the command line from source: npm run carom -- run falling-boxes

import { register } from 'tsx/esm/api';

register();
await import('../src/cli/main.ts');
