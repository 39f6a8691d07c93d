import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TICKS_PER_SECOND } from '../../../src/engines/async/clock.ts';
import { Polylines } from '../../../src/engines/async/polylines.ts';
import type { StepSink } from '../../../src/record/index.ts';

interface Corner {
  readonly time: number;
  readonly x: readonly [number, number, number];
}

function told(corners: Corner[]): StepSink {
  return {
    wants: { path: true, contacts: false },
    knot: () => {},
    stray: () => {},
    contact: () => {},
    turn: (_, time, x, y, z) => corners.push({ time, x: [x, y, z] }),
  };
}

function placeAt(line: readonly Corner[], time: number): number[] {
  let k = 1;
  while (k < line.length - 1 && line[k].time < time) k++;
  const [a, b] = [line[k - 1], line[k]];
  const s = (time - a.time) / (b.time - a.time);
  return a.x.map((from, i) => from + s * (b.x[i] - from));
}

/** The whole line, the kicks of one vertex included, and what is told of it. */
function record(kicks: readonly (readonly [number, number, number, number])[], error: number) {
  const polylines = new Polylines(5, 1, error);
  const corners: Corner[] = [];
  const sink = told(corners);
  const truth: Corner[] = [{ time: 0, x: [0, 0, 0] }];
  polylines.begin(0, new Float64Array(3));
  let tick = 0;
  for (const [dt, x, y, z] of kicks) {
    tick += dt;
    polylines.turn(5, tick, x, y, z, sink);
    truth.push({ time: tick / TICKS_PER_SECOND, x: [x, y, z] });
  }
  const end: Corner = { time: (tick + 1000) / TICKS_PER_SECOND, x: [0.1, 0.2, 0.3] };
  polylines.finish(tick + 1000, Float64Array.from(end.x), sink);
  return { truth: [...truth, end], line: [truth[0], ...corners, end], corners };
}

const kick = fc.tuple(
  fc.integer({ min: 1, max: 100000 }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
);

describe('recorded polylines', () => {
  test('are nowhere farther from the motion than the error', () => {
    fc.assert(
      fc.property(
        fc.array(kick, { minLength: 1, maxLength: 60 }),
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        (kicks, error) => {
          const { truth, line } = record(kicks, error);
          for (const { time } of [...truth, ...line]) {
            const own = placeAt(line, time);
            const real = placeAt(truth, time);
            const off = Math.sqrt(own.reduce((sum, value, i) => sum + (value - real[i]) ** 2, 0));
            expect(off).toBeLessThanOrEqual(error * (1 + 1e-9));
          }
        },
      ),
    );
  });

  test('keep few turns of a motion that is nearly straight, and all where no error is allowed', () => {
    const kicks = Array.from({ length: 1000 }, (_, i): [number, number, number, number] => [
      1000,
      1e-3 * (i + 1) + 1e-5 * (i % 2),
      0,
      0,
    ]);
    expect(record(kicks, 1e-4).corners.length).toBeLessThan(5);
    expect(record(kicks, 0).corners.length).toBe(1000);
  });

  test('leave out vertices that are not recorded', () => {
    const polylines = new Polylines(5, 1, 0);
    const corners: Corner[] = [];
    polylines.turn(4, 1, 0, 0, 0, told(corners));
    polylines.turn(6, 1, 0, 0, 0, told(corners));
    expect(corners).toEqual([]);
  });
});
