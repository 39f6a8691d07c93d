// Which frame of a recording is nearest to a time.

import type { Recording } from '../record/index.ts';

/** Its index; the last unless a time [s] is said, the earlier of two that are as near. */
export async function nearestFrame(recording: Recording, at?: number): Promise<number> {
  const times = await recording.times();
  if (at === undefined) return times.length - 1;
  let index = 0;
  for (let i = 0; i < times.length; i++) if (Math.abs(times[i] - at) < Math.abs(times[index] - at)) index = i;
  return index;
}
