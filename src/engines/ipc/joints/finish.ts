// After a step: what joints had to carry, which of them break, and which motors stand still.

import type { StepSink } from '../../../record/index.ts';
import { barrierSlope } from '../contact/barrier.ts';
import type { Island } from '../solve/islands.ts';
import { addReaction } from './terms.ts';
import { placeJoint } from './joint-rows.ts';
import { noMotor, speedMotor } from './model.ts';
import type { IpcState } from '../state.ts';
import type { Work } from '../step/work.ts';

/** Steps that a motor must push in vain before it counts as stalled. */
const stallSteps = 10;

export function finishJoints(work: Work, state: IpcState): void {
  const { joints, poses } = work;
  state.jointReactions.fill(0);
  joints.models.forEach((model, j) => {
    const scale = joints.scale[j];
    if (scale === 0) return;
    for (let r = model.firstRow; r < model.firstRow + model.rows.length; r++)
      state.jointForces[r] = joints.mu[r] / scale;
    placeJoint(model, poses);
    state.jointCoordinates[j] = joints.coordinate(j);
    addReaction(work, j, state.jointReactions, 6 * j);
    countStall(work, state, j);
    const { breakForce } = model.joint;
    if (breakForce === undefined) return;
    const [x, y, z] = state.jointReactions.subarray(6 * j, 6 * j + 3);
    if (Math.sqrt(x * x + y * y + z * z) <= breakForce) return;
    // From the next step on; two bodies that it kept from colliding go on passing through each other.
    state.jointBroken[j] = 1;
    state.jointForces.fill(0, model.firstRow, model.firstRow + model.rows.length);
  });
}

/** Tells what joints that hold did in the part of the step that has ended. */
export function emitReactions({ joints, span }: Work, { jointReactions }: IpcState, sink: StepSink): void {
  if (sink.reaction === undefined) return;
  for (let j = 0; j < joints.models.length; j++)
    if (joints.scale[j] !== 0) sink.reaction(j, span.begin, span.h, jointReactions, 6 * j);
}

/** A motor that gives all it has and moves at less than a hundredth of what it is told, stands still. */
function countStall(work: Work, state: IpcState, j: number): void {
  const { joints } = work;
  const model = joints.models[j];
  const [mode, target] = state.jointMotors.subarray(3 * j, 3 * j + 2);
  const k = model.rows.findIndex((row) => row.role === 'motor');
  if (mode === noMotor || k < 0) return;
  const r = model.firstRow + k;
  const moved = Math.abs(state.jointCoordinates[j] - joints.start[j]);
  const wanted = Math.abs(joints.offset[r] - model.rows[k].offset - joints.start[j]);
  const idle = mode === speedMotor ? target === 0 : wanted < joints.allowed[r];
  const pushes = Math.abs(joints.mu[r]) >= 0.999 * joints.high[r];
  state.jointStalls[j] = !idle && pushes && moved < 0.01 * wanted ? state.jointStalls[j] + 1 : 0;
}

/** The first motor that has stalled and the pair of bodies that blocks it; -1 where there is none. */
export function findStall(work: Work, state: IpcState): { joint: number; a: number; b: number } {
  const joint = state.jointStalls.findIndex((steps) => steps >= stallSteps);
  let a = -1;
  let b = -1;
  if (joint < 0) return { joint, a, b };
  const model = work.joints.models[joint];
  let most = 0;
  for (const island of work.islands.list) {
    if (!island.joints.includes(joint)) continue;
    // What presses on the motor's own bodies blocks it; else what presses most on anything it drives.
    for (const own of [true, false]) {
      island.pairs.forEach((pair, p) => {
        const touches = [pair.a, pair.b].some((i) => i === model.a || i === model.b);
        if (own && !touches) return;
        const force = pairForce(island, p);
        if (force <= most) return;
        most = force;
        a = pair.a;
        b = pair.b;
      });
      if (a >= 0) break;
    }
  }
  return { joint, a, b };
}

function pairForce(island: Island, p: number): number {
  const pair = island.pairs[p];
  const { contacts } = island;
  let force = 0;
  for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++)
    force -= pair.stiffness * contacts.strength[c] * barrierSlope(contacts.gap[c], pair.dHat);
  return force;
}
