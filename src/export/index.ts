// carom/export: recordings to bytes, in Node and in browsers.

export { type CsvTable, csvTables, exportCsv, usualTable } from './csv.ts';
export { type ExportChoices, type ExportKind, exportRecording } from './export-recording.ts';
export { exportGlb } from './glb/glb.ts';
export { type Picture, type PictureOptions, renderPicture } from './picture/render.ts';
export { encodePng } from './png.ts';
export { exportObj, exportObjSequence } from './obj-sequence.ts';
export { exportPc2, pc2Mesh } from './pc2.ts';
export { exportUsd } from './usd/usd.ts';
export { type NamedBytes, storedZip } from './zip.ts';
export { exportIntoGlb, type IntoGlb } from './glb/into-glb.ts';
export { watched } from './watched.ts';
export { nearestFrame } from './nearest-frame.ts';
