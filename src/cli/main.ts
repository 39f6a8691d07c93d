#!/usr/bin/env node
import { explain } from './explain.ts';
import { main } from './program.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads the output may stop reading, as `head` does.
    process.exit(error.code === 'EPIPE' ? undefined : explain(Object.assign(error, { path: 'the output' })));
  });
// What happens between the steps of a command: a server that loses its socket, a thread that cannot start.
process.on('uncaughtException', (error) => process.exit(explain(error)));

await main(process.argv.slice(2));
