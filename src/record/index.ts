// carom/record: reading and writing recordings, in Node and in browsers.

export { type BentBody, bentBodies, writeBent } from './bending.ts';
export { RecordingError } from './error.ts';
export type { ContactRows, FrameRecord, Knots, Turns } from './frame-record.ts';
export { contentHash } from './hash.ts';
export type { RecordingHeader, RunDescription } from './header.ts';
export { MemorySink } from './memory-sink.ts';
export { openRecording, type Recording } from './recording.ts';
export { type ByteSource, blobSource, bytesSource, httpSource } from './source.ts';
export type * from './types.ts';
export { type ByteSink, RecordingWriter } from './writer.ts';
