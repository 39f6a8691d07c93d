// A run on its thread, as whoever started it sees it: how far it is, and Ctrl-C.

import { exitCodes } from '../exit-codes.ts';
import { Progress } from '../progress.ts';
import { startThread } from './run-thread.node.ts';
import type { Job, Simulated } from './simulate.node.ts';

export interface ThreadResult extends Simulated {
  readonly signal?: NodeJS.Signals;
}

export async function runOnThread(job: Job, quiet: boolean): Promise<ThreadResult> {
  const thread = startThread(job);
  const progress = new Progress(quiet);
  let signal: NodeJS.Signals | undefined;
  const interrupt = (name: NodeJS.Signals) => {
    // Whoever asks twice does not want to wait for the step; what is committed is safe.
    if (signal !== undefined) process.exit(name === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted);
    signal = name;
    thread.stop();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const total = job.lastFrame + 1;
  const show = () => {
    const frames = thread.frames();
    const starting = frames === 0 ? thread.starting() : undefined;
    const doing = starting?.doing ?? `frame ${frames} of ${total}`;
    progress.update(starting?.fraction ?? frames / total, signal ? 'stopping after this step' : doing);
  };
  const timer = setInterval(show, 100);
  try {
    const simulated = await thread.finished;
    return { ...simulated, signal: simulated.end.kind === 'stopped' ? signal : undefined };
  } finally {
    clearInterval(timer);
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
