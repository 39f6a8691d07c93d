// Bodies pushed, put elsewhere, enabled and disabled from outside.
//
// Nothing may be put where it would overlap or touch what is there, or where a joint would be open: such an input is refused, as
// such a scene is. What was found for the body's pairs where it was is dropped, and all pairs are looked for again before the
// next step.

import { FaultError } from '../../scene/fault/index.ts';
import { type BodyChange, clearJump, jumpOf, markJump, setAbsent, writeTwist } from '../../sim/index.ts';
import type { StepSink } from '../../record/index.ts';
import { loadAbsent } from './absent.ts';
import { findOverlapsOf } from './contact/start-overlap.ts';
import { createJoints } from './joints/joints.ts';
import type { JointModel } from './joints/model.ts';
import { findOpen } from './joints/refuse.ts';
import { isScripted, type Model } from './model.ts';
import { ownerName, ownerPlace } from './owners/owners.ts';
import { type IpcState, writeMomentum, writeSpin } from './state.ts';
import { Poses } from './step/poses.ts';
import { findSoftOverlapsOf } from './soft/refuse-soft.ts';
import { scriptedPose } from './step/scripts.ts';
import { owedSize } from './step/owed-size.ts';
import { isNew } from './step/touched.ts';
import type { Work } from './step/work.ts';

const spin = new Float64Array(3);
const place = new Float64Array(7);

/**
 * @param time  of the input [s]
 * @throws FaultError, with the state untouched, where the body would be in the way of another or a joint open
 */
export function changeBody(work: Work, state: IpcState, i: number, wanted: BodyChange, time: number): void {
  const { model } = work;
  const { impulse, velocity, pose, absent } = wanted;
  if (pose || absent !== undefined) refuseGlued(model, i, time);
  const isPut = pose !== undefined || absent === false;
  if (isPut) {
    choosePlace(work, state, i, pose);
    refusePlace(work, state, i, time);
  }
  // what joints do from now on is not known yet
  state.touched[i] = isNew;
  state.owed.fill(0, owedSize * i, owedSize * (i + 1));
  if (impulse) push(work, state, i, impulse);
  writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, spin, 0);
  if (absent !== undefined) {
    setAbsent(state, i, absent);
    loadAbsent(work, state);
  }
  if (isPut) put(work, state, i, absent === false);
  if (isPut || absent) forget(work, state, i);
  if (velocity) {
    for (let k = 0; k < 3; k++) {
      state.velocity[3 * i + k] = model.fixed[6 * i + k] ? 0 : velocity[k];
      spin[k] = velocity[3 + k];
    }
  }
  if (velocity || isPut) writeMomentum(model, state.orientation, i, spin, 0, state.angularMomentum);
}

/** What is glued to a body cannot be anywhere but on its way. */
function refuseGlued(model: Model, i: number, time: number): void {
  const glued = model.carrier.indexOf(i);
  if (glued < 0) return;
  throw new FaultError('the input cannot be applied:', [
    {
      what: `puts elsewhere, or takes away, a body to which ${ownerName(model, glued)} is glued`,
      where: `input at ${time} s, ${ownerPlace(model, i)}`,
      remedy: 'push it instead, or give it a velocity',
    },
  ]);
}

/** Where body i is to be: where it is told, where its script has it, or where it is. */
function choosePlace(work: Work, state: IpcState, i: number, pose: readonly number[] | undefined): void {
  const { model } = work;
  for (let k = 0; k < 3; k++) place[k] = state.position[3 * i + k];
  for (let k = 0; k < 4; k++) place[3 + k] = state.orientation[4 * i + k];
  if (pose) place.set(pose);
  else if (model.motion[i] === isScripted) scriptedPose(model, i, state.clock[0] * model.timeStep, place);
}

function refusePlace(work: Work, state: IpcState, i: number, time: number): void {
  const { model } = work;
  const poses = new Poses(model);
  poses.place(model, state.position, state.orientation);
  setPose(poses.q, poses.o, i);
  poses.update(model, i);
  const joints = createJoints(model);
  joints.start.set(state.jointCoordinates);
  const faults = [
    ...findOverlapsOf(model, poses, i, work.absent, time),
    ...findSoftOverlapsOf(model, poses, i),
    ...findOpen(joints, poses, 'there', (joint, j) => isMetBy(work, state, i, joint, j)),
  ];
  if (faults.length === 0) return;
  const where = `input at ${time} s`;
  throw new FaultError(
    'the input cannot be applied:',
    faults.map((fault) => ({ ...fault, where: `${where}, ${fault.where}` })),
  );
}

/** Whether a joint holds body i, once that is there. */
function isMetBy({ absent }: Work, state: IpcState, i: number, { a, b }: JointModel, j: number): boolean {
  const other = a === i ? b : a;
  return (a === i || b === i) && state.jointBroken[j] === 0 && (other < 0 || absent[other] === 0);
}

function setPose(q: Float64Array, o: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) q[3 * i + k] = place[k];
  for (let k = 0; k < 4; k++) o[4 * i + k] = place[3 + k];
}

function push(work: Work, state: IpcState, i: number, impulse: readonly number[]): void {
  const { model } = work;
  writeTwist(spin, impulse, state.orientation, 4 * i);
  for (let k = 0; k < 3; k++) {
    if (!model.fixed[6 * i + k]) state.velocity[3 * i + k] += impulse[k] / model.mass[i];
    state.angularMomentum[3 * i + k] += spin[k];
  }
}

/** @param comes  it was not there before, so that it does not come from where it was */
function put(work: Work, state: IpcState, i: number, comes: boolean): void {
  const { model, poses, trial } = work;
  const size = 7 * model.count;
  if (state.clock[1] >= 0) markJump(state, state.pathPoses.subarray(-size));
  setPose(state.position, state.orientation, i);
  setPose(poses.q, poses.o, i);
  poses.update(model, i);
  trial.copy(poses);
  if (comes) for (let at = 7 * i; at < state.pathPoses.length; at += size) state.pathPoses.set(place, at);
  if (state.clock[1] < 0 || state.clock[1] >= state.clock[0] * model.timeStep) beginPathHere(work, state);
}

/** The way begins where the bodies are now. */
function beginPathHere({ poses, model }: Work, state: IpcState): void {
  state.pathTimes = Float64Array.of(state.clock[0] * model.timeStep);
  state.pathPoses = poses.knot();
}

/** Pairs and joints of body i begin anew, and all pairs are looked for again. */
function forget(work: Work, state: IpcState, i: number): void {
  work.nearby.pairs = work.nearby.pairs.filter(({ a, b }) => a !== i && b !== i);
  work.nearby.budget.fill(-1);
  work.joints.models.forEach(({ a, b, firstRow, rows }, j) => {
    if (a !== i && b !== i) return;
    state.jointForces.fill(0, firstRow, firstRow + rows.length);
    state.jointStalls[j] = 0;
  });
}

/** Tells a jump that is still to be told, when the clock has come to where it is. */
export function tellJump(work: Work, state: IpcState, until: number, sink: StepSink): void {
  const end = state.clock[0] * work.model.timeStep;
  if (jumpOf(state) === undefined || end > until) return;
  beginPathHere(work, state);
  if (sink.wants.path) sink.knot(end, state.pathPoses.subarray(0, 7 * work.model.bodies));
  clearJump(state);
}
