// What happens in a world, frame by frame: things begin to touch, go on and part, and come into sensors and leave them.

import type { QueryWorld } from '../query/index.ts';
import type { FrameRecord } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';
import { type ContactEvent, ContactEvents } from '../sim/index.ts';
import { itemNamed, nameOfItem } from './names.ts';
import { type SensorEvent, SensorEvents } from './sensors.ts';

/** Two things begin to touch, go on touching, or part; times and impulses are those of `ContactEvent`. */
export interface NamedContactEvent extends Omit<ContactEvent, 'a' | 'b'> {
  /** Names of the two; vectors are what `a` gets. */
  readonly a: string;
  /** Name of the second. */
  readonly b: string;
}

/** What happened since the frame before. */
export interface WorldEvents {
  /** In the order of their times. */
  readonly contacts: readonly NamedContactEvent[];
  /** What came into sensors and what left them, as the frame has it. */
  readonly sensors: readonly SensorEvent[];
}

/** The same with names. */
export function namedContactEvent(scene: Scene, event: ContactEvent): NamedContactEvent {
  return { ...event, a: nameOfItem(scene, event.a), b: nameOfItem(scene, event.b) };
}

/** Follows a world from frame to frame. */
export class Happenings {
  private readonly scene: Scene;
  private readonly touches: ContactEvents;
  private readonly sensors: SensorEvents;

  constructor(scene: Scene, touches = new ContactEvents(), sensors = new SensorEvents(scene)) {
    this.scene = scene;
    this.touches = touches;
    this.sensors = sensors;
  }

  /** One that goes on from here by itself. */
  copy(): Happenings {
    return new Happenings(this.scene, this.touches.copy(), this.sensors.copy());
  }

  /** @param world  standing at this frame; only asked where there are sensors */
  take(record: FrameRecord, world: () => QueryWorld): WorldEvents {
    const contacts = this.touches.take(record).map((event) => namedContactEvent(this.scene, event));
    return { contacts, sensors: this.sensors.isNeeded ? this.sensors.take(record.frame, world()) : [] };
  }

  /** Names of what touches something now; of a sensor, of what is in it. */
  with(name: string): string[] {
    const own = itemNamed(this.scene, name);
    const inside = this.sensors.contentsOf(name);
    if (inside !== undefined) return inside;
    return this.touches
      .pairs()
      .filter((pair) => pair.includes(own))
      .map(([a, b]) => nameOfItem(this.scene, a === own ? b : a));
  }
}

/** All that happened in several frames, one after the other. */
export function joinEvents(all: readonly WorldEvents[]): WorldEvents {
  return {
    contacts: all.flatMap(({ contacts }) => contacts),
    sensors: all.flatMap(({ sensors }) => sensors),
  };
}
