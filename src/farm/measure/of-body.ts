// What is measured of a body at a frame, by the functions that expectations of examples use.

import type { Vec3 } from '../../scene/index.ts';
import {
  bodyAngle,
  bodyHeight,
  bodyPosition,
  bodySpeed,
  bodyTilt,
  bodyTravel,
  bodyTurn,
  distanceBetween,
} from '../../sim/index.ts';
import type { Outcome } from '../../sim/index.ts';
import type { MeasureFile } from '../schema.ts';

/** From the run of the first frame and this one. */
export function bodyValue(file: MeasureFile): ((outcome: Outcome) => number) | undefined {
  const { height, position, speed, travel, tilt, turn, distance, axis } = file;
  if (height !== undefined) return (run) => bodyHeight(run, height, 'last');
  if (position !== undefined) return (run) => bodyPosition(run, position, 'last')[indexOf(axis)];
  if (speed !== undefined) return (run) => bodySpeed(run, speed, 'last');
  if (travel !== undefined) return (run) => bodyTravel(run, travel, 'first', 'last');
  if (tilt !== undefined) return (run) => bodyTilt(run, tilt, 'last', axis && indexOf(axis));
  if (turn !== undefined) return (run) => bodyTurn(run, turn, 'first', 'last');
  if (distance !== undefined) return (run) => distanceBetween(run, distance[0], distance[1], 'last');
  return undefined;
}

function indexOf(axis: MeasureFile['axis'] = 'x'): number {
  return 'xyz'.indexOf(axis);
}

/** Whole turns counted: a sum over the runs of a frame and the one before. */
export function turnedSoFar({ angle, axis = 'x' }: MeasureFile): ((outcome: Outcome) => number) | undefined {
  if (angle === undefined) return undefined;
  const about: Vec3 = [axis === 'x' ? 1 : 0, axis === 'y' ? 1 : 0, axis === 'z' ? 1 : 0];
  let sum = 0;
  return (run) => {
    sum += bodyAngle(run, angle, about, 'last');
    return sum;
  };
}

/** The bodies that a measure names. */
export function bodiesOf(file: MeasureFile): readonly string[] {
  const { height, position, speed, travel, tilt, turn, angle, distance = [], firstContact = [] } = file;
  const single = [height, position, speed, travel, tilt, turn, angle];
  return [...single.filter((name) => name !== undefined), ...distance, ...firstContact];
}
