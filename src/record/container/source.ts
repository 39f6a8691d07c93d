// Where the bytes of a recording come from: ranged reads of memory, a Blob, or a web address.
// (A file on disk is in file.node.ts.)

import { cachedSource } from './cached-source.ts';
import type { Codec } from './codec.ts';
import { RecordingError } from '../error.ts';

/** Bytes that can be read anywhere: of a file, a blob, an address. */
export interface ByteSource {
  /** How many bytes there are. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`, in memory of their own; never asked beyond `size`. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Lets go of it. */
  close(): Promise<void>;
  /** What inflates, where there is a faster one than works everywhere. */
  readonly codec?: Codec;
}

/** Bytes in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    close: async () => {},
  };
}

/** A blob, or a file that was chosen or dropped in a page. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
    close: async () => {},
  };
}

const BLOCK_BYTES = 1 << 18;
/** A server that answers a ranged request with the whole file may send this much and no more. */
const WHOLE_FILE_LIMIT = 1 << 30;

/** A file on the web, through ranged requests. */
export async function httpSource(url: string): Promise<ByteSource> {
  const first = await fetch(url, { headers: { Range: 'bytes=0-0' } });
  if (!first.ok) throw new RecordingError(url, `the server answered ${first.status}`);
  if (first.status !== 206) {
    const length = Number(first.headers.get('content-length') ?? 0);
    if (length > WHOLE_FILE_LIMIT) throw new RecordingError(url, 'the server knows no ranged requests');
    return bytesSource(new Uint8Array(await first.arrayBuffer()));
  }
  const size = Number(/\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(size))
    throw new RecordingError(url, 'the server does not say how long the file is');
  const ranged: ByteSource = {
    size,
    async read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      const answer = await fetch(url, { headers: { Range: `bytes=${offset}-${offset + length - 1}` } });
      if (answer.status !== 206) throw new RecordingError(url, `the server answered ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    close: async () => {},
  };
  return cachedSource(ranged, BLOCK_BYTES);
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
