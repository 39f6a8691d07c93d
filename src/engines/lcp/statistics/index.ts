// Many drops of one body: how its contacts come about, and where it comes to lie.

export { backwardTrack, compareClasses, forwardTrack, type Track } from './compare.ts';
export { classNames, contactClass } from './contact-class.ts';
export { gravityStrength } from '../gravity.ts';
export { compareByFace } from './figure-nine.ts';
export { layFlat } from './lay-flat.ts';
export { lieLike } from './lie-like.ts';
export { aloneOnFloor, measureTransitions } from './measure.ts';
export { frictionOn } from './on-ground.ts';
export { plotTracks, sortTracks, tracksCsv } from './plot.ts';
export { endByChance, spreadBack } from './spread-back.ts';
export { plotSpread, reachedPart, spreadCsv } from './spread-plot.ts';
export { heightOf, planeOf, type Spread, spreadOnce } from './spread.ts';
export { decodeTable, encodeTable } from './table-bytes.ts';
export { findTables, setTableReader, tableKey } from './tables.ts';
export { Transitions, type TransitionTable } from './transitions.ts';
export { undrop } from './undrop.ts';
