// Round points of a size on the screen.

import { CanvasTexture, PointsMaterial } from 'three';

const SIDE = 32; // [px]
let disc: CanvasTexture | undefined;

/** @param size  [px] */
export function dotMaterial(size: number): PointsMaterial {
  return new PointsMaterial({
    size: size * Math.min(2, devicePixelRatio),
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
    map: discTexture(),
    alphaTest: 0.4,
  });
}

function discTexture(): CanvasTexture {
  if (disc) return disc;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = '#fff';
  context.beginPath();
  context.arc(SIDE / 2, SIDE / 2, SIDE / 2 - 1, 0, 2 * Math.PI);
  context.fill();
  disc = new CanvasTexture(canvas);
  return disc;
}
