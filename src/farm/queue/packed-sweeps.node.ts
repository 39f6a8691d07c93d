// Packed sweeps in Redis under their hashes: put once a sweep, fetched once a worker.

import type { Redis } from 'ioredis';
import { sweepHash } from '../pack.ts';
import { KEPT_SECONDS, sweepKey } from './keys.ts';

/** Every worker holds one in memory, and Redis too. */
export const MOST_SWEEP_BYTES = 256 * 1024 * 1024;

/** Nobody has put it, it is forgotten, or something else lies in its place: no fault of the run. */
export class SweepMissing extends Error {
  override readonly name = 'SweepMissing';
}

/** Over whatever lies there. */
export async function putSweep(
  redis: Redis,
  prefix: string,
  hash: string,
  packed: Uint8Array,
): Promise<void> {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  await redis.set(sweepKey(prefix, hash), view, 'EX', KEPT_SECONDS);
}

/** @throws SweepMissing */
export async function getSweep(redis: Redis, prefix: string, hash: string): Promise<Uint8Array> {
  const key = sweepKey(prefix, hash);
  const length = await redis.strlen(key);
  if (length === 0) throw new SweepMissing(`the sweep ${hash} is not in Redis`);
  if (length > MOST_SWEEP_BYTES)
    throw new SweepMissing(`the sweep ${hash} has ${length} bytes, more than ${MOST_SWEEP_BYTES}`);
  const found = await redis.getBuffer(key);
  if (found === null) throw new SweepMissing(`the sweep ${hash} is not in Redis`);
  if (sweepHash(found) !== hash)
    throw new SweepMissing(`what lies in Redis as the sweep ${hash} is something else`);
  return found;
}
