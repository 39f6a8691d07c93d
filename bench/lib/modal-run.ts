// Runs a scene on the modal engine in short slices and keeps the report of each.

import { modal } from '../../src/engines/modal/engine.ts';
import { createArena } from '../../src/num/arena.ts';
import type { StepSink } from '../../src/record/types.ts';
import type { SceneFile } from '../../src/scene/builder.ts';
import { resolveScene } from '../../src/scene/resolve.ts';
import { parseOptions } from '../../src/sim/options.ts';
import { oneThread } from '../../src/sim/pool.ts';

export interface Measured {
  /** Simulated, and processor time without the start [s]. */
  readonly duration: number;
  readonly seconds: number;
  /** Filling and analysing bodies [s]. */
  readonly startSeconds: number;
  /** Of a slice [s]. */
  readonly slice: number;
  /** One number a column, slice after slice. */
  readonly reports: readonly Float64Array[];
  at(column: string): number;
}

const sink: StepSink = {
  wants: { path: false, contacts: false },
  knot: () => {},
  turn: () => {},
  stray: () => {},
  contact: () => {},
};

export function measureModal(
  file: SceneFile,
  duration: number,
  given: SceneFile['options'] = {},
  slice = 0.001,
): Measured {
  const { scene } = resolveScene({ ...file, options: { ...file.options, ...given } });
  const { options, faults } = parseOptions(modal, scene.options);
  if (faults.length > 0) throw new Error(faults.map(({ what, where }) => `${where}: ${what}`).join('; '));
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const asked = process.cpuUsage();
  const simulation = modal.start(scene, options, context);
  const startSeconds = secondsSince(asked);
  const began = process.cpuUsage();
  const reports: Float64Array[] = [];
  const slices = Math.round(duration / slice);
  for (let i = 1; i <= slices; i++) reports.push(simulation.advance(i * slice, sink).values.slice());
  return {
    duration,
    seconds: secondsSince(began),
    startSeconds,
    slice,
    reports,
    at: (column) => modal.columns.findIndex(({ name }) => name === column),
  };
}

/** Of a column, over all slices. */
export function columnSum({ reports, at }: Measured, column: string): number {
  return reports.reduce((sum, report) => sum + report[at(column)], 0);
}

export function columnMost({ reports, at }: Measured, column: string): number {
  return reports.reduce((most, report) => Math.max(most, report[at(column)]), 0);
}

/** Contacts for each one that pushed, over slices in which some did. */
export function reduction(measured: Measured): number {
  const { reports, at } = measured;
  let found = 0;
  let pushed = 0;
  for (const report of reports) {
    if (report[at('active')] === 0) continue;
    found += report[at('reduction')];
    pushed++;
  }
  return pushed > 0 ? found / pushed : 0;
}

function secondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}
