// Room that events work in: made once for a model, nothing of it outlives an event.

import { Collider } from '../collide/contacts.ts';
import { ContactSet } from '../collide/contact-set.ts';
import { type ContactMemory, emptyMemory } from '../collide/memory.ts';
import type { Members } from './members.ts';
import { type Moment, makeMoment } from './flow.ts';
import { type Plan, makePlan } from './plan.ts';
import { Past } from './past.ts';
import { Approach } from './approach.ts';
import { SolverMemory } from '../solve/memory.ts';
import type { Model } from '../model.ts';

export interface Work {
  readonly collider: Collider;
  readonly contacts: ContactSet;
  readonly memory: ContactMemory;
  readonly members: Members;
  readonly moment: Moment;
  readonly plan: Plan;
  readonly past: Past;
  readonly approach: Approach;
  readonly solver: SolverMemory;
  /** Of estimates, forces on modes: as frozen modes do not move, and as those that may be raised yield. */
  readonly estimate: Float64Array;
  readonly yielded: Float64Array;
}

export function createWork(model: Model): Work {
  const past = new Past();
  const { slop, timeStep } = model.options;
  const collider = new Collider(model.bodies, { slop, depth: Math.max(100 * slop, 20 * timeStep) });
  return {
    collider,
    contacts: new ContactSet(),
    memory: emptyMemory(),
    members: { mask: new Uint8Array(model.count), rollbacks: 0 },
    moment: makeMoment(model),
    plan: makePlan(model),
    past,
    approach: new Approach(model, past, collider),
    solver: new SolverMemory(),
    estimate: new Float64Array(model.modes),
    yielded: new Float64Array(model.modes),
  };
}
