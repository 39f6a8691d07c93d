// A world as it was, to be put back to.

import type { FrameRecord, State } from '../record/index.ts';
import type { Happenings } from './events.ts';
import type { WorldInput } from './world-view.ts';

/** A world as it was: give it to `restore` of the same world, or of one of the same scene, engine and options. */
export class WorldSnapshot {
  /** When it was taken [s]. */
  readonly time: number;
  /** The engine's state after the last frame. */
  readonly state: State;
  /** That frame. */
  readonly record: FrameRecord;
  /** What came in since. */
  readonly inputs: readonly WorldInput[];
  /** Who touches whom, and who is in which sensor. */
  readonly happenings: Happenings;

  /** Made by `snapshot`. */
  constructor(state: State, record: FrameRecord, inputs: readonly WorldInput[], happenings: Happenings) {
    this.time = record.frame.time;
    this.state = state;
    this.record = record;
    this.inputs = inputs;
    this.happenings = happenings;
  }
}
