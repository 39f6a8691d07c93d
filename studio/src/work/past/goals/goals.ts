// Goals of the scene file: wishes about bodies by name, and what each says in words.

import type { SceneFile } from '../../../../../src/scene/schema/index.ts';
import { short } from '../../../model/words.ts';

export type GoalFile = NonNullable<SceneFile['goals']>[number];

export function withGoal(file: SceneFile, goal: GoalFile): SceneFile {
  return { ...file, goals: [...(file.goals ?? []), goal] };
}

/** Another in its place; undefined takes it out. */
export function goalAt(file: SceneFile, index: number, goal: GoalFile | undefined): SceneFile {
  const { goals = [], ...rest } = file;
  const left = goals.flatMap((before, i) => (i !== index ? [before] : goal === undefined ? [] : [goal]));
  return left.length === 0 ? rest : { ...rest, goals: left };
}

export function withoutGoals({ goals: _, ...rest }: SceneFile): SceneFile {
  return rest;
}

/** Whom a goal is about. */
export function about(names: readonly string[]): Pick<GoalFile, 'body' | 'bodies'> {
  return names.length === 1 ? { body: names[0] } : { bodies: [...names] };
}

export function whoOf({ body, bodies }: GoalFile): string {
  return bodies?.join(', ') ?? body ?? 'all that move';
}

export function wishOf({ startsIn, from, passes, time, atMost, by }: GoalFile): string {
  if (startsIn !== undefined) return 'starts in this region';
  if (from !== undefined) return 'comes from this side';
  if (passes !== undefined)
    return time === undefined ? 'passes this place' : `is at this place at ${short(time)} s`;
  if (atMost !== undefined) return `is never faster than ${short(atMost)} m/s`;
  return by === undefined ? 'is free' : `is hit by ${by}`;
}
