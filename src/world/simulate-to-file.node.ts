// A scene to a recording in a file, for what is longer than memory, or shall last.

import { heldSink, holdFile, openRecordingFile } from '../record/index.node.ts';
import type { Recording } from '../record/index.ts';
import type { Scene, SceneFile } from '../scene/index.ts';
import { type SimulateChoices, simulateInto } from './simulate.ts';

/**
 * Simulates a scene into a file, and opens it; close it when it is done with. Whatever ends the run, the file holds what was
 * made until then; nobody else writes it meanwhile.
 * @param path  of a .carom file, which is written anew
 */
export async function simulateToFile(
  path: string,
  scene: SceneFile | Scene | string,
  choices: SimulateChoices = {},
): Promise<Recording> {
  choices.signal?.throwIfAborted();
  const sink = heldSink(await holdFile(path, true));
  try {
    await simulateInto(sink, scene, choices);
  } finally {
    sink.close();
  }
  return openRecordingFile(path);
}
