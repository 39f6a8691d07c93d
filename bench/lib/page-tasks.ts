// What the threads of a page did while something went on: each task with its wall time and its processor time, from
// Chromium's own trace. Processor times hold on a busy machine too.

import type { Page } from 'playwright-core';

export interface Task {
  readonly thread: 'page' | 'worker';
  readonly wallMs: number;
  readonly processorMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** [µs], wall and processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const THREADS: Readonly<Record<string, Task['thread']>> = {
  CrRendererMain: 'page',
  'DedicatedWorker thread': 'worker',
};

export async function tasksDuring(page: Page, work: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('this page has no browser of its own');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threads = new Map<string, Task['thread']>();
  for (const { name, pid, tid, args } of traceEvents) {
    const thread = name === 'thread_name' ? THREADS[args?.name ?? ''] : undefined;
    if (thread !== undefined) threads.set(`${pid} ${tid}`, thread);
  }
  return traceEvents.flatMap(({ name, ph, pid, tid, dur = 0, tdur = 0 }) => {
    const thread = threads.get(`${pid} ${tid}`);
    if (thread === undefined || name !== 'ThreadControllerImpl::RunTask' || ph !== 'X') return [];
    return [{ thread, wallMs: dur / 1e3, processorMs: tdur / 1e3 }];
  });
}
