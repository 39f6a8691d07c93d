// A rough surface as what slides over it meets it: heights along a way.
//
// Real surfaces are self-affine: their power spectrum falls as q^−(1+2H), H some 0.8, from waves of millimetres down to the tips.
// Roughness is what of that is shorter than the cut-off with which it is measured; what is longer, waviness, is felt too. A contact
// averages over what is shorter than itself, by the filter of rolling noise 1/(1 + π/4 (qa)³) (Remington 1976). Here each octave of q is a cubic B-spline through random heights, whose spectrum is
// flat up to the octave and gone behind it; together they fall as they should. Heights are hashes of octave and cell, so the
// same way over the same surface has the same bits, wherever and in whichever order it is asked for. Persson, Albohr et al. 2005,
// "On the nature of surface roughness"; ISO 4288 for the cut-off of 0.8 mm.

import { cbrt, pow } from '../../num/elementary/index.ts';

/** Of a self-affine surface: H. */
const HURST = 0.8;
/** The longest wave that counts as roughness [m], and the octaves of longer ones that surfaces have before they are flat. */
const CUT_OFF = 8e-4;
const WAVY_OCTAVES = 2;
const OCTAVES = 15;
/** A cubic B-spline through values d apart keeps half of its power at q = this / d. */
const SPLINE_EDGE = 1.4241;
/** Mean square of a cubic B-spline through values of unit variance. */
const SPLINE_POWER = 151 / 315;
/** Random numbers in 0 … 1 have the standard deviation 1/√12. */
const SPREAD = Math.sqrt(12);

/** Each octave's standard deviation, of one in all that is roughness, and the q up to which it reaches [1/m]. */
const shares = new Float64Array(OCTAVES);
const edges = new Float64Array(OCTAVES);
const widths = new Float64Array(OCTAVES);
for (let j = 0; j < OCTAVES; j++) {
  edges[j] = ((2 * Math.PI) / CUT_OFF) * pow(2, j - WAVY_OCTAVES);
  widths[j] = SPLINE_EDGE / edges[j];
  shares[j] = pow(2, -HURST * (j - WAVY_OCTAVES)) * Math.sqrt(1 - pow(2, -2 * HURST));
}

/** Random in 0 … 1, of a cell of an octave of a way. */
function heightAt(seed: number, octave: number, cell: number): number {
  let x = Math.imul(seed ^ Math.imul(octave + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(cell, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return ((x ^ (x >>> 16)) >>> 0) / 0x100000000;
}

/** Follows one way over a surface. */
export class Profile {
  private readonly seed: number;
  private readonly cells = new Int32Array(OCTAVES).fill(-0x80000000);
  /** Of the cubic in each octave's cell, four numbers each. */
  private readonly cubics = new Float64Array(4 * OCTAVES);
  private readonly weights = new Float64Array(OCTAVES);
  /** Octaves that are heard now. */
  private heard = 0;

  constructor(seed: number) {
    this.seed = seed | 0;
  }

  /**
   * Says what of the surface is felt from now on.
   * @param patch  radius of the contact [m]: it averages over shorter waves
   * @param step   way between two heights [m]: nothing is taken of waves that are too short for it
   */
  setFelt(patch: number, step: number): void {
    this.heard = 0;
    for (let j = 0; j < OCTAVES; j++) {
      const qa = edges[j] * patch;
      const fine = Math.min(1, Math.max(0, 2 - (2 / Math.PI) * edges[j] * step));
      this.weights[j] =
        (fine * shares[j] * SPREAD) / Math.sqrt(SPLINE_POWER * (1 + 0.25 * Math.PI * qa * qa * qa));
      if (fine > 0) this.heard = j + 1;
    }
  }

  /** The height at a place of the way [m], as a part of the surface's standard deviation. */
  at(way: number): number {
    let sum = 0;
    for (let j = 0; j < this.heard; j++) {
      const x = way / widths[j];
      const cell = Math.floor(x);
      if (cell !== this.cells[j]) this.enter(j, cell);
      const u = x - cell;
      const c = 4 * j;
      const { cubics } = this;
      sum += this.weights[j] * (cubics[c] + u * (cubics[c + 1] + u * (cubics[c + 2] + u * cubics[c + 3])));
    }
    return sum;
  }

  private enter(octave: number, cell: number): void {
    this.cells[octave] = cell;
    const a = heightAt(this.seed, octave, cell - 1) - 0.5;
    const b = heightAt(this.seed, octave, cell) - 0.5;
    const c = heightAt(this.seed, octave, cell + 1) - 0.5;
    const d = heightAt(this.seed, octave, cell + 2) - 0.5;
    const at = 4 * octave;
    this.cubics[at] = (a + 4 * b + c) / 6;
    this.cubics[at + 1] = (c - a) / 2;
    this.cubics[at + 2] = (a - 2 * b + c) / 2;
    this.cubics[at + 3] = (d - a + 3 * (b - c)) / 6;
  }
}

/**
 * Radius of the tips of a surface [m], by its standard deviation [m]. 13 µm at 1.37 µm: bead-blasted aluminium, Greenwood and
 * Williamson 1966; smoother ones have rounder tips, so much that force grows as the 0.8th power of roughness, as noise does
 * (Ben Abdelounis, Le Bot et al. 2010, "An experimental study on roughness noise of dry rough flat surfaces").
 */
export function tipRadius(deviation: number): number {
  return 1.3e-5 * pow(1.37e-6 / deviation, 0.6);
}

/** Radius of the patch that a load [N] presses, by radius of curvature [m] and 1/E* [1/Pa]: (3NR/4E*)^⅓. */
export function patchRadius(load: number, radius: number, compliance: number): number {
  return cbrt(0.75 * load * radius * compliance);
}
