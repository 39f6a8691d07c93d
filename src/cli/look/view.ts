// carom view <recording>: a page that plays it, served on loopback.

import { once } from 'node:events';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { countArgument } from '../arguments.ts';
import { Output } from '../output.ts';
import { serveRecording } from './serve.node.ts';

interface ViewFlags {
  readonly port: number;
  readonly json?: boolean;
}

export function addView(program: Command): void {
  program
    .command('view')
    .summary('play a recording in the browser')
    .description(
      'Serves a page that plays a recording, on loopback only: it cannot be reached from other machines.',
    )
    .argument('<recording>', 'a .carom file')
    .option('--port <number>', 'instead of any that is free', countArgument, 0)
    .option('--json', 'print one JSON object with the address')
    .addHelpText('after', '\nExample:\n  carom view out/falling-boxes.carom')
    .action(async (path: string, flags: ViewFlags) => {
      const output = new Output(flags);
      // What is no recording is told here, not in the page.
      await (await openRecordingFile(path)).close();
      const server = await serveRecording(path, flags.port);
      output.say(`${path} plays at ${paint.cyan(server.address)}`);
      output.say(paint.dim('space plays and pauses, arrows step, drag orbits; Ctrl-C ends'));
      output.result({ address: server.address });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await server.close();
    });
}
