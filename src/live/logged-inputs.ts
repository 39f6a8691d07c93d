// Everything that was applied from outside during a run: given to another one as its `inputs`, it replays the run.

import type { Input, Recording } from '../record/index.ts';

/** All inputs of a recording, in the order of their times. */
export async function loggedInputs(recording: Recording): Promise<Input[]> {
  const all: Input[] = [];
  for (let index = 0; index < recording.frameCount; index++) all.push(...(await recording.inputs(index)));
  return all;
}
