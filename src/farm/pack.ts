// A sweep as bytes, to travel and to be named by its hash.

import type { Sweep } from './sweep.ts';

/** Everything of it, meshes included; equal sweeps are equal bytes. */
export function packSweep(sweep: Sweep): Uint8Array<ArrayBuffer> {
  throw new Error(`not yet: ${sweep.name}`);
}

/** @throws FaultError where the bytes are no sweep */
export function unpackSweep(bytes: Uint8Array): Sweep {
  throw new Error(`not yet: ${bytes.length}`);
}

/** The SHA-256 of a packed sweep. */
export function sweepHash(packed: Uint8Array): string {
  throw new Error(`not yet: ${packed.length}`);
}
