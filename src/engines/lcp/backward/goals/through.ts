// Free flight between two places: with what velocity a body arrives that was at another place some time before.
//
//   x(T) = x(t) + v(T) (T − t) − ½ g (T − t)²      →      v(T) = (x(T) − x(t)) / (T − t) + ½ g (T − t)

/**
 * @param out      velocity at the later moment [m/s]
 * @param through  where the body was [m]
 * @param at       where it arrives [m]
 * @param time     between the two [s], > 0
 */
export function arrivalThrough(
  out: Float64Array,
  through: ArrayLike<number>,
  at: ArrayLike<number>,
  time: number,
  gravity: ArrayLike<number>,
): void {
  for (let k = 0; k < 3; k++) out[k] = (at[k] - through[k]) / time + 0.5 * gravity[k] * time;
}
