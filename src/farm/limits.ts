// How much a sweep may ask for: files and queues may be a stranger's.

export const limits = {
  runs: 10_000_000,
  parameters: 64,
  pointers: 256,
  values: 1_000_000,
  measures: 200,
  repeats: 1_000_000,
  /** Characters of what a row says. */
  text: 1000,
  /** Of a packed sweep [bytes]. */
  packed: 512 * 1024 * 1024,
  /** Files that its scene names. */
  files: 1000,
} as const;
