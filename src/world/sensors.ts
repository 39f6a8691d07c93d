// What is in a sensor (a body with `sensor: true`), asked frame by frame.
//
// No engine knows of sensors: they touch nothing (scene/meeting.ts), and what overlaps them is decided exactly where each
// frame has things. What comes and goes between two frames is not seen; with a higher `frameRateHz` it is.

import { type QueryWorld, queryWorld } from '../query/index.ts';
import type { Frame, Recording } from '../record/index.ts';
import { type Scene, sensingRule } from '../scene/index.ts';
import { nameOfItem } from './names.ts';
import { placeOf } from './place.ts';

/** Something has come into a sensor, or has left it. */
export interface SensorEvent {
  /** What happened. */
  readonly kind: 'begin' | 'end';
  /** Name of the sensor. */
  readonly sensor: string;
  /** Name of the body, or of the deformable, that came or left. */
  readonly body: string;
  /** Of the first frame that has it in, or out, of the sensor [s]. */
  readonly time: number;
  /** Of the frame in which it was first in [s]. */
  readonly since: number;
}

/** Follows the sensors of a scene from frame to frame. */
export class SensorEvents {
  private readonly scene: Scene;
  private readonly sensors: readonly number[];
  private readonly senses: (a: number, b: number) => boolean;
  /** Since when each thing is in each sensor [s], by place in `sensors`. */
  private readonly within: Map<number, number>[];

  constructor(scene: Scene) {
    this.scene = scene;
    this.sensors = scene.bodies.flatMap(({ sensor }, i) => (sensor === true ? [i] : []));
    this.senses = sensingRule(scene);
    this.within = this.sensors.map(() => new Map());
  }

  /** Whether there is anything to ask. */
  get isNeeded(): boolean {
    return this.sensors.length > 0;
  }

  /** One that goes on from here by itself. */
  copy(): SensorEvents {
    const copy = new SensorEvents(this.scene);
    this.within.forEach((map, s) => {
      for (const [item, since] of map) copy.within[s].set(item, since);
    });
    return copy;
  }

  /** What has changed up to a frame, at which the world that is asked stands. */
  take(frame: Frame, world: QueryWorld): SensorEvent[] {
    const events: SensorEvent[] = [];
    this.sensors.forEach((sensor, s) => {
      const inside = new Set(this.inside(sensor, frame, world));
      const within = this.within[s];
      for (const [item, since] of within)
        if (!inside.has(item)) {
          within.delete(item);
          events.push(this.event('end', sensor, item, frame.time, since));
        }
      for (const item of inside)
        if (!within.has(item)) {
          within.set(item, frame.time);
          events.push(this.event('begin', sensor, item, frame.time, frame.time));
        }
    });
    return events;
  }

  /** Names of what is in a sensor; undefined where there is no such sensor. */
  contentsOf(name: string): string[] | undefined {
    const s = this.sensors.findIndex((sensor) => this.scene.bodies[sensor].name === name);
    return s < 0 ? undefined : [...this.within[s].keys()].map((item) => nameOfItem(this.scene, item));
  }

  /** Two things that never move tell nothing, and sensors do not sense each other. */
  private inside(sensor: number, frame: Frame, world: QueryWorld): number[] {
    const { bodies, meshes } = this.scene;
    if (frame.absent?.includes(sensor)) return [];
    const isStill = bodies[sensor].motion === 'static';
    const filter = (item: number) =>
      bodies[item]?.sensor !== true &&
      !(isStill && bodies[item]?.motion === 'static') &&
      this.senses(sensor, item);
    return world.overlapping(meshes[bodies[sensor].mesh], placeOf(frame.poses, sensor), { filter });
  }

  private event(
    kind: SensorEvent['kind'],
    sensor: number,
    item: number,
    time: number,
    since: number,
  ): SensorEvent {
    return { kind, sensor: nameOfItem(this.scene, sensor), body: nameOfItem(this.scene, item), time, since };
  }
}

/** What came into the sensors of a recording's scene and left them, frame by frame; any recording will do. */
export async function* sensorEvents(recording: Recording): AsyncGenerator<SensorEvent, void> {
  const events = new SensorEvents(recording.scene);
  if (!events.isNeeded) return;
  const world = queryWorld(recording.scene, await recording.bending());
  for (let index = 0; index < recording.frameCount; index++) {
    const frame = await recording.frame(index);
    yield* events.take(frame, world.at(frame));
  }
}
