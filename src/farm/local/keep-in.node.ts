// Recordings of runs in the folder of their sweep: runs/000123.carom.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileSink } from '../../record/index.node.ts';
import type { Keeping } from '../run-task.ts';
import { runName } from './run-name.ts';

export function keepIn(folder: string): (run: number) => Keeping {
  return (run) => {
    const path = `runs/${runName(run)}.carom`;
    const file = join(folder, path);
    mkdirSync(join(folder, 'runs'), { recursive: true });
    const sink = fileSink(file);
    return {
      sink,
      path,
      end(stays) {
        sink.close();
        if (!stays) rmSync(file, { force: true });
      },
    };
  };
}
