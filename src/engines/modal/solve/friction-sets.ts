// (5b) by guessing where each friction impulse lies: inside its polygon, on an edge, or in a corner.
//
//   T t + g + ε (t − t⁰) = −λ,   λ in the polygon's normal cone at t
//
// The guess makes it a linear system (two unknowns inside, one on an edge, none in a corner); the answer corrects the
// guess, the nearest point of t + λ saying where t lies. Right away
// where the guess is nearly right; where it is not, and T nearly singular, it goes round in circles, and the caller has
// methods that do not.

import { choleskySolve } from '../../../num/dense/index.ts';
import { factorDefinite } from './definite.ts';
import { INSIDE, nearestOfPolygon, type Polygon } from './polygon.ts';

const MOST_ROUNDS = 4;
const SETTLED = 1e-12;

/** (5b) of some contacts, with room for the answer. */
export interface FrictionSystem {
  readonly count: number;
  readonly polygon: Polygon;
  /** T, symmetric, with the proximal ε on its diagonal; g includes −ε t⁰. */
  readonly tangential: Float64Array;
  readonly g: Float64Array;
  /** μ̂ α of each contact. */
  readonly radii: Float64Array;
  /** Where each impulse lies (polygon.ts). */
  readonly places: Int32Array;
  readonly t: Float64Array;
}

export class FrictionSets {
  private matrix = new Float64Array(0);
  private right = new Float64Array(0);
  private rest = new Float64Array(0);
  /** The contact of each unknown, and its direction. */
  private owner = new Int32Array(0);
  private along = new Float64Array(0);
  private readonly image = new Float64Array(2);

  /** t is t⁰ on entry; places are corrected. */
  solve(system: FrictionSystem): boolean {
    const { count, polygon, tangential, g, radii, places, t } = system;
    this.reserve(2 * count);
    const { rest, image } = this;
    const n = 2 * count;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (!this.guess(system)) return false;
      // rest = T t + g, and where t − rest is nearest to
      let off = 0;
      let changed = false;
      for (let i = 0; i < n; i++) rest[i] = g[i];
      for (let j = 0; j < n; j++) {
        const value = t[j];
        if (value !== 0) for (let i = 0; i < n; i++) rest[i] += tangential[j * n + i] * value;
      }
      for (let c = 0; c < count; c++) {
        const x = t[2 * c];
        const y = t[2 * c + 1];
        const place = nearestOfPolygon(polygon, radii[c], x - rest[2 * c], y - rest[2 * c + 1], image, 0);
        off = Math.max(off, Math.abs(x - image[0]), Math.abs(y - image[1]));
        if (place !== places[c]) {
          places[c] = place;
          changed = true;
        }
      }
      if (off <= SETTLED) return true;
      if (!changed) return false;
    }
    return false;
  }

  /** Solves for t with the places as they are. */
  private guess({ count, polygon, tangential, g, radii, places, t }: FrictionSystem): boolean {
    const { directions, corners, normals, apothem } = polygon;
    const { matrix, right, owner, along } = this;
    const n = 2 * count;
    let size = 0;
    for (let c = 0; c < count; c++) {
      const place = places[c];
      t[2 * c] = 0;
      t[2 * c + 1] = 0;
      if (place === INSIDE) {
        owner[size] = c;
        along[2 * size] = 1;
        along[2 * size++ + 1] = 0;
        owner[size] = c;
        along[2 * size] = 0;
        along[2 * size++ + 1] = 1;
      } else if (place >= directions) {
        const j = place - directions;
        const nx = normals[2 * j];
        const ny = normals[2 * j + 1];
        t[2 * c] = radii[c] * apothem * nx;
        t[2 * c + 1] = radii[c] * apothem * ny;
        owner[size] = c;
        along[2 * size] = -ny;
        along[2 * size++ + 1] = nx;
      } else {
        t[2 * c] = radii[c] * corners[2 * place];
        t[2 * c + 1] = radii[c] * corners[2 * place + 1];
      }
    }
    for (let i = 0; i < size; i++) {
      const ax = along[2 * i];
      const ay = along[2 * i + 1];
      const x = 2 * owner[i] * n;
      let sum = -(ax * g[2 * owner[i]] + ay * g[2 * owner[i] + 1]);
      for (let k = 0; k < n; k++) {
        const value = t[k];
        if (value !== 0) sum -= (ax * tangential[x + k] + ay * tangential[x + n + k]) * value;
      }
      right[i] = sum;
      for (let j = 0; j <= i; j++) {
        const k = x + 2 * owner[j];
        matrix[i * size + j] =
          along[2 * j] * (ax * tangential[k] + ay * tangential[k + n]) +
          along[2 * j + 1] * (ax * tangential[k + 1] + ay * tangential[k + n + 1]);
      }
    }
    if (!factorDefinite(matrix, size)) return false;
    choleskySolve(matrix, 0, size, right, 0);
    for (let i = 0; i < size; i++) {
      t[2 * owner[i]] += along[2 * i] * right[i];
      t[2 * owner[i] + 1] += along[2 * i + 1] * right[i];
    }
    return true;
  }

  private reserve(n: number): void {
    if (this.right.length >= n) return;
    this.matrix = new Float64Array(4 * n * n);
    this.right = new Float64Array(2 * n);
    this.rest = new Float64Array(2 * n);
    this.owner = new Int32Array(2 * n);
    this.along = new Float64Array(4 * n);
  }
}
