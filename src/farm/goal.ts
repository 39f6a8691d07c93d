// What is looked for in a sweep, instead of making all of its runs.

/** Where a measure is least or greatest, or at which value of one parameter it begins or ceases to be true. */
export interface Goal {
  /** Least, greatest, or from where on. */
  readonly kind: 'minimise' | 'maximise' | 'threshold';
  /** The name of a measure of the sweep. */
  readonly measure: string;
  /** Names of parameters with a range; all that have one where none is named, and for a threshold one. */
  readonly over: readonly string[];
  /** As a part of each range; 1e-3 unless said. */
  readonly tolerance?: number;
  /** At most so many runs, for a threshold so many a point of the other parameters. */
  readonly budget?: number;
  /** How many values are tried at once for a threshold; 1 unless said. */
  readonly atOnce?: number;
  /** Of minima: CMA-ES, unless said, for what is rugged or noisy, Nelder–Mead for what is smooth. */
  readonly method?: 'cma-es' | 'nelder-mead';
}
