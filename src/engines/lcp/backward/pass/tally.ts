// What a pass counts about itself.

export interface Statistics {
  /** Steps in which something moved, contacts and bounces seen in them. */
  steps: number;
  contacts: number;
  bounces: number;
  /** Contacts that parted though nothing bounced there: the case the seed discards. */
  parted: number;
  /** Largest closure defect of a body in a step [m/s]. */
  worstDefect: number;
  /** Smallest gap of a contact [m]; negative: how deep bodies were in each other between two steps. */
  deepest: number;
  /** Steps of islands that had no past, contacts with another law, impulses without a cause. */
  unclosed: number;
  overrides: number;
  ghostCount: number;
  /** Choices that were taken back. */
  retries: number;
  /** By body [N s]: Σ‖ghost impulse‖ and Σ‖contact impulse‖. */
  ghosts: Float64Array;
  impulses: Float64Array;
}

export function emptyStatistics(bodies: number): Statistics {
  return {
    steps: 0,
    contacts: 0,
    bounces: 0,
    parted: 0,
    worstDefect: 0,
    deepest: 0,
    unclosed: 0,
    overrides: 0,
    ghostCount: 0,
    retries: 0,
    ghosts: new Float64Array(bodies),
    impulses: new Float64Array(bodies),
  };
}
