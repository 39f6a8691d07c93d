// Sleep: islands at rest stay exactly as they are, at no cost, until something that is awake meets one of their bodies or an
// input comes. To all others what sleeps is static.
//
// At rest is an island whose contacts all move more slowly than 2 ε_v (below ε_v they count as sticking, and where both bodies
// of a contact creep so it moves twice as fast), for the time in which the largest body would fall by four times its size,
// 2√(2 size/a). Where a contact is at the end of a lever it moves faster than those that stick and creep for it: at s > 2 ε_v
// time counts (2 ε_v/s)² of itself. So a sleeper has no acceleration above 8 ε_v over the time, some 2e-5 g: what passes through zero at
// a lesser one has 4 ε_v/a below 2 ε_v, and beyond never more than as much again. What tips, whose speed grows e-fold
// in √(size/g) or less, would have to begin slower than a twentieth of that; and what turns back is not slow for so long.
// Islands with joints, drags, forces that come and go or bodies on a path stay awake, as does what touches nothing.
//
// Who sleeps, for how long others have been still, and the contacts that are told of sleepers are part of the state.

import { dragSize } from '../../../sim/index.ts';
import { makeRoom } from '../contact/budget.ts';
import { type ContactPoint, describeContact } from '../contact/contact-point.ts';
import { keepRows } from '../contact/emit-contacts.ts';
import { dropRows } from '../contact/sleeping-rows.ts';
import { isFree, isScripted, isStatic } from '../model.ts';
import type { Island } from '../solve/islands.ts';
import { type IpcState, writeSpin } from '../state.ts';
import { owedSize } from './owed-size.ts';
import { predictTarget } from './targets.ts';
import { isTouched } from './touched.ts';
import type { Work } from './work.ts';

/** What sleeps does not move. */
export function layDown({ role }: Work, { sleeps }: IpcState): void {
  for (let i = 0; i < role.length; i++) if (sleeps[i] > 0) role[i] = isStatic;
}

/** Whether nothing can move in the step that begins at t, whose roles are assigned. */
export function allSleep({ role, islands }: Work, { sleeps }: IpcState): boolean {
  let any = false;
  for (let i = 0; i < role.length; i++) {
    if (role[i] !== isStatic) return false;
    if (sleeps[i] > 0) any = true;
  }
  if (any) islands.list = [];
  return any;
}

function anySleeps({ sleeps }: Pick<IpcState, 'sleeps'>): boolean {
  for (let i = 0; i < sleeps.length; i++) if (sleeps[i] > 0) return true;
  return false;
}

/** A group, or all. */
export function wake(state: IpcState, group = 0): void {
  const { sleeps, stillTicks } = state;
  let any = false;
  for (let i = 0; i < sleeps.length; i++) {
    if (sleeps[i] === 0 || (group > 0 && sleeps[i] !== group)) continue;
    any = true;
    sleeps[i] = 0;
    stillTicks[i] = 0;
    // it was at rest on what it touches
    state.rested[i] = 1;
    state.touched[i] = isTouched;
  }
  if (any) dropRows(state);
}

/** Wakes sleepers that something awake touches or is about to meet; returns whether there are any. */
export function wakeMet(work: Work, state: IpcState): boolean {
  const { sleeps } = state;
  let any = false;
  if (!anySleeps(state)) return any;
  // what is soft never sleeps, nor what may meet it
  for (const owners of work.softNear.owners) {
    for (const owner of owners) {
      if (sleeps[owner] === 0) continue;
      wake(state, sleeps[owner]);
      any = true;
    }
  }
  for (let again = true; again; ) {
    again = false;
    for (const { a, b, joined } of work.nearby.pairs) {
      if (!joined || sleeps[a] > 0 === sleeps[b] > 0) continue;
      const awake = sleeps[a] > 0 ? b : a;
      if (work.model.motion[awake] === isStatic || work.absent[awake] || work.scripts.frozen[awake]) continue;
      wake(state, sleeps[a] || sleeps[b]);
      any = again = true;
    }
  }
  return any;
}

/** In the middle of a step: whether an island has come within reach of a sleeper, which is static to it until it wakes. */
export function meetsSleeper({ islands }: Work, { sleeps }: IpcState): boolean {
  let any = false;
  if (!anySleeps({ sleeps })) return any;
  for (const { pairs, contacts } of islands.list) {
    for (let i = 0; i < pairs.length; i++) {
      const { a, b } = pairs[i];
      if (contacts.start[i] === contacts.start[i + 1] || (sleeps[a] === 0 && sleeps[b] === 0)) continue;
      pairs[i].joined = any = true;
    }
  }
  return any;
}

/** Wakes those that are met in the middle of a step: they take part in the rest of it. */
export function wakeInStep(work: Work, state: IpcState): void {
  if (!anySleeps(state)) return;
  const before = state.sleeps.slice();
  if (!wakeMet(work, state)) return;
  const woken: number[] = [];
  for (let i = 0; i < before.length; i++) {
    if (before[i] === state.sleeps[i]) continue;
    woken.push(i);
    work.role[i] = isFree;
    work.rested[i] = 1;
    predictTarget(work, state, i, work.span.h, work.span.begin);
  }
  makeRoom(work, state, woken);
}

/** After a time step: islands that have been at rest for long fall asleep. */
export function fallAsleep(work: Work, state: IpcState): void {
  const { model, islands } = work;
  const { sleeps, stillTicks, velocity, angularMomentum } = state;
  if (model.options.sleep === 'never') return;
  const asleep: Island[] = [];
  for (let i = 0; i < model.count; i++) if (islands.of[i] < 0) stillTicks[i] = 0;
  for (const island of islands.list) {
    const counts = canSleep(work, island) ? stillness(work, state, island) : 0;
    let ready = counts > 0;
    for (let k = 0; k < island.bodies.length; k++) {
      const body = island.bodies[k];
      stillTicks[body] = counts > 0 ? stillTicks[body] + counts : 0;
      ready &&= !(stillTicks[body] < ticksOf(work, body));
    }
    if (!ready) continue;
    for (const body of island.bodies) {
      sleeps[body] = island.bodies[0] + 1;
      velocity.fill(0, 3 * body, 3 * body + 3);
      angularMomentum.fill(0, 3 * body, 3 * body + 3);
      state.owed.fill(0, owedSize * body, owedSize * (body + 1));
    }
    asleep.push(island);
  }
  if (asleep.length > 0) keepRows(work, state, asleep);
}

/** For how many steps a body must have been still. */
function ticksOf({ model }: Work, i: number): number {
  return Math.ceil((2 * Math.sqrt((2 * model.diagonal[i]) / model.acceleration[i])) / model.timeStep);
}

function canSleep({ model, role, drags }: Work, island: Island): boolean {
  if (island.contacts.count === 0 || island.joints.length > 0 || island.soft) return false;
  for (let k = 0; k < island.bodies.length; k++) {
    const i = island.bodies[k];
    if (role[i] !== isFree || drags.data[dragSize * i] > 0) return false;
    for (const { body } of model.scene.forces) if (body === i) return false;
  }
  return true;
}

/** So many times ε_v contacts at rest may move, and above so many of that nothing is at rest. */
const creeping = 2;
const mostCreeping = 4;

/** What of a step counts as rest: all where no contact moves, less where one creeps, none where one or what it touches is on its way. */
function stillness(work: Work, state: IpcState, { pairs, contacts }: Island): number {
  let fastest = 1;
  for (let p = 0; p < pairs.length; p++) {
    if (contacts.start[p] === contacts.start[p + 1]) continue;
    const pair = pairs[p];
    if (work.role[pair.a] === isScripted || work.role[pair.b] === isScripted) return 0;
    writeMotion(work, state, pair.a, 0);
    writeMotion(work, state, pair.b, 6);
    for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
      const speed = speedAt(describeContact(work.poses, pair, contacts, c)) / (creeping * pair.stickSpeed);
      if (!(speed <= mostCreeping)) return 0;
      fastest = Math.max(fastest, speed);
    }
  }
  return 1 / (fastest * fastest);
}

/** Velocity and spin of a pair's bodies. */
const motion = new Float64Array(12);

function writeMotion({ model, poses, role }: Work, state: IpcState, i: number, at: number): void {
  for (let k = at; k < at + 6; k++) motion[k] = 0;
  if (role[i] !== isFree) return;
  for (let k = 0; k < 3; k++) motion[at + k] = state.velocity[3 * i + k];
  writeSpin(model, poses.o, 4 * i, i, state.angularMomentum, 3 * i, motion, at + 3);
}

/** How fast the two points of a contact move against each other, by `motion` [m/s]. */
function speedAt(p: ContactPoint): number {
  const f = p.first;
  const s = 6 - f;
  const v = motion;
  const x = v[f] + v[f + 4] * p.fz - v[f + 5] * p.fy - (v[s] + v[s + 4] * p.sz - v[s + 5] * p.sy);
  const y = v[f + 1] + v[f + 5] * p.fx - v[f + 3] * p.fz - (v[s + 1] + v[s + 5] * p.sx - v[s + 3] * p.sz);
  const z = v[f + 2] + v[f + 3] * p.fy - v[f + 4] * p.fx - (v[s + 2] + v[s + 3] * p.sy - v[s + 4] * p.sx);
  return Math.sqrt(x * x + y * y + z * z);
}
