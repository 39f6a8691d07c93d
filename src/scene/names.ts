// Names that scenes in TypeScript may use: a mistake in one fails to compile. Whoever brings an engine or a material of
// his own adds its name:
//
//   declare module 'carom/scene' { interface Engines { mine: true } }

/** Engines by id. */
export interface Engines {
  ipc: true;
  lcp: true;
  async: true;
  modal: true;
  program: true;
  flight: true;
}

export type EngineName = keyof Engines;
