// The coefficients of Dormand and Prince's embedded Runge–Kutta pair of orders 5 and 4.
//
//   yₙ₊₁ = yₙ + h Σ bᵢ kᵢ,   error = h Σ eᵢ kᵢ
//
// The last stage is the first of the next step. Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I",
// II.4–II.6: coefficients and the continuous extension of order 4.

/** Stages, their times, the error and the continuous extension; the small language of specifications has the same. */
export const dormandPrince54 = {
  stages: [
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  ],
  nodes: [1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  error: [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40],
  extension: [
    -12715105075 / 11282082432,
    0,
    87487479700 / 32700410799,
    -10690763975 / 1880347072,
    701980252875 / 199316789632,
    -1453857185 / 822651844,
    69997945 / 29380423,
  ],
};
