// Every frame of a synthetic recording, held against what was written.

import { expect } from 'vitest';
import type { Recording } from '../../src/record/recording.ts';
import { syntheticFrame } from './synthetic.ts';

export async function expectFrames(recording: Recording): Promise<void> {
  for (let index = 0; index < recording.frameCount; index++) {
    const wanted = syntheticFrame(index);
    expect(await recording.frame(index)).toEqual(wanted.frame);
    expect(await recording.path(index)).toEqual(wanted.path);
    expect(await recording.turns(index)).toEqual(wanted.turns);
    expect(await recording.vertexKnots(index)).toEqual(wanted.vertexKnots);
    expect(await recording.contacts(index)).toEqual(wanted.contacts);
    expect(await recording.inputs(index)).toEqual(wanted.inputs);
    expect(await recording.report(index)).toEqual(wanted.report);
    expect(await recording.stray(index)).toBe(wanted.stray);
    expect(await recording.time(index)).toBe(wanted.frame.time);
  }
}
