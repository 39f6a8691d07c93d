// Sound of a body as if every piece of its surface were a small source in free air.
//
//   T_m(x) = ρ/4π Σ_e (U_m·n)_e A_e e^(ik(r_e − r)) / r_e,   k = ω_m/c
//
// Directions and cancellation between opposite sides are there; that the body itself stands in the way of its sound is
// not. Right for compact bodies that change volume, far too soft for thin ones that bend (air cannot pass through
// them, but here it does): a quick look, beside the waves of `radiation/`. With `compact` all phases are left out: a monopole, silent where the
// volume does not change.

import { cos, sin } from '../num/elementary/index.ts';
import type { Modes } from '../modes/index.ts';
import { AIR_DENSITY, SPEED_OF_SOUND, type Transfer } from './transfer.ts';

/** Sources kept of a surface: pieces are merged until there are no more. */
const MOST_SOURCES = 400;

interface Sources {
  readonly count: number;
  /** xyz each [m]. */
  readonly centres: Float64Array;
  /** Volume velocity for unit modal velocity, flux[mode * count + source]. */
  readonly flux: Float64Array;
}

/** Modes as simple sources: quick, and right where the body is small against the wave. */
export function simpleSources(modes: Modes, options: { readonly compact?: boolean } = {}): Transfer {
  const sources = sourcesOf(modes);
  const { count, centres, flux } = sources;
  return {
    count: modes.count,
    amplitude(mode, x, y, z, out) {
      const r = Math.sqrt(x * x + y * y + z * z);
      const k = options.compact ? 0 : modes.omegas[mode] / SPEED_OF_SOUND;
      let re = 0;
      let im = 0;
      for (let s = 0; s < count; s++) {
        const q = flux[mode * count + s];
        const dx = x - centres[3 * s];
        const dy = y - centres[3 * s + 1];
        const dz = z - centres[3 * s + 2];
        const distance = options.compact ? r : Math.sqrt(dx * dx + dy * dy + dz * dz);
        const strength = q / distance;
        if (k === 0) re += strength;
        else {
          const phase = k * (distance - r);
          re += strength * cos(phase);
          im += strength * sin(phase);
        }
      }
      out[0] = (AIR_DENSITY / (4 * Math.PI)) * re;
      out[1] = (AIR_DENSITY / (4 * Math.PI)) * im;
    },
  };
}

/** Which of the six directions of the axes a normal is nearest to. */
function facing(normal: Float64Array, at: number): number {
  let axis = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(normal[at + k]) > Math.abs(normal[at + axis])) axis = k;
  return 2 * axis + (normal[at + axis] < 0 ? 1 : 0);
}

/** Triangles merged in the cells of a grid that is as fine as the number of sources allows. */
function sourcesOf({ positions, faces, shapes, count: modeCount }: Modes): Sources {
  const triangles = faces.length / 3;
  const centre = new Float64Array(3 * triangles);
  const normal = new Float64Array(3 * triangles); // times area
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let t = 0; t < triangles; t++) {
    const a = 3 * faces[3 * t];
    const b = 3 * faces[3 * t + 1];
    const c = 3 * faces[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const x = (positions[a + k] + positions[b + k] + positions[c + k]) / 3;
      centre[3 * t + k] = x;
      low[k] = Math.min(low[k], x);
      high[k] = Math.max(high[k], x);
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      normal[3 * t + k] =
        0.5 *
        ((positions[b + i] - positions[a + i]) * (positions[c + j] - positions[a + j]) -
          (positions[b + j] - positions[a + j]) * (positions[c + i] - positions[a + i]));
    }
  }
  const cellOf = new Int32Array(triangles);
  let count = triangles;
  for (let t = 0; t < triangles; t++) cellOf[t] = t;
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  for (let across = 48; count > MOST_SOURCES && across >= 1; across = Math.floor(across / 1.3)) {
    const cells = new Map<number, number>();
    for (let t = 0; t < triangles; t++) {
      let key = 0;
      for (let k = 0; k < 3; k++) {
        const cell = Math.min(across - 1, Math.floor(((centre[3 * t + k] - low[k]) / size) * across));
        key = key * 64 + cell;
      }
      // the two sides of a thin wall stay apart: they move air in opposite directions
      key = key * 8 + facing(normal, 3 * t);
      let cell = cells.get(key);
      if (cell === undefined) {
        cell = cells.size;
        cells.set(key, cell);
      }
      cellOf[t] = cell;
    }
    count = cells.size;
  }
  const centres = new Float64Array(3 * count);
  const areas = new Float64Array(count);
  const flux = new Float64Array(modeCount * count);
  for (let t = 0; t < triangles; t++) {
    const s = cellOf[t];
    const n = 3 * t;
    const area = Math.sqrt(
      normal[n] * normal[n] + normal[n + 1] * normal[n + 1] + normal[n + 2] * normal[n + 2],
    );
    areas[s] += area;
    for (let k = 0; k < 3; k++) centres[3 * s + k] += area * centre[n + k];
    for (let m = 0; m < modeCount; m++) {
      const at = m * positions.length;
      let sum = 0;
      for (let v = 0; v < 3; v++) {
        const u = at + 3 * faces[n + v];
        for (let k = 0; k < 3; k++) sum += shapes[u + k] * normal[n + k];
      }
      flux[m * count + s] += sum / 3;
    }
  }
  for (let s = 0; s < count; s++) for (let k = 0; k < 3; k++) centres[3 * s + k] /= areas[s] || 1;
  return { count, centres, flux };
}
