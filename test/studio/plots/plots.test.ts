import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columns } from '../../../src/engines/ipc/index.ts';
import type { Frame } from '../../../src/record/index.ts';
import { box, defineScene, resolveScene } from '../../../src/scene/index.ts';
import { chartOfBodies, firstCharts, groupColumns, words } from '../../../studio/src/plots/charts.ts';
import { indicesToDraw } from '../../../studio/src/plots/downsample.ts';
import { bodyLines, drawnLines, linesToCsv, reportLines, valueAt } from '../../../studio/src/plots/lines.ts';
import { quantities, quantityById } from '../../../studio/src/plots/quantities.ts';
import { ReportTable } from '../../../studio/src/plots/report-table.ts';
import { Sampler } from '../../../studio/src/plots/sampler.ts';

const { scene } = resolveScene(
  defineScene({
    name: 'two',
    up: 'z',
    bodies: [
      { ...box({ size: [0.1, 0.2, 0.3], density: 1000 }), name: 'one' },
      { ...box({ size: [0.1, 0.2, 0.3], density: 1000 }), name: 'other', position: [1, 0, 0] },
    ],
  }),
);

describe('charts', () => {
  test('put together what belongs together', () => {
    const groups = groupColumns(columns);
    expect(groups.find(({ title }) => title === 'Energy')?.columns).toEqual(['energy', 'kineticEnergy']);
    expect(groups.find(({ title }) => title === 'Momentum')?.columns).toHaveLength(3);
    // Every column is in exactly one of them.
    expect(groups.flatMap((group) => group.columns).sort()).toEqual(columns.map(({ name }) => name).sort());
  });

  test('begin with gap, energy, momentum and iterations', () => {
    const first = firstCharts(columns);
    expect(first.map(({ title }) => title)).toEqual(['Smallest gap', 'Energy', 'Momentum', 'Iterations']);
    expect(first.map(({ isLog }) => isLog)).toEqual([true, false, false, false]);
    expect(firstCharts([{ name: 'events', unit: '', doc: '' }])).toHaveLength(1);
    expect(words('collisionQueries')).toBe('Collision queries');
  });
});

describe('quantities', () => {
  const q = Math.SQRT1_2;
  // At (1, 2, 3), turned a quarter about z; moving along x; spinning about the world's y.
  const row = Float64Array.of(0, 1, 2, 3, 0, 0, q, q, 3, 0, 4, 0, 2, 0);
  const of = (id: string) => quantityById(id)?.of(row, 1, scene.bodies[0], scene);

  test('come from pose and velocities', () => {
    expect(of('x')).toBe(1);
    expect(of('height')).toBe(3);
    expect(of('speed')).toBe(5);
    expect(of('spin')).toBe(2);
    const { mass, inertia } = scene.bodies[0];
    // A quarter turn about z lays the body's x along the world's y.
    expect(of('kinetic')).toBeCloseTo(0.5 * mass * 25 + 0.5 * inertia[0] * 4, 9);
    expect(inertia[0]).not.toBeCloseTo(inertia[1], 6);
  });

  test('have different names', () => {
    expect(new Set(quantities.map(({ id }) => id)).size).toBe(quantities.length);
  });
});

describe('drawing fewer points', () => {
  test('keeps all of a short line, and ends and extremes of a long one', () => {
    expect([...indicesToDraw(5, [[1, 2, 3, 4, 5]])]).toEqual([0, 1, 2, 3, 4]);
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 200, maxLength: 2000 }),
        (line) => {
          const kept = [...indicesToDraw(line.length, [line], 60)];
          expect(kept.length).toBeLessThanOrEqual(64);
          expect(kept[0]).toBe(0);
          expect(kept[kept.length - 1]).toBe(line.length - 1);
          expect(kept).toEqual([...kept].sort((a, b) => a - b));
          expect(Math.max(...kept.map((i) => line[i]))).toBe(Math.max(...line));
          expect(Math.min(...kept.map((i) => line[i]))).toBe(Math.min(...line));
        },
      ),
    );
  });

  test('of a hundred thousand frames keeps a spike', () => {
    const line = new Float64Array(100_000);
    line[54_321] = 7;
    const kept = indicesToDraw(line.length, [line]);
    expect(kept.length).toBeLessThan(4100);
    expect(kept).toContain(54_321);
  });
});

function filmOf(count: number) {
  const asked: number[] = [];
  const frameCount = { value: count };
  const frame = async (index: number): Promise<Frame> => {
    asked.push(index);
    return {
      time: index / 100,
      poses: Float64Array.of(0, 0, index, 0, 0, 0, 1, 1, 0, -index, 0, 0, 0, 1),
      velocities: new Float64Array(12).fill(index),
      vertices: new Float64Array(0),
    };
  };
  return {
    asked,
    film: { scene, frameCount, time: (index: number) => index / 100, frame } as never,
    frameCount,
  };
}

describe('reading bodies', () => {
  test('gives every frame of a short film', async () => {
    const { film } = filmOf(100);
    const sampler = new Sampler(film, [1, 0], () => {});
    await sampler.readOn();
    const chart = chartOfBodies('height', [0, 1]);
    const { times, lines } = bodyLines(chart as never, sampler, scene);
    expect(times).toHaveLength(100);
    expect(times[37]).toBe(0.37);
    expect(lines.map(({ name }) => name)).toEqual(['one', 'other']);
    expect(lines[0].values[37]).toBe(37);
    expect(lines[1].values[37]).toBe(-37);
  });

  test('stays bounded over long films, and while they grow', async () => {
    const { film, asked, frameCount } = filmOf(20_000);
    const sampler = new Sampler(film, [0], () => {});
    await sampler.readOn();
    expect(asked.length).toBeLessThanOrEqual(4096);
    expect(sampler.stride).toBe(8);
    frameCount.value = 50_000;
    await sampler.readOn();
    expect(sampler.stride).toBe(16);
    expect(sampler.count).toBe(Math.ceil(50_000 / 16));
    const { times, lines } = bodyLines(chartOfBodies('height', [0]) as never, sampler, scene);
    times.forEach((time, i) => {
      expect(lines[0].values[i]).toBeCloseTo(100 * time, 6);
    });
  });
});

describe('lines', () => {
  const table = () => {
    const made = new ReportTable({
      columns: [
        { name: 'energy', unit: 'J', doc: '' },
        { name: 'a,"b"', unit: 'J', doc: '' },
      ],
      time: (i: number) => i / 10,
    } as never);
    for (let i = 0; i < 1000; i++) made.add(Float64Array.of(i, -i));
    return made;
  };
  const chart = { columns: ['energy', 'a,"b"'], bodies: [] } as never;

  test('are columns of the report', () => {
    const { times, lines } = reportLines(chart, table());
    expect(times).toHaveLength(1000);
    expect(lines[1].values[999]).toBe(-999);
    expect(valueAt({ times, lines }, lines[0], 5.05)).toBe(50);
    expect(valueAt({ times, lines }, lines[0], 5.1)).toBe(51);
    expect(valueAt({ times, lines }, lines[0], -1)).toBeUndefined();
    expect(valueAt({ times: new Float64Array(0), lines: [] }, lines[0], 1)).toBeUndefined();
  });

  test('leave out of logarithms what has none', () => {
    const lines = {
      times: Float64Array.of(0, 1, 2),
      lines: [{ id: '', name: '', values: Float64Array.of(0, 2, NaN) }],
    };
    expect(drawnLines(lines, true)[1]).toEqual([null, 2, null]);
    expect(drawnLines(lines, false)[1]).toEqual([0, 2, null]);
  });

  test('become CSV that a spreadsheet takes for text and numbers', () => {
    const lines = (name: string) => ({
      times: Float64Array.of(0, 0.1),
      lines: [{ id: '', name, values: Float64Array.of(1.5, 1e-20) }],
    });
    expect(linesToCsv(lines('a,"b"'), 'J')).toBe('time [s],"a,""b"" [J]"\r\n0,1.5\r\n0.1,1e-20\r\n');
    expect(linesToCsv(lines('=cmd()'), '').split('\r\n')[0]).toBe("time [s],'=cmd()");
  });
});
