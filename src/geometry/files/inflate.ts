// Inflates raw DEFLATE data (RFC 1951) by fflate, within a bound that is known before memory is taken.
//
// It goes in pieces, so that what unpacks to too much is refused when it does and not when all of it has been unpacked.

import { Inflate } from 'fflate';
import { MeshError } from '../mesh-error.ts';

/** No data unpacks to more than so many times its size: 258 bytes of two bits. */
const MOST_GROWTH = 1032;
/** Unpacked at once [packed bytes]. */
const PIECE = 16384;

/**
 * @param most  more bytes than this are refused
 * @throws MeshError where the data is damaged, cut short, or longer than allowed
 */
export function inflate(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(Math.min(most, MOST_GROWTH * bytes.length));
  let length = 0;
  const stream = new Inflate((part) => {
    if (length + part.length > most)
      throw new MeshError('unpacks to too much', 'file', `over ${most} bytes`, 'give a smaller file');
    out.set(part, length);
    length += part.length;
  });
  if (bytes.length === 0) throw damaged('it ends too early');
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch (error) {
    throw error instanceof MeshError ? error : damaged((error as Error).message);
  }
  return out.subarray(0, length);
}

function damaged(why: string): MeshError {
  return new MeshError('the packed data is damaged', 'file', why, 'save the file again');
}
