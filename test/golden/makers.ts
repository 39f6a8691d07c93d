// Everything that golden.json holds.

import { compiledMakers } from './compiled.ts';
import type { Makers } from './digest.ts';
import { dropMakers } from './drops.ts';
import { exportMakers } from './exports.ts';
import { runMakers } from './runs.ts';
import { soundMakers } from './sounds.ts';
import { thingMakers } from './things.ts';

export const makers: Makers = {
  ...runMakers,
  ...thingMakers,
  ...soundMakers,
  ...compiledMakers,
  ...dropMakers,
  ...exportMakers,
};
