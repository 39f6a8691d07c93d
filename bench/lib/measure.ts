// Timing and printing that all benchmarks share.

export interface Rounds {
  /** The fastest round counts, so that a busy machine matters less. */
  readonly rounds?: number;
  /** A round repeats the work until this much time has gone [ms]; 0 does it once. */
  readonly roundMs?: number;
}

/** Nanoseconds an operation, where `run` does some work once and returns how many operations that was. */
export function nanoseconds(run: () => number, { rounds = 6, roundMs = 30 }: Rounds = {}): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    let done = 0;
    let wallMs = 0;
    const begin = performance.now();
    do {
      done += run();
      wallMs = performance.now() - begin;
    } while (wallMs < roundMs);
    best = Math.min(best, (1e6 * wallMs) / done);
  }
  return best;
}

let kept = 0;

/** Uses a result, so that no compiler leaves out the work behind it. */
export function keep(result: number): void {
  kept += result;
  if (kept === 0.5) console.log(kept);
}

/** A time in the unit that suits it. */
export function shown(ns: number): string {
  if (ns < 1e4) return `${ns.toFixed(1)} ns`;
  if (ns < 1e7) return `${(ns / 1e3).toFixed(1)} µs`;
  return ns < 1e10 ? `${(ns / 1e6).toFixed(1)} ms` : `${(ns / 1e9).toFixed(1)} s`;
}

export function row(name: string, ns: number, note = ''): void {
  console.log(`  ${name.padEnd(52)}${shown(ns).padStart(12)}   ${note}`.trimEnd());
}
