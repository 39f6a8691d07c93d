// Pictures, rasterised here.

export { placeCamera } from './camera.ts';
export { renderPicture } from './render.ts';
