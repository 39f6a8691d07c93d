// Two runs over one another: numbers of the second at the times of the first, their difference, and how far bodies are
// apart. Runs may have other frame rates and lengths; where one of them has nothing, there is NaN.

import type { Frame } from '../../../../src/record/index.ts';
import type { Lines } from '../../plots/lines.ts';

export interface Line {
  /** [s], rising. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Values at other times, straight between the two nearest. */
export function valuesAt({ times, values }: Line, wanted: Float64Array): Float64Array {
  const out = new Float64Array(wanted.length).fill(Number.NaN);
  let at = 0;
  for (let i = 0; i < wanted.length; i++) {
    const time = wanted[i];
    while (at + 1 < times.length && times[at + 1] < time) at++;
    const next = Math.min(at + 1, times.length - 1);
    // Frame times of one rate are not always the same bits in two runs.
    const close = 1e-9 * Math.max(1, Math.abs(time));
    if (times.length === 0 || time < times[0] - close || time > times[times.length - 1] + close) continue;
    const span = times[next] - times[at];
    const s = span > 0 ? Math.min(1, Math.max(0, (time - times[at]) / span)) : 0;
    out[i] = s === 0 ? values[at] : s === 1 ? values[next] : values[at] + s * (values[next] - values[at]);
  }
  return out;
}

/** Both over the times of the first, or the second less the first. */
export function overlaid(first: Line, second: Line, showsDifference: boolean): Lines {
  const other = valuesAt(second, first.times);
  const lines = showsDifference
    ? [
        {
          id: 'difference',
          name: 'second less first',
          values: other.map((value, i) => value - first.values[i]),
        },
      ]
    : [
        { id: 'first', name: 'first', values: first.values },
        { id: 'second', name: 'second', values: other },
      ];
  return { times: first.times, lines };
}

/** The farthest that a body of one frame is from the same of another [m], and which it is. */
export function farthestApart(a: Frame, b: Frame): { readonly body: number; readonly distance: number } {
  let body = -1;
  let most = -1;
  const count = Math.min(a.poses.length, b.poses.length) / 7;
  for (let i = 0; i < count; i++) {
    const x = a.poses[7 * i] - b.poses[7 * i];
    const y = a.poses[7 * i + 1] - b.poses[7 * i + 1];
    const z = a.poses[7 * i + 2] - b.poses[7 * i + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    if (distance <= most) continue;
    most = distance;
    body = i;
  }
  return { body, distance: Math.max(0, most) };
}
