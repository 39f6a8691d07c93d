// carom/node: what needs files and threads.

export { exportFilm } from './export/index.node.ts';
export {
  fileSink,
  fileSource,
  heldSink,
  holdFile,
  openRecordingFile,
  repairRecordingFile,
  resumeRecordingFile,
} from './record/index.node.ts';
export { loadScene } from './scene/read/index.node.ts';
export { createNodePool } from './sim/index.node.ts';
export { simulateToFile } from './world/index.node.ts';
