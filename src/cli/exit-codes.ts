// How a command ends, for scripts.

export const exitCodes = {
  done: 0,
  /** The engine's promise was not kept, or a check failed. */
  promiseBroken: 1,
  /** Wrong arguments, scene, mesh or recording. */
  badInput: 2,
  /** The engine gave up a step and stopped in its last good state. */
  engineStopped: 3,
  /** --max-wall or --max-memory was reached. */
  limitReached: 4,
  interrupted: 130,
  terminated: 143,
} as const;
