// Recordings in files.

export {
  type FileSink,
  fileSink,
  fileSource,
  openRecordingFile,
  repairRecordingFile,
  resumeRecordingFile,
} from './container/file.node.ts';
