// Says how pasts meet their goals: how many meet each, and of the best past which are met, or by how much they are missed.

import type { GoalResult, Sample } from '../../engines/lcp/backward/index.ts';
import type { Scene } from '../../scene/index.ts';
import { type Output, plural, short } from '../output.ts';
import { paint } from '../paint.ts';

/** Bodies of the best past that are told one by one. */
const MOST = 20;

export function sayGoals(output: Output, scene: Scene, samples: readonly Sample[]): void {
  const goals = scene.goals ?? [];
  if (goals.length === 0 || samples.length === 0) return;
  const meeting = samples.filter((sample) => sample.goals.every(({ met }) => met));
  const good = meeting.filter(({ verdict }) => verdict === 'good').length;
  output.say(
    `${meeting.length} of ${samples.length} meet all goals, ${good} of them good; the best, seed ${samples[0].seed}:`,
  );
  const lines = [...samples[0].goals].sort((a, b) => Number(a.met) - Number(b.met) || a.goal - b.goal);
  for (const result of lines.slice(0, MOST)) {
    const line = `  ${goalLine(scene, result)}`;
    output.say(result.met ? paint.dim(line) : line);
  }
  if (lines.length > MOST) output.say(paint.dim(`  and ${plural(lines.length - MOST, 'goal')} more`));
}

function goalLine(scene: Scene, { goal, body, wish, met, off, unit }: GoalResult): string {
  const name = `"${scene.bodies[body].name}"`;
  const amount = `${short(off)}${unit === '°' ? '°' : ` ${unit}`}`;
  const how = met ? (off === 0 ? 'met' : `met, ${amount} off`) : `missed by ${amount}`;
  return `goals[${goal}] ${name} ${wish}: ${how}`;
}
