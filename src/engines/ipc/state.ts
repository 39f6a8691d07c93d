// The whole mutable state of a simulation, as named arrays: copying them is the snapshot.

import {
  invert3x3,
  matrixFromQuaternion,
  rotateByQuaternion,
  unrotateByQuaternion,
} from '../../num/index.ts';
import type { State } from '../../record/index.ts';
import type { Joint } from '../../scene/index.ts';
import { dragSize, startAbsent } from '../../sim/index.ts';
import { noMotor, positionMotor, speedMotor } from './joints/model.ts';
import type { Model } from './model.ts';
import { initialMemory } from './soft/begin.ts';
import { owedSize } from './step/owed-size.ts';
import { isNew } from './step/touched.ts';

export interface IpcState extends State {
  /** [0] steps taken, [1] how far the caller has asked us to go [s], -1 before the first time, [2] parts that the next step is cut into. */
  clock: Float64Array;
  /** [m], [x y z w], [m/s], [kg m²/s] (world axes). */
  position: Float64Array;
  orientation: Float64Array;
  velocity: Float64Array;
  angularMomentum: Float64Array;
  /** The way of the last step: knot times [s] and all poses (7 a body) at each, from its start to its end. */
  pathTimes: Float64Array;
  pathPoses: Float64Array;
  /** Budgets of the bodies and what is used of them [m]; below zero before the first step. */
  budget: Float64Array;
  moved: Float64Array;
  /** Where and for what budgets each pair's candidates were found, and what is known of them: see pair-state.ts. */
  nearPairs: Float64Array;
  known: Float64Array;
  /** Barrier stiffness factors that adapted away from 1: pair a·n + b, factor. */
  stiffPairs: Float64Array;
  stiffFactors: Float64Array;
  /** Steps for which each body has been still, and the group it sleeps in, 0: awake (step/sleep.ts); contacts of sleepers (contact/sleeping-rows.ts). */
  stillTicks: Float64Array;
  sleeps: Uint32Array;
  sleepRows: Float64Array;
  /** Forces from outside: 6 a body, world axes [N, N m]. */
  applied: Float64Array;
  /** Drags from outside: see joints/drag.ts. */
  drags: Float64Array;
  /** What parameters may change: gravity [m/s²]; friction and restitution of each body; its constant force and torque, and those of scene.forces. */
  gravity: Float64Array;
  friction: Float64Array;
  restitution: Float64Array;
  loads: Float64Array;
  forces: Float64Array;
  /** Joints: multiplier of each row [N or N m]; coordinate [rad or m]; 1 where broken; steps that its motor has stalled. */
  jointForces: Float64Array;
  jointCoordinates: Float64Array;
  jointBroken: Int32Array;
  jointStalls: Int32Array;
  /** Motors: mode (joints.ts), target, largest force. Springs: stiffness, damping, rest. */
  jointMotors: Float64Array;
  jointSprings: Float64Array;
  /** What each joint does to its body a: force [N], and torque about the joint's point [N m], world axes. */
  jointReactions: Float64Array;
  /** Second order: force and torque of joints and springs on each body now; what touches it (step/touched.ts). */
  held: Float64Array;
  touched: Int32Array;
  /** How far each body is behind its motion (step/owed.ts). */
  owed: Float64Array;
  /** 1 for bodies that have come to rest since they touch something. */
  rested: Int32Array;
}

/** @param rowCount  rows of all joints */
export function initialState(model: Model, rowCount: number): IpcState {
  const { count, scene } = model;
  const joints = scene.joints.length;
  const state: IpcState = {
    clock: Float64Array.of(0, -1, 1),
    position: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    velocity: new Float64Array(3 * count),
    angularMomentum: new Float64Array(3 * count),
    pathTimes: new Float64Array(1),
    pathPoses: new Float64Array(7 * count),
    budget: new Float64Array(count).fill(-1),
    moved: new Float64Array(count),
    nearPairs: new Float64Array(0),
    known: new Float64Array(0),
    stiffPairs: new Float64Array(0),
    stiffFactors: new Float64Array(0),
    ...(model.soft ? { softFactors: new Float64Array(model.soft.items.length).fill(1) } : {}),
    ...initialMemory(model.soft),
    stillTicks: new Float64Array(count),
    sleeps: new Uint32Array(count),
    sleepRows: new Float64Array(0),
    applied: new Float64Array(6 * count),
    drags: new Float64Array(dragSize * count),
    gravity: Float64Array.from(scene.gravity),
    friction: Float64Array.from(scene.bodies, (body) => body.material.friction),
    restitution: Float64Array.from(scene.bodies, (body) => body.material.restitution),
    loads: Float64Array.from(scene.bodies.flatMap(({ force, torque }) => [...force, ...torque])),
    forces: Float64Array.from(scene.forces.flatMap(({ force, torque }) => [...force, ...torque])),
    jointForces: new Float64Array(rowCount),
    jointCoordinates: new Float64Array(joints),
    jointBroken: new Int32Array(joints),
    jointStalls: new Int32Array(joints),
    jointMotors: Float64Array.from(scene.joints.flatMap(({ motor }) => motorNumbers(motor))),
    jointSprings: Float64Array.from(
      scene.joints.flatMap(({ spring }) =>
        spring ? [spring.stiffness, spring.damping, spring.rest] : [0, 0, 0],
      ),
    ),
    jointReactions: new Float64Array(6 * joints),
    held: new Float64Array(6 * count),
    owed: new Float64Array(owedSize * count),
    rested: new Int32Array(count),
    touched: new Int32Array(count).fill(isNew),
  };
  scene.bodies.forEach((body, i) => {
    state.position.set(body.pose.position, 3 * i);
    state.orientation.set(body.pose.orientation, 4 * i);
    state.pathPoses.set(body.pose.position, 7 * i);
    state.pathPoses.set(body.pose.orientation, 7 * i + 3);
    if (body.motion === 'static') return;
    state.velocity.set(body.velocity, 3 * i);
    spin.set(body.angularVelocity);
    writeMomentum(model, state.orientation, i, spin, 0, state.angularMomentum);
  });
  startAbsent(state, scene);
  return state;
}

function motorNumbers(motor: Joint['motor']): number[] {
  if (motor === undefined) return [noMotor, 0, 0];
  if (motor.targetSpeed !== undefined) return [speedMotor, motor.targetSpeed, motor.maxForce];
  return [positionMotor, motor.targetPosition ?? 0, motor.maxForce];
}

const spin = new Float64Array(3);
const inBody = new Float64Array(3);

/** L = R I Rᵀ ω of body i. */
export function writeMomentum(
  model: Model,
  orientation: Float64Array,
  i: number,
  omega: Float64Array,
  at: number,
  out: Float64Array,
): void {
  unrotateByQuaternion(inBody, 0, orientation, 4 * i, omega, at);
  for (let k = 0; k < 3; k++) inBody[k] *= model.inertia[3 * i + k];
  rotateByQuaternion(out, 3 * i, orientation, 4 * i, inBody, 0);
}

/** ω = R I⁻¹ Rᵀ L of body i; about axes that are fixed it is zero, and only the free rows of Iω = L hold. */
export function writeSpin(
  model: Model,
  orientation: Float64Array,
  o: number,
  i: number,
  momentum: Float64Array,
  m: number,
  out: Float64Array,
  at: number,
): void {
  if (model.anyFixed[i]) {
    matrixFromQuaternion(rotation, 0, orientation, o);
    writeConstrainedSpin(model, i, momentum, m, out, at);
    return;
  }
  unrotateByQuaternion(inBody, 0, orientation, o, momentum, m);
  for (let k = 0; k < 3; k++) inBody[k] /= model.inertia[3 * i + k];
  rotateByQuaternion(out, at, orientation, o, inBody, 0);
}

const rotation = new Float64Array(9);
const system = new Float64Array(9);
const inverse = new Float64Array(9);

/** The same where some axes are fixed; `rotation` is the body's. */
function writeConstrainedSpin(
  model: Model,
  i: number,
  momentum: Float64Array,
  m: number,
  out: Float64Array,
  at: number,
): void {
  const fixed = (k: number): boolean => model.fixed[6 * i + 3 + k] === 1;
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += rotation[3 * r + k] * model.inertia[3 * i + k] * rotation[3 * c + k];
      system[3 * r + c] = fixed(r) || fixed(c) ? (r === c ? 1 : 0) : sum;
    }
  }
  invert3x3(inverse, 0, system, 0);
  for (let r = 0; r < 3; r++) {
    let sum = 0;
    for (let c = 0; c < 3; c++) sum += fixed(c) ? 0 : inverse[3 * r + c] * momentum[m + c];
    out[at + r] = fixed(r) ? 0 : sum;
  }
}
