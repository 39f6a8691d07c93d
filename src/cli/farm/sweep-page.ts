// The page of a sweep that runs: it is there before the first row, and stays after the last one until Ctrl-C.

import { once } from 'node:events';
import { serveSweep, type SweepServer } from '../look/serve-sweep.node.ts';
import type { Output } from '../output.ts';
import { paint } from '../paint.ts';

export class SweepPage {
  private readonly output: Output;
  private server: SweepServer | undefined;

  constructor(output: Output) {
    this.output = output;
  }

  async open(folder: string): Promise<void> {
    this.server = await serveSweep(folder);
    this.output.say(`its page: ${paint.cyan(this.server.address)}`);
  }

  /** Until whoever looks at it says that it may end. */
  async stay(): Promise<void> {
    this.output.say(paint.dim('the page stays; Ctrl-C ends'));
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  }

  async close(): Promise<void> {
    await this.server?.close();
  }
}
