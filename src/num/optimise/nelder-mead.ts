// Nelder–Mead: a simplex that reflects, expands, contracts and shrinks downhill. For few parameters and smooth functions.
//
// Nelder, Mead 1965; cases and tie-breaking of Lagarias, Reeds, Wright, Wright 1998; coefficients that adapt to the number of
// parameters of Gao, Han 2012 (equal to the usual ones for two). Bounds: points are moved to them (Box 1965). It works in the unit
// cube, so that parameters of any size are alike.

import { type Bounds, checkBounds, clampUnit, fromUnit, type Search, Tally, toUnit } from './objective.ts';

export interface NelderMeadChoices {
  /** Where it begins; the middle of the box unless said. */
  readonly start?: readonly number[];
  /** Length of the first edges, as a part of each range; 0.1 unless said. */
  readonly size?: number;
  /** Ends where the simplex is smaller than this part of the ranges and its values are within `valueTolerance`; 1e-6 unless said. */
  readonly tolerance?: number;
  /** 1e-9 unless said, relative to the best value where that is above 1. */
  readonly valueTolerance?: number;
  /** At most so many evaluations; 200 a parameter unless said. */
  readonly budget?: number;
}

interface Vertex {
  readonly at: Float64Array;
  readonly value: number;
}

/** Looks for the least value in a box. */
export function* nelderMead(bounds: Bounds, choices: NelderMeadChoices = {}): Search {
  const n = checkBounds(bounds);
  const { size = 0.1, tolerance = 1e-6, valueTolerance = 1e-9, budget = 200 * n } = choices;
  const tally = new Tally(budget);
  const evaluate = function* (places: readonly Float64Array[]) {
    const values = yield* tally.ask(places.map((at) => fromUnit(bounds, at)));
    return places.map((at, i): Vertex => ({ at, value: values[i] }));
  };
  const start = choices.start === undefined ? new Float64Array(n).fill(0.5) : toUnit(bounds, choices.start);
  if (budget < n + 1)
    throw new RangeError(`a budget of ${budget} is below the ${n + 1} corners of the simplex`);
  let simplex = byValue(yield* evaluate(firstSimplex(start, size)));
  const k = coefficients(n);
  while (!settled(simplex, tolerance, valueTolerance)) {
    if (tally.left < 2) return tally.found('budget');
    const worst = simplex[n];
    const middle = centroid(simplex.slice(0, n));
    const along = (part: number) => [combine(middle, worst.at, part)];
    const [reflected] = yield* evaluate(along(-k.reflect));
    let next = reflected;
    if (reflected.value < simplex[0].value) {
      const [expanded] = yield* evaluate(along(-k.expand));
      if (expanded.value < reflected.value) next = expanded;
    } else if (reflected.value >= simplex[n - 1].value) {
      const outside = reflected.value < worst.value;
      const [contracted] = yield* evaluate(along(outside ? -k.contract : k.contract));
      if (outside ? contracted.value > reflected.value : contracted.value >= worst.value) {
        if (tally.left < n) return tally.found('budget');
        const shrunk = simplex.slice(1).map(({ at }) => combine(simplex[0].at, at, k.shrink));
        simplex = byValue([simplex[0], ...(yield* evaluate(shrunk))]);
        continue;
      }
      next = contracted;
    }
    simplex = byValue([...simplex.slice(0, n), next]);
  }
  return tally.found('tolerance');
}

function coefficients(n: number) {
  const m = Math.max(n, 2);
  return { reflect: 1, expand: 1 + 2 / m, contract: 0.75 - 1 / (2 * m), shrink: 1 - 1 / m };
}

/** Edges along the axes, each towards the farther bound, so that none is cut off. */
function firstSimplex(start: Float64Array, size: number): Float64Array[] {
  const corners = [start];
  for (let i = 0; i < start.length; i++) {
    const corner = start.slice();
    corner[i] = clampUnit(start[i] + (start[i] > 0.5 ? -size : size));
    corners.push(corner);
  }
  return corners;
}

function byValue(vertices: Vertex[]): Vertex[] {
  // stable: of equal ones, those that came first stay first
  return vertices.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
}

function centroid(vertices: readonly Vertex[]): Float64Array {
  return vertices[0].at.map((_, i) => vertices.reduce((sum, { at }) => sum + at[i], 0) / vertices.length);
}

/** from + part (to − from), inside the cube. */
function combine(from: Float64Array, to: Float64Array, part: number): Float64Array {
  return from.map((value, i) => clampUnit(value + part * (to[i] - value)));
}

function settled(simplex: readonly Vertex[], tolerance: number, valueTolerance: number): boolean {
  const best = simplex[0];
  const spread = simplex[simplex.length - 1].value - best.value;
  if (!(spread <= valueTolerance * Math.max(1, Math.abs(best.value)))) return false;
  return simplex.every(({ at }) => at.every((value, i) => Math.abs(value - best.at[i]) <= tolerance));
}
