// Recordings in files.

export { type FileSink, fileSink, fileSource, heldSink, openRecordingFile } from './container/file.node.ts';
export { type HeldFile, holdFile } from './container/hold.node.ts';
export { type Repair, repairRecordingFile, resumeRecordingFile } from './container/mend.node.ts';
