// The usual functions that searches are tried on; least value 0.

export const sphere = (x: readonly number[]): number => x.reduce((sum, v) => sum + v * v, 0);

/** Axes whose curvatures go from 1 to 10⁶. */
export const ellipsoid = (x: readonly number[]): number =>
  x.reduce((sum, v, i) => sum + 10 ** ((6 * i) / Math.max(x.length - 1, 1)) * v * v, 0);

/** A bent valley; least at (1, …, 1). */
export function rosenbrock(x: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2;
  return sum;
}

/** A bowl with a hollow at every whole number. */
export const rastrigin = (x: readonly number[]): number =>
  x.reduce((sum, v) => sum + v * v - 10 * Math.cos(2 * Math.PI * v) + 10, 0);

export const cube = (n: number, least: number, most: number) => ({
  least: new Array<number>(n).fill(least),
  most: new Array<number>(n).fill(most),
});
