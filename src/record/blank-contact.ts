// A row of a contact to be filled and told again and again: sinks copy it at once.

import type { Contact } from './types.ts';

/** A contact of zeros, to be filled in. */
export function blankContact(): Contact {
  return {
    pair: 0,
    body: 0,
    other: 0,
    px: 0,
    py: 0,
    pz: 0,
    feature: 0,
    nx: 0,
    ny: 0,
    nz: 0,
    normalImpulse: 0,
    tx: 0,
    ty: 0,
    tz: 0,
    gap: 0,
    sx: 0,
    sy: 0,
    sz: 0,
    start: 0,
    duration: 0,
    friction: 0,
  };
}
