// Reads a source in blocks and keeps the last ones: what belongs to one frame, and to the next,
// lies close together in a recording, so most reads cost nothing after the first.

import { RecordingError } from '../error.ts';
import type { ByteSource } from './source.ts';

/** All blocks together keep at most this much [bytes]. */
const KEPT_BYTES = 1 << 24;

/** @param blockBytes  the more a read costs by itself, the larger */
export function cachedSource(inner: ByteSource, blockBytes: number): ByteSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  const most = Math.ceil(KEPT_BYTES / blockBytes);

  const blockAt = (block: number): Promise<Uint8Array> => {
    let wanted = blocks.get(block);
    if (wanted) {
      // Last used is last in the map, so the first key is the one to drop.
      blocks.delete(block);
    } else {
      const from = block * blockBytes;
      wanted = inner.read(from, Math.min(inner.size - from, blockBytes));
      wanted.catch(() => blocks.delete(block));
      if (blocks.size >= most) blocks.delete(blocks.keys().next().value as number);
    }
    blocks.set(block, wanted);
    return wanted;
  };

  return {
    size: inner.size,
    codec: inner.codec,
    async read(offset, length) {
      // Long reads would push everything else out.
      if (length >= 4 * blockBytes) return inner.read(offset, length);
      const out = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        const block = Math.floor((offset + at) / blockBytes);
        const within = offset + at - block * blockBytes;
        const bytes = await blockAt(block);
        const part = bytes.subarray(within, Math.min(bytes.length, within + length - at));
        if (part.length === 0) throw new RecordingError('source', 'gave less than it promised');
        out.set(part, at);
        at += part.length;
      }
      return out;
    },
    async close() {
      blocks.clear();
      await inner.close();
    },
  };
}
