// How fast this machine is, by a moment's work like that of an engine: sums, products, quotients and roots over arrays.

const LENGTH = 4096;
const ROUNDS = 60;
const TRIES = 4;

/** What the work takes here [ms], at its best of a few tries. */
export function calibrationMs(): number {
  const numbers = Float64Array.from({ length: LENGTH }, (_, i) => 1 + (i % 17) / 7);
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const began = performance.now();
    let sum = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 2; i < LENGTH; i++) {
        const value = numbers[i] * numbers[i - 1] - numbers[i - 2];
        sum += Math.sqrt(value * value + 1) / (1 + numbers[i]);
      }
    }
    const took = performance.now() - began;
    // The sum is used, so that no compiler leaves the work out.
    if (sum > 0 && took < best) best = took;
  }
  return best;
}
