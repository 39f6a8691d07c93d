// Which test files are dear: with CAROM_TEST_TIMES=<file> each adds a line there, the seconds of a processor that it took
// with all its processes (browsers too, which the shell's `time` does not count), and its path. On Linux only.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const into = process.env['CAROM_TEST_TIMES'];
/** Test files of a worker share its process, but not their modules of set-up. */
const kept = globalThis as { processorSecondsBefore?: number };
const TICKS_HZ = 100;

if (into !== undefined)
  afterAll(() => {
    const seconds = secondsOf(process.pid, readProcesses());
    const path = expect.getState().testPath?.replace(`${process.cwd()}/`, '');
    appendFileSync(into, `${(seconds - (kept.processorSecondsBefore ?? 0)).toFixed(2)} ${path}\n`);
    kept.processorSecondsBefore = seconds;
  });

interface Process {
  readonly id: number;
  readonly parent: number;
  /** Its own, and those of children that have ended. */
  readonly seconds: number;
}

function readProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, fields] = /\) (.*)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        const numbers = fields.split(' ').map(Number);
        const ticks = numbers[11] + numbers[12] + numbers[13] + numbers[14];
        return [{ id: Number(name), parent: numbers[1], seconds: ticks / TICKS_HZ }];
      } catch {
        return []; // it has just ended
      }
    });
}

function secondsOf(id: number, all: readonly Process[]): number {
  return all.reduce(
    (sum, one) => sum + (one.id === id ? one.seconds : 0) + (one.parent === id ? secondsOf(one.id, all) : 0),
    0,
  );
}
