// Every exporter reads a recording frame by frame, so whoever watches the reading knows how far it is, and may end it.

import type { Recording } from '../record/index.ts';

/** What is read of one frame. */
const READS = ['time', 'frame', 'contacts', 'reactions', 'report'] as const;

/**
 * The same recording, to be given to an exporter.
 * @param told  called before each frame that is read, with the part of all frames that lies before it; what it throws
 *   ends the export
 */
export function watched(recording: Recording, told: (fraction: number) => void): Recording {
  const reads = READS.map((name) => {
    const read = (index: number): unknown => {
      told(index / recording.frameCount);
      return recording[name](index);
    };
    return [name, { value: read }];
  });
  return Object.create(recording, Object.fromEntries(reads)) as Recording;
}
