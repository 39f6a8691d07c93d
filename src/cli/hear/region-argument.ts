// Regions given on the command line by conditions (scene/region.ts); a flag given again adds a box.

import { InvalidArgumentError } from 'commander';
import { type AnalyseOptions, clampedPlaces } from '../../modes/index.ts';
import { rotate } from '../../scene/pose.ts';
import { type Body, CONDITION_HELP, isInRegion, readConditions, type RegionBox } from '../../scene/index.ts';

export function regionArgument(text: string, before: readonly RegionBox[] = []): RegionBox[] {
  const box = readConditions(text);
  if ('wrong' in box) throw new InvalidArgumentError(`Give ${CONDITION_HELP} (not "${box.wrong}").`);
  return [...before, box];
}

/** Conditions given here are on positions of the file or scene; those of the scene on the body's own model. */
export function clampedBy(given: readonly RegionBox[] | undefined, body: Body): AnalyseOptions {
  if (given === undefined)
    return body.clamp === undefined ? {} : { clamped: clampedPlaces(body, body.clamp) };
  const { orientation, position } = body.pose;
  return {
    clamped: (x, y, z) => {
      const [px, py, pz] = rotate(orientation, [x, y, z]);
      return isInRegion(given, 0, px + position[0], py + position[1], pz + position[2]);
    },
  };
}
