// Windows find the same motion as brute force and as certificates, bit for bit, however long they are.

import { describe, expect, test } from 'vitest';
import { columns } from '../../../../../src/engines/async/report.ts';
import { createArena } from '../../../../../src/num/kernels/index.ts';
import { type StepSink, columnAt } from '../../../../../src/record/index.ts';
import type { Scene } from '../../../../../src/scene/index.ts';
import { type Simulation, StepError } from '../../../../../src/sim/index.ts';
import { createNodePool } from '../../../../../src/sim/index.node.ts';
import { lonelyContext, silent } from '../../../../sim/tiny.ts';
import { heap, limited, shot, tiny, traceOf, watched, wide } from './scenes.ts';

/** States, reports and every turn, in the order told. */
function recordOf(simulation: Simulation, scene: Scene): unknown {
  const turns: number[] = [];
  const sink: StepSink = {
    ...silent,
    wants: { path: true, contacts: false },
    turn: (...numbers) => turns.push(...numbers),
  };
  return { ...traceOf(simulation, scene, sink), turns };
}

const deepest = columnAt(columns, 'deepestLayer');

describe('the same bits as brute force', () => {
  for (const seed of [0, 1, 2, 3]) {
    const scene = tiny(seed);
    const given = { contactStep: 0.1, bruteLayers: 16 };
    const expected = traceOf(watched(scene, { ...given, detection: 'brute' }), scene);

    test(`scene ${seed} needs layers, and no more than the oracle has`, () => {
      const layers = Math.max(...expected.reports.map((report) => report[deepest]));
      expect(layers).toBeGreaterThan(8);
      expect(layers).toBeLessThan(given.bruteLayers);
    });

    for (const window of [0, 1e-6, 1e-4, 0.02]) {
      test(`scene ${seed} with windows of ${window === 0 ? 'their own length' : `${window} s`}`, () => {
        const simulation = watched(scene, { ...given, detection: 'windows', window });
        expect(traceOf(simulation, scene)).toEqual(expected);
        expect(simulation.profile().undone).toBeGreaterThan(0);
      });
    }

    test(`scene ${seed} in TypeScript`, () => {
      const simulation = watched(scene, { ...given, detection: 'windows', machine: 'typescript' });
      expect(traceOf(simulation, scene)).toEqual(expected);
    });
  }
});

describe('the same bits as certificates', () => {
  for (const scene of [heap(), limited()]) {
    const given = scene.name === 'limited' ? { extensionLimit: 0.05, compressionLimit: 0.3 } : {};
    const expected = traceOf(watched(scene, { ...given, detection: 'certificates' }), scene);
    for (const window of [0, 3e-5]) {
      test(`${scene.name}, windows of ${window} s`, () => {
        const simulation = watched(scene, { ...given, detection: 'windows', window });
        expect(traceOf(simulation, scene)).toEqual(expected);
        expect(simulation.profile().layersOff).toBeGreaterThan(0);
      });
    }
  }

  test('on two threads, which share the test and the ticks of large groups', async () => {
    const scene = wide();
    const expected = recordOf(watched(scene, { detection: 'certificates' }), scene);
    const arena = createArena();
    const pool = await createNodePool({ arena, threads: 2 });
    const shared = new Map<string, number>();
    const counted = {
      threads: pool.threads,
      close: () => {},
      run: (kernel: string, args: number, chunks: number) => {
        shared.set(kernel, (shared.get(kernel) ?? 0) + 1);
        pool.run(kernel, args, chunks);
      },
    };
    try {
      const simulation = watched(scene, { detection: 'windows' }, lonelyContext({ arena, pool: counted }));
      expect(recordOf(simulation, scene)).toEqual(expected);
      for (const kernel of ['asyncWindowProve', 'asyncShareImpulses', 'asyncShareKicks'])
        expect(shared.get(kernel), kernel).toBeGreaterThan(0);
    } finally {
      pool.close();
    }
  });
});

describe('fast projectiles', () => {
  for (const speed of [10, 100, 1000]) {
    test(`${speed} m/s: they finish with the same bits, or stop before anything has passed`, () => {
      const scene = shot(speed);
      const windows = watched(scene, { detection: 'windows' });
      let failure: unknown;
      try {
        const trace = traceOf(windows, scene);
        expect(trace).toEqual(traceOf(watched(scene, { detection: 'certificates' }), scene));
      } catch (error) {
        if (!(error instanceof StepError)) throw error;
        failure = error;
      }
      const { position } = windows.driver.tables;
      const grain = position.length - 3;
      const sheet = position.subarray(3 * windows.driver.model.firstVertex[1], grain);
      const lowest = Math.min(...Array.from({ length: sheet.length / 3 }, (_, i) => sheet[3 * i + 1]));
      expect(position[grain + 1]).toBeGreaterThan(lowest);
      // after a stop the state is that of the last window that holds, and can be looked at
      if (failure) expect(() => windows.advance(scene.duration, silent)).toThrow(StepError);
    });
  }
});
