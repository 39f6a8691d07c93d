// GLB files of recordings.

export { GlbFile, packGlb } from './file.ts';
export { exportGlb } from './glb.ts';
export { exportIntoGlb } from './into-glb.ts';
