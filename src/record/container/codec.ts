// How members are deflated, inflated and checked. A sink or a source may bring a faster one of its platform (file.node.ts);
// this one works everywhere. What is deflated by one is inflated by any other.

import { deflateSync, Inflate } from 'fflate';
import { crc32 } from './crc32.ts';

export interface Codec {
  /** DEFLATE without any wrapping (RFC 1951), as method 8 of ZIP has it. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** Exactly `size` bytes, or undefined: where it is damaged, or would be more or less; no more memory is taken. */
  inflate(bytes: Uint8Array, size: number): Uint8Array | undefined;
  crc32(bytes: Uint8Array, earlier?: number): number;
}

/** Most of what there is to gain is gained at the fastest level. */
export const DEFLATE_LEVEL = 1;

/** What is inflated at a time: DEFLATE makes at most 1032 bytes of one, so a bomb is seen after this much of it. */
const PIECE_BYTES = 1 << 14;

export const portableCodec: Codec = {
  deflate: (bytes) => deflateSync(bytes, { level: DEFLATE_LEVEL }),
  inflate(bytes, size) {
    let at = 0;
    let fits = true;
    try {
      const out = new Uint8Array(size);
      const inflating = new Inflate((piece) => {
        fits &&= at + piece.length <= size;
        if (fits) out.set(piece, at);
        at += piece.length;
      });
      for (let from = 0; fits && from < bytes.length; from += PIECE_BYTES) {
        const until = Math.min(bytes.length, from + PIECE_BYTES);
        inflating.push(bytes.subarray(from, until), until === bytes.length);
      }
      return fits && at === size ? out : undefined;
    } catch {
      return undefined;
    }
  },
  crc32,
};
