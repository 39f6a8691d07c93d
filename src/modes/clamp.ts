// Which part of a held body cannot move: the regions that its scene gives, asked in body coordinates.

import { pointInFrame } from '../scene/pose.ts';
import { type Body, isInRegion, type RegionBox } from '../scene/index.ts';

/** Of the distance from the centre: a clamp that ends at a face holds that face, wherever rounding put its nodes. */
const SLACK = 1e-9;

/** Whether a place of a body is held. */
export function clampedPlaces(
  { model }: Pick<Body, 'model'>,
  clamp: readonly RegionBox[],
): (x: number, y: number, z: number) => boolean {
  return (x, y, z) => {
    const [px, py, pz] = pointInFrame(model, [x, y, z]);
    const slack = SLACK * (Math.abs(px) + Math.abs(py) + Math.abs(pz));
    return isInRegion(clamp, slack, px, py, pz);
  };
}
