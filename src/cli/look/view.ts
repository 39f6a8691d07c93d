// carom view <recording or folder>: a page that plays a recording, or that shows a sweep, served on loopback.

import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { countArgument } from '../arguments.ts';
import { Output } from '../output.ts';
import { serveRecording } from './serve.node.ts';
import type { PageServer } from './serve-http.node.ts';
import { serveSweep, type SweepServer } from './serve-sweep.node.ts';

interface ViewFlags {
  readonly port: number;
  readonly json?: boolean;
}

export function addView(program: Command): void {
  program
    .command('view')
    .summary('play a recording in the browser, or look at a sweep')
    .description(
      'Serves a page that plays a recording, or one with the plots and rows of a sweep, which fills while the sweep\n' +
        'runs; on loopback only: it cannot be reached from other machines.',
    )
    .argument('<recording>', 'a .carom file, or the folder of a sweep')
    .option('--port <number>', 'instead of any that is free', countArgument, 0)
    .option('--json', 'print one JSON object with the address')
    .addHelpText('after', '\nExamples:\n  carom view out/falling-boxes.carom\n  carom view out/ladder')
    .action(async (path: string, flags: ViewFlags) => {
      const output = new Output(flags);
      const isFolder = existsSync(path) && statSync(path).isDirectory();
      const server = await (isFolder ? viewSweep : viewRecording)(path, flags.port, output);
      output.say(paint.dim(isFolder ? 'Ctrl-C ends' : PLAYER_KEYS));
      output.result({ address: server.address });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await server.close();
    });
}

const PLAYER_KEYS = 'space plays and pauses, arrows step, drag orbits; Ctrl-C ends';

async function viewRecording(path: string, port: number, output: Output): Promise<PageServer> {
  // What is no recording is told here, not in the page.
  await (await openRecordingFile(path)).close();
  const server = await serveRecording(path, port);
  output.say(`${path} plays at ${paint.cyan(server.address)}`);
  return server;
}

async function viewSweep(path: string, port: number, output: Output): Promise<SweepServer> {
  if (!existsSync(join(path, 'rows.jsonl')))
    throw new FaultError(`"${path}" cannot be shown:`, [
      {
        what: 'there is no rows.jsonl, so it is no folder of a sweep',
        where: 'recording',
        value: path,
        remedy: 'name a folder that carom sweep made, or a .carom file; carom studio shows any folder',
      },
    ]);
  const server = await serveSweep(path, port);
  output.say(`${path} is shown at ${paint.cyan(server.address)}`);
  return server;
}
