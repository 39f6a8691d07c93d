// Which events are watched in a mode, and how fast what they watch changes, where that follows from rates alone: it tells on
// which side of zero a trigger goes on that is zero just now.

import type { Node } from '../dag/dag.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { inputsOf } from '../structure/inputs-of.ts';
import type { System, SystemEvent } from '../system.ts';

/** Those of every mode, then those of this one. */
export function eventsOf(system: System, mode: string): readonly SystemEvent[] {
  const [always, ...named] = system.modes;
  return [...always.events, ...(named.find(({ name }) => name === mode)?.events ?? [])];
}

/** One a trigger; zero for triggers of speeds, whose change needs accelerations. */
export function triggerRates(system: System, events: readonly SystemEvent[]): Node[] {
  const { dag, variables, time } = system;
  const along = new Map(variables.map(({ position, rate }) => [position, rate]));
  along.set(time, dag.one);
  const triggers = events.map(({ trigger }) => trigger);
  const speeds = inputsOf(
    dag,
    triggers,
    variables.map(({ rate }) => rate),
  );
  const rates = derivativesAlong(dag, triggers, along);
  return rates.map((rate, e) => (speeds[e].length > 0 ? dag.zero : rate));
}
