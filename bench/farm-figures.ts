// Draws what came of the example sweeps, from the folders of their results (docs/sweep-examples.md says how to make them).
//
//   npm run bench farm-figures [folder = out]        writes docs/sweep-*.svg of those that are there

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThresholdAt } from '../src/farm/search/index.ts';
import type { Row } from '../src/farm/index.ts';
import { growthChart, lineChart } from './lib/chart.ts';

export const benchmarks = [draw];

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');
const FACES = 6;
/** What χ² of six faces passes once in twenty times where a die is fair: five degrees of freedom. */
const CHI_SQUARED_95 = 11.0705;

function draw([out = 'out']: readonly string[]): void {
  const drawings = { ladder: drawLadder, 'lewis-load': drawLewis, dice: drawDice };
  for (const [name, drawOne] of Object.entries(drawings)) {
    const folder = join(out, name);
    if (!existsSync(folder)) continue;
    const path = join(docs, `sweep-${name}.svg`);
    writeFileSync(path, drawOne(folder));
    console.log(`  wrote ${path}`);
  }
}

function thresholdsIn(folder: string): readonly ThresholdAt[] {
  const text = readFileSync(join(folder, 'found.json'), 'utf8');
  return (JSON.parse(text) as { thresholds: readonly ThresholdAt[] }).thresholds;
}

function drawLadder(folder: string): string {
  const found = thresholdsIn(folder);
  const angles = found.map(({ values }) => values['angle']);
  const middles = found.map(({ holds, fails }) => (Number(holds) + Number(fails)) / 2);
  const [least, most] = [Math.min(...angles), Math.max(...angles)];
  const fine = Array.from({ length: 101 }, (_, i) => least + ((most - least) * i) / 100);
  const exact = (angle: number) => 1 / (2 * Math.tan((angle * Math.PI) / 180)) - 0.05 / 6;
  for (const [i, angle] of angles.entries()) {
    const off = 100 * (middles[i] / exact(angle) - 1);
    console.log(
      `  ladder at ${angle}°: ${middles[i].toFixed(5)}, statics ${exact(angle).toFixed(5)}, ${off.toFixed(3)} %`,
    );
  }
  return lineChart('The least friction that holds a ladder', 'angle to the floor [°]', [
    { name: 'statics', x: fine, y: fine.map(exact) },
    { name: 'found by bisection', x: angles, y: middles, isDots: true },
  ]);
}

function drawLewis(folder: string): string {
  const found = thresholdsIn(folder);
  const x = found.map(({ values }) => values['mu']);
  return lineChart('What a Lewis lifts: density of the block [kg/m³]', 'friction', [
    { name: 'left behind', x, y: found.map(({ fails }) => Number(fails)) },
    { name: 'lifted', x, y: found.map(({ holds }) => Number(holds)) },
  ]);
}

function drawDice(folder: string): string {
  const counts = new Map<number, number[]>();
  for (const line of readFileSync(join(folder, 'rows.jsonl'), 'utf8').trimEnd().split('\n')) {
    const { values, measures } = JSON.parse(line) as Row;
    const of = counts.get(values['height']) ?? new Array<number>(FACES).fill(0);
    of[Number(measures['face']) - 1]++;
    counts.set(values['height'], of);
  }
  const heights = [...counts.keys()].sort((a, b) => a - b);
  const chi = heights.map((height) => chiSquared(counts.get(height) ?? []));
  for (const [i, height] of heights.entries())
    console.log(`  dice from ${height} m: χ² ${chi[i].toFixed(1)}, faces ${counts.get(height)?.join(' ')}`);
  return growthChart(
    'How unfair a die is that falls with its 1 up: χ² of 1,000 throws',
    'height of the fall [m]',
    [
      { name: 'χ²', x: heights, y: chi },
      {
        name: 'a fair die stays below it 19 times of 20',
        x: [heights[0], heights[heights.length - 1]],
        y: [CHI_SQUARED_95, CHI_SQUARED_95],
      },
    ],
  );
}

function chiSquared(counts: readonly number[]): number {
  const fair = counts.reduce((sum, count) => sum + count, 0) / FACES;
  return counts.reduce((sum, count) => sum + (count - fair) ** 2 / fair, 0);
}
