// Renders pictures away from the page.

import { renderPicture } from '../../../src/export/picture/index.ts';
import type { Bending, Frame } from '../../../src/record/index.ts';
import type { Scene, Vec3 } from '../../../src/scene/index.ts';

export interface PictureRequest {
  /** Told once. */
  readonly scene: Scene | undefined;
  readonly bending: Bending | undefined;
  readonly frame: Frame;
  readonly width: number;
  readonly height: number;
  readonly eye: Vec3 | undefined;
  readonly target: Vec3 | undefined;
}

/** What was told before. */
const known: { scene?: Scene | undefined; bending?: Bending | undefined } = {};

addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  known.scene = data.scene ?? known.scene;
  known.bending = data.bending ?? known.bending;
  const { scene, bending } = known;
  if (scene === undefined) return;
  const { width, height, eye, target } = data;
  const { rgb } = renderPicture(scene, data.frame, {
    width,
    height,
    ...(bending === undefined ? {} : { bending }),
    ...(eye === undefined ? {} : { eye }),
    ...(target === undefined ? {} : { target }),
  });
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0, k = 0; i < rgb.length; k++) {
    rgba[k++] = rgb[i++];
    rgba[k++] = rgb[i++];
    rgba[k++] = rgb[i++];
  }
  postMessage(rgba, { transfer: [rgba.buffer] });
});
