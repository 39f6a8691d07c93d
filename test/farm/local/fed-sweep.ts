// Sweeps whose rows a test makes up, so that nothing needs to be simulated.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  type PackedSweep,
  type Runner,
  runSweep,
  type SweepRun,
  unpacked,
} from '../../../src/farm/index.node.ts';
import { packSweep, type Row, type Sweep, type Task } from '../../../src/farm/index.ts';

/** A sweep of n runs over x. */
export function sweepOf(n: number, name = 'fed'): PackedSweep {
  const sweep: Sweep = {
    name,
    subject: { scene: { name: 'empty', bodies: [{ name: 'a', shape: { kind: 'box' } }] }, files: {} },
    parameters: [{ name: 'x', at: [], from: { kind: 'range', range: [0, 1], count: n, scale: 'linear' } }],
    draw: { kind: 'grid' },
    repeats: 1,
    seed: 1,
    measures: [{ name: 'twice', file: { name: 'twice', is: 'x * 2' } }],
    stopWhen: undefined,
    keep: 'summary',
    keepOf: 'none',
    limits: { wallSeconds: 60, memoryBytes: 1e9 },
  };
  return unpacked(new Uint8Array(packSweep(sweep)));
}

/** What a simulation might say: text with what tables must quote, and now and then nothing. */
export function rowOf({ run, values, seed }: Task): Row {
  const isFailed = run % 7 === 3;
  return {
    run,
    values,
    seed,
    measures: { twice: isFailed ? null : 2 * values['x'] },
    ended: isFailed ? 'failed' : 'done',
    what: isFailed ? `the "step", run ${run}\nfailed` : '',
    simulatedSeconds: 1,
    wallSeconds: 0.5,
    version: 'test',
    hash: 'ab'.repeat(32),
    recording: null,
  };
}

/** Rows in the order of their runs, until there are `most` of them. */
export function feeding(most = Number.POSITIVE_INFINITY): Runner {
  return async (_, tasks, { row }) => {
    let made = 0;
    for (const task of tasks) {
      if (made++ === most) return;
      row(rowOf(task));
    }
  };
}

export function feed(job: Partial<SweepRun> & Pick<SweepRun, 'sweep' | 'folder'>, runner = feeding()) {
  const whole = { given: '{}', resume: false, ...job };
  return runSweep(whole, runner, { stopped: () => false, told: () => {} });
}

/** A folder below which a test file works, and which goes away. */
export function scratch(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'carom-farm-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}
