// Which features are in contact: all that contacts remember, as one array of the state.

export interface ContactMemory {
  /** Ids of the contacts of the last time, increasing; replaced when contacts are found. */
  ids: Float64Array;
}

export function emptyMemory(): ContactMemory {
  return { ids: new Float64Array(0) };
}
