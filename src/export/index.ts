// carom/export: recordings to bytes, in Node and in browsers.

export { type CsvTable, csvTables, exportCsv } from './csv.ts';
export { exportGlb } from './glb.ts';
export { type Picture, type PictureOptions, renderPicture } from './picture/render.ts';
export { encodePng } from './png.ts';
