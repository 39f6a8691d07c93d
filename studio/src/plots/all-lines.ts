// The lines of a chart of bodies at every frame, however many there are.

import type { Film } from '../model/film.ts';
import type { Chart } from './charts.ts';
import type { Lines } from './lines.ts';
import { quantityById, ROW } from './quantities.ts';

const BATCH = 64;

export async function readAllLines({ bodies, quantity = '' }: Chart, film: Film): Promise<Lines> {
  const count = film.frameCount.value;
  const found = quantityById(quantity);
  const chosen = bodies.filter((body) => film.scene.bodies[body] !== undefined);
  const times = Float64Array.from({ length: count }, (_, i) => film.time(i));
  const lines = chosen.map((body) => ({
    id: String(body),
    name: film.scene.bodies[body].name,
    values: new Float64Array(count),
  }));
  const row = new Float64Array(ROW);
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first);
    const frames = await Promise.all(Array.from({ length: size }, (_, i) => film.frame(first + i)));
    frames.forEach(({ poses, velocities }, i) => {
      chosen.forEach((body, b) => {
        row.set(poses.subarray(7 * body, 7 * body + 7));
        row.set(velocities.subarray(6 * body, 6 * body + 6), 7);
        lines[b].values[first + i] = found?.of(row, 0, film.scene.bodies[body], film.scene) ?? Number.NaN;
      });
    });
  }
  return { times, lines };
}
