// The modes of a plate that rests on its edges, in closed form, and how they are damped.
//
//   U_mn = 2/√M sin(mπu) sin(nπv),   k² = (mπ/a)² + (nπ/b)²
//   ω² = D k⁴/(ρh) / (1 + k² (h²/12 + 6D/(5Gh))),   D = E h³/(12 (1 − ν²)),   G = E/(2 (1 + ν))
//
// The divisor is rotary inertia and shear (Mindlin 1951, to first order), which thick plates feel at high tones. Their mean
// mobility is that of the infinite plate, Y = 1/(8 √(D ρ h)), whatever the edges are like (Cremer, Heckl & Petersson,
// "Structure-Borne Sound"); edges only say which tones ring. Modes whose waves are faster than sound lose 2ρ₀cg/(ρh) to the
// air, g as below.
//
// A plate with more modes than are worth their time is heard as a smaller one of the same thickness, about where it is
// struck: blows find the same mobility there, and of what they leave in it as much is radiated.

import { plateRates } from '../../modes/index.ts';
import { sin } from '../../num/elementary/index.ts';
import type { Material } from '../../scene/index.ts';
import type { Shapes } from '../excite/excitation.ts';
import { AIR_DENSITY, SPEED_OF_SOUND } from '../transfer.ts';
import type { Slab } from './slab.ts';

const MOST_MODES = 1024;

export interface PlateModes extends Shapes {
  /** Increasing [rad/s]. */
  readonly omegas: Float64Array;
  /** By material and air [1/s]. */
  readonly rates: Float64Array;
  /** How much louder than slow waves each is in air: p = ρ₀ c g v for waves along a plate. */
  readonly gains: Float64Array;
  /** m and n of each, and 2/√M [1/√kg]. */
  readonly orders: Uint32Array;
  readonly scale: number;
  /** Of what is heard [m]: less than of the plate where that has too many modes. */
  readonly sides: readonly [number, number];
  /** The middle of what is heard, in coordinates of the body [m]. */
  readonly middle: readonly [number, number, number];
}

/**
 * @param struck  about where, in coordinates of the body [m]
 * @param upToHz  no modes above
 */
export function plateModes(
  slab: Slab,
  material: Material,
  struck: ArrayLike<number>,
  upToHz: number,
): PlateModes {
  const { thickness, along, centre } = slab;
  const omegaOf = bendingOmega(material, thickness);
  const most = 2 * Math.PI * upToHz;
  let sides = slab.sides;
  let pairs = pairsBelow(sides, omegaOf, most);
  while (pairs.length > MOST_MODES) {
    const smaller = 0.99 * Math.sqrt(MOST_MODES / pairs.length);
    sides = [smaller * sides[0], smaller * sides[1]];
    pairs = pairsBelow(sides, omegaOf, most);
  }
  pairs.sort((p, q) => p.omega - q.omega || p.m - q.m);
  const omegas = Float64Array.from(pairs, ({ omega }) => omega);
  const surfaceMass = material.density * thickness;
  const rates = plateRates(omegas, material, thickness);
  const toAir = (2 * AIR_DENSITY * SPEED_OF_SOUND) / surfaceMass;
  const length = Math.sqrt(sides[0] * sides[1]);
  const gains = Float64Array.from(pairs, ({ omega, k }) => gainOf(omega / SPEED_OF_SOUND, k, length));
  pairs.forEach(({ omega, k }, i) => {
    if (omega > k * SPEED_OF_SOUND) rates[i] += toAir * gains[i];
  });
  const middle: [number, number, number] = [centre[0], centre[1], centre[2]];
  along.forEach((axis, i) => {
    const room = 0.5 * (slab.sides[i] - sides[i]);
    middle[axis] += Math.max(-room, Math.min(room, struck[axis] - centre[axis]));
  });
  const orders = Uint32Array.from(pairs.flatMap(({ m, n }) => [m, n]));
  const scale = 2 / Math.sqrt(surfaceMass * sides[0] * sides[1]);
  const sines = [0, 1].map(
    (i) => new Float64Array(pairs.reduce((top, p) => Math.max(top, i ? p.n : p.m), 0) + 1),
  );
  return {
    count: pairs.length,
    omegas,
    rates,
    gains,
    orders,
    scale,
    sides,
    middle,
    at(x, y, z, out) {
      const place = [x, y, z];
      along.forEach((axis, i) => {
        // relative to the whole plate: at its edges it is held
        const u = Math.min(1, Math.max(0, (place[axis] - centre[axis]) / slab.sides[i] + 0.5));
        for (let m = 1; m < sines[i].length; m++) sines[i][m] = sin(m * Math.PI * u);
      });
      out.fill(0, 0, 3 * pairs.length);
      for (let j = 0; j < pairs.length; j++)
        out[3 * j + slab.across] = scale * sines[0][orders[2 * j]] * sines[1][orders[2 * j + 1]];
    },
  };
}

/**
 * Waves along a plate press on air with ρ₀ c v k/√(k² − κ²), most where they are as fast as sound; how near a plate of this
 * length comes to that is blurred by its ends. Slow ones are heard of the blow's place and of edges, by nothing less than 1. That
 * floor and half of the blur are fitted to boundary elements around one oak plate of 10 mm (test/sound/floors).
 */
function gainOf(k: number, kappa: number, length: number): number {
  const square = k * k - kappa * kappa;
  const blur = (Math.PI * k) / (2 * length);
  return Math.max(1, k / Math.sqrt(Math.sqrt(square * square + blur * blur)));
}

/** ω of a wavenumber [1/m]. */
function bendingOmega({ youngsModulus, poissonRatio, density }: Material, h: number): (k: number) => number {
  const stiffness = (youngsModulus * h * h * h) / (12 * (1 - poissonRatio * poissonRatio));
  const shear = youngsModulus / (2 * (1 + poissonRatio));
  const soft = (h * h) / 12 + (6 * stiffness) / (5 * shear * h);
  return (k) => k * k * Math.sqrt(stiffness / (density * h) / (1 + k * k * soft));
}

interface Pair {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly omega: number;
}

function pairsBelow([a, b]: readonly [number, number], omegaOf: (k: number) => number, most: number): Pair[] {
  const pairs: Pair[] = [];
  for (let m = 1; pairs.length <= 4 * MOST_MODES; m++) {
    const before = pairs.length;
    for (let n = 1; pairs.length <= 4 * MOST_MODES; n++) {
      const k = Math.PI * Math.sqrt((m * m) / (a * a) + (n * n) / (b * b));
      const omega = omegaOf(k);
      if (omega > most) break;
      pairs.push({ m, n, k, omega });
    }
    if (pairs.length === before) break;
  }
  return pairs;
}
