// Draws the first bounce of the example `particle`: its way, the layers, the ticks of their clocks and which of them
// pushed, and the slabs that prove the next layer idle.
//
//   npm run bench async-figure        writes docs/engines/async-particle.svg

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scene as file } from '../examples/async/particle.ts';
import { TICKS_PER_SECOND } from '../src/engines/async/clock.ts';
import { asynchronous } from '../src/engines/async/engine.ts';
import { createArena } from '../src/num/kernels/index.ts';
import { pow } from '../src/num/elementary/index.ts';
import { resolveScene } from '../src/scene/index.ts';
import { defaultsOf, oneThread } from '../src/sim/index.ts';

export const benchmarks = [draw];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [from, until] = [0.3125, 0.3225]; // [s]
const [width, height, left, top] = [900, 420, 60, 20];

function draw(): void {
  const { scene } = resolveScene(file);
  const options = { ...defaultsOf(asynchronous), ...(scene.options as object), polylines: 'all' };
  const arena = createArena();
  const context = { arena, pool: oneThread({ arena }), stop: () => false, progress: () => {} };
  const simulation = asynchronous.start(scene, options, context);
  const turns: { time: number; y: number }[] = [];
  simulation.advance(until, {
    wants: { path: true, contacts: false },
    knot: () => {},
    stray: () => {},
    contact: () => {},
    turn: (_, time, __, y) => {
      if (time >= from) turns.push({ time, y });
    },
  });
  const thickness = 0.5 * scene.deformables[0].thickness;
  const mass = scene.deformables[0].masses[0];
  const r1 = mass * (1 / thickness) * (1 / thickness);
  const most = 1.15 * thickness;
  const x = (time: number): number => left + ((time - from) / (until - from)) * (width - left - 20);
  const y = (at: number): number => top + (1 - at / most) * (height - top - 40);
  const parts: string[] = [];
  const least = Math.min(...turns.map((turn) => turn.y));
  let l = 1;
  for (; thickness * pow(l, -0.25) > least; l++) {
    const eta = thickness * pow(l, -0.25);
    // the scene bounces all of it: c = 0.1
    const step = stepDown((0.1 / Math.sqrt((r1 * pow(l, 3)) / mass)) * TICKS_PER_SECOND) / TICKS_PER_SECOND;
    parts.push(line(x(from), y(eta), x(until), y(eta), '#cbd5e1', 1));
    if (l < 6) parts.push(text(left - 6, y(eta) + 4, `η(${l})`, 'end'));
    for (let k = Math.ceil(from / step); k * step < until; k++) {
      const at = wayAt(turns, k * step);
      const pushes = at < eta;
      parts.push(
        line(
          x(k * step),
          y(eta) - 3,
          x(k * step),
          y(eta) + 3,
          pushes ? '#e76f51' : '#94a3b8',
          pushes ? 1.6 : 0.6,
        ),
      );
    }
  }
  // what is proven while layer l is not needed: nothing comes below η(l)
  const eta = thickness * pow(l, -0.25);
  parts.push(
    `<rect x="${x(from)}" y="${y(eta).toFixed(1)}" width="${(x(until) - x(from)).toFixed(1)}" height="${(y(0) - y(eta)).toFixed(1)}" fill="#2a9d8f" opacity="0.15"/>`,
    text(x(until) - 8, y(eta / 2), `slab of the next layer, ${l}: certified, never entered`, 'end'),
    line(x(from), y(0), x(until), y(0), '#1f2937', 2),
    text(left - 6, y(0) + 4, 'floor', 'end'),
    `<polyline fill="none" stroke="#264653" stroke-width="2" points="${turns.map((turn) => `${x(turn.time).toFixed(1)},${y(turn.y).toFixed(1)}`).join(' ')}"/>`,
    text(
      (left + width) / 2,
      height - 12,
      `${(1000 * (until - from)).toFixed(0)} ms of a bounce: each layer has a clock of its own; ticks that pushed are red`,
      'middle',
    ),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><title>One bounce of a particle: its height, its layers, their clocks and the slab below</title><rect width="${width}" height="${height}" fill="white"/>${parts.join('')}</svg>\n`;
  writeFileSync(join(root, 'docs/engines/async-particle.svg'), svg);
  console.log(`${turns.length} turns, ${l - 1} layers, docs/engines/async-particle.svg`);
}

/** As loop/layers.ts rounds it. */
function stepDown(ticks: number): number {
  let unit = 1;
  while (128 * unit <= ticks) unit *= 2;
  return Math.floor(ticks / unit) * unit;
}

function wayAt(turns: readonly { time: number; y: number }[], time: number): number {
  let i = 1;
  while (i < turns.length - 1 && turns[i].time < time) i++;
  const [a, b] = [turns[i - 1], turns[i]];
  return a.y + ((time - a.time) / (b.time - a.time)) * (b.y - a.y);
}

function line(x1: number, y1: number, x2: number, y2: number, color: string, thick: number): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${color}" stroke-width="${thick}"/>`;
}

function text(x: number, y: number, words: string, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#334155">${words}</text>`;
}
