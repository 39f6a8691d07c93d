// Long work that lets timers, signals and whatever else waits have their turn now and then.

/** Often enough that nobody notices, seldom enough that it costs nothing [ms]. */
const STRETCH_MS = 10;

/** `give` resolves at once, or where the work has gone on for a while, when what waited has been done. */
export function otherTurns(): { give(): Promise<void> } {
  let began = performance.now();
  return {
    async give() {
      if (performance.now() - began < STRETCH_MS) return;
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      began = performance.now();
    },
  };
}
