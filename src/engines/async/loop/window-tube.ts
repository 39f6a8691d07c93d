// The tube about each vertex's chord in a window, in MODE_WINDOWS only.

import type { f64, i32 } from './machine.ts';

/** Vertex i has been moved to `tick` and kicked there. */
export function tubeGrow(_i: i32, _tick: f64): void {}
