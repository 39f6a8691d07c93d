// carom/record: reading and writing recordings, in Node and in browsers.

export { type BentBody, bentBodies, writeBent } from './bending.ts';
export { type Damage, describeDamage } from './damage.ts';
export { RecordingError } from './error.ts';
export type { ContactRows, FrameRecord, Knots, Turns, VertexKnots } from './frame-record.ts';
export { contentHash } from './hash.ts';
export type { RecordingHeader, RunDescription } from './header.ts';
export { MemorySink } from './container/memory-sink.ts';
export { openRecording, type Recording } from './recording.ts';
export { type ByteSource, blobSource, bytesSource, httpSource } from './container/source.ts';
export type * from './types.ts';
export { INPUT_KINDS } from './types.ts';
export type { ByteSink } from './container/append-member.ts';
export { RecordingWriter } from './writer.ts';
export { bendCount, exaggerate } from './bending.ts';
export { blankContact } from './blank-contact.ts';
export { columnAt, columnTable, layoutOf, vectorColumns } from './columns.ts';
export { cachedSource } from './container/cached-source.ts';
export { crc32 } from './container/crc32.ts';
export { bytesOf } from './container/npy.ts';
export { Sha256 } from './container/sha256.ts';
export { encodeDirectory, encodeLocalHeader, type Member } from './container/zip.ts';
export type { ReactionRows } from './frame-record.ts';
export type { OptionValues } from './header.ts';
export { firstVertices, sizesOf } from './layout/streams.ts';
export type { MovedPath } from './layout/path.ts';
