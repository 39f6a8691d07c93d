// The air of a scene that has wind.

import type { Scene, Vec3 } from '../../../scene/index.ts';
import type { IpcOptions } from '../options.ts';

export interface Air {
  /** [m/s] */
  readonly velocity: Vec3;
  /** [kg/m³] */
  readonly density: number;
  /** Coefficients of a face that stands across the wind, and of the lift of one that stands askew. */
  readonly drag: number;
  readonly lift: number;
}

/** Of a cylinder across the flow and of a ball, at the Reynolds numbers of threads and grains in a breeze and above. */
export const WIRE_DRAG = 1.1;
export const BALL_DRAG = 0.47;

export function airOf(
  { wind }: Scene,
  options: Pick<IpcOptions, 'airDensity' | 'airDrag' | 'airLift'>,
): Air | undefined {
  return (
    wind && { velocity: wind, density: options.airDensity, drag: options.airDrag, lift: options.airLift }
  );
}
