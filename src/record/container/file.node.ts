// Recordings in files: written by appending, made safe at every commit, resumed after a crash.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cachedSource } from './cached-source.ts';
import { nodeCodec } from './codec.node.ts';
import { RecordingError } from '../error.ts';
import type { Recording } from '../recording.ts';
import { openRecording } from '../recording.ts';
import type { ByteSource } from './source.ts';
import type { ByteSink } from './append-member.ts';
import { type FileCalls, nodeCalls } from './file-calls.node.ts';
import type { HeldFile } from './hold.node.ts';
import { writing } from './write-failure.ts';

export interface FileSink extends ByteSink {
  close(): void;
}

const BLOCK_BYTES = 1 << 16;

/** A file's bytes, by ranged reads. */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const ranged: ByteSource = {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        const { bytesRead } = await file.read(bytes, at, length - at, offset + at);
        if (bytesRead === 0) throw new RecordingError(path, 'became shorter while it was read');
        at += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
    codec: nodeCodec,
  };
  return cachedSource(ranged, BLOCK_BYTES);
}

/** Opens a recording file for reading. */
export async function openRecordingFile(path: string): Promise<Recording> {
  const source = await fileSource(path);
  try {
    return await openRecording(source);
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** A new, empty file; what stood there is gone. Whether another process writes it is not looked at: `holdFile` does. */
export function fileSink(path: string, calls: FileCalls = nodeCalls): FileSink {
  const file = writing(path, () => calls.open(path, constants.O_CREAT));
  const sink = sinkFrom({ path, file }, 0, calls);
  return { ...sink, close: () => writing(path, () => calls.close(file)) };
}

/** Writes a held file from an offset on, behind which everything is gone; closing it lets the file go. */
export function heldSink(held: HeldFile, offset = 0, calls: FileCalls = nodeCalls): FileSink {
  return { ...sinkFrom(held, offset, calls), close: () => writing(held.path, held.release) };
}

function sinkFrom(
  { path, file }: Pick<HeldFile, 'path' | 'file'>,
  start: number,
  calls: FileCalls,
): ByteSink {
  writing(path, () => {
    calls.truncate(file, start);
    calls.fsync(file);
  });
  let position = start;
  let isNamed = false;
  return {
    write: (bytes) =>
      writing(path, () => {
        let at = 0;
        while (at < bytes.length) {
          const written = calls.write(file, bytes, at, bytes.length - at, position);
          if (written === 0) throw new RecordingError(path, 'cannot be written: the disk takes no more');
          at += written;
          position += written;
        }
      }),
    flush: () =>
      writing(path, () => {
        calls.fsync(file);
        // A file that was just made is safe only with its name.
        if (!isNamed) calls.fsyncFolder(dirname(path));
        isNamed = true;
      }),
    codec: nodeCodec,
  };
}
