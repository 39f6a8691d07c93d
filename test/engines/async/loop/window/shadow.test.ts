// A shadow of the windows: after each, every pair of primitives is looked at by brute force with distances of another
// making. d ≥ η(L + 1) for all, L the layers it has. A test that overlooks something must be found out.

import { describe, expect, test } from 'vitest';
import { forAllPairs } from '../../../../../src/engines/async/detect/all-pairs.ts';
import { secondsAt } from '../../../../../src/engines/async/clock.ts';
import { PAIR_LAYERS, PAIR_WHOLES_SIZE } from '../../../../../src/engines/async/loop/layout/contact.ts';
import {
  CANDIDATE_LIMIT,
  CANDIDATE_REALS_SIZE,
  HEAD_CANDIDATE_COUNT,
  HEAD_CANDIDATE_REALS,
} from '../../../../../src/engines/async/loop/layout/window.ts';
import {
  edgeEdgeDistanceSquared,
  pointPointDistanceSquared,
  pointTriangleDistanceSquared,
} from '../../../../../src/geometry/distance/index.ts';
import type { Scene } from '../../../../../src/scene/index.ts';
import { lonelyContext, silent } from '../../../../sim/tiny.ts';
import { heap, tiny, type Watched, watched } from './scenes.ts';

/** More than any rounding, far less than any layer. */
const ROUNDING = 1e-12;

type Row = { kind: number; v: readonly number[]; a: number; b: number };

function distance(x: Float64Array, { kind, v }: Row): number {
  const at = v.map((i) => 3 * i);
  return Math.sqrt(
    kind === 0
      ? pointTriangleDistanceSquared(x, at[0], at[1], at[2], at[3])
      : kind === 1
        ? edgeEdgeDistanceSquared(x, at[0], at[1], at[2], at[3])
        : pointPointDistanceSquared(x, at[0], at[1]),
  );
}

/** The first pair that is closer than its layers allow at a tick. */
function faultOf({ driver }: Watched, rows: readonly Row[], tick: number): string | undefined {
  const { model, machine, tables } = driver;
  const x = driver.places(tick);
  for (const row of rows) {
    const slot = machine.asyncPairFind(tables.at, row.kind, row.a, row.b);
    const layers = slot < 0 ? 0 : tables.pairWholes[PAIR_WHOLES_SIZE * slot + PAIR_LAYERS];
    const side = row.kind === 1 ? 2 : 1;
    const rule = model.itemOfVertex[row.v[0]] * model.items + model.itemOfVertex[row.v[side]];
    const eta = model.rules.thickness[rule] * (layers + 1) ** -model.options.layerThinning;
    const slack = distance(x, row) - eta;
    if (slack < -ROUNDING)
      return `pair ${row.kind} ${row.a} ${row.b} with ${layers} layers is ${-slack} m too close at ${secondsAt(tick)} s`;
  }
  return undefined;
}

/** Runs a scene, and after each window, or each so many, looks at everything. Returns the first fault and how often it looked. */
function shadowed(
  scene: Scene,
  every: number,
  spoil?: (simulation: Watched) => void,
): { fault?: string; looks: number } {
  const found: { fault?: string; looks: number } = { looks: 0 };
  let simulation: Watched | undefined;
  let windows = 0;
  const rows: Row[] = [];
  const context = lonelyContext({
    progress: (fraction) => {
      if (!simulation || found.fault) return;
      windows++;
      if (windows % every !== 0) return;
      found.looks++;
      found.fault = faultOf(simulation, rows, Math.round(fraction * scene.duration * 2 ** 39));
    },
  });
  // kernels cannot be replaced, functions can
  simulation = watched(scene, { detection: 'windows', machine: spoil ? 'typescript' : 'wasm' }, context);
  forAllPairs(simulation.driver.model, (kind, v, a, b) => {
    rows.push({ kind, v: v.filter((i) => i >= 0), a, b });
  });
  spoil?.(simulation);
  try {
    simulation.advance(scene.duration, silent);
  } catch (error) {
    if (!found.fault) throw error;
  }
  return found;
}

describe('every window', () => {
  for (const scene of [tiny(0), tiny(1), tiny(3), heap()]) {
    test(`of ${scene.name} keeps its word`, () => {
      const { fault, looks } = shadowed(scene, scene.name === 'heap' ? 40 : 1);
      expect(fault).toBeUndefined();
      expect(looks).toBeGreaterThan(10);
    });
  }
});

describe('a test that overlooks something is found out', () => {
  for (const every of [1, 5]) {
    test(every === 1 ? 'all candidates' : `one candidate in ${every}`, () => {
      const { fault } = shadowed(tiny(1), 1, ({ driver }) => {
        const { tables, machine } = driver;
        const prove = machine.asyncWindowProve;
        const asleep = (header: number, chunk: number): void => {
          const limits = new Float64Array(
            tables.arena.memory.buffer,
            8 * tables.header[HEAD_CANDIDATE_REALS],
            CANDIDATE_REALS_SIZE * tables.header[HEAD_CANDIDATE_COUNT],
          );
          for (let at = CANDIDATE_LIMIT; at < limits.length; at += every * CANDIDATE_REALS_SIZE)
            limits[at] = 1e9;
          prove(header, chunk);
        };
        Object.assign(machine, { asyncWindowProve: asleep });
      });
      expect(fault).toContain('too close');
    });
  }
});
