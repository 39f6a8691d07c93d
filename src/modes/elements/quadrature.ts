// Rules that integrate over a tetrahedron: barycentric points and weights that sum to 1.
//
//   ∫ f dV = V Σ_q w_q f(L_q)
//
// Four points are exact for degree 2, fourteen for degree 5 (Walkington 2000, "Quadrature on simplices of arbitrary
// dimension"); both are checked on all monomials in quadrature.test.ts.

export interface Quadrature {
  /** Four barycentric coordinates a point. */
  readonly points: Float64Array;
  readonly weights: Float64Array;
}

/** Points with one coordinate unlike the other three. */
function vertexOrbit(a: number): number[][] {
  const b = 1 - 3 * a;
  return [
    [b, a, a, a],
    [a, b, a, a],
    [a, a, b, a],
    [a, a, a, b],
  ];
}

/** Points with two pairs of equal coordinates. */
function edgeOrbit(a: number): number[][] {
  const b = 0.5 - a;
  return [
    [a, a, b, b],
    [a, b, a, b],
    [a, b, b, a],
    [b, a, a, b],
    [b, a, b, a],
    [b, b, a, a],
  ];
}

function rule(...orbits: readonly (readonly [number, number[][]])[]): Quadrature {
  return {
    points: Float64Array.from(orbits.flatMap(([, points]) => points.flat())),
    weights: Float64Array.from(orbits.flatMap(([weight, points]) => points.map(() => weight))),
  };
}

export const degreeTwo: Quadrature = rule([0.25, vertexOrbit(0.1381966011250105)]);

export const degreeFive: Quadrature = rule(
  [0.11268792571801585, vertexOrbit(0.3108859192633006)],
  [0.07349304311636196, vertexOrbit(0.09273525031089122)],
  [0.042546020777081466, edgeOrbit(0.04550370412564965)],
);
