// carom/node: what needs files and threads.

export { exportFilm } from './export/film.node.ts';
export {
  fileSink,
  fileSource,
  openRecordingFile,
  repairRecordingFile,
  resumeRecordingFile,
} from './record/file.node.ts';
export { loadScene } from './scene/load.node.ts';
export { createNodePool } from './sim/pool.node.ts';
