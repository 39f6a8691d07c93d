// Goals of a past: names to bodies, and whether what is wished makes sense at all. Where things stand is for the engine to see.

import type { Collector } from '../fault/collector.ts';
import type { NameTable } from '../fault/names.ts';
import type { GoalFile } from '../schema/goal.ts';
import type { Body, Goal, Vec3 } from '../types.ts';

/** What of a scene goals are held against. */
export interface GoalScene {
  readonly bodies: readonly Body[];
  readonly gravity: Vec3;
  /** [s] */
  readonly duration: number;
}

const WISHES = ['startsIn', 'from', 'passes', 'atMost', 'by'] as const;

/** The goal, or undefined where it has faults. */
export function resolveGoal(
  file: GoalFile,
  where: string,
  { bodies, gravity, duration }: GoalScene,
  names: NameTable,
  collector: Collector,
): Goal | undefined {
  const before = collector.faults.length;
  const wishes = WISHES.filter((wish) => file[wish] !== undefined);
  if (wishes.length !== 1)
    collector.add(
      wishes.length === 0 ? 'wishes for nothing' : 'wishes for several things at once',
      where,
      wishes.length === 0 ? undefined : wishes.join(', '),
      `give one of ${WISHES.join(', ')} an entry`,
    );
  if (file.body !== undefined && file.bodies !== undefined)
    collector.add('names bodies twice', `${where}.bodies`, file.bodies, 'give body or bodies');
  const { from, time } = file;
  if (time !== undefined && file.passes === undefined)
    collector.add('is the time of no place', `${where}.time`, time, 'give the place too, as passes');
  if (time !== undefined && time > duration)
    collector.add(
      'is after the end of the motion',
      `${where}.time`,
      `${time} s of ${duration} s`,
      'give a time within the duration',
    );
  if (from !== undefined && isVertical(from, gravity))
    collector.add('is no side', `${where}.from`, from, 'give a direction along the ground, or startsIn');
  const members = membersOf(file, where, bodies, names, collector);
  const by = file.by === undefined ? undefined : names.body(file.by, `${where}.by`, bodies.length);
  if (by !== undefined && members.length === 1 && members[0] === by)
    collector.add('hits itself', `${where}.by`, file.by, 'name another body');
  if (collector.faults.length > before) return undefined;
  const { body: _, bodies: __, weight = 1, ...wish } = file;
  return {
    ...wish,
    bodies: members.filter((member) => member !== by),
    weight,
    ...(by === undefined ? {} : { by }),
  } as Goal;
}

function membersOf(
  { body, bodies: several }: GoalFile,
  where: string,
  bodies: readonly Body[],
  names: NameTable,
  collector: Collector,
): number[] {
  const given = several ?? (body === undefined ? undefined : [body]);
  if (given === undefined) return bodies.flatMap(({ motion }, b) => (motion === 'dynamic' ? [b] : []));
  return given.flatMap((name, i) => {
    const place = several === undefined ? `${where}.body` : `${where}.bodies[${i}]`;
    const index = names.body(name, place, bodies.length);
    if (index === undefined) return [];
    if (bodies[index].motion === 'dynamic') return [index];
    collector.add('does not move by itself', place, name, 'name dynamic bodies only');
    return [];
  });
}

/** Within a degree of the vertical; everything is a side where nothing falls. */
function isVertical(from: Vec3, gravity: Vec3): boolean {
  let along = 0;
  let length = 0;
  let strength = 0;
  for (let k = 0; k < 3; k++) {
    along += from[k] * gravity[k];
    length += from[k] * from[k];
    strength += gravity[k] * gravity[k];
  }
  return length === 0 || along * along > 0.9997 * length * strength;
}
