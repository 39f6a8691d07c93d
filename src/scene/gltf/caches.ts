// A mesh that bends as it is animated, as a point cache: evenly sampled, often enough that straight lines between
// samples stay within `cacheTolerance` of the mesh's size of where the animation has its vertices.

import { writePc2 } from '../../geometry/files/index.ts';

/** Part of the diagonal of the mesh's box. */
const cacheTolerance = 1e-3;
const rates = [30, 60, 120, 240, 480];
/** Vertices, and nodes that have to be placed, times samples of one cache. */
const mostWork = 20_000_000;

export interface Cache {
  readonly bytes: Uint8Array;
  readonly frameRateHz: number;
  /** The largest distance found halfway between two samples [m]. */
  readonly error: number;
}

/**
 * @param at    writes the positions at a time
 * @param end   of the animation [s]
 * @param size  of the mesh [m]
 * @param nodes how many have to be placed for it
 */
export function sampleCache(
  at: (time: number, out: Float64Array) => void,
  vertices: number,
  end: number,
  size: number,
  nodes: number,
): Cache | undefined {
  let best: Cache | undefined;
  for (const frameRateHz of rates) {
    const samples = Math.ceil(end * frameRateHz - 1e-9) + 1;
    if (samples * (vertices + nodes) > mostWork) break;
    const positions = new Float64Array(3 * vertices * samples);
    const between = new Float64Array(3 * vertices);
    let error = 0;
    for (let i = 0; i < samples; i++) {
      const to = positions.subarray(3 * vertices * i, 3 * vertices * (i + 1));
      at(i / frameRateHz, to);
      if (i === 0) continue;
      const from = positions.subarray(3 * vertices * (i - 1), 3 * vertices * i);
      at((i - 0.5) / frameRateHz, between);
      for (let k = 0; k < between.length; k += 3) {
        let squared = 0;
        for (let c = k; c < k + 3; c++) {
          const d = between[c] - (from[c] + to[c]) / 2;
          squared += d * d;
        }
        error = Math.max(error, squared);
      }
    }
    best = { bytes: writePc2(vertices, positions), frameRateHz, error: Math.sqrt(error) };
    if (best.error <= cacheTolerance * size) break;
  }
  return best;
}
