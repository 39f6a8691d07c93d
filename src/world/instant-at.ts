// A recording at any time, and what happens in it by time.

import type { Bending, ContactRows, Frame, Recording } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { contactEvents, writeBetween } from '../sim/index.ts';
import { Instant } from './instant.ts';
import { type NamedContactEvent, namedContactEvent } from './events.ts';

/** A recording at one time. */
class RecordedInstant extends Instant {
  readonly scene: Scene;
  readonly frame: Frame;
  protected readonly contactRows: ContactRows;
  protected readonly bending: Bending | undefined;

  constructor(scene: Scene, frame: Frame, contactRows: ContactRows, bending: Bending | undefined) {
    super();
    this.scene = scene;
    this.frame = frame;
    this.contactRows = contactRows;
    this.bending = bending;
  }
}

/**
 * A recording at a time [s], the nearest that it has where it has none so early or late. Between frames things are where the
 * recorded path has them; velocities are those of the frame before, contacts those up to the frame after.
 */
export async function instantAt(recording: Recording, time: number): Promise<Instant> {
  const times = await recording.times();
  let after = times.findIndex((one) => one >= time);
  if (after < 0) after = times.length - 1;
  const [frame, contacts, bending] = await Promise.all([
    recording.frame(after),
    recording.contacts(after),
    recording.bending(),
  ]);
  if (after > 0 && time < frame.time) {
    const [before, path, turns, vertexKnots] = await Promise.all([
      recording.frame(after - 1),
      recording.path(after),
      recording.turns(after),
      recording.vertexKnots(after),
    ]);
    const between = structuredClone(before);
    writeBetween(time, before, { frame, path, turns, vertexKnots }, between);
    return new RecordedInstant(recording.scene, between, contacts, bending);
  }
  return new RecordedInstant(recording.scene, frame, contacts, bending);
}

/** When things begin to touch, stay and part, in the order of frames, by name; from one time to another [s]. */
export async function* touchesOf(
  recording: Recording,
  from = 0,
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<NamedContactEvent, void> {
  for await (const event of contactEvents(recording))
    if (event.time >= from && event.time <= until) yield namedContactEvent(recording.scene, event);
}
