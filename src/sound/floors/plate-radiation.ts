// How a plate is heard, piece by piece:
//
//   T_m(x) = g_m ρ₀/2π ∫ U_m cosθ e^(ik(R − r))/R dA,    k = ω_m/c,    cosθ between the way R and the normal
//
// Below coincidence pieces cancel but for ρ₀F/(2π ρh r) of where it is struck; waves that are faster than sound radiate fully
// (g_m of plate-modes.ts: no baffle is about the plate, so what counts is the pressure on it). The two sides move air in opposite directions, so that in its plane nothing is heard. A piece is so small that ways from it differ
// as from far away: over it the integral is that of a sine and a wave, in closed form.

import { cos, sin } from '../../num/elementary/index.ts';
import { sinc } from '../synth/propagator.ts';
import { AIR_DENSITY, SPEED_OF_SOUND, type Transfer } from '../transfer.ts';
import type { PlateModes } from './plate-modes.ts';
import type { Slab } from './slab.ts';

/** Nearer than this [m] it is not louder. */
const NEAR = 0.05;
const MOST_PIECES = 32;

export function plateRadiation({ across, along }: Slab, modes: PlateModes): Transfer {
  const { count, omegas, orders, scale, sides, middle, gains } = modes;
  const u = new Float64Array(2);
  const v = new Float64Array(2);
  const away = [0, 0];
  return {
    count,
    amplitude(mode, x, y, z, out) {
      const place = [x, y, z];
      const r = Math.sqrt(x * x + y * y + z * z);
      const height = place[across] - middle[across];
      along.forEach((axis, i) => {
        away[i] = place[axis] - middle[axis];
      });
      const besideU = Math.max(0, Math.abs(away[0]) - 0.5 * sides[0]);
      const besideV = Math.max(0, Math.abs(away[1]) - 0.5 * sides[1]);
      const nearest = Math.max(NEAR, Math.sqrt(height * height + besideU * besideU + besideV * besideV));
      const k = omegas[mode] / SPEED_OF_SOUND;
      const size = Math.min(Math.sqrt((4 * nearest) / k), 0.5 * nearest);
      const pieces = sides.map((side) => Math.min(MOST_PIECES, Math.ceil(side / size)));
      const [w, d] = [sides[0] / pieces[0], sides[1] / pieces[1]];
      let re = 0;
      let im = 0;
      for (let i = 0; i < pieces[0]; i++) {
        const atU = (i + 0.5) * w;
        const du = away[0] + 0.5 * sides[0] - atU;
        for (let j = 0; j < pieces[1]; j++) {
          const atV = (j + 0.5) * d;
          const dv = away[1] + 0.5 * sides[1] - atV;
          const way = Math.max(NEAR, Math.sqrt(du * du + dv * dv + height * height));
          writeOverPiece(u, (orders[2 * mode] * Math.PI) / sides[0], (k * du) / way, atU, w);
          writeOverPiece(v, (orders[2 * mode + 1] * Math.PI) / sides[1], (k * dv) / way, atV, d);
          const strength = height / (way * way);
          const phase = k * (way - r);
          const c = strength * cos(phase);
          const s = strength * sin(phase);
          const realPart = u[0] * v[0] - u[1] * v[1];
          const imaginaryPart = u[0] * v[1] + u[1] * v[0];
          re += c * realPart - s * imaginaryPart;
          im += c * imaginaryPart + s * realPart;
        }
      }
      const loud = (AIR_DENSITY * scale * gains[mode]) / (2 * Math.PI);
      out[0] = loud * re;
      out[1] = loud * im;
    },
  };
}

/** Writes ∫ sin(α(x + t)) e^(−iqt) dt over a piece of the width w about x. */
function writeOverPiece(out: Float64Array, alpha: number, q: number, x: number, w: number): void {
  const a = sinc(0.5 * w * (alpha - q));
  const b = sinc(0.5 * w * (alpha + q));
  out[0] = 0.5 * w * sin(alpha * x) * (a + b);
  out[1] = -0.5 * w * cos(alpha * x) * (a - b);
}
