// Recordings in files: written by appending, made safe at every commit, resumed after a crash.

import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { cachedSource } from './cached-source.ts';
import { nodeCodec } from './codec.node.ts';
import { RecordingError } from '../error.ts';
import type { Recording } from '../recording.ts';
import { openRecording } from '../recording.ts';
import type { ByteSource } from './source.ts';
import { sizesOf } from '../layout/streams.ts';
import type { ByteSink } from './append-member.ts';
import { RecordingWriter } from '../writer.ts';

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

/** A new, empty file; what stood there is gone. */
export function fileSink(path: string): FileSink {
  return sinkAt(openSync(path, 'w'), 0);
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

export interface ResumedRecording {
  /** What was committed; its snapshot is where the simulation goes on. */
  readonly recording: Recording;
  readonly writer: RecordingWriter;
  readonly sink: FileSink;
}

/** Opens a recording to go on writing it: cuts off everything behind its last commit. */
export async function resumeRecordingFile(path: string): Promise<ResumedRecording> {
  const recording = await openRecordingFile(path);
  try {
    const position = await recording.position();
    const file = openSync(path, 'r+');
    ftruncateSync(file, position.offset);
    fsyncSync(file);
    const sink = sinkAt(file, position.offset);
    const { formatVersion } = recording.header;
    const sizes = { ...sizesOf(recording.scene, recording.columns.length), formatVersion };
    return { recording, writer: RecordingWriter.resume(sink, sizes, position), sink };
  } catch (error) {
    await recording.close();
    throw error;
  }
}

/** Cuts a torn recording after its last commit and writes the directory that is missing. */
export async function repairRecordingFile(path: string): Promise<void> {
  const { recording, writer, sink } = await resumeRecordingFile(path);
  writer.close();
  sink.close();
  await recording.close();
}

function sinkAt(file: number, start: number): FileSink {
  let position = start;
  return {
    write(bytes) {
      let at = 0;
      while (at < bytes.length) {
        const written = writeSync(file, bytes, at, bytes.length - at, position);
        at += written;
        position += written;
      }
    },
    flush: () => fsyncSync(file),
    codec: nodeCodec,
    close: () => closeSync(file),
  };
}
