// Where the bytes of a recording come from: ranged reads of memory, a Blob, or a web address.
// (A file on disk is in file.node.ts.)

import { RecordingError } from './error.ts';

export interface ByteSource {
  /** How many bytes there are. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`, in memory of their own; never asked beyond `size`. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    close: async () => {},
  };
}

export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    close: async () => {},
  };
}

const BLOCK_BYTES = 1 << 18;
const BLOCKS_KEPT = 64;
/** A server that answers a ranged request with the whole file may send this much and no more. */
const WHOLE_FILE_LIMIT = 1 << 30;

/** Ranged requests in blocks of 256 KiB, the last 64 of them kept. */
export async function httpSource(url: string): Promise<ByteSource> {
  const first = await fetch(url, { headers: { Range: `bytes=0-${BLOCK_BYTES - 1}` } });
  if (!first.ok) throw new RecordingError(url, `the server answered ${first.status}`);
  if (first.status !== 206) {
    const length = Number(first.headers.get('content-length') ?? 0);
    if (length > WHOLE_FILE_LIMIT) throw new RecordingError(url, 'the server knows no ranged requests');
    return bytesSource(new Uint8Array(await first.arrayBuffer()));
  }
  const size = Number(/\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(size))
    throw new RecordingError(url, 'the server does not say how long the file is');

  const blocks = new Map<number, Promise<Uint8Array>>();
  blocks.set(
    0,
    first.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
  );

  const fetchBlock = async (block: number): Promise<Uint8Array> => {
    const from = block * BLOCK_BYTES;
    const until = Math.min(size, from + BLOCK_BYTES);
    const answer = await fetch(url, { headers: { Range: `bytes=${from}-${until - 1}` } });
    if (answer.status !== 206) throw new RecordingError(url, `the server answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };

  const blockAt = (block: number): Promise<Uint8Array> => {
    const known = blocks.get(block);
    const wanted = known ?? fetchBlock(block);
    // Last used is last in the map, so the first key is the one to drop.
    blocks.delete(block);
    blocks.set(block, wanted);
    if (blocks.size > BLOCKS_KEPT) blocks.delete(blocks.keys().next().value as number);
    wanted.catch(() => blocks.delete(block));
    return wanted;
  };

  return {
    size,
    async read(offset, length) {
      const out = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        const block = Math.floor((offset + at) / BLOCK_BYTES);
        const within = offset + at - block * BLOCK_BYTES;
        const bytes = await blockAt(block);
        const part = bytes.subarray(within, Math.min(bytes.length, within + length - at));
        if (part.length === 0) throw new RecordingError(url, 'the server sent less than it promised');
        out.set(part, at);
        at += part.length;
      }
      return out;
    },
    close: async () => blocks.clear(),
  };
}

/** Reads a range after checking that it lies inside the source. */
export async function readRange(
  source: ByteSource,
  offset: number,
  length: number,
  what: string,
): Promise<Uint8Array> {
  if (!(offset >= 0 && length >= 0 && offset + length <= source.size)) {
    throw new RecordingError(what, `needs bytes ${offset} to ${offset + length} of a file of ${source.size}`);
  }
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new RecordingError(what, 'the file became shorter while it was read');
  return bytes;
}
