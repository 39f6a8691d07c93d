// What an engine did, but not as well as it was asked to: a solve that missed its tolerance, energy that came from nowhere. The run goes
// on, and whoever started it is told once, with the worst of it.

import type { Scene } from '../scene/index.ts';

/** Something that went worse than asked. */
export interface Complaint {
  /** What it is, the same for all of its kind: "solves missed their tolerance". */
  readonly what: string;
  /** How often. */
  readonly count: number;
  /** When it was worst [s]. */
  readonly time: number;
  /** Whom it concerned then. */
  readonly bodies: readonly number[];
  /** How bad it was then, and what was asked. */
  readonly value: number;
  /** What was asked of the value. */
  readonly asked: number;
  /** The unit of both; empty where they have none. */
  readonly unit: string;
  /** What helps. */
  readonly remedy: string;
}

/** Complaints of a run, one of each kind: how many there were, and the worst. */
export class Complaints {
  private readonly kinds = new Map<string, Complaint>();

  /** Takes one more. */
  add(complaint: Complaint): void {
    const { what, count, value } = complaint;
    const known = this.kinds.get(what);
    const worst = known === undefined || value > known.value ? complaint : known;
    this.kinds.set(what, { ...worst, count: count + (known?.count ?? 0) });
  }

  /** In the order in which they first came. */
  get list(): readonly Complaint[] {
    return [...this.kinds.values()];
  }
}

/** How many bodies are named. */
const NAMED = 3;

/** One sentence. */
export function describeComplaint(scene: Scene, complaint: Complaint): string {
  const { what, count, time, bodies, value, asked, unit, remedy } = complaint;
  const names = bodies.slice(0, NAMED).map((body) => `"${scene.bodies[body].name}"`);
  const rest = bodies.length - names.length;
  const who = rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
  const size = `${Number(value.toPrecision(3))}${unit && ` ${unit}`}`;
  const limit = `${Number(asked.toPrecision(3))}${unit && ` ${unit}`}`;
  const often = count === 1 ? 'once' : `${count} times`;
  return `${what}, ${often}, worst at ${Number(time.toPrecision(4))} s: ${size} where ${limit} was asked, ${who}; ${remedy}`;
}
