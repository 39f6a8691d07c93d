// What contacts will push modes with in the coming step, as one solve without friction says.

import type { Model } from '../../model.ts';
import type { ModalState } from '../../state.ts';
import type { Work } from '../work.ts';
import type { Island } from '../members.ts';
import { islandLimit } from '../step-limit.ts';
import { makeKick } from '../kick.ts';
import { solveShared } from '../solve-shared.ts';
import { writeTangents } from '../../collide/tangents.ts';
import { addPush } from './pushes.ts';

const directions = new Float64Array(9);

const force = new Float64Array(3);

/**
 * Forces on all modes in the coming step, from one solve of (5a) with the friction of the last step; false where contacts
 * exclude each other.
 */
export function estimateForces(
  model: Model,
  state: ModalState,
  work: Work,
  island: Island,
  time: number,
  estimate: Float64Array,
): boolean {
  const { plan, moment, solver, past } = work;
  const { bodies, contacts } = island;
  for (const b of bodies) estimate.fill(0, model.bodies.firstMode[b], model.bodies.firstMode[b + 1]);
  const { count } = contacts;
  if (count === 0) return true;
  const h = islandLimit(model, plan, bodies);
  const kick = makeKick(model, state, work, island, time, h);
  const { problem, spans } = kick;
  const { predicted, inverseMass, starts, columns, values } = problem;
  const rubbing = new Float64Array(2 * count);
  for (let c = 0; c < count; c++) {
    const place = past.placeOf(contacts.ids[c]);
    if (place < 0) continue;
    for (let e = 1; e < 3; e++) {
      const impulse = (state.pastImpulses[3 * place + e] * spans[c]) / state.pastSpans[place];
      rubbing[2 * c + e - 1] = impulse;
      for (let i = starts[3 * c + e]; i < starts[3 * c + e + 1]; i++)
        predicted[columns[i]] += inverseMass[columns[i]] * values[i] * impulse;
    }
  }
  past.load(solver, state, contacts, spans);
  const { impulses, method } = solveShared(kick, { ...model.solve, friction: false }, solver);
  for (let c = 0; c < count; c++) {
    writeTangents(directions, contacts.normals, 3 * c);
    for (let k = 0; k < 3; k++)
      force[k] =
        (impulses[3 * c] * directions[k] +
          rubbing[2 * c] * directions[3 + k] +
          rubbing[2 * c + 1] * directions[6 + k]) /
        spans[c];
    addPush(model, moment.rotations, contacts, c, force, 0, estimate);
  }
  return method !== 'impossible';
}
