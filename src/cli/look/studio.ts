// carom studio [folder]: the studio in the browser, with the scenes, meshes and recordings of a folder.

import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { countArgument } from '../arguments.ts';
import { Output } from '../output.ts';
import { isLoopback } from './serve-http.node.ts';
import { serveStudio } from './serve-studio.node.ts';

interface StudioFlags {
  readonly port: number;
  readonly host: string;
  readonly json?: boolean;
}

export function addStudio(program: Command): void {
  program
    .command('studio')
    .summary('open, run, look at and export scenes in the browser')
    .description(
      'Serves the studio, and the scenes, meshes and recordings of a folder for it to open. It only reads, never\n' +
        'leaves the folder, and cannot be reached from other machines unless --host says so.',
    )
    .argument('[folder]', 'what may be opened', '.')
    .option('--port <number>', 'instead of any that is free', countArgument, 0)
    .option('--host <address>', 'listen there, so that other machines reach it', '127.0.0.1')
    .option('--json', 'print one JSON object with the address')
    .addHelpText('after', '\nExamples:\n  carom studio\n  carom studio out --port 8080')
    .action(async (folder: string, flags: StudioFlags) => {
      const output = new Output(flags);
      if (!existsSync(folder) || !statSync(folder).isDirectory())
        throw new FaultError(`"${folder}" cannot be served:`, [
          {
            what: 'there is no such folder',
            where: 'folder',
            value: folder,
            remedy: 'name a folder that is there',
          },
        ]);
      const server = await serveStudio({ folder, port: flags.port, host: flags.host });
      output.say(`${paint.bold('Carom studio:')} ${paint.cyan(server.address)}`);
      if (!isLoopback(flags.host))
        output.say(
          paint.yellow(`other machines can reach this, and read scenes, meshes and recordings of ${folder}`),
        );
      output.say(paint.dim('Ctrl-C ends'));
      output.result({ address: server.address });
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await server.close();
    });
}
