// The platform's own zlib, which is several times as fast.

import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import * as zlib from 'node:zlib';
import { type Codec, DEFLATE_LEVEL } from './codec.ts';
import { crc32 } from './crc32.ts';

const options = { level: DEFLATE_LEVEL, memLevel: constants.Z_MAX_MEMLEVEL, chunkSize: 1 << 20 };
/** Older ones have none. */
const ownCrc32 = (zlib as { crc32?: (bytes: Uint8Array, earlier?: number) => number }).crc32;

export const nodeCodec: Codec = {
  deflate: (bytes) => plain(deflateRawSync(bytes, options)),
  inflate(bytes, size) {
    try {
      // one byte more than it fills, or zlib takes as much again to see whether there is more
      const out = inflateRawSync(bytes, {
        maxOutputLength: Math.max(1, size),
        chunkSize: Math.max(64, size + 1),
      });
      return out.length === size ? plain(out) : undefined;
    } catch {
      return undefined;
    }
  },
  crc32: ownCrc32 ?? crc32,
};

/** A Buffer's `slice` is a view where that of everything else is a copy. */
function plain({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
